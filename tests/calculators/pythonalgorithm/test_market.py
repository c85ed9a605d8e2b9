"""The market tab and its pages: prices, previews, the virus meter, the pythons by hand."""

from __future__ import annotations

from typing import get_args

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from calculators.pythonalgorithm.chips import (
    COLOURS,
    TRACKS,
    Chips,
    Edge,
    EventTracks,
    Shift,
    Tracks,
    arrangements,
    swapped,
)
from calculators.pythonalgorithm.market import EVENTS, market
from calculators.pythonalgorithm.market_pages import (
    chips_page,
    draw,
    leftovers_page,
    read_drawn,
    written,
)
from calculators.pythonalgorithm.moves import (
    MOVES,
    Event,
    Finish,
    Left,
    NextRound,
    PlaceChip,
    Reaction,
    SetPrices,
)
from calculators.pythonalgorithm.previews import reason_of, track_drawn, way_of
from companion import door
from tests.calculators.pythonalgorithm.playing import CARDS, after, done, played, start

NAMES = ["Anya", "Boris", "Vera"]
PLACEMENTS = arrangements()


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


def drawn(state, **query):
    return market(state, query, NAMES)


def move(name, args):
    """The move that a key's args say."""
    return door.typed(MOVES[name], args)


def standing(cells):
    """Where a drawing shows the chips to stand: segment by colour, ghosts left out."""
    return {cell.colour: cell.segment for cell in cells if cell.colour and cell.change != "from"}


def standing_of(state, track):
    return standing(track_drawn(state, track)["cells"])


# -- the price


@pytest.mark.parametrize(
    ("query", "tokens", "segment"),
    [
        ({}, 15, "II"),
        ({"colour": "white"}, 20, "IV"),
        ({"row": "B", "colour": "yellow"}, 7, "III"),
        ({"track": "kodiki", "colour": "white"}, 7, "IV"),
        ({"track": "kodiki", "row": "B"}, 3, "II"),
        ({"colour": "red", "row": "Z", "track": "cards"}, 15, "II"),
    ],
)
def test_the_query_chooses_the_price_and_nonsense_does_not(query, tokens, segment):
    price = drawn(start(), **query)["price"]

    assert (price["tokens"], price["segment"]) == (tokens, segment)


def test_the_price_follows_the_chip():
    state = played(Event("rise", "blue"))

    assert drawn(state)["price"]["segment"] == "V"
    assert drawn(state)["price"]["tokens"] == 26


def test_links_change_one_thing_and_keep_the_rest():
    page = drawn(start(), colour="white", row="B")
    yellow = page["colours"][1]
    board = page["boards"][0]

    assert yellow[1:] == ("tab=market&colour=yellow&track=templates&row=B", False)
    assert [(row["query"], row["changes"]) for row in board["rows"]] == [
        (f"tab=market&colour=white&track=templates&row={row}", f"track=templates&row={row}")
        for row in "ABC"
    ]
    kodiki = page["boards"][1]["rows"][0]
    assert kodiki["query"] == "tab=market&colour=white&track=kodiki"
    assert kodiki["changes"] == "track=kodiki"


def test_board_marks_the_row_the_lane_and_their_meeting():
    templates, kodiki = drawn(start(), colour="yellow", row="B")["boards"]

    assert [lane for _segment, _pawn, lane in templates["heads"]].index(True) == 2
    assert [row["on"] for row in templates["rows"]] == [False, True, False]
    assert templates["rows"][0]["prices"][2] == (15, "lane")
    assert templates["rows"][1]["prices"][2] == (7, "hit")
    assert [price for price, place in templates["rows"][1]["prices"] if not place] == [
        3,
        5,
        10,
        13,
        16,
        20,
    ]
    assert [row["on"] for row in kodiki["rows"]] == [False]


