"""The page that checks a hand for a customer and records nothing: what it draws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from calculators.pythonalgorithm import checker
from calculators.pythonalgorithm.box import KODIKI, Customer, Kodik, Template
from calculators.pythonalgorithm.check_address import (
    Asked,
    Held,
    Query,
    address_of,
    asked,
    tracks_asked,
)
from calculators.pythonalgorithm.check_program import program
from calculators.pythonalgorithm.check_words import (
    faults_said,
    fits_more,
    fits_said,
    market_said,
    miss_said,
    missing_said,
    named,
    reason_said,
    redeem_said,
    sell_first_said,
    several,
)
from calculators.pythonalgorithm.checker import Found, Miss, Sets, Turn
from calculators.pythonalgorithm.chips import (
    COLOURS,
    SEGMENTS,
    TRACKS,
    Colour,
    Track,
    Tracks,
    roman,
)
from calculators.pythonalgorithm.customers import Wanted
from calculators.pythonalgorithm.eyes import hidden, shown_hand
from calculators.pythonalgorithm.hand import Card, name_of
from calculators.pythonalgorithm.saying import (
    COLOUR_NAMES,
    TRACK_NAMES,
    card_name,
    cards_named,
    headed,
    wanted_said,
)
from calculators.pythonalgorithm.state import State
from companion.games import Eyes
from companion.signs import signed

USUAL_BONUSES = (10, 15, 20)
MOST_CUSTOMERS = 8
MOST_SETS = 5
"""How many are shown at once; the rest is folded away, or found by words."""


def check(state: State, eyes: Eyes, query: Query, names: Sequence[str]) -> dict[str, Any]:
    """All that the page draws; everything asked stands in the query (check_address.py)."""
    return _Check(state, eyes, query, names).drawn()


@dataclass(frozen=True)
class _Check:
    state: State
    eyes: Eyes
    query: Query
    names: Sequence[str]

    @cached_property
    def player(self) -> int:
        """Whose hand: the query's choice, else one's own."""
        text = self.query.get("player", "")
        if text.isascii() and text.isdigit() and len(text) < 3 and int(text) < len(self.names):
            return int(text)
        return self.eyes if isinstance(self.eyes, int) else 0

    @cached_property
    def asked(self) -> Asked:
        """What is asked; of another player nothing that was asked about the last one."""
        cards = shown_hand(self.state, self.eyes, self.player)
        recorded = tuple(card for card in cards if not card.bare)
        other = self.query.get("of", str(self.player)) != str(self.player)
        return asked(self.query, self.state, recorded, other_hand=other)

    @property
    def wanted(self) -> Wanted:
        return self.asked.wanted

    @property
    def is_hidden(self) -> bool:
        return hidden(self.state, self.eyes, self.player)

    @cached_property
    def tokens(self) -> int | None:
        """The player's tokens, as far as they are known: typed, or recorded and not hidden."""
        if self.asked.tokens is not None or self.is_hidden:
            return self.asked.tokens
        return self.state.tokens[self.player]

    @cached_property
    def tracks(self) -> Tracks:
        return tracks_asked(self.query, self.state.tracks)

    def market(self, track: Track, colour: Colour, category: str | None = None) -> int:
        return self.state.prices.price(track, category, self.tracks.of(track).of(colour))

    def price(self, card: Card) -> int:
        assert card.track is not None
        assert card.colour is not None
        return self.market(card.track, card.colour, card.category)

    @cached_property
    def best(self) -> Found | None:
        """The best set of the ticked cards; rather one whose debts can be covered."""
        sets = self.of_ticked.best
        possible = (each for each in sets if not self.turn_of(each).short)
        return next(possible, next(iter(sets), None))

    @cached_property
    def of_ticked(self) -> Sets:
        return checker.fitting(self.asked.ticked, self.wanted, self.market)

    @cached_property
    def of_hand(self) -> Sets:
        return checker.fitting(self.asked.cards, self.wanted, self.market)

    @cached_property
    def misses(self) -> tuple[Miss, ...]:
        if self.best:
            return ()
        return checker.misses(self.asked.ticked, self.wanted, self.market, self.state.box)

    def turn_of(self, found: Found) -> Turn:
        return checker.turn(found, self.asked.cards, self.market, self.tokens)

    @cached_property
    def turn(self) -> Turn | None:
        return self.turn_of(self.best) if self.best else None

    @property
    def solved(self) -> bool:
        """The best set is known to be an accepted program."""
        return self.best is not None and self.best.solution is not None

    @property
    def code_cards(self) -> tuple[Template | None, list[Kodik]]:
        """The template and the kodiki whose code is shown: the best set's, else the nearest."""
        box, cards = self.state.box, self.best.cards if self.best else self.asked.ticked
        near = self.misses[0].cards if self.misses else ()
        ids = [card.id for card in (*near, *cards) if card.id is not None]
        template = next(filter(None, map(box.template, ids)), None)
        return template, [kodik for kodik in map(box.kodik, dict.fromkeys(ids)) if kodik]

    @property
    def server(self) -> str:
        """Who has served this customer already ("" if nobody has)."""
        served = self.state.served.get(self.wanted.id or "")
        return "" if served is None else self.names[served]

    def drawn(self) -> dict[str, Any]:
        """Everything, part by part."""
        return {
            "player": self.player,
            "name": self.names[self.player],
            "hidden": self.is_hidden,
            "tokens": self.tokens,
            "faults": list(faults_said(self.asked)),
            "customer": _customer(self),
            "hand": _hand(self),
            "add": _add(self),
            "chips": _chips(self),
            "verdict": _verdict(self),
            "keys": _keys(self),
            "sets": _sets(self),
            "turn": _turn(self),
            "misses": [_miss(self, each) for each in self.misses],
            "program": program(*self.code_cards, self.wanted, solved=self.solved),
        }


