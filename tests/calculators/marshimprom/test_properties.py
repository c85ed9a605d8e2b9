"""Random plays with every option: coins are never made, chips never too many, no crash ever."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from calculators.marshimprom import words
from calculators.marshimprom.moves import MOVES
from calculators.marshimprom.rules import drawn, standings, view
from calculators.marshimprom.state import Options
from companion import door
from companion.games import OptionsFault, Refusal, places
from companion.log import Entry, Log, replay
from tests.calculators.marshimprom.table import NAMES, RULES

SUBSTANCES = ("Вода", "Аммиак", "CO", "Co", "метан")

NAMES_TYPED = (*SUBSTANCES, " Вода ", "вода", "Нефть", "", "x" * 60)
REASONS = ("raw", "substance", "battery", "armour", "warehouse", "other")
NUMBERS = (-999_999_999, -7, -1, 0, 7, 50, 999_999_999)
SLIPS = 0.1
"""How often something is recorded that is likely to be refused."""

slots = st.lists(
    st.none()
    | st.lists(
        st.fixed_dictionaries(
            {"substance": st.sampled_from(SUBSTANCES), "places": st.integers(1, 2)}
        ),
        max_size=2,
    ),
    max_size=3,
)
options = st.fixed_dictionaries(
    {"substances": st.just([{"name": name, "price": len(name)} for name in SUBSTANCES])},
    optional={
        "bank": st.none() | st.integers(0, 60),
        "missions": st.integers(3, 5),
        "chips": st.integers(1, 9),
        "hold": st.integers(1, 7),
        "armour": st.sampled_from(["best", "sum"]),
        "warehouse": st.none() | st.integers(8, 12),
        "mission_slots": slots,
    },
)


plays = st.tuples(st.integers(2, 5), options, st.integers(0, 10**9))
"""Players, options, and the seed of what they do."""
LONGEST_PLAY = 60


def person(state, chance):
    return chance.choice([-1, 9]) if chance.random() < SLIPS / 3 else chance.choice(state.numbers)


def number(chance, least, most):
    return chance.choice(NUMBERS) if chance.random() < SLIPS else chance.randint(least, most)


def substance(state, chance):
    if chance.random() < SLIPS or not state.prices:
        return chance.choice(NAMES_TYPED)
    return chance.choice(list(state.prices))


def place(state, chance):
    return "mission-9" if chance.random() < SLIPS / 3 else chance.choice(state.places)


def throw(chance, two):
    faces = [
        chance.randint(0, 7) if chance.random() < SLIPS / 3 else chance.randint(1, 6)
        for _each in range(3)
    ]
    return {"attacker": faces[0], "defender": faces[1:] if two else faces[1]}


def aimed_at(state, chance):
    """A spot for a chip: now and then one that a mission is known to have."""
    known = [(what, f"mission-{each}") for each, whats in state.slots.items() for what in whats]
    if known and chance.random() < 0.5:
        return chance.choice(known)
    return substance(state, chance), place(state, chance)


def spot_of(state, player, chance):
    """Where the player has a chip, if there is one."""
    mine = list(state.players[player].chips) if player in state.numbers else []
    return chance.choice(mine) if mine else (substance(state, chance), place(state, chance))


def some_args(move, state, chance):
    """The args of a move that somebody at the table might well record, with a slip now and then."""
    player = person(state, chance)
    match move:
        case "set_substance":
            name = chance.choice(NAMES_TYPED)
            return {"name": name, "price": None if chance.random() < 0.2 else number(chance, 0, 9)}
        case "pay":
            amount = chance.choice([1, 2, 3, -4, -4, -8, -40, number(chance, -5, 9)])
            return {"player": player, "amount": amount, "reason": chance.choice(REASONS)}
        case "trade":
            amount = number(chance, 0, 4)
            return {"from_player": player, "to_player": person(state, chance), "amount": amount}
        case "set_chips":
            what, spot = aimed_at(state, chance)
            where = {"substance": what, "place": spot}
            return {"player": player, **where, "count": number(chance, 0, 3)}
        case "set_mission":
            return {"mission": number(chance, 1, 4), "complete": chance.random() < 0.5}
        case "set_hold":
            return {"player": player, "cards": number(chance, 0, 6)}
        case "set_gear":
            return {"player": player, "battery": None, "armour": chance.random() < 0.5}
        case "roll":
            rolls = [throw(chance, chance.random() < 0.4) for _each in range(chance.randint(1, 2))]
            return {"attacker": player, "defender": person(state, chance), "rolls": rolls}
        case "sell_substance":
            what, where = spot_of(state, player, chance)
            return {"player": player, "substance": what, "place": where}
        case "buy_gear":
            return {"player": player, "what": chance.choice(["battery", "armour"])}
        case "set_money":
            return {"player": player, "money": number(chance, 0, 20)}
        case "end_repairs":
            return {"player": player}
        case _:
            return {}


OFTEN = ("set_chips",) * 5 + ("sell_substance", "pay", "set_money") * 2
ANY = (*OFTEN, *(move for move in MOVES if move != "finish"))


def begun(players, given_options):
    return RULES.start(players, door.options_of(Options, given_options))


def tried(state, move, args):
    """What the move does; None if it is refused. Nothing else may happen.

    A refusal has its words, and its key does what it says: it is not refused again.
    """
    try:
        return RULES.apply(state, door.typed(MOVES[move], args), None)
    except Refusal as met:
        refusal = met
    if refusal.code not in ("bad_args", "no_such_face"):
        assert words.why(refusal, "table", NAMES)
    if refusal.way_out:
        assert words.way_out(refusal, "table", NAMES)
        what, other = refusal.way_out
        RULES.apply(state, door.typed(MOVES[what], dict(other)), None)
    return None


def played(play):
    """Every state of a play with the move that led there."""
    players, given_options, seed = play
    chance, state = Random(seed), begun(players, given_options)
    for _each in range(chance.randint(1, LONGEST_PLAY)):
        move = "finish" if chance.random() < 0.01 else chance.choice(ANY)
        args = some_args(move, state, chance)
        outcome = tried(state, move, args)
        if outcome:
            yield move, args, state, outcome
            state = outcome.state


def coins(state):
    """All the money that there is, in the bank and with the players."""
    return (state.bank or 0) + sum(each.money for each in state.players)


@settings(max_examples=300, deadline=None)
@given(plays)
def test_coins_are_never_made_and_nothing_is_below_zero(play):
    for move, args, before, outcome in played(play):
        after = outcome.state
        if after.bank is not None:
            assert coins(after) == coins(before)
            assert after.bank >= 0
        assert all(each.money >= 0 for each in after.players)
        assert after.warehouse is None or after.warehouse >= 0
        moved = [
            now.money - then.money for then, now in zip(before.players, after.players, strict=True)
        ]
        assert moved == expected_money(move, args, before)


def expected_money(move, args, before):
    """By how much each player's money changes, as the text of the game says it."""
    change = Counter()
    if move == "pay":
        change[args["player"]] = args["amount"]
    elif move == "trade":
        change[args["from_player"]] -= args["amount"]
        change[args["to_player"]] += args["amount"]
    elif move == "sell_substance":
        change[args["player"]] = before.prices[args["substance"].strip()]
    elif move == "buy_gear":
        change[args["player"]] = -4
    elif move == "set_money":
        change[args["player"]] = args["money"] - before.players[args["player"]].money
    return [change[player] for player in before.numbers]