def test_pythons_stand_above_their_segments():
    heads = drawn(played(PlaceChip("kodiki", "blue", 7)))["boards"][1]["heads"]

    assert [(segment, pawn) for segment, pawn, _lane in heads if pawn] == [
        ("III", "yellow"),
        ("IV", "white"),
        ("VII", "blue"),
    ]


def test_a_box_of_other_categories_has_a_row_for_each():
    board = drawn(start(box=CARDS))["boards"][0]

    assert [row["category"] for row in board["rows"]] == ["A", "B"]


# -- compared with the cardboard


def test_rows_are_unchecked_until_the_table_says_so():
    state = start()
    fresh = drawn(state)["boards"]
    some = drawn(after(state, SetPrices("templates", "B", (1, 2, 3, 4, 5, 6, 7))))["boards"]
    all_ = drawn(after(state, move("set_prices", fresh[0]["confirm"])))["boards"]

    assert [(board["checked"], board["unchecked"]) for board in fresh] == [(False, "")] * 2
    assert (some[0]["checked"], some[0]["unchecked"]) == (False, "A, C")
    assert [board["checked"] for board in all_] == [True, False]
    assert drawn(after(state, move("set_prices", fresh[1]["confirm"])))["boards"][1]["checked"]


def test_corrected_prices_are_shown():
    state = played(SetPrices("templates", "B", (1, 2, 3, 4, 5, 6, 7)))

    assert drawn(state, row="B")["price"]["tokens"] == 2


# -- the virus


def meter(state):
    return drawn(state)["virus"]


def at_round(number, *events):
    state = start()
    for each in range(1, number):
        state = after(state, NextRound(each))
    return after(state, *events)


RISE = Event("rise", "blue")


@pytest.mark.parametrize(
    ("state", "gone", "now", "chance"),
    [
        (at_round(1), 0, [], "not yet"),
        (at_round(1, RISE), 1, [], "not yet"),
        (at_round(1, RISE, RISE), 2, [], "not yet"),
        (at_round(7), 7, [], "not yet"),
        (at_round(7, RISE), 8, [8], "1 of 3"),
        (at_round(8), 8, [8], "1 of 3"),
        (at_round(8, RISE), 9, [9], "1 of 2"),
        (at_round(9, RISE), 10, [10], "certain"),
        (at_round(10), 10, [10], "certain"),
        (at_round(10, RISE), 11, [], "certain"),
    ],
)
def test_the_meter_counts_the_cards_turned_over(state, gone, now, chance):
    shown = meter(state)

    assert (shown["gone"], shown["chance"]) == (gone, chance)
    assert shown["cells"].count("gone") == gone
    assert [each["round"] for each in shown["odds"] if each["now"]] == now


def test_the_last_three_cards_hide_the_virus():
    assert meter(at_round(7, RISE))["cells"] == ["gone"] * 8 + ["risk"] * 3
    assert meter(at_round(8, RISE))["cells"] == ["gone"] * 9 + ["risk"] * 2


def test_of_another_deck_the_meter_says_what_is_known():
    deck = {"rise": 1, "jump": 1, "crash": 1, "virus": 2}
    shown = meter(start(box={**CARDS, "events": deck}))

    assert (shown["odds"], shown["cells"], shown["chance"]) == ([], [], "")
    assert shown["deck"] == "7 event cards, virus among them: 2"


def test_after_the_end_there_is_no_chance():
    shown = meter(played(Event("virus")))

    assert (shown["over"], shown["odds"]) == (True, [])


# -- events


def cards(state):
    return drawn(state)["event"]["cards"]


def test_there_are_six_event_cards_whose_keys_record_them():
    assert [move("event", card["args"]) for card in cards(start())] == list(EVENTS)