# -- the customer


def _customer(check: _Check) -> dict[str, Any]:
    """The customer: three choices, and those of the box that are so, or that hold the words."""
    wanted, box = check.wanted, check.state.box
    words = check.query.get("find", "").strip()[:60]
    known = {customer.bonus for customer in box.customers} | set(USUAL_BONUSES) | {wanted.bonus}
    matching = [
        each for each in box.customers if (_holds(each, words) if words else _is_so(each, wanted))
    ]
    chosen = [each for each in matching if each.id == wanted.id]
    shown = matching[:MOST_CUSTOMERS]
    if chosen and chosen[0] not in shown:
        shown[-1:] = chosen
    return {
        "bonuses": sorted(known),
        "many": len(known) > 5,
        "numbers": list(KODIKI),
        "wanted": wanted,
        "said": wanted_said(wanted),
        "box": bool(box.customers),
        "rows": [_customer_row(check, each) for each in shown],
        "more": len(matching) - len(shown),
        "find": words,
    }


def _holds(customer: Customer, words: str) -> bool:
    """Every word stands in the task, or is the beginning of the id."""
    text = customer.task.casefold()
    name = customer.id.casefold()
    return all(word in text or name.startswith(word) for word in words.casefold().split())


def _is_so(customer: Customer, wanted: Wanted) -> bool:
    said = (customer.bonus, customer.colours, customer.kodiki)
    return said == (wanted.bonus, wanted.colours, wanted.kodiki)


def _customer_row(check: _Check, customer: Customer) -> dict[str, Any]:
    served = check.state.served.get(customer.id)
    return {
        "id": customer.id,
        "bonus": customer.bonus,
        "colours": customer.colours,
        "kodiki": customer.kodiki,
        "task": customer.task,
        "served": "" if served is None else check.names[served],
        "chosen": customer.id == check.wanted.id,
    }


# -- the hand


def _hand(check: _Check) -> dict[str, Any]:
    held = check.asked.hand
    return {
        "groups": [group for track in TRACKS if (group := _group(check, track))["cards"]],
        "had": [each.name for each in held],
        "added": [(address_of(each.card), named(each.card)) for each in held if each.added],
        "count": len(held),
        "ticked": len(check.asked.ticked),
    }


