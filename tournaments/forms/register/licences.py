"""Licences: their kinds, and those of a person."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.accounts.models import User
from tournaments.acts.register.licences import (
    KIND_PAPERS,
    ask_for_licence,
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

TERMS = ("validity", "season_from", "fee", "papers")


def _validity() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=pgettext_lazy("from day to day", "Valid"), choices=LicenceKind.Validity.choices
    )


def _papers(label: Any, papers: Iterable[LicenceKind.Paper]) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label,
        required=False,
        choices=[(str(paper), paper.label) for paper in papers],
        widget=forms.CheckboxSelectMultiple,
    )


class MakeKindForm(ActForm):
    ids = "make-kind"
    act = make_licence_kind
    apart = frozenset({"permits", "validity", "papers"})

    permits = forms.ChoiceField(label=_("Permits"), choices=LicenceKind.Permits.choices)
    validity = _validity()
    papers = _papers(_("Asks for"), KIND_PAPERS)

    field_order = ("code", "name", "native_name", "permits", *TERMS)


class ChangeKindForm(ActForm):
    """One of several on a page: ``kind`` is hidden."""

    act = change_licence_kind
    apart = frozenset({"validity", "papers"})

    validity = _validity()
    papers = _papers(_("Asks for"), KIND_PAPERS)

    field_order = ("kind", "name", "native_name", *TERMS, "closed")

    @classmethod
    def about(cls, kind: LicenceKind) -> ChangeKindForm:
        values = {name: getattr(kind, name) for name in ("name", "native_name", "closed", *TERMS)}
        return cls(initial={"kind": kind.pk, **values}, auto_id=f"kind-{kind.pk}-%s")


class LicenceForm(ActForm):
    """Of a kind that `kinds` has; without an act of its own."""

    made_of = ("user",)
    apart = frozenset({"kind", "papers"})

    kind = forms.TypedChoiceField(label=_("Licence"), coerce=int)
    starts = day_field(_("First day"), required=True)
    ends = day_field(_("Last day"), required=False)
    papers = _papers(_("Is there"), LicenceKind.Paper)

    field_order = ("kind", "starts", "ends", "number", "papers", "proof")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = self.kinds(user).filter(closed=False).select_related("organisation")
        labelled = [(kind.pk, f"{plain_name(kind)} ({plain_name(kind.organisation)})") for kind in kinds]
        offer(self, "kind", [("", _("Choose…")), *labelled])

    def kinds(self, user: User) -> QuerySet[LicenceKind]:
        raise NotImplementedError

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        days = {name: values[name].isoformat() if values[name] else "" for name in ("starts", "ends")}
        return values | days


class IssueLicenceForm(LicenceForm):
    """Of an organisation for which ``user`` keeps licences."""

    ids = "issue-licence"
    act = issue_licence

    def kinds(self, user: User) -> QuerySet[LicenceKind]:
        return issued_by(user)


class AskForLicenceForm(LicenceForm):
    """Of an issuer whose licences ``user`` does not give."""

    ids = "ask-for-licence"
    act = ask_for_licence

    def kinds(self, user: User) -> QuerySet[LicenceKind]:
        return LicenceKind.objects.exclude(pk__in=issued_by(user))


class LicenceStateForm(ActForm):
    """One of several on a page: ``licence`` is hidden."""

    act = set_licence_state
    apart = frozenset({"state", "papers"})

    state = forms.ChoiceField(
        label=_("State"),
        choices=[(state, state.label) for state in Licence.State if state is not Licence.State.ASKED],
    )
    papers = _papers(_("Is there"), LicenceKind.Paper)
    reason = reason_field()

    field_order = ("licence", "state", "number", "papers", "reason")

    @classmethod
    def about(cls, licence: Licence) -> LicenceStateForm:
        return cls(
            initial={"licence": licence.pk, "state": licence.state, "papers": licence.papers},
            auto_id=f"licence-{licence.pk}-%s",
        )
