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
WAITS = "."
"""Before a phone's id, where no phone's begins so: the owner of a notebook that waits for it."""


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
    """Ask, then make the notebook this phone's, with the seat that its owner sat on."""
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
    others = at.play.notebooks.exclude(pk=notebook.pk) if notebook else at.play.notebooks
    own = others.filter(owner=at.phone).exists()
    context = context_of(request, at) | {"usable": notebook is not None, "own": own}
    return render(request, "tables/take_notebook.html", context, status=200 if notebook else 410)


def _of_ticket(play: models.Play, ticket: str) -> models.Notebook | None:
    """The notebook that a ticket gives; None once it is used, too old or not ours."""
    try:
        pk, moved = signing.loads(ticket, salt=SALT, max_age=SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return play.notebooks.filter(pk=pk, moved=moved).first()


def _give(notebook: models.Notebook, phone: str) -> None:
    """Change its owner. Nobody else gets the one that the phone has in this play itself.

    That one waits, seen by nobody, until the phone gives this one away.
    """
    notebooks, before = notebook.play.notebooks, notebook.owner
    own = notebooks.filter(owner=phone).exclude(pk=notebook.pk).first()
    if own:
        _rename(own, _free_name(notebook.play, WAITS + phone))
    _rename(notebook, phone)
    back = max(notebooks.filter(owner__endswith=WAITS + before), key=_turn, default=None)
    if back and before != phone:
        _rename(back, before)


def _rename(notebook: models.Notebook, owner: str) -> None:
    notebook.owner, notebook.moved = owner, notebook.moved + 1
    notebook.save(update_fields=["owner", "moved"])


def _free_name(play: models.Play, name: str) -> str:
    """The name, once more marked as waiting for each notebook that waits already."""
    while play.notebooks.filter(owner=name).exists():
        name = WAITS + name
    return name


def _turn(notebook: models.Notebook) -> int:
    """The last that was put away comes back first."""
    return len(notebook.owner)
