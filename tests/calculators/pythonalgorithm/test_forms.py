"""Moves as forms: what is typed comes out as args, and args come back as they went in."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from calculators.pythonalgorithm.box import HIGHEST_NUMBER
from calculators.pythonalgorithm.chips import COLOURS, TRACKS
from calculators.pythonalgorithm.forms import FORMS, card_text, counted_tokens, read_card_text
from calculators.pythonalgorithm.moves import MOVES, args_of
from calculators.pythonalgorithm.sample import SAMPLE
from companion import door

PLAYERS = ["Anna", "Boris", "Vera"]

players = st.sampled_from(range(len(PLAYERS)))
tokens = st.integers(0, 999_999)
colours = st.sampled_from(COLOURS)
categories = st.sampled_from(SAMPLE.categories)
numbers = st.none() | st.integers(0, HIGHEST_NUMBER)
ids = st.text(st.characters(min_codepoint=32, max_codepoint=0x4FF), min_size=1, max_size=40).filter(
    lambda text: text.isprintable() and text == text.strip()
)
debts = st.integers(1, 9_999)


def some(**fields: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Dicts of these fields, those left out that are None."""
    return st.fixed_dictionaries(fields).map(
        lambda args: {name: value for name, value in args.items() if value is not None}
    )


no_debts = st.none()
templates = some(track=st.just("templates"), colour=colours, category=categories, number=numbers)
kodiki = some(track=st.just("kodiki"), colour=colours, number=numbers)
by_id = some(id=ids)
new_cards = templates | kodiki | by_id
held_cards = st.builds(
    lambda card, debt: card | ({} if debt is None else {"debt": debt}),
    new_cards,
    st.none() | st.integers(0, 9_999),
)
bare_debts = some(debt=debts)
flags = st.sampled_from([None, True])
bids = st.lists(
    st.fixed_dictionaries({"player": players, "amount": st.none() | tokens}), min_size=1, max_size=9
)
customers = some(id=st.sampled_from([each.id for each in SAMPLE.customers])) | some(
    bonus=st.integers(0, 99),
    colours=st.sampled_from(["same", "different"]),
    kodiki=st.integers(1, 3),
)

MOVES_TYPED = {
    "tokens": some(
        player=players,
        delta=st.integers(-999_999, 999_999),
        reason=st.none() | st.sampled_from(["sale", "штраф", "−5"]),
    ),
    "set_tokens": some(player=players, tokens=tokens),
    "place_chip": some(track=st.sampled_from(TRACKS), colour=colours, segment=st.integers(1, 7)),
    "event": some(kind=st.just("rise"), colour=colours)
    | some(kind=st.sampled_from(["jump", "crash", "virus"])),
    "reaction": some(
        track=st.sampled_from(TRACKS),
        left=st.fixed_dictionaries({colour: st.integers(0, 99) for colour in COLOURS}),
    ),
    "buy": some(player=players, card=new_cards, price=st.none() | tokens, debt=flags, anyway=flags),
    "auction": some(card=new_cards, bids=bids, debt=flags, anyway=flags),
    "redeem": some(player=players, card=held_cards | bare_debts),
    "sell": some(player=players, cards=st.lists(held_cards, min_size=1, max_size=6)),
    "sell_to_customer": some(
        player=players,
        customer=customers,
        cards=st.lists(held_cards, min_size=1, max_size=6),
        anyway=flags,
    ),
    "set_hand": some(player=players, cards=st.lists(held_cards | bare_debts, max_size=6)),
    "finish": st.just({})
    | some(
        count=st.lists(
            st.fixed_dictionaries({"tokens": tokens, "debt": tokens}), min_size=3, max_size=3
        )
    ),
}


def typed_again(move: str, args: dict[str, Any], language: str = "en") -> dict[str, Any]:
    """What comes of a move's args that are shown in its form and sent as they stand."""
    with override(language):
        shown = FORMS[move](initial=args, players=PLAYERS)
        data = QueryDict(mutable=True)
        for field in shown:
            value = field.value()
            if value is not None and value is not False:
                data[field.name] = str(value)
        sent = FORMS[move](data, players=["1", "2", "3"])
        assert sent.is_valid(), sent.errors
    return sent.cleaned_data


def test_every_move_but_the_next_round_has_a_form():
    assert set(MOVES) - set(FORMS) == {"next_round"}


@pytest.mark.parametrize("move", MOVES_TYPED)
@pytest.mark.parametrize("language", ["en", "ru"])
@settings(max_examples=40)
@given(data=st.data())
def test_args_come_back_as_they_went_in(move, language, data):
    args = data.draw(MOVES_TYPED[move])

    came = typed_again(move, args, language)

    assert args_of(door.typed(MOVES[move], came)) == args_of(door.typed(MOVES[move], args))


@given(number=numbers, name=st.none() | ids)
def test_card_text_is_read_as_it_was_written(number, name):
    assert read_card_text(card_text(number, name)) == (number, name)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("", (None, None)),
        ("٣", (3, None)),
        ("T3", (None, "T3")),
        ("#12", (None, "12")),
        ("3#T3", (3, "T3")),
        ("3T", (None, "3T")),
    ],
)
def test_card_text_as_people_type_it(text, read):
    assert read_card_text(text) == read


