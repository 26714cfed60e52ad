"""Rating systems: made, their rules, periods, what counts in them, and ratings that are set by hand."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.acts.ratings.rating_periods import (
    check_rating_lists,
    correct_rating_lists,
    count_sections,
    give_numbers,
    preview_rating_list,
    publish_rating_list,
    set_game_rated,
    stop_counting_section,
)
from tournaments.acts.ratings.rating_systems import (
    COLUMNS_OF_K,
    LONGEST_LINES,
    change_rating_rules,
    delete_rating_period,
    make_rating_system,
    open_rating_period,
    remove_set_rating,
    set_ratings,
)
from tournaments.forms.base import ActForm, offer, reason_field
from tournaments.models import RatingAdjustment, RatingPeriod, RatingSystem, Section
from tournaments.queries.ratings.rating_desk import Offered
from tournaments.ratings.values import LateEvent, Start, System
from tournaments.wording.names import plain_name
from tournaments.wording.ratings import preset_choices


class MakeSystemForm(ActForm):
    ids = "make-system"
    act = make_rating_system

    game = forms.ChoiceField(
        label=pgettext_lazy("xiangqi or weiqi", "game"), choices=Section.Game.choices, initial="xiangqi"
    )
    preset = forms.ChoiceField(label=_("Begins as"), choices=preset_choices, initial="elo")

    field_order = ("name", "native_name", "code", "game", "preset", "numbers")


def _day(label: Any, help_text: Any = "", *, required: bool = True) -> forms.DateField:
    return forms.DateField(
        label=label,
        help_text=help_text,
        required=required,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )


def _number(label: Any, least: int, most: int, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, help_text=help_text, required=False
    )


class InSystemForm(ActForm):
    """``system`` is what the address says."""

    apart = frozenset({"system", "period"})


class RulesForm(InSystemForm):
    """Of a system that counts by Elo."""

    ids = "rules"
    act = change_rating_rules

    k = forms.CharField(
        label=_("Table of K"),
        max_length=2000,
        widget=forms.Textarea({"rows": 4}),
        help_text=_(
            "A line for each step: K, games below, rating below, highest rating below, age at most; “-” for "
            "what does not count. The first line that fits is used, such as “40, 30” and then “20, -, 2400” "
            "and “10”."
        ),
    )
    k_games = _number(_("K times games at most"), 1, 100_000, _("In one period. Leave empty for no limit."))
    cut = _number(_("Difference counts at most"), 1, 4000, _("Such as 400. Leave empty for no limit."))
    floor = _number(_("Lowest rating"), -900, 4000, _("Nobody falls below it."))
    start = _number(_("Newcomers begin at"), -900, 4000, _("Empty: their games wait until a rating is set."))
    provisional_below = _number(_("Provisional below so many games"), 0, 1000)
    inactive_months = _number(_("Inactive after so many months"), 1, 600)
    late = forms.ChoiceField(
        label=_("A section that ends after its list"),
        choices=[
            (LateEvent.NEXT.value, _("counts in the next list")),
            (LateEvent.CORRECT.value, _("corrects its list and those after it")),
        ],
    )
    bands = forms.CharField(
        label=_("Classes"),
        max_length=2000,
        required=False,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("A line for each: least rating and name, such as “2200, Master”."),
    )

    @classmethod
    def about(cls, rules: System) -> dict[str, Any]:
        lines = []
        for step in rules.k:
            cells = [
                "-" if getattr(step, name) is None else str(getattr(step, name)) for name in COLUMNS_OF_K
            ]
            while cells[-1] == "-":
                cells.pop()
            lines.append(", ".join(cells))
        newcomers = rules.newcomers
        return {
            "k": "\n".join(lines),
            "k_games": rules.k_games,
            "cut": rules.cuts[-1].at if rules.cuts else None,
            "floor": rules.floor,
            "start": newcomers.default if isinstance(newcomers, Start) else None,
            "provisional_below": rules.provisional_below,
            "inactive_months": rules.inactive_months,
            "late": rules.late.value,
            "bands": "\n".join(f"{band.least}, {band.name}" for band in rules.bands),
        }

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {"provisional_below": values["provisional_below"] or 0}


class PeriodForm(InSystemForm):
    """``system``: whose last period says where this one begins."""

    ids = "period"
    act = open_rating_period

    first = _day(_("First day"))
    end = _day(_("Ends before"), _("The first day of the next period."))
    list_date = _day(_("Date of the list"), _("Leave empty for that day."), required=False)

    field_order = ("name", "first", "end", "list_date")


class DeletePeriodForm(InSystemForm):
    ids = "delete-period"
    act = delete_rating_period


class SetRatingsForm(InSystemForm):
    ids = "set-ratings"
    act = set_ratings

    ratings = forms.CharField(
        label=_("Numbers and ratings"),
        max_length=LONGEST_LINES,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("A line for each: number and rating, such as “12, 1850”."),
    )
    day = _day(_("From"), _("A day of the period."))
    reason_code = forms.ChoiceField(label=_("Reason"), choices=RatingAdjustment.Reason.choices)

    field_order = ("ratings", "day", "reason_code")


class RemoveRatingForm(InSystemForm):
    ids = "remove-rating"
    act = remove_set_rating
    apart = frozenset({"system", "adjustments"})

    adjustment = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**63 - 1)

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return {"adjustments": [values.pop("adjustment")], **values}


class CountForm(InSystemForm):
    """``offered``: what can count in the period; without it any number is taken, and the act judges."""

    ids = "count"
    act = count_sections
    apart = frozenset({"system", "period", "sections"})

    chosen = forms.TypedMultipleChoiceField(
        label=_("Sections"), coerce=int, widget=forms.CheckboxSelectMultiple, required=False
    )
    very_late = forms.BooleanField(label=_("Also what comes later than three lists"), required=False)

    def __init__(self, *args: Any, offered: list[Offered] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if offered is not None and not any(item.very_late for item in offered):
            del self.fields["very_late"]
        if offered is not None:
            offer(self, "chosen", [(item.section.pk, _label(item)) for item in offered])
        elif self.is_bound:
            sent = self.data.getlist("chosen") if hasattr(self.data, "getlist") else self.data["chosen"]
            keys = [key for key in sent if str(key).isascii() and str(key).isdecimal() and len(str(key)) < 18]
            offer(self, "chosen", [(int(key), key) for key in keys])

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return {"sections": values.pop("chosen"), **values}


def _label(item: Offered) -> str:
    days = (
        f"{item.first:%Y-%m-%d}"
        if item.first == item.last
        else f"{item.first:%Y-%m-%d} – {item.last:%Y-%m-%d}"
    )
    late = f" · {_('late')}" if item.late else ""
    if item.very_late:
        late = f" · {gettext('%(lists)s lists late') % {'lists': item.lists}}"
    return f"{plain_name(item.section.event)} · {plain_name(item.section)} · {days}{late}"


class StopCountingForm(InSystemForm):
    ids = "stop-counting"
    act = stop_counting_section


class GameRatedForm(InSystemForm):
    """``period``: of whose sections one is chosen."""

    ids = "game-rated"
    act = set_game_rated
    apart = frozenset({"system", "period", "counted"})

    counted_section = forms.TypedChoiceField(label=_("Section"), coerce=int)
    reason = reason_field()

    field_order = ("counted_section", "round_number", "table", "rated", "reason")

    def __init__(self, *args: Any, period: RatingPeriod | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if period is not None:
            choices = [(item.pk, item.uid) for item in period.sections.all()]
            offer(self, "counted_section", [("", _("Choose…")), *choices])
        elif self.is_bound:
            key = str(self.data.get("counted_section", ""))
            fits = key.isascii() and key.isdecimal() and len(key) < 18
            offer(self, "counted_section", [(int(key), key)] if fits else [])

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return {"counted": values.pop("counted_section"), **values}


class GiveNumbersForm(InSystemForm):
    ids = "give-numbers"
    act = give_numbers


class PreviewForm(InSystemForm):
    ids = "preview"
    act = preview_rating_list


class PublishListForm(InSystemForm):
    """``seen``: what the page showed."""

    ids = "publish-list"
    act = publish_rating_list


class CheckForm(InSystemForm):
    ids = "check-lists"
    act = check_rating_lists


class CorrectListsForm(InSystemForm):
    ids = "correct-lists"
    act = correct_rating_lists

    reason = reason_field()

    field_order = ("seen", "reason")


def next_period(system: RatingSystem) -> dict[str, Any]:
    """What the form of a period begins with."""
    last = system.periods.order_by("-first").first()
    return {} if last is None else {"first": last.end}
