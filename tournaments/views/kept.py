"""A form that was sent after the session had ended: shown again after sign-in, to be sent or forgotten."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.views.frame import KEPT, staff

SECRET = frozenset({"once", "seen"})


@staff("GET")
def kept(request: HttpRequest) -> HttpResponse:
    """The page carries the values from here on; the session forgets them."""
    found = request.session.pop(KEPT, None)
    if found is None:
        return redirect("desk")
    values = [(name, value) for name, values in found["data"].items() for value in values]
    shown = [(name, value) for name, value in values if name not in SECRET and value]
    context = {"path": found["path"], "values": values, "shown": shown}
    return render(request, "tournaments/desk/kept.html", context)
