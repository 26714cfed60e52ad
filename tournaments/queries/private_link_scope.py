"""Tell what is somebody's own: behind a private link, and of a captain's account."""

from __future__ import annotations

from portal.accounts.models import User
from portal.policy import Denied
from tournaments.models import (
    Application,
    CaptainLink,
    Entry,
    Event,
    Membership,
    Pairing,
    PlayerLink,
    Quota,
    Round,
    Seat,
    Section,
    Team,
)

PrivateLink = PlayerLink | CaptainLink | Application | Quota


def journal_party(link: PrivateLink) -> str:
    """As whom the journal knows a player, a captain, an applicant or an office, who has no account."""
    if isinstance(link, Application | Quota):
        return f"{'quota' if isinstance(link, Quota) else 'application'}:{link.pk}"
    return f"team:{link.team_id}" if isinstance(link, CaptainLink) else f"entry:{link.entry_id}"


def as_it_stands(by: User | PrivateLink, act: str, *, event: Event | None = None) -> User | PrivateLink:
    """Read anew who acts; one query, with what the account may do at ``event``."""
    # A request that has waited for a lock may have been let in by what is revoked by now.
    fresh: User | PrivateLink | None
    if isinstance(by, PlayerLink):
        fresh = PlayerLink.objects.select_related("entry").filter(pk=by.pk, revoked_at=None).first()
    elif isinstance(by, CaptainLink):
        fresh = CaptainLink.objects.select_related("team").filter(pk=by.pk, revoked_at=None).first()
    elif isinstance(by, Application | Quota):
        # Their links are not dated: who gets a new one has another secret, who has none, none.
        fresh = type(by).objects.filter(pk=by.pk, secret_digest=by.secret_digest).first()
    elif by.token is not None:
        fresh = by.token.owner_as_it_stands()
        if fresh is not None:
            # The tables ask how far it reaches.
            fresh.token = by.token
    else:
        fresh = _account(by, event)
    if fresh is None or (isinstance(fresh, User) and not fresh.is_active):
        raise Denied(act)
    return fresh


def _account(user: User, event: Event | None) -> User | None:
    at_event = Membership.objects.filter(user=user.pk, event=event).select_related("user")
    memberships = [] if event is None else list(at_event)
    fresh = memberships[0].user if memberships else User.objects.filter(pk=user.pk).first()
    if fresh is not None and event is not None:
        fresh.memberships_read = {event.pk: memberships}
    return fresh


def link_permits(link: PlayerLink, target: object) -> bool:
    """Tell whether the link opens, as the request has read it, and to this target."""
    if link.revoked_at is not None:
        return False
    if isinstance(target, list):
        return all(link_permits(link, item) for item in target)
    if isinstance(target, Entry):
        return target.pk == link.entry_id
    if isinstance(target, Round | Section):
        return link.entry.section_id == (target.section_id if isinstance(target, Round) else target.pk)
    # A table where the player sits, and what belongs to that table's game.
    pairing = target if isinstance(target, Pairing) else getattr(target, "pairing", None)
    return pairing is not None and Seat.objects.filter(entry=link.entry_id, pairing=pairing).exists()


def is_of_applicant(application: Application, target: object) -> bool:
    """Whether it is the application itself, or the entry that came of it."""
    return application.entry_id == target.pk if isinstance(target, Entry) else application == target


def quota_key(target: object) -> int | None:
    """Under which quota somebody is entered, or which quota it is."""
    if isinstance(target, Quota):
        return target.pk
    return target.quota_id if isinstance(target, Application) else None


def captain_link_permits(link: CaptainLink, section: int | None) -> bool:
    """Whether the link opens, as the request has read it, and to a team of the section with this id."""
    return link.revoked_at is None and link.team.section_id == section


def section_key(scope: Event | Section | Round | None) -> int | None:
    """The id of the section that it is or belongs to."""
    if isinstance(scope, Round):
        return scope.section_id
    return scope.pk if isinstance(scope, Section) else None


def check_captain(act: str, by: User | PrivateLink, team: Team) -> None:
    """Whether ``by`` speaks for this team. Raises `Denied`."""
    is_captain = by.team_id == team.pk if isinstance(by, CaptainLink) else by.pk == team.captain_id
    if not is_captain:
        raise Denied(act)


def is_captain(user: User) -> bool:
    """Whether the account is that of a captain anywhere."""
    return Team.objects.filter(captain_id=user.pk).exists()


def has_team(user: User | None, section: int | None) -> bool:
    """Whether the account is that of a captain in the section with this id."""
    if user is None or not user.is_active:
        return False
    return Team.objects.filter(section=section, captain_id=user.pk).exists()