@pytest.mark.parametrize("edge", get_args(Edge))
@pytest.mark.parametrize("event_tracks", get_args(EventTracks))
def test_event_previews_are_what_the_rules_then_do(edge, event_tracks):
    for first, second in zip(PLACEMENTS, reversed(PLACEMENTS), strict=True):
        state = start(chips=Tracks(first, second), edge=edge, event_tracks=event_tracks)
        for card in cards(state):
            following = after(state, move("event", card["args"]))
            for track in card.get("tracks", ()):
                assert standing(track["cells"]) == standing_of(following, track["track"])
            shown = [track["track"] for track in card.get("tracks", ())]
            still = [track for track in TRACKS if track not in shown]
            assert all(state.tracks.of(each) == following.tracks.of(each) for each in still)


def test_event_preview_says_where_and_why():
    state = start(chips=Tracks(Chips(4, 2, 5), Chips(3, 5, 2)))
    jump = cards(state)[3]
    templates, kodiki = jump["tracks"]

    assert templates["shifts"] == [
        {
            "colour": "yellow",
            "name": "Yellow",
            "way": "II → VI",
            "reason": "Taken: IV, V. The next free segment is VI.",
        }
    ]
    assert kodiki["shifts"][0]["way"] == "II → IV"
    assert kodiki["shifts"][0]["reason"] == ""
    assert [cell.change for cell in templates["cells"]] == ["", "from", "", "", "", "to", ""]
    assert jump["key"] == "Move both chips"


def test_event_key_says_if_one_chip_moves_or_none():
    low = Chips(1, 2, 4)

    assert cards(start(chips=Tracks(low, low)))[4]["key"] == "Record it: no chip moves"
    assert cards(start(chips=Tracks(low, Chips())))[4]["key"] == "Move the chip"
    assert cards(start(event_tracks="templates"))[3]["key"] == "Move the chip"


def test_virus_warns_of_debts():
    state = played(*_debt_of(1))

    assert drawn(state)["event"]["debts"] == [("Boris", 20)]


def _debt_of(player):
    args = {
        "player": player,
        "card": {"track": "templates", "colour": "white", "category": "A"},
        "debt": True,
    }
    return [move("buy", args)]


def test_the_dialog_knows_what_is_recorded_in_this_round():
    first = drawn(start())["event"]
    second = drawn(played(RISE))["event"]
    third = drawn(played(RISE, Event("crash")))["event"]

    assert (first["recorded"], first["due"], first["first_round"]) == ("", True, True)
    assert (second["recorded"], second["due"]) == ("Rise", True)
    assert (third["recorded"], third["due"]) == ("Rise, Crash", False)


@pytest.mark.parametrize(
    ("shift", "way", "reason"),
    [
        (Shift("templates", "blue", 2, 3, 3), "II → III", ""),
        (
            Shift("templates", "blue", 2, 5, 3, (3, 4)),
            "II → V",
            "Taken: III, IV. The next free segment is V.",
        ),
        (
            Shift("templates", "blue", 7, 7, 8, (), edge=True),
            "VII",
            "No free segment further that way: the chip stays on VII.",
        ),
        (
            Shift("templates", "blue", 3, 2, 1, (1,), edge=True),
            "III → II",
            "No free segment further that way. The nearest free one is II.",
        ),
    ],
)
def test_why_a_chip_lands_where_it_does(shift, way, reason):
    assert (way_of(shift), reason_of(shift)) == (way, reason)


# -- the market reaction


def leftovers(state, **query):
    return leftovers_page(state, "table", query, NAMES)


@given(st.sampled_from(PLACEMENTS), st.tuples(*[st.integers(0, 4)] * 3), st.sampled_from(TRACKS))
def test_reaction_preview_is_what_the_rules_then_do(chips, counts, track):
    state = start(chips=Tracks(chips, chips))
    left = dict(zip(COLOURS, counts, strict=True))
    page = leftovers(state, track=track, **{name: str(count) for name, count in left.items()})
    outcome = done(state, Reaction(track, Left(**left)))

    assert standing(page["preview"]["cells"]) == standing_of(outcome.state, track)
    assert [each["colour"] for each in page["preview"]["shifts"]] == [
        each.colour for each in outcome.facts.shifts
    ]


