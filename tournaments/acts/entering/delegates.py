"""The delegation beside the players of a quota: its office names leader, coach and physician."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import Id
from tournaments.acts.common import check_name
from tournaments.acts.entering.quota_entries import QUOTA
from tournaments.acts.frame import ActResult, act, no_change
from tournaments.acts.register.person_input import NAME_LENGTH, NATIVE_LENGTH, tidy
from tournaments.models import Delegate, Quota
from tournaments.policy import Act

MOST_DELEGATES = 20


class OfDelegate(TypedDict):
    quota: int
    delegate: int


@act(on=QUOTA, right=Act.ENTER_OWN, done=_("member of a delegation named"))
def name_delegate(
    *,
    quota: Quota,
    role: Annotated[Delegate.Role, Field(label=_("Role"))],
    name: Annotated[str, Field(longest=NAME_LENGTH, label=_("Name"), help=_("In Latin letters."))],
    native_name: Annotated[str, Field(longest=NATIVE_LENGTH, label=_("Native name"))] = "",
    by: User | Quota,
    once: str = "",
) -> ActResult[OfDelegate]:
    """Who does not play, also after entries are closed."""
    name, native_name = tidy(name), tidy(native_name)
    if not name:
        raise Refusal("name-needed", field="name")
    check_name("name", name, most=NAME_LENGTH)
    check_name("native_name", native_name, most=NATIVE_LENGTH)
    row = quota.delegates.filter(role=role, name=name).first()
    if row is not None and row.native_name == native_name:
        return no_change({"quota": quota.pk, "delegate": row.pk})
    if row is None and quota.delegates.count() >= MOST_DELEGATES:
        raise Refusal("too-many-delegates", most=MOST_DELEGATES)
    row = row or Delegate(quota=quota, role=role, name=name)
    row.native_name = native_name
    row.save()
    return ActResult({"quota": quota.pk, "delegate": row.pk}, after={"delegate": row.pk, "role": str(role)})


@act(on=QUOTA, right=Act.ENTER_OWN, done=_("member of a delegation removed"))
def remove_delegate(*, quota: Quota, delegate: Id, by: User | Quota, once: str = "") -> ActResult[OfDelegate]:
    row = quota.delegates.filter(pk=delegate).first()
    if row is None:
        raise Refusal("no-such-delegate")
    row.delete()
    return ActResult(
        {"quota": quota.pk, "delegate": delegate}, before={"delegate": delegate, "role": row.role}
    )