def _group(check: _Check, track: Track) -> dict[str, Any]:
    """The cards of a track; `long` if what is printed on one needs more room."""
    cards = [_card(check, each) for each in check.asked.hand if each.card.track == track]
    return {
        "title": TRACK_NAMES[track],
        "cards": cards,
        "long": any(len(card["title"]) > 8 for card in cards),
    }


def _card(check: _Check, held: Held) -> dict[str, Any]:
    """A card to tick: what is printed on it, and what it costs or owes."""
    card = held.card
    return {
        "name": held.name,
        "ticked": held.ticked,
        "added": held.added,
        "colour": card.colour,
        "title": _title(check, card),
        "price": check.price(card),
        "debt": card.debt,
    }


def _title(check: _Check, card: Card) -> str:
    """What stands large: category and number of a template, the name of a known kodik."""
    if card.track == "templates":
        return f"{card.category}{'' if card.number is None else card.number}"
    kodik = check.state.box.kodik(card.id) if card.id else None
    if kodik and kodik.title:
        return kodik.title
    number = "" if card.number is None else f" {card.number}"
    return headed(str(COLOUR_NAMES[card.colour or "blue"])) + number


def _add(check: _Check) -> dict[str, Any]:
    """The cards that can be added: by kind, or one of the box by its name."""
    state = check.state
    kinds: list[tuple[Track, str | None]] = [("templates", each) for each in state.prices.templates]
    kinds.append(("kodiki", None))
    held = {each.card.id for each in check.asked.hand}
    return {
        "open": any(check.query.getlist("add") + check.query.getlist("drop")),
        "rows": [
            (
                category or pgettext("term", "kodik"),
                [_addable(check, Card(track, colour, category)) for colour in COLOURS],
            )
            for track, category in kinds
        ],
        "cards": [
            (TRACK_NAMES["templates"], list(_of_box(state.box.templates, held))),
            (TRACK_NAMES["kodiki"], list(_of_box(state.box.kodiki, held))),
        ],
        "debt": check.query.get("debt", "") if check.asked.unread else "",
    }


def _addable(check: _Check, card: Card) -> dict[str, Any]:
    return {
        "name": address_of(card),
        "colour": card.colour,
        "said": card_name(card),
        "price": check.price(card),
    }


def _of_box(cards: Iterable[Template | Kodik], held: set[str | None]) -> Iterator[tuple[str, str]]:
    """Each card of the box that is not held: its name in the address, and its label."""
    for card in cards:
        if card.id not in held:
            title = card.title or card.code.split("\n")[0][:30]
            printed = (
                f"{card.category}{card.number}"
                if isinstance(card, Template)
                else str(COLOUR_NAMES[card.colour])
            )
            yield f"@{card.id}", f"{card.id} · {printed} · {title}"


def _chips(check: _Check) -> dict[str, Any]:
    """Where the pythons stand, to be set where no table has them."""
    return {
        "other": check.tracks != check.state.tracks,
        "segments": [(segment, roman(segment)) for segment in SEGMENTS],
        "tracks": [
            (
                track,
                TRACK_NAMES[track],
                [(colour, check.tracks.of(track).of(colour)) for colour in COLOURS],
            )
            for track in TRACKS
        ],
    }


# -- the verdict


def _verdict(check: _Check) -> dict[str, Any]:
    """Whether the ticked cards fit: `tone` yes, no or "", two lines, and the sum."""
    if check.best and check.turn:
        return _fits(check, check.best, check.turn)
    if not check.asked.ticked:
        said = _("Tick the cards that may go") if check.asked.hand else _("No cards yet: add some")
        return {"tone": "", "said": said, "more": "", **_open_sum(check)}
    first, *others = checker.reasons(check.asked.ticked, check.wanted)
    more = miss_said(check.misses[0]) if check.misses else ""
    if check.of_hand.count:
        more = _("With the cards that are not ticked it fits: %(payout)s") % {
            "payout": check.of_hand.best[0].payout
        }
    elif others and not more:
        more = reason_said(others[0])
    return {"tone": "no", "said": reason_said(first), "more": more, **_open_sum(check)}


