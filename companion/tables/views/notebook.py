"""A private notebook goes to another phone: by a QR that is good once, for five minutes."""

from __future__ import annotations

from django.core import signing
from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from companion.http import Request, render
from companion.tables import answers, models, qr, seating
from companion.tables.context import context_of
from companion.tables.here import AtPlay, at_play
from companion.tables.record import locked_or_gone, raise_tick

SECONDS = 300
SALT = "notebook"


@require_safe
@answers.of_table
def hand_over(request: Request, token: str, number: str) -> HttpResponse:
    """The QR by which the owner takes the notebook to another phone. 404 for everybody else."""
    at = at_play(request, token, int(number))
    notebook = at.play.notebooks.filter(owner=at.phone).first() if at.phone else None
    if notebook is None:
        raise Http404
    ticket = signing.dumps([notebook.pk, notebook.moved], salt=SALT)
    link = qr.link(request, reverse("take_notebook", args=[token, number, ticket]))
    return render(request, "tables/hand_over.html", context_of(request, at) | {"link": link})


@require_http_methods(["GET", "HEAD", "POST"])
@answers.of_table
def take(request: Request, token: str, number: str, ticket: str) -> HttpResponse:
    """Ask, then make the notebook this phone's, with the seat that its owner sat on.

    The other phone gets the notebook that this one had in the play, if any.
    """
    at = at_play(request, token, int(number))
    if request.method != "POST":
        return _page(request, at, _of_ticket(at.play, ticket))
    with transaction.atomic():
        table = locked_or_gone(token)
        notebook = _of_ticket(at.play, ticket)
        if notebook is None:
            return _page(request, at, None)
        seats = list(table.seats.all())
        seat = next((each for each in seats if each.phone == notebook.owner), None)
        if seat:
            seating.sit(seats, seat, request.phone.id)
        _give(notebook, request.phone.id)
        raise_tick(table)
    request.phone.remember(token)
    return HttpResponseRedirect(at.play.url, status=303)


def _page(request: Request, at: AtPlay, notebook: models.Notebook | None) -> HttpResponse:
    context = context_of(request, at) | {"usable": notebook is not None}
    return render(request, "tables/take_notebook.html", context, status=200 if notebook else 410)


def _of_ticket(play: models.Play, ticket: str) -> models.Notebook | None:
    """The notebook that a ticket gives; None once it is used, too old or not ours."""
    try:
        pk, moved = signing.loads(ticket, salt=SALT, max_age=SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return play.notebooks.filter(pk=pk, moved=moved).first()


def _give(notebook: models.Notebook, phone: str) -> None:
    """Change its owner; where the phone had one of its own in this play, they change places."""
    own = notebook.play.notebooks.filter(owner=phone).exclude(pk=notebook.pk).first()
    before, notebook.owner, notebook.moved = notebook.owner, phone, notebook.moved + 1
    if own:
        own.owner, own.moved = f"-{own.pk}", own.moved + 1
        own.save(update_fields=["owner", "moved"])
    notebook.save(update_fields=["owner", "moved"])
    if own:
        own.owner = before
        own.save(update_fields=["owner"])
