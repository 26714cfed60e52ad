"""The site as a whole: begun once, named, and who may create events at it."""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from django.conf import settings
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import AccountName, Id
from tournaments.acts.common import changes, check_name
from tournaments.acts.frame import ActResult, Arguments, Locked, Target, act, no_change
from tournaments.models import Creator, Site
from tournaments.policy import Act

GROUPS, LETTERS = 3, 4


class SiteSet(TypedDict):
    name: str
    creators: str


class OfCreator(TypedDict):
    creator: int


def lock_site(_arguments: Arguments | None = None) -> Locked:
    """The whole site, whose row is there afterwards."""
    Site.objects.get_or_create(pk=Site.THE)
    site = Site.objects.select_for_update().get(pk=Site.THE)
    return Locked(site, None, "site:1")


WHOLE_SITE = Target("", lock_site)


@act(on=WHOLE_SITE, right=Act.SET_SITE, done=_("site settings changed"))
def set_site(
    *,
    name: Annotated[str, Field(longest=120, label=_("Name of the site"))],
    creators: Annotated[str, Field(choices=Site.Creators.values)],
    by: User,
    seen: Annotated[Mapping[str, Any] | None, Field()] = None,
    once: str = "",
) -> ActResult[SiteSet]:
    """``creators``: of `Site.Creators`."""
    check_name("name", name, most=120)
    if creators not in Site.Creators.values:
        raise Refusal("unknown-creators", field="creators", creators=creators)
    site = Site.objects.get(pk=Site.THE)
    now = {"name": site.name, "creators": site.creators}
    mine = changes(wanted={"name": name, "creators": creators}, now=now, seen=seen)
    after: SiteSet = {"name": name, "creators": creators}
    if not mine:
        return no_change(after)
    for key, value in mine.items():
        setattr(site, key, value)
    site.save()
    if "name" in mine:
        pages.site_renamed()
    after = {"name": site.name, "creators": site.creators}
    return ActResult(after, before={key: now[key] for key in mine}, after=mine)


@act(on=WHOLE_SITE, right=Act.SET_SITE, done=_("person named who may create events"))
def name_creator(*, user: AccountName, by: User, once: str = "") -> ActResult[OfCreator]:
    if Creator.objects.filter(user=user).exists():
        raise Refusal("creator-already", field="user")
    made = Creator.objects.create(user=user)
    return ActResult({"creator": made.pk}, after={"user": user.pk})


@act(on=WHOLE_SITE, right=Act.SET_SITE, done=_("person removed who could create events"))
def remove_creator(*, creator: Id, by: User, once: str = "") -> ActResult[OfCreator]:
    row = Creator.objects.filter(pk=creator).first()
    if row is None:
        raise Refusal("no-such-creator")
    before = {"user": row.user_id}
    row.delete()
    return ActResult({"creator": creator}, before=before)


def is_begun() -> bool:
    """Whether somebody administers the site, with an account that opens or not: it is begun once."""
    return User.objects.filter(is_superuser=True).exists()


def first_code() -> str:
    """Make the code by which the site is begun, as ``ABCD-EFGH-JKLM``."""
    # Made of this site's key: only who sees the machine's console or its key has it. Once there is an
    # administrator it opens nothing.
    digest = salted_hmac("qiyuan.site", "first administrator", algorithm="sha256").digest()
    letters = b32encode(digest).decode()[: GROUPS * LETTERS]
    return "-".join(letters[place : place + LETTERS] for place in range(0, len(letters), LETTERS))


def begin_site(*, code: str, name: str, creators: str, username: str, password: str, **names: str) -> User:
    """Make the first administrator and name the site: all of it or nothing, and only once."""
    with transaction.atomic():
        lock_site()
        if is_begun():
            raise Refusal("site-begun")
        if not constant_time_compare(_plain(code), _plain(first_code())):
            raise Refusal("wrong-code", field="code", command=settings.COMMAND)
        user = User.objects.create_superuser(username, names.pop("email", ""), password, **names)
        journal.record("begin_site", by=user, scope=f"user:{user.pk}", target="site:1")
        set_site(name=name, creators=creators, by=user)
        return user


def _plain(code: str) -> str:
    """However it was typed."""
    return "".join(letter for letter in code.upper() if letter.isalnum())
