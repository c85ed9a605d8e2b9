"""A player's turn on the board: the combine, what may be done, the last fight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from calculators.marshimprom.fight import Throw
from calculators.marshimprom.rules import CARD_PRICE
from calculators.marshimprom.state import State

GEAR = ("battery", "armour")


def turn(state: State, player: int, names: Sequence[str]) -> dict[str, Any]:
    """What a player may do on the own turn, with the numbers of this very moment."""
    owner = state.players[player]
    return {
        "player": player,
        "name": names[player],
        "money": owner.money,
        "bank": state.bank,
        "warehouse": state.warehouse,
        "hold": hold_step(state, player),
        "most": state.options.hold,
        "carried": [number < owner.hold for number in range(state.options.hold)],
        "full": owner.hold >= state.options.hold,
        "quick": quick(player),
        "gear": [gear(state, player, what) for what in GEAR],
        "drive": _drive(state, player),
        "load": _load(state, player),
        "awaited": awaited(state),
        "repairs": player in state.repairs,
        "resting": resting(state, names),
        "fight": last_fight(state, names),
    }


def hold_step(state: State, player: int) -> dict[str, Any]:
    """A stepper that says how many raw cards the combine carries."""
    cards = state.players[player].hold
    return {
        "field": "cards",
        "count": cards,
        "label": _("Raw material in the combine"),
        "less": {"player": player, "cards": max(0, cards - 1)},
        "more": {"player": player, "cards": cards + 1},
    }


def quick(player: int) -> list[dict[str, Any]]:
    """The payments that come up most: a raw card sold, a raw card from the warehouse."""
    return [
        {
            "label": "+1",
            "word": _("raw card sold"),
            "args": {"player": player, "amount": 1, "reason": "raw"},
        },
        {
            "label": f"−{CARD_PRICE}",
            "word": _("warehouse, a card"),
            "args": {"player": player, "amount": -CARD_PRICE, "reason": "warehouse"},
        },
    ]


def gear(state: State, player: int, what: str) -> dict[str, Any]:
    """A battery or armour: had or not, to be bought for 4 mR or only ticked."""
    has = getattr(state.players[player], what)
    return {
        "what": what,
        "name": gear_name(what),
        "does": _("drives two cells, takes two cards")
        if what == "battery"
        else _("two throws in defence"),
        "has": has,
        "tick": {"player": player, what: not has},
        "buy": {"player": player, "what": what},
        "price": CARD_PRICE,
    }


def gear_name(what: str) -> str:
    return _("Solar battery") if what == "battery" else _("Armour")


def _drive(state: State, player: int) -> str:
    if state.players[player].battery:
        return _("With the battery two cells, and two cards are taken.")
    return _("The first move from the base covers two cards.")


def _load(state: State, player: int) -> str:
    free = state.options.hold - state.players[player].hold
    if free <= 0:
        return _("The combine is full: react or sell.")
    return ngettext(
        "Room in the combine for %(count)s card.", "Room in the combine for %(count)s cards.", free
    ) % {"count": free}


def awaited(state: State) -> list[dict[str, Any]]:
    """What the missions still wait for: a product must be put there first."""
    return [
        {"mission": mission, "name": substance, "free": free}
        for mission in state.missions
        if not state.is_complete(mission)
        for substance in state.slots.get(mission, {})
        if (free := state.free_places(mission, substance))
    ]


def resting(state: State, names: Sequence[str]) -> list[dict[str, Any]]:
    """Who may not attack on the next turn, until that is dismissed."""
    return [
        {"player": each, "name": names[each], "args": {"player": each}}
        for each in sorted(state.repairs)
    ]


def last_fight(state: State, names: Sequence[str]) -> dict[str, Any] | None:
    """Both fighters, every throw, who won; None as long as nobody has fought."""
    fight = state.fight
    if fight is None:
        return None
    return {
        "attacker": fight.attacker,
        "defender": fight.defender,
        "attacker_name": names[fight.attacker],
        "defender_name": names[fight.defender],
        "winner": fight.winner,
        "winner_name": names[fight.winner],
        "loser_name": names[fight.loser],
        "throws": [throw_drawn(state, each) for each in fight.throws],
    }


def throw_drawn(state: State, throw: Throw) -> dict[str, Any]:
    """A throw as dice: the attacker's, the defender's, what each comes to, in words too."""
    defence = throw.defence(state.options.armour)
    lead = throw.lead(state.options.armour)
    told = {"attacker": throw.attacker, "defender": defence}
    if lead == 0:
        said = _("%(attacker)s to %(defender)s: equal, throw again") % told
    else:
        said = pgettext("dice", "%(attacker)s to %(defender)s") % told
    return {
        "attacker": throw.attacker,
        "dice": [
            {"face": face, "idle": not _counts(state, throw, place)}
            for place, face in enumerate(throw.dice)
        ],
        "defence": defence,
        "equal": lead == 0,
        "said": said,
    }


def _counts(state: State, throw: Throw, place: int) -> bool:
    """Whether this one of the defender's dice counts: the first of the best, or all."""
    if state.options.armour == "sum":
        return True
    return throw.dice.index(max(throw.dice)) == place
