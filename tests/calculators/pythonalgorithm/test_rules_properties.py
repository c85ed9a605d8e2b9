"""What holds after any moves, however odd: chips, the ledger, the log, the secrets."""

from __future__ import annotations

import json
from dataclasses import fields
from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from calculators.pythonalgorithm import words
from calculators.pythonalgorithm.chips import COLOURS, SEGMENTS, TRACKS, Tracks, arrangements
from calculators.pythonalgorithm.hand import debt_of
from calculators.pythonalgorithm.rules import (
    Event,
    Left,
    Reaction,
    State,
    hidden,
    sees,
    standings,
    view,
)
from companion import door
from companion.games import Outcome, Refusal
from companion.log import Entry, Log, Row, replay
from tests.calculators.pythonalgorithm.playing import CARDS, GAME, PLAY, RULES, start
from tests.calculators.pythonalgorithm.test_chips import cells_of, moved_slowly, reacted_slowly

NAMES = ("Аня", "Боря", "Вера")
OPTIONS: dict[str, Any] = {"box": CARDS, "start_tokens": 12, "purchase_tokens": 2}
PLAYERS = 3

# -- moves as JSON: mostly sensible, now and then nonsense

players = st.integers(-1, PLAYERS) | st.sampled_from(range(PLAYERS))
colours = st.sampled_from(COLOURS)
tracks = st.sampled_from(TRACKS)
small = st.integers(-2, 12)
ids = st.sampled_from(["T1", "T2", "K1", "K2", "K3", "K9"])


def of(required, optional=None):
    return st.fixed_dictionaries(required, optional=optional or {})


described = st.one_of(
    of({"track": st.just("templates"), "colour": colours, "category": st.sampled_from("AB")}),
    of({"track": st.just("kodiki"), "colour": colours}),
    of({"id": ids}),
    of({}, {"track": tracks, "colour": colours, "category": st.sampled_from("AZ"), "id": ids}),
)
named = st.integers(-1, 4) | described
debts = of({}, {"debt": st.integers(-1, 9), "number": st.integers(0, 2)})
held = st.tuples(described, debts).map(lambda parts: parts[0] | parts[1])
bid = of({"player": players, "amount": st.none() | st.integers(0, 9)})
counted = of({"tokens": st.integers(-1, 40), "debt": st.integers(0, 9)})
customer = st.one_of(
    of({"id": st.sampled_from(["C1", "C2", "C9"])}),
    of(
        {
            "bonus": st.integers(-1, 15),
            "colours": st.sampled_from(["same", "different"]),
            "kodiki": st.integers(0, 3),
        }
    ),
)
anyway = {"anyway": st.booleans(), "debt": st.booleans()}

ARGS: dict[str, Any] = {
    "tokens": of({"player": players, "delta": small}, {"reason": st.text(max_size=3)}),
    "set_tokens": of({"player": players, "tokens": small}),
    "place_chip": of({"track": tracks, "colour": colours, "segment": st.integers(0, 8)}),
    "event": of(
        {"kind": st.sampled_from(["rise", "jump", "crash", "crash", "jump", "virus"])},
        {"colour": colours},
    ),
    "reaction": of({"track": tracks, "left": of(dict.fromkeys(COLOURS, st.integers(-1, 3)))}),
    "next_round": of({}, {"round": st.integers(0, 4)}),
    "buy": of({"player": players, "card": described}, {"price": small, **anyway}),
    "auction": of({"card": described, "bids": st.lists(bid, max_size=6)}, anyway),
    "redeem": of({"player": players, "card": named}),
    "sell": of({"player": players, "cards": st.lists(named, max_size=3)}),
    "sell_to_customer": of(
        {"player": players, "customer": customer, "cards": st.lists(named, max_size=4)},
        {"anyway": st.booleans()},
    ),
    "set_hand": of({"player": players, "cards": st.lists(held, max_size=4)}),
    "set_prices": of(
        {"track": tracks},
        {
            "category": st.sampled_from("ABZ"),
            "prices": st.lists(st.integers(0, 20), min_size=7, max_size=7),
        },
    ),
    "finish": of({}, {"count": st.lists(counted, min_size=PLAYERS, max_size=PLAYERS)}),
}
moves = st.one_of([st.tuples(st.just(name), args) for name, args in ARGS.items()])
plays = st.lists(moves, max_size=25)


