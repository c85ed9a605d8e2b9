"""The round tab: which step it probably is, whose turn, what is done already, the customers.

The guide reads the state and never forces an order: a phone may look at any step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from calculators.pythonalgorithm import virus
from calculators.pythonalgorithm.box import Customer
from calculators.pythonalgorithm.chips import TRACKS
from calculators.pythonalgorithm.customers import wanted_of
from calculators.pythonalgorithm.eyes import shown_hand
from calculators.pythonalgorithm.market import event, meter
from calculators.pythonalgorithm.rules import LAST_ROUND
from calculators.pythonalgorithm.saying import EVENT_NAMES, TRACK_NAMES, wanted_said
from calculators.pythonalgorithm.state import PLAYERS, State
from companion.games import Eyes

STEPS = range(1, 5)
UPDATE, SALES, PURCHASES, PREPARATION = STEPS

EXTRA_TEMPLATES = 2
FEW_PLAYERS, FEW_KODIKI, MANY_KODIKI = 3, 20, 22
ON_DISPLAY = 16


def guide(
    state: State, eyes: Eyes, query: Mapping[str, str], names: Sequence[str]
) -> dict[str, Any]:
    """All that the round tab draws.

    `step` in the query ("7.3": round 7, step 3) is the step that this phone looks at while
    that round is on; else it is the one that the state makes likely. After the end it is 0.
    """
    step = 0 if state.over else asked_step(state, query) or likely_step(state)
    return {
        "number": state.round,
        "last": LAST_ROUND,
        "step": step,
        "before": f"{state.round}.{step - 1}" if step > UPDATE else "",
        "after": f"{state.round}.{step + 1}" if 0 < step < PREPARATION else "",
        "steps": [_step(state, names, number, step) for number in STEPS],
        "first": names[state.first],
        "next_round": state.round + 1,
        "next_first": names[(state.first + 1) % state.players],
        "close": {"round": state.round},
        "drawn": _drawn_said(state),
        "event_recorded": state.event_recorded,
        "event_next": step == UPDATE and not state.event_recorded,
        "templates": state.players + EXTRA_TEMPLATES,
        "purchase_tokens": state.options.purchase_tokens,
        "players": [_player(state, eyes, names, player) for player in in_order(state)],
        "reactions": [(track, str(TRACK_NAMES[track]), track in state.reacted) for track in TRACKS],
        "virus": meter(state),
        "event": event(state, names),
        "customers": customers(state, names),
        "served": len(state.served),
        "setup": setup(state, names),
        "over": state.over,
    }


def asked_step(state: State, query: Mapping[str, str]) -> int | None:
    """The step that the query names, if it belongs to the round that is on."""
    wanted = {f"{state.round}.{step}": step for step in STEPS}
    return wanted.get(query.get("step", ""))


def likely_step(state: State) -> int:
    """The step that the round is probably at: the last one of which something is recorded.

    After the event come the sales; in the first round nobody has a card to sell yet.
    """
    if state.reacted:
        return PREPARATION
    if any(state.bought):
        return PURCHASES
    if state.sellers:
        return SALES
    if not state.event_recorded:
        return UPDATE
    return SALES if state.round > 1 or any(state.hands) else PURCHASES


def in_order(state: State) -> tuple[int, ...]:
    """The players clockwise from the first one."""
    return tuple((state.first + place) % state.players for place in range(state.players))


def seller(state: State) -> int | None:
    """Whose turn to sell it probably is: after the last one who sold (None: nobody's)."""
    order = in_order(state)
    done = max((order.index(player) + 1 for player in state.sellers), default=0)
    return order[done] if done < len(order) else None


# -- the four steps


def _step(state: State, names: Sequence[str], number: int, now: int) -> dict[str, Any]:
    """One step's head: its name, what is known of it, and whether it is on, past or to come."""
    name, said = _HEADS[number](state, names)
    return {
        "number": number,
        "name": name,
        "said": said,
        "query": f"{state.round}.{number}",
        "now": number == now,
        "past": number < now,
    }


def _update_head(state: State, names: Sequence[str]) -> tuple[str, str]:
    drawn = _drawn_said(state)
    return _("Market update"), drawn or _("event and new templates")


def _sales_head(state: State, names: Sequence[str]) -> tuple[str, str]:
    if not state.sellers:
        return _("Sales"), _("clockwise, first player: %(name)s") % {"name": names[state.first]}
    sold = [names[player] for player in in_order(state) if player in state.sellers]
    return _("Sales"), _("sold: %(names)s") % {"names": ", ".join(sold)}


def _purchases_head(state: State, names: Sequence[str]) -> tuple[str, str]:
    bought = sum(state.bought)
    if not bought:
        return _("Purchases"), _("clockwise, two turns, up to two purchase tokens each")
    said = ngettext("%(count)s card bought", "%(count)s cards bought", bought)
    return _("Purchases"), said % {"count": bought}


def _preparation_head(state: State, names: Sequence[str]) -> tuple[str, str]:
    if not state.reacted:
        return _("Preparation"), _("market reaction, first player’s token to the left")
    done = [str(TRACK_NAMES[track]) for track in TRACKS if track in state.reacted]
    return _("Preparation"), _("reaction recorded: %(tracks)s") % {"tracks": ", ".join(done)}


_HEADS = {
    UPDATE: _update_head,
    SALES: _sales_head,
    PURCHASES: _purchases_head,
    PREPARATION: _preparation_head,
}


def _drawn_said(state: State) -> str:
    """This round's events, as far as they are recorded."""
    if not state.drawn:
        return ""
    kinds = ", ".join(str(EVENT_NAMES[kind]) for kind in state.drawn)
    return _("event: %(events)s") % {"events": kinds}


def _player(state: State, eyes: Eyes, names: Sequence[str], player: int) -> dict[str, Any]:
    """What is known of a player in this round, and may be seen by these eyes."""
    return {
        "player": player,
        "name": names[player],
        "first": player == state.first,
        "turn": player == seller(state),
        "sold": player in state.sellers,
        "customer": player in state.customers_this_round,
        "debt": state.debts[player],
        "cards": sum(not card.bare for card in shown_hand(state, eyes, player)),
        "free": state.free(player),
        "bought": state.bought[player],
    }


# -- the customers


def customers(state: State, names: Sequence[str]) -> list[dict[str, Any]]:
    """The box's customers, the best paying first; a served one says by whom."""
    return [
        {
            "id": customer.id,
            "bonus": customer.bonus,
            "colours": customer.colours,
            "pips": range(customer.kodiki),
            "label": _customer_said(customer),
            "served": names[state.served[customer.id]] if customer.id in state.served else "",
        }
        for customer in sorted(state.box.customers, key=_payout)
    ]


def _payout(customer: Customer) -> tuple[int, bool, int]:
    return -customer.bonus, customer.colours == "different", -customer.kodiki


def _customer_said(customer: Customer) -> str:
    return _("Customer %(wanted)s. %(task)s") % {
        "wanted": wanted_said(wanted_of(customer)),
        "task": customer.task,
    }


# -- the set-up


def setup(state: State, names: Sequence[str]) -> dict[str, Any]:
    """What to lay out for so many players; `open` until the first event or card is recorded."""
    players, tokens = state.players, state.options.start_tokens or 0
    return {
        "open": state.round == 1 and not state.drawn and likely_step(state) == UPDATE,
        "players": players,
        "counts": PLAYERS,
        "tokens": tokens,
        "from_bank": tokens * players,
        "purchase_tokens": state.options.purchase_tokens,
        "templates": players + EXTRA_TEMPLATES,
        "kodiki": FEW_KODIKI if players <= FEW_PLAYERS else MANY_KODIKI,
        "customers": ON_DISPLAY,
        "usual_deck": virus.usual_deck(state.box.events),
        "first": [
            (player, name, {"first": player}, player == state.options.first)
            for player, name in enumerate(names)
        ],
    }
