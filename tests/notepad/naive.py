"""Code 777 reckoned a second time, slowly and by hand, as players do it at the table."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

BOX = {
    "1G": 1, "2Y": 2, "3K": 3, "4B": 4, "5R": 4, "5K": 1,
    "6P": 3, "6G": 3, "7P": 1, "7Y": 2, "7C": 4,
}  # fmt: skip
TILES = [kind for kind, copies in BOX.items() for _copy in range(copies)]
CODES = [
    code
    for code in combinations_with_replacement(BOX, 3)
    if all(code.count(kind) <= BOX[kind] for kind in code)
]


def number(kind):
    return int(kind[0])


def colour(kind):
    return kind[1]


def more(first, second):
    if first > second:
        return "first"
    return "second" if second > first else "equal"


def answer(question, racks, question2="at_most_12"):
    """What somebody answers who sees these racks."""
    seen = [kind for rack in racks for kind in rack]
    sums = [number(a) + number(b) + number(c) for a, b, c in racks]

    def racks_where(true):
        return len([rack for rack in racks if true(rack)])

    def tiles(*kinds):
        return len([kind for kind in seen if kind in kinds])

    def coloured(letter):
        return len([kind for kind in seen if colour(kind) == letter])

    match question:
        case 1:
            return len([each for each in sums if each >= 18])
        case 2 if question2 == "at_most_12":
            return len([each for each in sums if each <= 12])
        case 2:
            return len([each for each in sums if each >= 12])
        case 3:
            return racks_where(
                lambda rack: any(
                    number(one) == number(other) and colour(one) != colour(other)
                    for one in rack
                    for other in rack
                )
            )
        case 4:
            return racks_where(lambda rack: len({colour(kind) for kind in rack}) == 3)
        case 5:
            return racks_where(lambda rack: len({number(kind) % 2 for kind in rack}) == 1)
        case 6:
            return racks_where(lambda rack: rack[0] in rack[1:] or rack[1] == rack[2])
        case 7:
            return racks_where(
                lambda rack: any(
                    {number(kind) for kind in rack} == {low, low + 1, low + 2}
                    for low in range(1, 6)
                )
            )
        case 8:
            return len({colour(kind) for kind in seen})
        case 9:
            return len([letter for letter in "GYKBRPC" if coloured(letter) >= 3])
        case 10:
            return len([n for n in range(1, 8) if n not in {number(kind) for kind in seen}])
        case 11:
            return len([kind for kind in ("1G", "5K", "7P") if kind in seen])
        case 12:
            return more(tiles("3K"), tiles("6P"))
        case 13:
            return more(tiles("6G"), tiles("7Y"))
        case 14:
            return more(tiles("2Y"), tiles("7Y"))
        case 15:
            return more(tiles("6P"), tiles("6G"))
        case 16:
            return more(tiles("7C"), tiles("7P", "7Y"))
        case 17:
            return more(coloured("B"), coloured("C"))
        case 18:
            return more(coloured("R"), coloured("P"))
        case 19:
            return more(coloured("G"), coloured("C"))
        case 20:
            return more(coloured("Y"), coloured("P"))
        case 21:
            return more(coloured("K"), coloured("B"))
        case 22:
            return more(coloured("K"), coloured("R"))
        case 23:
            return more(coloured("G"), coloured("Y"))
    raise AssertionError(question)


def fits(code, bounds):
    return all(code.count(kind) <= bounds[kind] for kind in code)


def counted(codes):
    return Counter(kind for code in codes for kind in code)