def steps(play, **options):
    """Each move of a play that counts: state before, move, outcome, who recorded it."""
    state = RULES.start(PLAYERS, door.options_of(GAME.options, {**OPTIONS, **options}))
    for number, (name, args) in enumerate(play):
        by = number % PLAYERS
        try:
            move = door.typed(GAME.rules.moves[name], args)
            outcome = RULES.apply(state, move, by)
        except Refusal as refusal:
            yield state, name, args, refusal
            continue
        yield state, name, move, outcome
        state = outcome.state


def test_every_move_has_its_args_here():
    assert set(ARGS) == set(RULES.moves)


# -- chips


@given(plays)
def test_one_chip_a_cell_within_the_track_after_any_moves(play):
    for _state, _name, _move, outcome in steps(play):
        if isinstance(outcome, Outcome):
            for track in TRACKS:
                chips = outcome.state.tracks.of(track)
                cells = [chips.of(colour) for colour in COLOURS]
                assert len(set(cells)) == 3
                assert all(cell in SEGMENTS for cell in cells)


EVENTS = [*[Event("rise", colour) for colour in COLOURS], Event("jump"), Event("crash")]


def slowly(board, event, edge):
    order = [colour for colour in board if colour]
    match event.kind:
        case "rise":
            return moved_slowly(board, event.colour, 1, edge)
        case "jump":
            return moved_slowly(board, order[0], 2, edge)
    return moved_slowly(board, order[-1], -2, edge)


def test_events_from_everywhere_agree_with_the_slow_reckoning():
    """All 210 placements, every event, both edges, on both tracks and on one."""
    everywhere = arrangements()
    for place, templates in enumerate(everywhere):
        tracks = Tracks(templates, everywhere[place * 11 % len(everywhere)])
        for edge, both in product(("stay", "nearest"), ("both", "templates")):
            state = start(chips=tracks, edge=edge, event_tracks=both)
            for event in EVENTS:
                moved = RULES.apply(state, event, None).state.tracks
                small = cells_of(tracks.kodiki)
                assert cells_of(moved.templates) == slowly(cells_of(templates), event, edge)
                assert cells_of(moved.kodiki) == (
                    slowly(small, event, edge) if both == "both" else small
                )


@given(st.sampled_from(arrangements()), st.tuples(*[st.integers(0, 20)] * 3), st.booleans())
def test_reactions_agree_with_the_slow_reckoning(chips, counts, nearest):
    edge = "nearest" if nearest else "stay"
    state = start(chips=Tracks(chips, chips), edge=edge)

    moved = RULES.apply(state, Reaction("kodiki", Left(*counts)), None).state.tracks

    left = dict(zip(COLOURS, counts, strict=True))
    assert cells_of(moved.kodiki) == reacted_slowly(cells_of(chips), left, edge)
    assert moved.templates == chips


# -- tokens


@given(plays)
def test_tokens_change_only_by_what_the_log_says(play):
    """An independent ledger: counted, set, and the payments of each entry."""
    ledger = [12] * PLAYERS
    for _state, name, move, outcome in steps(play):
        if isinstance(outcome, Refusal):
            continue
        if name == "tokens":
            ledger[move.player] += move.delta
        elif name == "set_tokens":
            ledger[move.player] = move.tokens
        elif name == "finish" and move.count:
            ledger = [each.tokens for each in move.count]
        for payment in outcome.facts.payments:
            ledger[payment.player] += payment.amount
        assert tuple(ledger) == outcome.state.tokens
        assert min(ledger) >= 0


@given(plays)
def test_compensation_never_exceeds_the_surplus(play):
    for _state, _name, _move, outcome in steps(play):
        if isinstance(outcome, Outcome) and outcome.facts.sold:
            paid = [each for each in outcome.facts.payments if each.why == "compensation"]
            (market,) = outcome.facts.prices
            surplus = max(0, outcome.facts.sold.price - market)
            assert sum(each.amount for each in paid) <= surplus


@given(plays)
def test_points_are_tokens_less_debts(play):
    for _state, _name, _move, outcome in steps(play):
        if isinstance(outcome, Outcome):
            state: State = outcome.state
            assert [each.points for each in standings(state, "everything")] == [
                tokens - debt_of(hand)
                for tokens, hand in zip(state.tokens, state.hands, strict=True)
            ]


