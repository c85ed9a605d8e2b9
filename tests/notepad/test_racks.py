"""Which racks there are, who sees them, and the supply."""

from __future__ import annotations

import pytest

from notepad.racks import (
    MIX_AT,
    Supply,
    clash,
    common_racks,
    full_supply,
    holders,
    racks_of,
    sees,
)


@pytest.mark.parametrize(
    ("players", "racks"),
    [
        (2, (0, 1, "common-1", "common-2")),
        (3, (0, 1, 2, "common-1")),
        (4, (0, 1, 2, 3)),
        (5, (0, 1, 2, 3, 4)),
    ],
)
def test_racks_on_the_table(players, racks) -> None:
    assert racks_of(players) == racks
    assert common_racks(players) == racks[players:]


@pytest.mark.parametrize(
    ("eyes", "seen"),
    [
        (0, [1, "common-1", "common-2"]),
        (1, [0, "common-1", "common-2"]),
        ("table", ["common-1", "common-2"]),
        ("everything", [0, 1, "common-1", "common-2"]),
    ],
)
def test_everybody_sees_all_but_the_own_rack(eyes, seen) -> None:
    assert [rack for rack in racks_of(2) if sees(eyes, rack)] == seen


def levels(racks, mix_at, times):
    """What is left after each of so many replacements, a mix marked by a bar."""
    supply, said = Supply(full_supply(racks)), [str(full_supply(racks))]
    for _time in range(times):
        after = supply.replaced(racks, mix_at)
        said.append(f"{'|' if after.mixes > supply.mixes else ''}{after.left}")
        supply = after
    return " ".join(said)


@pytest.mark.parametrize(
    ("racks", "mix_at", "left"),
    [
        (4, 1, "16 13 10 7 4 1 |16 13"),
        (4, 4, "16 13 10 7 4 |16 13"),
        (4, 7, "16 13 10 7 |16 13"),
        (4, 0, "16 13 10 7 4 1 |16 13"),
        (5, 1, "13 10 7 4 1 |13 10"),
        (5, 4, "13 10 7 4 |13 10"),
        (5, 7, "13 10 7 |13 10"),
        (5, 0, "13 10 7 4 1 |13 10"),
    ],
)
def test_the_supply_goes_down_and_is_mixed(racks, mix_at, left) -> None:
    assert levels(racks, mix_at, len(left.split()) - 1) == left


@pytest.mark.parametrize("mix_at", MIX_AT)
@pytest.mark.parametrize("left", range(17))
def test_a_mix_leaves_what_is_not_on_the_racks(left, mix_at) -> None:
    """By hand: the pile, the discard with the old three in it, three drawn."""
    old, discard = 3, 28 - 12 - left
    if left <= mix_at:
        expected, mixes = left + discard + old - 3, 1
    elif left >= 3:
        expected, mixes = left - 3, 0
    else:  # the last are drawn first, the others from the discard
        expected, mixes = discard + old - (3 - left), 1

    assert Supply(left).replaced(4, mix_at) == Supply(expected, mixes)


def test_holders_names_where_too_many_stand() -> None:
    racks = {0: ("1G", "4B", "4B"), 1: None, 2: ("1G", "4B", "7C"), "common-1": ("4B", "4B", "2Y")}

    assert holders(racks, ("1G", "4B", "7C", "7C")) == {
        "1G": {0: 1, 2: 1},
        "4B": {0: 2, 2: 1, "common-1": 2},
    }
    assert holders(racks, ("2Y", "7C")) == {}


@pytest.mark.parametrize(
    ("eyes", "seen"),
    [
        ("everything", {"1G": {0: 1, 2: 1}, "4B": {0: 2, 2: 1, "common-1": 2}}),
        (1, {"1G": {0: 1, 2: 1}, "4B": {0: 2, 2: 1, "common-1": 2}}),
        (0, {}),
        (2, {}),
        ("table", {}),
    ],
)
def test_a_clash_is_told_to_who_sees_it_whole(eyes, seen) -> None:
    held = {"1G": {0: 1, 2: 1}, "4B": {0: 2, 2: 1, "common-1": 2}}

    assert clash(held, eyes) == seen


def test_of_a_clash_only_what_is_seen_is_told() -> None:
    held = {"4B": {0: 2, 1: 3, 2: 1}}

    assert clash(held, 2) == {"4B": {0: 2, 1: 3}}
    assert clash(held, 1) == {}