def test_card_named_by_its_place_is_left_to_be_named():
    form = FORMS["redeem"](initial={"player": 1, "card": 0}, players=PLAYERS)

    assert form["card-what"].value() is None


@pytest.mark.parametrize(
    ("sign", "typed", "delta"),
    [("+", "28", 28), ("-", "28", -28), ("-", "12+11", -23), ("", "−5", -5), ("", "١٢", 12)],
)
def test_tokens_with_a_sign_beside_them(sign, typed, delta):
    form = FORMS["tokens"]({"player": "1", "delta": typed, "sign": sign, "reason": ""})

    assert form.is_valid()
    assert form.cleaned_data == {"player": 1, "delta": delta}


def test_minus_in_an_amount_that_is_paid_is_not_guessed():
    form = FORMS["tokens"]({"player": "1", "delta": "-5", "sign": "-"})

    with override("en"):
        assert "whether they come or go is chosen above" in str(form.errors)


@pytest.mark.parametrize("text", ["", "five", "1,5", "1 000", "9" * 70, "5" * 7, "²", "1e3", "--"])
@pytest.mark.parametrize("move", ["tokens", "set_tokens", "reaction", "buy", "finish"])
def test_text_that_is_no_number(move, text):
    fields = {"tokens": "delta", "set_tokens": "tokens", "reaction": "blue", "buy": "price"}
    field = fields.get(move, "tokens-0")
    data = {"player": "0", "track": "kodiki", "yellow": "1", "white": "1", field: text}
    data |= {"card-what": "kodiki", "card-colour": "blue", "tokens-1": "1", "tokens-2": "1"}

    form = FORMS[move](data, players=PLAYERS)

    assert form.is_valid() == (move == "buy" and not text)


@pytest.mark.parametrize(
    ("move", "data"),
    [
        ("place_chip", {"track": "kodiki", "colour": "red", "segment": "3"}),
        ("place_chip", {"track": "kodiki", "colour": "blue", "segment": "8"}),
        ("place_chip", {"track": "sky", "colour": "blue", "segment": "3"}),
        ("event", {"kind": "flood"}),
        ("buy", {"player": "0", "card-what": "templates-Z", "card-colour": "blue"}),
        ("buy", {"player": "7", "card-what": "kodiki", "card-colour": "blue"}),
        ("set_hand", {"player": "0", "card-0-what": "kodiki", "card-0-colour": "red"}),
        ("auction", {"card-what": "kodiki", "bid-0-player": "x"}),
        ("tokens", {"player": "x", "delta": "5"}),
    ],
)
def test_choice_that_there_is_not(move, data):
    assert not FORMS[move](data, players=PLAYERS).is_valid()


def test_colour_belongs_to_the_rise_alone():
    form = FORMS["event"]({"kind": "jump", "colour": "blue"})

    assert form.is_valid()
    assert form.cleaned_data == {"kind": "jump"}


def test_categories_are_those_of_the_box():
    form = FORMS["buy"](options={"box": "classic"}, players=PLAYERS)

    assert [value for value, _ in form.fields["card-what"].choices][1:4] == [
        "templates-A",
        "templates-B",
        "templates-C",
    ]


def test_box_that_cannot_be_read_leaves_the_sample():
    form = FORMS["buy"](options={"box": {"format": "?"}}, players=PLAYERS)

    assert len(form.fields["card-what"].choices) == 5


def test_rows_are_as_many_as_were_typed():
    data = {"player": "0", "card-5-what": "kodiki", "card-5-colour": "white"}
    form = FORMS["set_hand"](data | {"card-999999-what": "kodiki", "card-x-what": "kodiki"})

    assert form.is_valid()
    assert form.cleaned_data["cards"] == [{"track": "kodiki", "colour": "white"}]


def test_rows_have_an_end():
    form = FORMS["set_hand"]({"player": "0", "card-998-what": "kodiki"})

    assert len(form.fields) < 300


# -- the final count


def test_coins_are_added_up():
    data = {"tens-0": "3", "fives-0": "2", "ones-0": "4", "debt-0": "8+4", "tokens-1": "31"}
    form = FORMS["finish"](data, players=PLAYERS[:2])

    assert form.is_valid()
    assert form.cleaned_data == {"count": [{"tokens": 44, "debt": 12}, {"tokens": 31, "debt": 0}]}


def test_coins_count_instead_of_a_number():
    assert counted_tokens({"tokens-0": 43, "tens-0": None, "fives-0": 0, "ones-0": 2}, 0) == 2


@pytest.mark.parametrize("counting", ["", "1"])
def test_nothing_counted(counting):
    form = FORMS["finish"]({"tokens-0": "", "counting": counting}, players=PLAYERS[:2])

    assert form.is_valid() != bool(counting)


def test_somebody_not_counted_is_named():
    form = FORMS["finish"]({"tokens-0": "5", "tokens-2": "7"}, players=PLAYERS)

    with override("en"):
        assert "Tokens are missing: Boris" in str(form.errors)


def test_nobody_has_less_than_nothing():
    form = FORMS["finish"]({"tokens-0": "-5", "debt-1": "-1", "tokens-1": "7"}, players=PLAYERS[:2])

    assert set(form.errors) >= {"tokens-0", "debt-1"}