def test_reaction_begins_with_the_templates_and_goes_on_to_the_kodiki():
    first = start()
    second = after(first, Reaction("templates", Left(1, 0, 0)))
    third = after(second, Reaction("kodiki", Left(1, 0, 0)))

    assert [leftovers(each)["track"] for each in (first, second, third)] == [
        "templates",
        "kodiki",
        "templates",
    ]
    assert leftovers(second, track="templates")["reacted"]
    assert leftovers(second, track="templates")["other"] == "kodiki"
    assert leftovers(third)["other"] == ""


def test_reaction_says_what_each_number_means():
    page = leftovers(start(), blue="4", yellow="2", white="3")

    assert [each["meaning"] for each in page["colours"]] == [
        "most left: ← 1",
        "fewest left: → 1",
        "stays on IV",
    ]


@pytest.mark.parametrize(
    ("typed", "count"), [("3", 3), ("٣", 3), ("1+2", 3), ("−2", 0), ("x", 0), ("", 0), ("500", 99)]
)
def test_reaction_takes_numbers_as_people_type_them(typed, count):
    assert leftovers(start(), blue=typed)["colours"][0]["count"] == count


def test_reaction_steps_by_links_without_script():
    blue = leftovers(start(), track="kodiki", blue="1", white="2")["colours"][0]

    assert blue["fewer"] == "track=kodiki&blue=0&yellow=0&white=2"
    assert blue["more"] == "track=kodiki&blue=2&yellow=0&white=2"


# -- the pythons by hand and by lot


def placing(state, **query):
    return chips_page(state, "table", query, NAMES)


def test_keys_put_the_chosen_colour_where_they_say():
    state = start()
    for track in placing(state, colour="yellow")["hands"]:
        for segment, cell in enumerate(track["cells"], start=1):
            following = after(state, move("place_chip", cell["args"]))
            wanted = swapped(state.tracks.of(track["track"]), "yellow", segment)
            assert following.tracks.of(track["track"]) == wanted


def test_keys_say_who_changes_places():
    templates = placing(start(), colour="blue")["hands"][0]["cells"]

    assert [cell["label"] for cell in templates[:4]] == [
        "Blue to I",
        "Blue stands on II",
        "Blue to III, in exchange yellow to II",
        "Blue to IV, in exchange white to II",
    ]


@pytest.mark.parametrize("text", ["", "123456", "234", "2344322", "224432", "٢٣٤٤٣٢", "abcdef"])
def test_only_a_draw_is_read_as_one(text):
    assert read_drawn(text) is None


def test_a_draw_puts_every_chip_on_a_segment_of_the_set_up():
    for _each in range(50):
        lots = draw()
        assert read_drawn(written(lots)) == lots
        assert all(lots.of(track).possible for track in TRACKS)


def test_every_order_is_drawn():
    assert len({written(draw())[:3] for _each in range(300)}) == 6


def test_lots_are_laid_by_one_key_before_anything_is_recorded():
    lots = placing(start(), drawn="342243")["lots"]
    chips = {"templates": Chips(3, 4, 2), "kodiki": Chips(2, 4, 3)}

    assert not lots["begun"]
    assert start(chips=Tracks(**chips)).tracks == Tracks(**chips)
    assert lots["args"] == {"chips": {name: vars(each) for name, each in chips.items()}}
    assert placing(start(chips=Tracks(**chips)), drawn="342243")["lots"]["lie"]


@given(st.sampled_from(PLACEMENTS), st.sampled_from(["234432", "342243", "423324"]))
def test_lots_are_laid_chip_by_chip_in_a_play(chips, drawn):
    state = start(chips=Tracks(chips, chips))
    state = after(state, Finish())
    lots = placing(state, drawn=drawn)["lots"]

    assert lots["begun"]
    for _said, args in lots["keys"]:
        state = after(state, move("place_chip", args))
    assert state.tracks == read_drawn(drawn)
