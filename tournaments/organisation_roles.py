"""Who may do what for an organisation: a table, as data, beside those of `tournaments.policy`.

An office reaches down: who holds one in a federation may do the same for every organisation below it. A
person belongs to the organisation whose event registered it, anybody else to the national one of the
federation.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from tournaments.models import Creator, Handover, Office, Organisation, Person, Quota, Site
from tournaments.models.site import the_site

if TYPE_CHECKING:
    from portal.accounts.models import User

CREATE, EDIT, NAME, ACCEPT = "found_organisation", "edit_organisation", "name_officer", "accept_event"
FEDERATION, MOVE = "set_federation", "move_organisation"
SEE, ENTER = "see_organisation", "enter_own_players"
KEEP_RATINGS = "keep_ratings"
KEEP_APPS = "keep_apps"
KEEP_CIRCUITS = "keep_circuits"
KEEP_LICENCES, CHECK_LICENCE = "keep_licences", "check_licence"
_OFFICER, _REGISTRAR, _WEBMASTER = Office.Role.OFFICER, Office.Role.REGISTRAR, Office.Role.WEBMASTER
_TREASURER, _RATING_OFFICER = Office.Role.TREASURER, Office.Role.RATING_OFFICER
# Site administrators may do all of it for every organisation.
OFFICES: Mapping[str, frozenset[Office.Role]] = {
    SEE: frozenset(Office.Role),
    CREATE: frozenset({_OFFICER}),
    EDIT: frozenset({_OFFICER, _WEBMASTER}),
    NAME: frozenset({_OFFICER}),
    ACCEPT: frozenset({_OFFICER}),
    FEDERATION: frozenset(),
    MOVE: frozenset(),
    "create_event": frozenset({_OFFICER}),
    "keep_register": frozenset({_OFFICER, _REGISTRAR}),
    ENTER: frozenset({_OFFICER, _REGISTRAR}),
    KEEP_RATINGS: frozenset({_OFFICER, _RATING_OFFICER}),
    KEEP_CIRCUITS: frozenset({_OFFICER, _RATING_OFFICER}),
    KEEP_LICENCES: frozenset({_OFFICER, _REGISTRAR}),
    CHECK_LICENCE: frozenset(Office.Role),
    KEEP_APPS: frozenset({_OFFICER, _WEBMASTER}),
}
# What an office may do at the events of the organisation and of everything below it, without a role there.
# Who pairs and decides is appointed at the event; an officer can appoint.
IN_EVENTS: Mapping[str, frozenset[Office.Role]] = {
    "see_desk": frozenset({_OFFICER, _REGISTRAR, _WEBMASTER, _RATING_OFFICER}),
    "read_journal": frozenset({_OFFICER}),
    "grant_role": frozenset({_OFFICER}),
    "copy_event": frozenset({_OFFICER}),
    "archive_event": frozenset({_OFFICER}),
    "hand_over_event": frozenset({_OFFICER}),
    "correct_player": frozenset({_REGISTRAR}),
    "announce": frozenset({_WEBMASTER}),
    "set_logo": frozenset({_WEBMASTER}),
    "keep_fees": frozenset({_TREASURER}),
    "answer_report": frozenset({_OFFICER, _RATING_OFFICER}),
}
# These belong to an organisation, by whose offices acts on them are judged.
ORGANISATIONS_THINGS = (Handover, Organisation, Person)
# The ways from an organisation to itself and to everything that it is a part of: there are five levels.
ABOVE = ("", "parent__", "parent__parent__", "parent__parent__parent__", "parent__parent__parent__parent__")


# Who but a site administrator may create events, by the site's setting.
CREATORS: Mapping[Site.Creators, Callable[[User], bool]] = {
    Site.Creators.ADMINS: lambda _user: False,
    Site.Creators.NAMED: lambda user: Creator.objects.filter(user=user).exists(),
    Site.Creators.EVERYBODY: lambda _user: True,
}


def creates_alone(by: User) -> bool:
    """Whether ``by`` may create events that are no organisation's."""
    return by.is_superuser or CREATORS[Site.Creators(the_site().creators)](by)


def holds_office(act: str, user: User) -> bool:
    """Whether ``user`` may do it by an office in some organisation. One query."""
    held = Office.objects.filter(user_id=user.pk, role__in=OFFICES.get(act, ()))
    return user.is_active and act in OFFICES and held.exists()