@settings(max_examples=300, deadline=None)
@given(plays)
def test_chips_cards_and_places_are_never_more_than_there_are(play):
    for move, _args, before, outcome in played(play):
        state = outcome.state
        for player in state.numbers:
            mine = state.players[player]
            assert 0 <= mine.chips_used <= state.options.chips
            assert 0 <= mine.hold <= state.options.hold
            assert all(count > 0 for count in mine.chips.values())
            assert {substance for substance, _place in mine.chips} <= set(state.prices)
            assert {place for _substance, place in mine.chips} <= set(state.places)
            if move not in ("set_chips", "sell_substance"):
                assert mine.chips == before.players[player].chips
        for mission, known_places in state.slots.items():
            for player in state.numbers:
                for substance, place in state.players[player].chips:
                    if place == f"mission-{mission}":
                        assert state.taken(mission, substance) <= known_places.get(substance, 0)


@settings(max_examples=200, deadline=None)
@given(plays)
def test_the_score_is_what_a_naive_count_comes_to(play):
    for _move, _args, _before, outcome in played(play):
        state = outcome.state
        shown = view(state)
        naive = [naive_score(shown, player) for player in shown["players"]]
        assert list(state.scores) == naive
        assert [each["score"] for each in shown["players"]] == naive
        assert [(each.points, each.place) for each in standings(state)] == list(
            zip(naive, places(naive), strict=True)
        )


def naive_score(shown, player):
    """Chip by chip: price once on a plant of one's own or of all, twice on a complete mission."""
    prices = {each["name"]: each["price"] for each in shown["substances"]}
    score = player["money"]
    for spot in player["chips"]:
        for _chip in range(spot["count"]):
            kind, _dash, mission = spot["place"].partition("-")
            if kind == "mission" and int(mission) in shown["complete"]:
                score += 2 * prices[spot["substance"]]
            elif kind != "other":
                score += prices[spot["substance"]]
    return score


