"""How a view of the interface reaches an act: as the desk's views do, by the same tables and arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.bodies import Body, body_of
from portal.api.idempotency import once_of
from portal.api.schema import Words, done
from portal.api.views import ApiView
from tournaments.acts.frame import Doing
from tournaments.requests.access import reach
from tournaments.requests.acting import perform


class StaffView(ApiView):
    """A view of the desk."""

    def access(self, right: str | None, place: Mapping[str, Any]) -> Any:
        """What the address names. Raises Http404 or `Denied`."""
        return reach(self.user, right, place)


def doing(
    act: Doing, body: type[Body] | str, shape: Any, kind: str, summary: Words, *, status: int = 200
) -> Callable[..., Response]:
    """The method that does ``act``: its target is what the address names, its other arguments are the body.
    ``body``: or the name under which the description has the one made of the act; ``kind``, ``summary``: of
    the operation; ``status``: 201 where something comes of it, 202 where a worker does it."""
    sent = body_of(body, act) if isinstance(body, str) else body

    @done(kind, summary, sent, shape, status=status)
    def post(self: StaffView, request: Request, **place: Any) -> Response:
        access = self.access(act.right, place)
        values = self.body(sent)
        once = once_of(request, self.user)
        return Response(perform(act, access, place, values, once), status=status)

    return post
