"""How a view of the interface reaches an act: as the desk's views do, by the same tables and arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.urls import URLPattern, path
from django.utils.text import capfirst
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.bodies import Body, body_of
from portal.api.idempotency import once_of
from portal.api.schema import done
from portal.api.views import ApiView
from portal.web.words import Words
from tournaments.acts.frame import AnyAct, answer_of
from tournaments.requests.access import reach
from tournaments.requests.act_urls import perform
from tournaments.wording.acts import DONE


class StaffView(ApiView):
    """A view of the desk."""

    def access(self, right: str | None, place: Mapping[str, Any]) -> Any:
        """What the address names. Raises Http404 or `Denied`."""
        return reach(self.user, right, place)


def api_operation(
    act: AnyAct,
    kind: str,
    summary: Words = "",
    *,
    body: type[Body] | str = "",
    answer: type | None = None,
    status: int = 200,
) -> Callable[..., Response]:
    """The method that does ``act``: its target is what the address names, its other arguments are the body.
    ``kind``, ``summary``: of the operation, which without one says what the journal does; ``body``: where it
    is not made of the act's signature, or the name under which the description has it, where that is not the
    act's; ``answer``: where the description is to say more of it than the act does; ``status``: 201 where
    something comes of it, 202 where a worker does it."""
    sent = body if isinstance(body, type) else body_of(body or f"{_title(act)}Body", act)

    @done(kind, summary or act_heading(act), sent, answer or answer_of(act), status=status)
    def post(self: StaffView, request: Request, **place: Any) -> Response:
        access = self.access(act.right, place)
        values = self.body(sent)
        once = once_of(request, self.user)
        return Response(perform(act, access, place, values, once), status=status)

    post.act = name_of(act)  # type: ignore[attr-defined]  # what the list of acts without an address asks
    return post


def name_of(act: AnyAct) -> str:
    """By which the journal and the list of acts know it."""
    return str(getattr(act, "name", act.__name__))


def act_heading(act: AnyAct) -> Words:
    """What the journal says of it, as a heading."""
    words: Words = capfirst(DONE[name_of(act)])  # type: ignore[type-var]  # its stub knows no union
    return words


def api_act_url(
    address: str,
    act: AnyAct,
    scope: str,
    kind: str,
    summary: Words = "",
    *,
    view: type[StaffView] = StaffView,
    **how: Any,
) -> URLPattern:
    """Make an address, called like the act, at which a program whose token has ``scope`` does it."""
    members = {"scopes": {"POST": scope}, "post": api_operation(act, kind, summary, **how)}
    made: type[StaffView] = type(_title(act), (view,), members)
    return path(address, made.as_view(), name=f"api_{act.__name__}")


def _title(act: AnyAct) -> str:
    """``withdraw_team`` as ``WithdrawTeam``."""
    return act.__name__.title().replace("_", "")
