"""What a title asks of a result, as an organisation fills it in."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.acts.ratings.norm_tables import (
    LONGEST_SECTIONS,
    LONGEST_STEPS,
    TITLE_LENGTH,
    remove_norm_table,
    remove_percent_norm,
    remove_place_norm,
    set_norm_table,
    set_percent_norm,
    set_place_norm,
)
from tournaments.acts.ratings.norms import set_norm_exemption, show_norms
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.register.persons import day_field
from tournaments.models import PercentNorm, Section
from tournaments.ratings.norms import SHARES, NormRule, PercentStep

RemoveNormForm = form_of(remove_norm_table)
RemovePlaceNormForm = form_of(remove_place_norm)
RemovePercentNormForm = form_of(remove_percent_norm)
ShowNormsForm = form_of(show_norms)


def _share(label: Any, help_text: Any = "") -> forms.CharField:
    return forms.CharField(label=label, max_length=12, help_text=help_text)


def _titles(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label, max_length=200, required=False, help_text=_("Titles with commas, such as GM, IM.")
    )


class NormForm(ActForm):
    ids = "norm"
    act = set_norm_table

    title = forms.CharField(label=_("Title"), max_length=TITLE_LENGTH)
    score = _share(_("Score at least (%)"))
    holders = _titles(_("Opponents with a title: which count"))
    holders_share = _share(_("Their part of the games at least"), _("Per cent, or a fraction such as 1/3."))
    of_title = _titles(_("Opponents with this title or a higher one: which count"))
    of_title_share = _share(_("Their part of the games at least"))
    own_at_most = _share(_("Opponents of the own federation at most (%)"))
    one_at_most = _share(_("Opponents of one federation at most (%)"))
    sections = forms.CharField(
        label=_("Sections that count together"),
        required=False,
        max_length=LONGEST_SECTIONS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "For a norm over several sections, such as a league: event/section on each line, as in their"
            " addresses. The table then goes for these alone."
        ),
    )

    groups = {
        _("The result"): ("title", "women", "games", "score", "performance"),
        _("The opponents"): (
            *("average", "raised", "unrated", "holders", "holders_share", "of_title", "of_title_share"),
            *("of_title_least", "other_federations", "own_at_most", "one_at_most"),
        ),
        _("Several sections"): ("sections",),
    }

    @classmethod
    def about(cls, rule: NormRule, sections: Iterable[Section] = ()) -> dict[str, Any]:
        values: dict[str, Any] = {
            name: getattr(rule, name)
            for name in ("title", "women", "games", "performance", "average", "raised", "unrated")
        }
        values |= {name: _text(getattr(rule, name)) for name in SHARES}
        return values | {
            "holders": ", ".join(sorted(rule.holders)),
            "of_title": ", ".join(sorted(rule.of_title)),
            "of_title_least": rule.of_title_least,
            "other_federations": rule.other_federations,
            "sections": "\n".join(f"{section.event.slug}/{section.slug}" for section in sections),
        }


def _only_in() -> forms.CharField:
    return forms.CharField(
        label=_("Only in these sections"),
        required=False,
        max_length=LONGEST_SECTIONS,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("event/section on each line, as in their addresses. Empty: in all events."),
    )


class PercentNormForm(ActForm):
    ids = "percent-norm"
    act = set_percent_norm

    since = day_field(_("For events from"), required=True)
    steps = forms.CharField(
        label=_("Titles by percentage"),
        max_length=LONGEST_STEPS,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text=_(
            "On each line: the title held; per cent of the points at least; the title that this gives."
        ),
    )
    sections = _only_in()

    field_order = ("since", "steps", "sections")

    @classmethod
    def about(cls, steps: Iterable[PercentStep], norm: PercentNorm | None = None) -> dict[str, Any]:
        lines = (f"{step.former}; {step.least}; {step.title}" for step in steps)
        values: dict[str, Any] = {"steps": "\n".join(lines)}
        if norm is not None:
            sections = norm.sections.select_related("event")
            values["since"] = norm.since
            values["sections"] = "\n".join(f"{section.event.slug}/{section.slug}" for section in sections)
        return values

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {"since": values["since"].isoformat()}


class PlaceNormForm(ActForm):
    ids = "place-norm"
    act = set_place_norm

    since = day_field(_("For events from"), required=True)
    sections = _only_in()

    field_order = ("title", "places", "participants", "women", "since", "sections")

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {
            "since": values["since"].isoformat(),
            "participants": values.get("participants") or 0,
        }


def _text(share: Fraction) -> str:
    """Per cent where that is whole, else the fraction."""
    per_cent = share * 100
    return str(per_cent) if per_cent.denominator == 1 else str(share)


class ExemptionForm(ActForm):
    ids = "exemption"
    act = set_norm_exemption

    exemption = forms.ChoiceField(
        label=_("No foreign players are needed"),
        choices=[("", _("they are needed")), *Section.NormExemption.choices],
        required=False,
        help_text=_("An application for a title needs at least one norm without this (FIDE B.01 1.4.3)."),
    )
