"""Joining by the short code that somebody says aloud."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from companion import limits
from companion.http import Request, render
from companion.tables.forms import CodeForm
from companion.tables.models import Table


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: Request) -> HttpResponse:
    """Type a code, find the table, choose a seat."""
    if request.method != "POST":
        return render(request, "tables/join.html", {"form": CodeForm()})
    form = CodeForm(request.POST)
    try:
        limits.take("codes", limits.CODES, limits.address(request))
        limits.check("all-codes", limits.CODES_IN_ALL)  # or a right code would still tell itself
        table = _found(form)
        if table is None:  # only wrong codes wear out what all may try
            limits.take("all-codes", limits.CODES_IN_ALL)
    except limits.TooMany as fault:
        context = {"form": form, "seconds": fault.seconds}
        response = render(request, "tables/join.html", context, status=429)
        response["Retry-After"] = str(fault.seconds)
        return response
    if table is None:
        return render(request, "tables/join.html", {"form": form}, status=422)
    return HttpResponseRedirect(reverse("seats", args=[table.token]), status=303)


def _found(form: CodeForm) -> Table | None:
    """The table of that code while joining is open; else the form says what to do."""
    if not form.is_valid():
        return None
    code = form.cleaned_data["code"]
    table = Table.objects.filter(code=code, deleted_at=None).first()
    if table and table.joinable:
        return table
    # One answer for a closed table and for none: a code tells strangers nothing.
    said = _("No open table has the code %(code)s.") % {"code": f"{code[:3]} {code[3:]}"}
    form.add_error("code", said)
    return None