def _fits(check: _Check, best: Found, turn: Turn) -> dict[str, Any]:
    left = checker.without(check.asked.ticked, best.cards)
    told = {
        "tone": "no" if turn.short else "yes",
        "said": fits_said(best, turn),
        "more": fits_more(best, turn, left, check.of_ticked.count),
        "terms": _terms(check, best),
        "payout": str(best.payout),
    }
    if check.server:
        told |= {"tone": "no", "said": _("Already served: %(name)s") % {"name": check.server}}
    elif check.player in check.state.customers_this_round:
        told["more"] = _("%(name)s: one customer this round already") % {
            "name": check.names[check.player]
        }
    return told


def _terms(check: _Check, found: Found) -> list[dict[str, Any]]:
    """The prices of a set and the bonus, one after the other."""
    terms = [
        _term(check, card, str(price))
        for card, price in zip(found.cards, found.prices, strict=True)
    ]
    return [*terms, _bonus(found.bonus)]


def _term(check: _Check, card: Card, number: str) -> dict[str, Any]:
    label = _title(check, card) if card.track == "templates" else ""
    return {"number": number, "colour": card.colour, "label": label, "said": card_name(card)}


def _bonus(bonus: int) -> dict[str, Any]:
    return {"number": str(bonus), "colour": None, "label": pgettext("term", "bonus")}


def _open_sum(check: _Check) -> dict[str, Any]:
    """The sum of the nearest set, with a question mark for each card that is missing."""
    near = check.misses[0] if check.misses else None
    if near is None:
        words = [pgettext("term", "template"), *[pgettext("term", "kodik")] * check.wanted.kodiki]
        terms = [{"number": "?", "colour": None, "label": word} for word in words]
    else:
        terms = [_term(check, card, str(check.price(card))) for card in near.cards]
        terms += [_term(check, card, "?") for card in near.missing]
    return {"terms": [*terms, _bonus(check.wanted.bonus)], "payout": "?"}


# -- keys: what to record


def _keys(check: _Check) -> dict[str, Any]:
    """The next step of the turn, and the way to the market; `why` not, if there is none."""
    turn, best = check.turn, check.best
    cards = best.cards if best else check.asked.ticked
    involved = (*cards, *(turn.sell_first if turn else ()))
    why = ""
    if check.tracks != check.state.tracks:
        why = _("At the prices set here nothing can be sold.")
    elif checker.without(involved, check.asked.recorded):
        why = _("A card added here is not in the recorded hand, so it cannot be sold.")
    main = _next_step(check, best, turn) if best and turn and not check.server else None
    market = None if main and main["move"] == "sell" else _to_market(check, cards)
    return {
        "why": why if main or market else "",
        "main": None if why else main,
        "market": None if why else market,
        "payout": best.payout if best else None,
    }


def _next_step(check: _Check, best: Found, turn: Turn) -> dict[str, Any] | None:
    """Sell to the market what pays for redeeming, redeem card by card, then the customer."""
    if turn.short:
        return None
    if turn.sell_first:
        key = _market_key(check, turn.sell_first, turn.sold)
        return {**key, "said": sell_first_said(turn)}
    if turn.redeem:
        card = turn.redeem[0]
        label = _("Redeem for %(debt)s") % {"debt": card.debt}
        key = _key("redeem", label, player=check.player, card=card)
        return {**key, "said": redeem_said(card)}
    wanted = check.wanted
    customer = (
        {"id": wanted.id}
        if wanted.id
        else {"bonus": wanted.bonus, "colours": wanted.colours, "kodiki": wanted.kodiki}
    )
    label = _("Sell for %(payout)s") % {"payout": best.payout}
    return _key("sell_to_customer", label, player=check.player, customer=customer, cards=best.cards)


def _to_market(check: _Check, cards: Sequence[Card]) -> dict[str, Any] | None:
    """The key that sells the cards to the market, all as one sum."""
    brings = checker.brings(cards, check.market)
    if not cards or (check.tokens is not None and check.tokens + brings < 0):
        return None
    return _market_key(check, cards, brings)


def _market_key(check: _Check, cards: Sequence[Card], brings: int) -> dict[str, Any]:
    label = _("To the market for %(sum)s") % {"sum": signed(brings)}
    return _key("sell", label, player=check.player, cards=cards)