@given(plays)
def test_a_card_with_an_id_is_held_once(play):
    for _state, _name, _move, outcome in steps(play):
        if isinstance(outcome, Outcome):
            known = [card.id for hand in outcome.state.hands for card in hand if card.id]
            assert len(known) == len(set(known))


# -- refusals


def offered(state, refusal):
    """The refusal that stands in the way once what was offered is taken, if there is one."""
    name, args = refusal.way_out
    assert json.loads(json.dumps(args)) == args
    try:
        RULES.apply(state, door.typed(GAME.rules.moves[name], args), None)
    except Refusal as other:
        return other
    return None


@given(plays)
def test_ways_out_lead_somewhere(play):
    """Whoever takes what is offered, again and again, soon stands before a new fact."""
    for state, _name, _args, outcome in steps(play):
        stands = outcome if isinstance(outcome, Refusal) else None
        for _again in range(8):
            if stands and stands.way_out:
                stands = offered(state, stands)
        assert stands is None or stands.way_out is None


@given(plays, st.sampled_from([0, "table", "everything"]))
def test_everything_has_its_words(play, eyes):
    """Lines, refusals, notices, status and result of any play, counted or not."""
    for state, name, move, outcome in steps(play):
        if isinstance(outcome, Refusal):
            if outcome.code == "bad_args":
                continue
            assert words.why(outcome, eyes, NAMES)
            assert bool(words.way_out(outcome, eyes, NAMES)) == bool(outcome.way_out)
            row = Row(Entry(1, name), door.typed(GAME.rules.moves[name], move))
        else:
            row = Row(Entry(1, name), move, outcome)
            assert all(words.notice(each, eyes, NAMES) for each in outcome.notices)
        assert words.line((row,), eyes, NAMES)
        assert words.status(state)
        assert words.result(state, eyes, NAMES)


# -- the log

corrections = st.tuples(
    st.sampled_from(["undo", "redo", "amend"]), st.integers(1, 12), moves.map(lambda move: move[1])
)


@settings(max_examples=60)
@given(st.lists(moves | moves | corrections, max_size=20))
def test_added_one_by_one_is_replayed(play):
    entries = []
    for number, step in enumerate(play, start=1):
        if len(step) == 3:
            what, target, args = step
            told = args if what == "amend" else {}
            entries.append(Entry(number, what, told, (target,), number % 2))
        else:
            entries.append(Entry(number, step[0], step[1], (), number % 2))
    added = Log(PLAY, PLAYERS, OPTIONS)
    for entry in entries:
        added.add(entry)

    again = replay(PLAY, PLAYERS, OPTIONS, entries)

    assert again.state == added.state
    assert [row.outcome for row in again.rows] == [row.outcome for row in added.rows]
    assert [row.refusal and row.refusal.code for row in again.rows] == [
        row.refusal and row.refusal.code for row in added.rows
    ]


# -- secrets

SECRET = 7_654_321


@given(plays, st.sampled_from([0, "table"]))
def test_a_hidden_balance_stands_nowhere(play, eyes):
    """Player 1 has a sum that occurs nowhere else; nothing said or shown to others has it."""
    shown: list[str] = []
    rich = [("set_tokens", {"player": 1, "tokens": SECRET})]
    for state, name, move, outcome in steps(rich + play, open_tokens=False):
        if not hidden(state, eyes, 1):
            break
        seen = sees(state, eyes)
        if isinstance(outcome, Refusal):
            if outcome.code != "bad_args":
                shown.append(words.why(outcome, seen, NAMES))
            continue
        if outcome.state.over:
            break
        row = Row(Entry(1, name), move, outcome)
        shown.append(words.line((row,), seen, NAMES))
        shown += [words.notice(each, seen, NAMES) for each in outcome.notices]
        shown.append(words.result(outcome.state, seen, NAMES))
        shown.append(json.dumps(view(outcome.state, eyes)))

    text = "\n".join(shown)
    near = {str(SECRET + change)[:4] for change in (-900, 0, 900)}
    assert not any(digits in text for digits in near)


def test_a_state_is_cheap_to_change():
    """What a state holds is shared with the one before it, never copied."""
    before = start()
    after = RULES.apply(before, Event("jump"), None).state

    shared = {each.name for each in fields(State)} - {"tracks", "drawn", "last"}
    assert all(getattr(before, name) is getattr(after, name) for name in shared)
