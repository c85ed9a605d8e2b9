"""The one writer: a move is stored once and whole, or nothing of it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone

from companion import limits
from companion.games import Changed, Refusal
from companion.log import Entry as LogEntry
from companion.log import Log, Reading
from companion.tables import held, record, seating
from companion.tables.models import Entry, Play, Seat, Table
from tests.companion.tables.inside import (
    Phone,
    card,
    log_of,
    new_start,
    new_table,
    play_of,
    record_at,
    seats_of,
    sent,
    together,
    totals,
)

pytestmark = pytest.mark.django_db


def stored() -> dict[str, int]:
    return {kind.__name__: kind._default_manager.count() for kind in (Table, Seat, Play, Entry)}


def lines(table: Table, number: int = 1) -> list[tuple[Any, ...]]:
    rows = Entry.objects.filter(play=play_of(table, number))
    return [(row.number, row.what, row.args, row.targets, row.by) for row in rows]


def refusal_of(table: Table, move: str, args: Any = None, **more: Any) -> Refusal:
    """The refusal that a move meets; nothing is stored and the tick stands."""
    before = stored(), Table.objects.get(pk=table.pk).tick
    with pytest.raises(Refusal) as refusal:
        record_at(table, move, args, **more)
    assert (stored(), Table.objects.get(pk=table.pk).tick) == before
    return refusal.value


# The first move


def test_first_move_makes_table_seats_and_play() -> None:
    start = new_start(rounds=4)
    before = timezone.now()

    recorded = record.record(
        start.token, 1, sent("set_card", card(), start=start, zone="Europe/Moscow")
    )

    table = Table.objects.get()
    play = Play.objects.get()
    assert stored() == {"Table": 1, "Seat": 2, "Play": 1, "Entry": 1}
    assert (table.token, table.zone, table.tick, table.name) == (
        start.token,
        "Europe/Moscow",
        2,
        "",
    )
    assert table.watch not in ("", table.token)
    assert before < table.created_at <= table.active_at
    assert table.code_until == table.created_at + timedelta(hours=24)
    assert [(seat.place, seat.figure, seat.phone) for seat in seats_of(table)] == [
        (0, "moon", ""),
        (1, "drop", ""),
    ]
    assert (play.number, play.slug, play.options) == (1, "lost-cities", {"rounds": 4})
    assert play.seats == [seat.pk for seat in seats_of(table)]
    assert lines(table) == [(1, "set_card", card(), [], None)]
    assert recorded == record.Recorded(play, seats_of(table), 1)


def test_second_move_with_the_same_start_finds_the_table() -> None:
    start = new_start()
    record.record(start.token, 1, sent("set_card", card(), start=start))

    record.record(start.token, 1, sent("set_card", card(card=6), start=start))

    assert stored() == {"Table": 1, "Seat": 2, "Play": 1, "Entry": 2}


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "x" * 64])
def test_first_move_from_an_unknown_zone(zone: str) -> None:
    start = new_start()

    record.record(start.token, 1, sent("set_card", card(), start=start, zone=zone))

    assert Table.objects.get().zone == "UTC"


@pytest.mark.parametrize(("other_token", "number"), [(True, 1), (False, 2)])
def test_first_move_with_a_start_for_something_else(other_token: bool, number: int) -> None:
    start = new_start()
    token = new_start().token if other_token else start.token

    with pytest.raises(record.NoSuchPlay):
        record.record(token, number, sent("set_card", card(), start=start))

    assert stored() == {"Table": 0, "Seat": 0, "Play": 0, "Entry": 0}


def test_first_move_that_is_refused_stores_not_even_the_table() -> None:
    start = new_start()

    with pytest.raises(Refusal):
        record.record(start.token, 1, sent("set_card", card(card=11), start=start))

    assert stored() == {"Table": 0, "Seat": 0, "Play": 0, "Entry": 0}


def test_first_move_after_one_that_was_refused() -> None:
    start = new_start()
    with pytest.raises(Refusal):
        record.record(start.token, 1, sent("set_card", card(card=11), start=start))

    record.record(start.token, 1, sent("set_card", card(card=10), start=start))

    assert totals(Table.objects.get()) == (-10, 0)


def test_first_moves_from_one_address_are_limited() -> None:
    for _ in range(limits.TABLES.size):
        limits.take("tables", limits.TABLES, "10.0.0.1")
    start = new_start()

    with pytest.raises(limits.TooMany):
        record.record(start.token, 1, sent("finish", {}, start=start, address="10.0.0.1"))
    record.record(start.token, 1, sent("finish", {}, start=start, address="10.0.0.2"))

    assert stored()["Table"] == 1


# Threads


@pytest.mark.django_db(transaction=True)
def test_twelve_first_moves_at_once_make_one_table_and_lose_nothing() -> None:
    start = new_start()
    moves = [card(player=n % 2, card=2 + n // 2, expedition="blue") for n in range(12)]
    # Boris takes cards of his own colour, so that no move stands in another's way.
    moves = [{**move, "expedition": ("blue", "red")[move["player"]]} for move in moves]

    found = together(
        12,
        lambda n: record.record(start.token, 1, sent("set_card", moves[n], start=start)).number,
    )

    assert sorted(found) == list(range(1, 13))
    assert stored() == {"Table": 1, "Seat": 2, "Play": 1, "Entry": 12}
    assert totals(Table.objects.get()) == (7, 7)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="there only one transaction writes")
@pytest.mark.django_db(transaction=True)
def test_first_moves_that_all_found_no_table_make_one() -> None:
    start = new_start()

    found = together(
        6,
        lambda n: record.record(start.token, 1, sent("set_card", card(card=2 + n), start=start)),
        before='INSERT INTO "tables_table"',
    )

    assert sorted(each.number for each in found) == list(range(1, 7))
    assert stored() == {"Table": 1, "Seat": 2, "Play": 1, "Entry": 6}
    assert Table.objects.get().tick == 7


@pytest.mark.skipif(connection.vendor == "sqlite", reason="there only one transaction writes")
@pytest.mark.django_db(transaction=True)
def test_first_move_after_another_that_was_refused_at_the_same_time() -> None:
    start = new_start()

    def move(n: int) -> int:
        with suppress(Refusal):
            args = card(card=(11, 10)[n])
            return record.record(start.token, 1, sent("set_card", args, start=start)).number
        return 0

    found = together(2, move, before='INSERT INTO "tables_table"')

    assert (found, totals(Table.objects.get())) == ([0, 1], (-10, 0))
    assert stored() == {"Table": 1, "Seat": 2, "Play": 1, "Entry": 1}


@pytest.mark.django_db(transaction=True)
def test_one_key_sent_by_six_at_once_is_stored_once() -> None:
    table, key = new_table(), str(uuid4())

    found = together(6, lambda n: record_at(table, "set_card", card(card=6), key=key))

    assert [each.number for each in found] == [2] * 6
    assert sorted(each.repeated for each in found) == [False] + [True] * 5
    assert len(lines(table)) == 2


# Keys


def test_same_key_twice_is_stored_once_and_answered_alike() -> None:
    table, key = new_table(), str(uuid4())
    first = record_at(table, "set_card", card(card=6), key=key)
    tick = Table.objects.get().tick

    second = record_at(table, "set_card", card(card=6), key=key)

    assert (second.number, second.repeated, first.repeated) == (first.number, True, False)
    assert (len(lines(table)), Table.objects.get().tick) == (2, tick)


def test_same_key_after_a_refusal_is_tried_again() -> None:
    table, key = new_table(), str(uuid4())
    refusal_of(table, "set_card", card(player=1), key=key)
    record_at(table, "undo", {"entry": 1})

    record_at(table, "set_card", card(player=1), key=key)

    assert totals(table) == (0, -15)


def test_same_key_at_two_tables_is_two_moves() -> None:
    first, second, key = new_table(), new_table(), str(uuid4())

    record_at(first, "finish", {}, key=key)
    record_at(second, "finish", {}, key=key)

    assert (len(lines(first)), len(lines(second))) == (2, 2)


# Who


def test_move_of_a_phone_that_sits() -> None:
    table = new_table()
    seats = seats_of(table)
    seating.sit(seats, seats[1], "borya")

    record_at(table, "set_card", card(card=6), phone="borya")
    record_at(table, "set_card", card(card=7), phone="stranger")

    assert [line[4] for line in lines(table)] == [None, 1, None]


def test_move_of_a_phone_that_sits_but_does_not_play() -> None:
    table = new_table()
    seats = seats_of(table)
    extra = seating.add_seat(table, seats, "Clara")
    seating.sit(seats, extra, "clara")

    record_at(table, "set_card", card(card=6), phone="clara")

    assert lines(table)[1][4] is None


# Refusals


def test_refused_move_stores_nothing_and_shows_the_way_out() -> None:
    table = new_table()

    refusal = refusal_of(table, "set_card", card(player=1))

    way_out = {**card(player=1), "round": 1, "take": True}
    assert (refusal.code, refusal.way_out) == ("card_taken", ("set_card", way_out))


@pytest.mark.parametrize(
    ("move", "args", "code"),
    [
        ("eat", {}, "no_such_move"),
        ("set_card", {}, "bad_args"),
        ("set_card", None, "bad_form"),
        ("finish", {"x": 1}, "bad_args"),
        ("undo", {}, "no_such_entry"),
        ("undo", {"entry": "1"}, "bad_args"),
        ("undo", {"entry": 9}, "no_such_entry"),
        ("undo", {"entry": []}, "no_such_entry"),
        ("undo", {"key": "nobody's"}, "no_such_entry"),
        ("redo", {"entry": 1}, "not_undone"),
        ("amend", {"entry": 1}, "bad_args"),
        ("amend", {"entry": 9, "args": {}}, "no_such_entry"),
        ("options", {"rounds": 0}, "bad_options"),
        ("options", {"colours": 7}, "bad_options"),
        ("lots", {"order": [0, 1]}, "bad_args"),
        ("dice", {"sides": 1}, "no_such_dice"),
        ("dice", {"count": 11}, "no_such_dice"),
        ("dice", {"sides": 6, "rolled": [7]}, "no_such_face"),
        ("timer", {"seconds": 0}, "no_such_timer"),
        ("timer", {"seconds": 86_401}, "no_such_timer"),
    ],
)
def test_refused_move(move: str, args: Any, code: str) -> None:
    assert refusal_of(new_table(), move, args).code == code


def test_undo_keeps_nothing_that_it_does_not_need() -> None:
    table = new_table()
    record_at(table, "set_card", card())

    record_at(table, "undo", {"entry": 1, "args": {"x": "y" * 200_000}})

    assert lines(table)[-1] == (3, "undo", {}, [1], None)


def test_move_to_a_play_that_does_not_exist() -> None:
    table = new_table()

    with pytest.raises(record.NoSuchPlay):
        record.record(table.token, 2, sent("finish", {}))
    with pytest.raises(record.NoSuchPlay):
        record.record(new_start().token, 1, sent("finish", {}))


def test_move_to_a_deleted_table() -> None:
    table = new_table()
    Table.objects.update(deleted_at=timezone.now())

    with pytest.raises(record.TableDeleted):
        record_at(table, "finish", {})

    assert len(lines(table)) == 1


def test_move_to_a_deleted_table_with_its_start() -> None:
    start = new_start()
    record.record(start.token, 1, sent("set_card", card(), start=start))
    Table.objects.update(deleted_at=timezone.now())

    with pytest.raises(record.TableDeleted):
        record.record(start.token, 1, sent("finish", {}, start=start))


# Corrections


def test_undo_by_number_and_redo() -> None:
    table = new_table()

    record_at(table, "undo", {"entry": 1})
    undone = totals(table)
    record_at(table, "redo", {"entry": 1})

    assert (undone, totals(table)) == ((0, 0), (-15, 0))
    assert lines(table)[1:] == [(2, "undo", {}, [1], None), (3, "redo", {}, [1], None)]


def test_undo_by_key() -> None:
    table, key = new_table(), str(uuid4())
    record_at(table, "set_card", card(card=6), key=key)

    record_at(table, "undo", {"key": key})

    assert (totals(table), lines(table)[2]) == ((-15, 0), (3, "undo", {}, [2], None))


def test_undo_a_list() -> None:
    table = new_table()
    for number in (6, 7):
        record_at(table, "set_card", card(card=number))

    record_at(table, "undo", {"entry": [2, 3]})

    assert (totals(table), lines(table)[3]) == ((-15, 0), (4, "undo", {}, [2, 3], None))


def test_undo_what_another_phone_has_undone() -> None:
    table = new_table()
    record_at(table, "undo", {"entry": 1})

    assert refusal_of(table, "undo", {"entry": 1}).code == "already_undone"


def test_amend_by_args() -> None:
    table = new_table()

    record_at(table, "amend", {"entry": 1, "args": card(card=10)})

    assert (totals(table), lines(table)[1]) == ((-10, 0), (2, "amend", card(card=10), [1], None))


def test_amend_by_a_form() -> None:
    table = new_table()
    fields = {"entry": "1", "player": "1", "expedition": "white", "card": "9", "laid": "on"}

    record_at(table, "amend", fields=fields)

    assert log_of(table).state.game.totals == (0, -11)


@pytest.mark.parametrize("entry", ["9", "x", ""])
def test_amend_by_a_form_of_no_entry(entry: str) -> None:
    table = new_table()

    assert refusal_of(table, "amend", fields={"entry": entry}).code == "no_such_entry"


def test_options_are_an_entry() -> None:
    table = new_table()

    record_at(table, "options", {"rounds": 5})

    assert (log_of(table).options, lines(table)[1]) == (
        {"rounds": 5},
        (2, "options", {"rounds": 5}, [], None),
    )


def test_move_made_impossible_by_a_correction_stays_and_is_named() -> None:
    table = new_table()
    record_at(table, "set_card", card(player=1, card=6))

    record_at(table, "amend", {"entry": 1, "args": card(player=0, card=6)})

    log = log_of(table)
    assert (log.upset, [row.number for row in log.rows if row.refusal]) == ((2,), [2])


def test_amend_that_the_rules_refuse_at_its_place_stores_nothing() -> None:
    table = new_table()
    record_at(table, "set_card", card(player=1, card=6))

    with pytest.raises(Refusal) as refused:
        record_at(table, "amend", {"entry": 2, "args": card(player=1, card=5)})

    assert refused.value.code == "card_taken"
    assert log_of(table).number == 2


def test_way_out_that_was_taken_back_is_put_back() -> None:
    table = new_table()
    record_at(table, "next_round", {"round": 1})
    record_at(table, "set_card", card(card=9, round=2))
    record_at(table, "undo", {"entry": 2})

    refused = Phone().tap(f"{table.url}1/set_card/", **card(card=8, round=2))

    assert "/1/redo/" in refused.content.decode()


# Typed values


def typed(table: Table, points: int, **more: Any) -> record.Recorded:
    return record_at(table, "set_round_total", {"player": 0, "round": 1, "points": points}, **more)


@pytest.mark.parametrize(
    ("was", "points"), [(None, 12), (7, 7)], ids=["as the phone showed", "typed the same"]
)
def test_typed_value_over_what_stands(was: int | None, points: int) -> None:
    table = new_table()
    if points == 7:
        typed(table, 7, was=None)

    typed(table, points, was=was)

    assert totals(table) == (points, 0)


def test_typed_value_without_was_never_conflicts() -> None:
    table = new_table()
    typed(table, 7)

    typed(table, 8)

    assert totals(table) == (8, 0)


def test_typed_value_over_one_that_the_phone_had_not_seen() -> None:
    table = new_table()
    typed(table, 7)

    fault = refusal_of(table, "set_round_total", {"player": 0, "round": 1, "points": 9}, was=None)

    assert isinstance(fault, Changed)
    assert (fault.code, fault.was, fault.now) == ("changed", None, 7)
    assert (fault.data["typed"], fault.data["field"]) == (9, "points")
    assert fault.data["args"] == {"player": 0, "round": 1, "points": 9}


def test_typed_value_typed_alike_by_two_phones() -> None:
    table = new_table()
    typed(table, 9, was=None)

    typed(table, 9, was=None)

    assert totals(table) == (9, 0)


@pytest.mark.parametrize("was", ["1", 1.5, [1], {"points": 1}])
def test_typed_value_with_was_of_another_type(was: Any) -> None:
    table = new_table()
    typed(table, 1)

    assert (
        refusal_of(table, "set_round_total", {"player": 0, "round": 1, "points": 9}, was=was).data[
            "now"
        ]
        == 1
    )


def test_was_of_a_move_that_is_only_tapped_is_ignored() -> None:
    table = new_table()

    record_at(table, "set_card", card(card=6), was=99)

    assert len(lines(table)) == 2


# Draws


def test_lots_name_everybody_once() -> None:
    table = new_table()

    for _ in range(20):
        record_at(table, "lots", {})

    drawn = [tuple(line[2]["order"]) for line in lines(table)[1:]]
    assert set(drawn) <= {(0, 1), (1, 0)}
    assert log_of(table).state.common.lots == drawn[-1]


def test_lots_not_the_same_as_last_time() -> None:
    table = new_table()
    record_at(table, "lots", {})

    for _ in range(10):
        record_at(table, "lots", {"not_last": True})

    starters = [line[2]["order"][0] for line in lines(table)[1:]]
    assert all(one != other for one, other in pairwise(starters))


def test_lots_not_the_same_as_in_the_play_before() -> None:
    table = new_table()
    record_at(table, "lots", {})
    first = log_of(table).state.common.lots[0]
    seats = seats_of(table)
    again = Play.objects.create(
        table=table,
        number=2,
        slug="lost-cities",
        options={},
        seats=[seat.pk for seat in reversed(seats)],
        created_at=timezone.now(),
    )

    for _ in range(12):
        record.record(table.token, 2, sent("lots", {"not_last": True}))
        record.record(table.token, 2, sent("undo", {"entry": log_of(table, 2).number}))

    starters = {again.seats[line[2]["order"][0]] for line in lines(table, 2) if line[1] == "lots"}
    assert starters == {seats[1 - first].pk}


def test_dice_are_thrown_by_the_server() -> None:
    table = new_table()

    record_at(table, "dice", {"sides": 4, "count": 10})

    thrown = lines(table)[1][2]
    assert (thrown["sides"], len(thrown["rolled"])) == (4, 10)
    assert set(thrown["rolled"]) <= {1, 2, 3, 4}


def test_dice_that_were_thrown_by_hand() -> None:
    table = new_table()

    record_at(table, "dice", {"sides": 6, "rolled": [6, 1]})

    assert lines(table)[1][2] == {"sides": 6, "rolled": [6, 1]}


def test_timer_is_kept_as_its_end() -> None:
    table = new_table()
    earliest = timezone.now().replace(microsecond=0) + timedelta(seconds=60)

    record_at(table, "timer", {"seconds": 60})

    ends = datetime.fromisoformat(lines(table)[1][2]["ends"])
    assert earliest <= ends <= timezone.now() + timedelta(seconds=60)


def test_timer_stopped_keeps_what_is_left() -> None:
    table = new_table()
    ends = (timezone.now() + timedelta(hours=3)).isoformat()
    Entry.objects.create(
        play=play_of(table),
        number=2,
        key=str(uuid4()),
        what="timer",
        args={"ends": ends},
        targets=[],
        at=timezone.now(),
    )

    record_at(table, "timer", {"stop": True})

    left = lines(table)[2][2]["left"]
    assert 3 * 3_600 - 60 < left <= 3 * 3_600


def test_timer_put_away_and_stopped_when_there_is_none() -> None:
    table = new_table()

    record_at(table, "timer", {"stop": True})
    record_at(table, "timer", {})

    assert [line[2] for line in lines(table)[1:]] == [{}, {}]
    assert log_of(table).state.common.timer is None


def test_draws_by_forms() -> None:
    table = new_table()

    record_at(table, "lots", fields={"not_last": "on"})
    record_at(table, "dice", fields={"sides": "20", "count": "3"})
    record_at(table, "timer", fields={"minutes": "5"})

    lots, dice, timer = (line[2] for line in lines(table)[1:])
    assert (sorted(lots["order"]), dice["sides"], len(dice["rolled"])) == ([0, 1], 20, 3)
    assert list(timer) == ["ends"]


# The held log


class PowerCut(Exception):
    """Something fails after the entry was stored and before the commit."""


@contextmanager
def power_cut() -> Iterator[None]:
    """All inside is done, and then rolled back."""
    with suppress(PowerCut), transaction.atomic():
        yield
        raise PowerCut


@pytest.mark.django_db(transaction=True)
def test_rollback_leaves_no_ghost() -> None:
    table, key = new_table(), str(uuid4())
    record_at(table, "set_card", card(card=6))

    with power_cut():
        record_at(table, "set_card", card(card=7), key=key)
    again = record_at(table, "set_card", card(card=8), key=key)

    assert (again.number, again.repeated) == (3, False)
    assert held.caught_up(play_of(table)).state == log_of(table).state
    assert [line[2]["card"] for line in lines(table)] == [5, 6, 8]


@pytest.mark.django_db(transaction=True)
def test_rollback_of_the_first_move_leaves_no_ghost() -> None:
    start = new_start()

    with power_cut():
        record.record(start.token, 1, sent("set_card", card(), start=start))
    recorded = record.record(start.token, 1, sent("set_card", card(card=10), start=start))

    assert (recorded.number, totals(Table.objects.get())) == (1, (-10, 0))


def test_held_log_catches_up_with_what_another_process_stored() -> None:
    table = new_table()
    held.caught_up(play_of(table))
    Entry.objects.create(
        play=play_of(table),
        number=2,
        key=str(uuid4()),
        what="finish",
        args={},
        targets=[],
        at=timezone.now(),
    )

    log = held.caught_up(play_of(table))

    assert (log.number, log.state.game.finished) == (2, True)


def test_held_log_reads_what_is_stored() -> None:
    table = new_table()
    row = Entry.objects.get()

    assert held.caught_up(play_of(table)).rows[0].entry == LogEntry(
        1, "set_card", card(), (), None, row.key, row.at.isoformat()
    )


def test_table_made_once_more_after_it_was_pruned_has_nothing_of_the_former() -> None:
    start = new_start()
    former = record.record(start.token, 1, sent("set_card", card(), start=start))
    assert held.reading(former.play).number == 1
    Table.objects.all().delete()  # by another process: this one holds the log

    again = record.record(start.token, 1, sent("set_card", card(card=7), start=start))

    assert again.number == 1
    assert held.reading(again.play).state == log_of(again.play.table).state


def test_held_logs_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held, "MOST", 2)
    tables = [new_table() for _ in range(3)]
    first = held.caught_up(play_of(tables[0]))

    for table in tables[1:]:
        held.caught_up(play_of(table))

    assert held.caught_up(play_of(tables[2])) is held.caught_up(play_of(tables[2]))
    assert held.caught_up(play_of(tables[0])) is not first


def test_held_logs_are_limited_by_what_they_hold_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [new_table() for _ in range(3)]
    for number in range(2, 6):
        record_at(tables[1], "set_card", card(card=number))
    held.forget()
    monkeypatch.setattr(held, "MOST_ENTRIES", 4)
    short, long, _last = (held.caught_up(play_of(table)) for table in tables)

    assert held.caught_up(play_of(tables[1])) is not long, "an old long log makes room"
    assert held.caught_up(play_of(tables[0])) is not short, "and those asked for before it"


def test_a_log_longer_than_all_that_may_be_held_is_held_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, other = new_table(), new_table()
    for number in range(2, 5):
        record_at(table, "set_card", card(card=number))
    held.forget()
    monkeypatch.setattr(held, "MOST_ENTRIES", 2)
    log = held.caught_up(play_of(table))

    record_at(table, "set_card", card(card=7))

    assert held.caught_up(play_of(table)) is log
    assert log.number == 5
    held.caught_up(play_of(other))
    assert held.caught_up(play_of(table)) is not log


@pytest.mark.django_db(transaction=True)
def test_whoever_reads_while_others_record_sees_the_log_of_one_moment() -> None:
    table = new_table()

    def act(number: int) -> list[Reading]:
        seen = []
        for turn in range(8):
            with suppress(Refusal):  # another thread was first
                if turn % 3:
                    record_at(table, "set_card", card(card=2 + number, laid=turn % 2 == 0))
                else:
                    record_at(table, ("undo", "redo")[turn % 2], {"entry": 1})
            seen += [held.reading(play_of(table)) for _ in range(3)]
        return seen

    seen = [each for readings in together(6, act) for each in readings]

    moments = {each.number: shape(each) for each in moments_of(table)}
    assert len({each.number for each in seen}) > 6
    assert all(shape(each) == moments[each.number] for each in seen)


def shape(log: Reading) -> Any:
    return log.state, [(row.entry, row.undone, bool(row.refusal)) for row in log.rows]


def moments_of(table: Table) -> Iterator[Reading]:
    """The log after each of its entries, as one process that adds them alone has it."""
    whole = log_of(table)
    alone = Log(whole.rules, whole.players, whole.options)
    for row in whole.rows:
        alone.add(row.entry)
        yield alone.reading()


# What it costs


def filled(table: Table, count: int) -> None:
    """`count` entries more, as if they had been recorded."""
    play, at = play_of(table), timezone.now()
    Entry.objects.bulk_create(
        Entry(
            play=play,
            number=number,
            key=str(uuid4()),
            what="set_card",
            args=card(card=2 + number % 9),
            targets=[],
            at=at,
        )
        for number in range(2, count + 2)
    )


@pytest.mark.parametrize("count", [0, 499])
@pytest.mark.parametrize("warm", [True, False])
def test_a_move_costs_the_same_queries_however_long_the_log(
    count: int, warm: bool, django_assert_num_queries: Any
) -> None:
    table = new_table()
    filled(table, count)
    if warm:
        held.caught_up(play_of(table))

    news = 1 if connection.vendor == "postgresql" else 0  # to other processes
    with django_assert_num_queries(8 + news):
        record_at(table, "set_card", card(card=6))
