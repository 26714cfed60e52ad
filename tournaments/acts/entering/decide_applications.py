"""What an organiser does with applications: deciding them, and giving one a new link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypedDict

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.push.subscribing import end_subscriptions
from portal.web.fields import Field
from portal.web.private_links import new_secret
from tournaments.acts.arguments import Reason
from tournaments.acts.entering.admission import admit, save_and_notify, send_letters
from tournaments.acts.entering.applications import APPLICATION, ApplicationMoved, answer_of, check_move
from tournaments.acts.frame import SECTION, ActResult, act
from tournaments.models import Application, PlayerLink, Section
from tournaments.pages.followed_scopes import scope_of_application, scope_of_entry
from tournaments.policy import Act, acts_of
from tournaments.queries.entering.applications import APPLICANT_LINK, in_line
from tournaments.queries.entering.quotas import room_of
from tournaments.queries.invitations import LINK
from tournaments.state.applications import DECISIONS, MOVES, REASONED, Move

State = Application.State


class ApplicationsDecided(TypedDict):
    """``states``: by id of the application, what it is now."""

    states: dict[str, str]


@act(on=SECTION, right=Act.ENTER_PLAYER, done=_("applications decided"))
def decide_applications(
    *,
    section: Section,
    applications: Annotated[
        Sequence[int], Field(longest=500, item=Field(least=1), help=_("Ids of the applications."))
    ],
    decision: Annotated[str, Field(choices=tuple(map(str, DECISIONS)))],
    by: User,
    reason: Reason = "",
    another: Annotated[bool, Field(help=_("Not the known player of this name, but someone else."))] = False,
    once: str = "",
) -> ActResult[ApplicationsDecided]:
    """One or many at once, all of them or none. ``decision``: of `DECISIONS`. Who is accepted where no place
    is free waits; nobody is made to wait where one is, for all who come later would wait behind. Who had
    withdrawn and applies again is reinstated, by whoever may do that. ``reason``: what the applicants are
    asked for, or why they are rejected; they read it. ``another``: these are other persons than the players
    known by their names.

    Refusals: ``nobody-selected``, ``no-such-application``, ``unknown-decision``, ``application-state``,
    ``reason-needed``, ``places-are-free``, those of `enter_player`.
    """
    if decision not in DECISIONS:
        raise Refusal("unknown-decision", field="decision")
    move = Move(decision)
    if move in REASONED and not reason:
        raise Refusal("reason-needed", field="reason")
    if not applications:
        raise Refusal("nobody-selected", field="applications")
    chosen = list(section.applications.filter(pk__in=applications).order_by("turn"))
    if len(chosen) < len(set(applications)):
        raise Refusal("no-such-application", field="applications")
    if move is Move.WAIT:
        _check_nothing_free(section, chosen)
    before = {str(application.pk): str(application.state) for application in chosen}
    for application in chosen:
        application.section = section
        check_move(application, move)
        application.state = State(MOVES[move][1])
        application.note = reason if move in REASONED else ""
    if move is Move.ACCEPT:
        returning = Act.REINSTATE in acts_of(by, section.event)
        admit(section, chosen, another=another, returning=returning)
    save_and_notify(chosen, ["state", "entry", "team", "note"])
    states = {str(application.pk): str(application.state) for application in chosen}
    return ActResult(
        {"states": states},
        before={"applications": before},
        after={"decision": decision, "applications": states},
    )


def _check_nothing_free(section: Section, applications: Sequence[Application]) -> None:
    """Raises the `Refusal` ``places-are-free``."""
    room = room_of(section)
    least: dict[int | None, int] = {}
    for application in applications:
        least[application.quota_id] = min(application.size, least.get(application.quota_id, application.size))
    for quota, players in least.items():
        if room.fits(players, quota) and not in_line(section, quota).exists():
            raise Refusal("places-are-free", field="decision")


@act(on=APPLICATION, right=Act.ISSUE_LINKS, done=_("new link of an application"))
def renew_application_link(
    *, application: Application, by: User, once: str = ""
) -> ActResult[ApplicationMoved]:
    """What the applicant had opens nothing any more, as a link that was lost or seen by others; in a restored
    event there is none before. Who plays has a new player's link as well, to which it leads. By letter where
    there is an address; the desk sees it in any case."""
    secret = new_secret(APPLICANT_LINK)
    application.salt, application.secret_digest = secret["salt"], secret["secret_digest"]
    application.save(update_fields=["salt", "secret_digest"])
    end_subscriptions(scopes=[scope_of_application(application.pk)])
    entry = application.entry
    if entry is not None and application.quota_id is None:
        PlayerLink.objects.filter(entry=entry, revoked_at=None).update(revoked_at=timezone.now())
        end_subscriptions(scopes=[scope_of_entry(entry.pk)])
        PlayerLink.objects.create(entry=entry, created_by=by, **new_secret(LINK))
    send_letters([application])
    return ActResult(answer_of(application))