@settings(max_examples=200, deadline=None)
@given(plays)
def test_a_mission_is_complete_when_ticked_or_full(play):
    for _move, _args, _before, outcome in played(play):
        state = outcome.state
        for mission in state.missions:
            given_slots = state.options.mission_slots or ()
            wanted = Counter()
            for slot in (given_slots[mission - 1] or ()) if mission <= len(given_slots) else ():
                wanted[slot.substance] += slot.places
            standing = Counter()
            for player in state.players:
                for (substance, place), count in player.chips.items():
                    if place == f"mission-{mission}":
                        standing[substance] += count
            full = bool(wanted) and all(standing[each] >= wanted[each] for each in wanted)
            assert state.is_complete(mission) == (full or mission in state.ticked)


@settings(max_examples=150, deadline=None)
@given(plays)
def test_everything_that_happens_has_words(play):
    for move, args, _before, outcome in played(play):

        class Row:
            number, by = 1, None

        Row.move, Row.outcome = door.typed(MOVES[move], args), outcome
        assert words.line([Row], "table", NAMES)
        assert all(words.notice(each, "table", NAMES) for each in outcome.notices)
        assert words.status(outcome.state)
        assert words.result(outcome.state, "table", NAMES[: len(outcome.state.players)])


@settings(max_examples=150, deadline=None)
@given(plays)
def test_a_stepper_never_asks_for_what_is_refused(play):
    state = begun(play[0], play[1])
    for *_before, outcome in played(play):
        state = outcome.state
    for what in state.prices:
        for spot in state.places:
            most = state.most_chips(0, what, spot)
            args = {"player": 0, "substance": what, "place": spot}
            assert tried(state, "set_chips", {**args, "count": most})
            assert tried(state, "set_chips", {**args, "count": most + 1}) is None


class Plain:
    """The rules as a log asks for them."""

    moves = MOVES

    def start(self, players, given_options):
        return begun(players, given_options)

    def apply(self, state, move, by):
        return RULES.apply(state, move, by)


@settings(max_examples=100, deadline=None)
@given(plays, st.lists(st.integers(1, 30), max_size=6))
def test_a_log_taken_back_here_and_there_reads_the_same_at_once(play, undone):
    players, given_options, _seed = play
    recorded = [(move, args) for move, args, _before, _outcome in played(play)]
    entries = [Entry(number, *each) for number, each in enumerate(recorded, start=1)]
    for target in undone:
        entries.append(Entry(len(entries) + 1, "undo", {}, (target,)))
    one_by_one = Log(Plain(), players, given_options)
    for entry in entries:
        one_by_one.add(entry)
    at_once = replay(Plain(), players, given_options, entries)
    assert one_by_one.state == at_once.state
    assert view(one_by_one.state) == view(at_once.state)


@settings(max_examples=300, deadline=None)
@given(st.booleans(), st.sampled_from(["best", "sum"]), st.integers(0, 10**9))
def test_dice_thrown_by_the_site_make_a_fight_without_a_notice(armoured, armour, seed):
    chance = Random(seed)
    state = begun(2, {"armour": armour})
    state = tried(state, "set_gear", {"player": 1, "armour": armoured}).state
    args = drawn(state, {"attacker": 0, "defender": 1}, lambda sides: chance.randint(1, sides))
    outcome = tried(state, "roll", args)
    assert outcome is not None
    assert outcome.notices == ()
    assert {outcome.state.fight.winner, outcome.state.fight.loser} == {0, 1}


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
likely = st.sampled_from([*NUMBERS, 1, 2, *NAMES_TYPED, "own", "mission-1", True, None])
ARGS = sorted({name for kind in MOVES.values() for name in kind.__dataclass_fields__})


@settings(max_examples=250, deadline=None)
@given(
    st.sampled_from(sorted(MOVES)),
    st.dictionaries(st.sampled_from(ARGS), anything | likely),
)
def test_whatever_is_sent_is_read_or_refused(move, args):
    tried(begun(3, {}), move, args)


@settings(max_examples=250, deadline=None)
@given(
    st.integers(0, 7),
    st.dictionaries(
        st.sampled_from([*Options.__dataclass_fields__, "coins"]), anything, max_size=4
    ),
)
def test_whatever_options_are_sent_begin_a_play_or_are_a_fault(players, given_options):
    try:
        begun(players, given_options)
    except OptionsFault:
        return