def _key(move: str, label: str, **args: Any) -> dict[str, Any]:
    for name, value in args.items():
        if isinstance(value, Card):
            args[name] = name_of(value)
        elif isinstance(value, tuple):
            args[name] = [name_of(card) for card in value]
    return {"move": move, "label": label, "args": args}


# -- all sets


def _sets(check: _Check) -> dict[str, Any]:
    """All sets of the hand, best payout first; ticking one by one or a set at a time."""
    places: dict[Card, list[str]] = {}
    for each in check.asked.hand:
        places.setdefault(each.card, []).append(each.name)
    ticked = sorted(each.name for each in check.asked.hand if each.ticked)
    rows = [_set(check, found, places, ticked) for found in check.of_hand.best]
    return {
        "count": check.of_hand.count,
        "rows": rows[:MOST_SETS],
        "folded": rows[MOST_SETS:],
        "unshown": check.of_hand.count - len(rows),
    }


def _set(
    check: _Check, found: Found, places: dict[Card, list[str]], ticked: list[str]
) -> dict[str, Any]:
    left = {card: iter(names) for card, names in places.items()}
    names = [next(left[card]) for card in found.cards]
    turn = check.turn_of(found)
    notes = [_("This program solves the task")] if found.solution else []
    if not found.checked:
        notes.append(_("Compare the program yourselves"))
    if turn.owed:
        notes.append(_("Redeem first: %(sum)s") % {"sum": turn.owed})
    if turn.short:
        notes.append(_("Lacking: %(tokens)s") % {"tokens": turn.short})
    elif turn.sell_first:
        notes.append(_("Sell before: %(cards)s") % {"cards": several(turn.sell_first)})
    return {
        "terms": _terms(check, found),
        "payout": found.payout,
        "notes": notes,
        "only": ",".join(names),
        "chosen": sorted(names) == ticked,
    }


# -- the whole turn, and what is missing


def _turn(check: _Check) -> dict[str, Any] | None:
    """The best set's turn as one sum, its steps, and the market beside it."""
    turn = check.turn
    if turn is None:
        return None
    terms, total, word = _turn_sum(turn)
    return {
        "terms": terms,
        "total": signed(total),
        "word": word,
        "known": turn.tokens is not None,
        "left": turn.left if turn.redeem and not turn.short else None,
        "redeem": cards_named(turn.redeem, owing=True),
        "sell_first": several(turn.sell_first),
        "sold": turn.sold,
        "short": turn.short,
        "market": market_said(turn),
    }


def _turn_sum(turn: Turn) -> tuple[list[tuple[str, int, str]], int, str]:
    """The turn as a sum: its terms (sign, tokens, word), what it comes to, and what that is.

    A turn that is not possible goes no further than redeeming.
    """
    customer = ("+", turn.payout, pgettext("term", "customer"))
    debts = [("−", card.debt, pgettext("term", "redeemed")) for card in turn.redeem]
    if turn.left is None or turn.after is None or turn.tokens is None:
        return [("", *customer[1:]), *debts], turn.net, pgettext("term", "gain")
    before = [("", turn.tokens, pgettext("term", "now"))]
    if turn.sold:
        before.append(("+", turn.sold, pgettext("term", "market")))
    if turn.short:
        return [*before, *debts], turn.left, pgettext("term", "lacking")
    return [*before, *debts, customer], turn.after, pgettext("term", "then")


def _miss(check: _Check, miss: Miss) -> dict[str, Any]:
    """What would complete a set; whether it is held already, only not ticked."""
    unticked = checker.without(check.asked.cards, check.asked.ticked)
    kinds = [_kind(card) for card in unticked]
    return {
        "cards": [(card.colour, _term(check, card, "")["label"]) for card in miss.missing],
        "said": headed(missing_said(miss.missing)),
        "payout": miss.payout,
        "held": all(_kind(card) in kinds for card in miss.missing),
    }


def _kind(card: Card) -> tuple[Any, ...]:
    return card.track, card.colour, card.category
