"""The site's addresses and one more, whose page breaks."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

from companion.urls import handler500, urlpatterns

__all__ = ["handler500", "urlpatterns"]


def breaks(request: HttpRequest) -> HttpResponse:
    secret = "the password of the database"
    raise RuntimeError(secret)


urlpatterns = [path("breaks/", breaks), *urlpatterns]
