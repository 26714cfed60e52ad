"""Licences: their kinds, and those of a person."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from tournaments.acts.register.licences import (
    change_licence_kind,
    issue_licence,
    issued_by,
    make_licence_kind,
    set_licence_state,
)
from tournaments.forms.base import ActForm, offer, reason_field
from tournaments.forms.register.persons import day_field
from tournaments.models import Licence, LicenceKind
from tournaments.wording.names import plain_name


class MakeKindForm(ActForm):
    ids = "make-kind"
    act = make_licence_kind
    apart = frozenset({"permits"})

    permits = forms.ChoiceField(label=_("Permits"), choices=LicenceKind.Permits.choices)

    field_order = ("code", "name", "native_name", "permits")


class ChangeKindForm(ActForm):
    """One of several on a page: ``kind`` is hidden."""

    act = change_licence_kind

    @classmethod
    def about(cls, kind: LicenceKind) -> ChangeKindForm:
        values = {name: getattr(kind, name) for name in ("name", "native_name", "closed")}
        return cls(initial={"kind": kind.pk, **values}, auto_id=f"kind-{kind.pk}-%s")


class IssueLicenceForm(ActForm):
    ids = "issue-licence"
    act = issue_licence
    made_of = ("user",)
    apart = frozenset({"kind"})

    kind = forms.TypedChoiceField(label=_("Licence"), coerce=int)
    starts = day_field(_("First day"), required=True)
    ends = day_field(_("Last day"), required=True)

    field_order = ("kind", "starts", "ends", "number")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = issued_by(user).filter(closed=False).select_related("organisation")
        labelled = [(kind.pk, f"{plain_name(kind)} ({plain_name(kind.organisation)})") for kind in kinds]
        offer(self, "kind", [("", _("Choose…")), *labelled])

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {name: values[name].isoformat() for name in ("starts", "ends")}


class LicenceStateForm(ActForm):
    """One of several on a page: ``licence`` is hidden."""

    act = set_licence_state
    apart = frozenset({"state"})

    state = forms.ChoiceField(label=_("State"), choices=Licence.State.choices)
    reason = reason_field()

    field_order = ("licence", "state", "reason")

    @classmethod
    def about(cls, licence: Licence) -> LicenceStateForm:
        return cls(
            initial={"licence": licence.pk, "state": licence.state}, auto_id=f"licence-{licence.pk}-%s"
        )