def acts_in_events(user: User, organisation: int) -> frozenset[str]:
    """Return what ``user`` may do at events of an organisation, by an office in it or above; one query."""
    rows = Organisation.objects.filter(pk=organisation)
    here = Q.create([Q(organisation__in=rows.values(f"{way}pk")) for way in ABOVE], connector=Q.OR)
    offices = Office.objects.filter(here, user_id=user.pk, user__is_active=True)
    held = {Office.Role(role) for role in offices.values_list("role", flat=True)}
    return frozenset(act for act, holders in IN_EVENTS.items() if held & holders)


def acts_by_offices(user: User) -> frozenset[str]:
    """What ``user`` may do by an office anywhere. One query."""
    held = {
        Office.Role(role) for role in Office.objects.filter(user_id=user.pk).values_list("role", flat=True)
    }
    return frozenset(
        act for table in (OFFICES, IN_EVENTS) for act, holders in table.items() if held & holders
    )


def organisation_of(quota: Quota) -> Organisation | None:
    """Whose offices enter the players of a quota. At most one query."""
    if quota.organisation_id or not quota.federation_id:
        return quota.organisation
    return Organisation.objects.filter(federation=quota.federation_id).first()


def keeps_quota(user: User | None, quota: Quota) -> bool:
    """Tell whether ``user`` has an office in the organisation, or above it, that enters its players."""
    organisation = organisation_of(quota)
    if user is None or not user.is_active or organisation is None:
        return False
    return looked_after(ENTER, user).filter(pk=organisation.pk).exists()


def enters_under(user: User | None, key: int | None) -> bool:
    """The same, by the id of the quota. Four queries, none for what has no quota."""
    if key is None:
        return False
    quota = Quota.objects.select_related("organisation").filter(pk=key).first()
    return quota is not None and keeps_quota(user, quota)


def gives_federations(user: User) -> bool:
    """Tell whether ``user`` may found the national organisation that keeps the persons of a federation."""
    # An officer of a world organisation, above which nobody stands.
    world = looked_after(CREATE, user).filter(level=Organisation.Level.WORLD)
    return user.is_superuser or world.exists()


def looked_after(act: str, user: User) -> QuerySet[Organisation]:
    """The organisations for which ``user`` may do it."""
    if user.is_superuser and user.is_active:
        return Organisation.objects.all()
    offices = Office.objects.filter(user_id=user.pk, user__is_active=True, role__in=OFFICES.get(act, ()))
    return Organisation.objects.filter(
        organisations_within(list(offices.values_list("organisation", flat=True)))
    )


def organisations_within(keys: Collection[int]) -> Q:
    """These organisations and everything below them."""
    return reduce(or_, (Q(**{f"{way}pk__in": keys}) for way in ABOVE))


def persons_of(organisations: QuerySet[Organisation]) -> Q:
    """The persons that these organisations keep."""
    of_federation = Q(organisation=None, federation__organisation__in=organisations)
    return Q(organisation__in=organisations) | of_federation


def persons_kept(user: User) -> Q:
    """The persons whom ``user`` looks after; for a site administrator everybody."""
    return Q() if user.is_superuser else persons_of(looked_after("keep_register", user))


def rights_for(user: User, organisation: Organisation) -> frozenset[str]:
    """Everything that ``user`` may do for it. Two queries."""
    if user.is_superuser and user.is_active:
        return frozenset(OFFICES)
    chain = Organisation.objects.filter(pk=organisation.pk).values_list(*(f"{way}pk" for way in ABOVE))
    keys = {key for row in chain for key in row if key}
    offices = Office.objects.filter(user_id=user.pk, user__is_active=True, organisation__in=keys)
    held = {Office.Role(role) for role in offices.values_list("role", flat=True)}
    return frozenset(act for act, holders in OFFICES.items() if held & holders)


def may_for(act: str, user: User | None, target: object) -> bool:
    """Whether ``user`` may do it for the organisation to which ``target`` belongs."""
    if user is None or not user.is_active or act not in OFFICES:
        return False
    if user.is_superuser:
        return True
    mine = looked_after(act, user)
    if isinstance(target, Person):
        return Person.objects.filter(persons_of(mine), pk=target.pk).exists()
    if isinstance(target, Handover):
        return mine.filter(pk=target.organisation_id).exists()
    return isinstance(target, Organisation) and mine.filter(pk=target.pk).exists()
