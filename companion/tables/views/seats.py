"""Seats: sit down, take over, add, rename, move round the table, set aside."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.http import Request, render
from companion.tables import answers, models, seating
from companion.tables.forms import SeatForm
from companion.tables.here import AtTable, at_table
from companion.tables.record import locked_or_gone, raise_tick
from companion.tables.views.table import to_table


@require_safe
@answers.of_table
def choose(request: Request, token: str) -> HttpResponse:
    """Who are you at this table? Where the QR and the code lead."""
    at = at_table(request, token)
    request.phone.remember(at.table.token)
    return render(request, "tables/seats.html", _context(at))


def _context(at: AtTable, **more: Any) -> dict[str, Any]:
    form = SeatForm(initial={"figure": seating.free_figure(at.seats)})
    newest = at.table.plays.last()
    return {
        "at": at,
        "form": form,
        "taken": {seat.figure for seat in at.seats},
        "newest": newest,
        "full": len(at.seats) >= seating.MOST_SEATS,
        **more,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@answers.of_table
def add(request: Request, token: str) -> HttpResponse:
    """A new player; with `sit` this phone sits down there at once."""
    at = at_table(request, token)
    if request.method != "POST":
        return render(request, "tables/add_seat.html", _context(at), part="sheet")
    form = SeatForm(request.POST)
    with transaction.atomic():
        table = locked_or_gone(token)
        seats = list(table.seats.all())
        full = len(seats) >= seating.MOST_SEATS
        if full or not form.is_valid():
            return render(
                request, "tables/add_seat.html", _context(at, form=form, full=full), status=422
            )
        seat = seating.add_seat(
            table, seats, form.cleaned_data["name"], form.cleaned_data["figure"]
        )
        if request.POST.get("sit"):
            seating.sit(seats, seat, request.phone.id)
        raise_tick(table)
    return to_table(token)


@require_http_methods(["GET", "HEAD", "POST"])
@answers.of_table
def edit(request: Request, token: str, seat: str) -> HttpResponse:
    """One seat: name, figure, place, aside."""
    at = at_table(request, token)
    mine = _seat(at.seats, seat)
    if request.method != "POST":
        initial = {"name": mine.given_name, "figure": mine.figure}
        return _edit_page(request, at, mine, SeatForm(initial=initial))
    form = SeatForm(request.POST)
    if not form.is_valid():
        return _edit_page(request, at, mine, form, status=422)
    with transaction.atomic():
        table = locked_or_gone(token)
        seats = list(table.seats.all())
        mine = _seat(seats, seat)
        mine.figure = form.cleaned_data["figure"]
        others = [each for each in seats if each.pk != mine.pk]
        seating.call(mine, form.cleaned_data["name"], others)
        mine.save(update_fields=["given_name", "figure"])
        raise_tick(table)
    return to_table(token)


def _edit_page(
    request: Request, at: AtTable, seat: models.Seat, form: SeatForm, status: int = 200
) -> HttpResponse:
    others = {each.figure for each in at.seats if each.pk != seat.pk}
    context = {"at": at, "seat": seat, "form": form, "taken": others}
    return render(request, "tables/seat.html", context, part="sheet", status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@answers.of_table
def sit(request: Request, token: str, seat: str) -> HttpResponse:
    """Sit down. A seat with another phone on it is taken over only after a question."""
    at = at_table(request, token)
    if request.method != "POST":
        return _take_over_page(request, at, _seat(at.seats, seat))
    with transaction.atomic():
        table = locked_or_gone(token)
        seats = list(table.seats.all())
        mine = _seat(seats, seat)
        if mine.phone not in ("", request.phone.id) and not request.POST.get("sure"):
            return _take_over_page(request, at, mine)
        seating.sit(seats, mine, request.phone.id)
        raise_tick(table)
    url = at_table(request, token).board_url
    return HttpResponseRedirect(url, status=303)


def _take_over_page(request: Request, at: AtTable, seat: models.Seat) -> HttpResponse:
    return render(request, "tables/take_over.html", {"at": at, "seat": seat}, part="sheet")


@require_POST
@answers.of_table
def stand_up(request: Request, token: str) -> HttpResponse:
    """This phone leaves its seat; the seat and all its points stay."""
    with transaction.atomic():
        table = locked_or_gone(token)
        table.seats.filter(phone=request.phone.id).update(phone="")
        raise_tick(table)
    return to_table(token)


@require_POST
@answers.of_table
def move(request: Request, token: str, seat: str, way: str) -> HttpResponse:
    """One place earlier or later round the table."""
    with transaction.atomic():
        table = locked_or_gone(token)
        seats = list(table.seats.all())
        seating.move(seats, _seat(seats, seat), -1 if way == "up" else 1)
        raise_tick(table)
    return HttpResponseRedirect(reverse("seat", args=[token, seat]), status=303)


@require_POST
@answers.of_table
def aside(request: Request, token: str, seat: str, way: str) -> HttpResponse:
    """Set a seat aside (it keeps its name and results), or bring it back."""
    with transaction.atomic():
        table = locked_or_gone(token)
        mine = _seat(list(table.seats.all()), seat)
        mine.aside = way == "aside"
        mine.phone = "" if mine.aside else mine.phone
        mine.save(update_fields=["aside", "phone"])
        raise_tick(table)
    return to_table(token)


def _seat(seats: list[models.Seat], pk: str) -> models.Seat:
    seat = next((each for each in seats if str(each.pk) == pk), None)
    if seat is None:
        raise Http404
    return seat
