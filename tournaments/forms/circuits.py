"""Circuits: their rule, who gets points, categories, sections that count, bonus points, a new season."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.acts.ratings.circuits import (
    MOST_LEVELS,
    add_circuit_category,
    add_circuit_section,
    change_circuit,
    change_circuit_section,
    copy_circuit,
    delete_circuit,
    disqualify_in_circuit,
    draw_circuit_lots,
    make_circuit,
    publish_circuit,
    remove_circuit_category,
    remove_circuit_section,
    set_circuit_bonus,
    set_circuit_eligible,
)
from tournaments.forms.base import ActForm, offer, reason_field
from tournaments.forms.conditions import ConditionForm
from tournaments.models import Circuit
from tournaments.queries.ratings.circuits import MOST_OFFERED, CircuitTables, offered_sections
from tournaments.standings.circuits import MOST_EVENTS, CircuitRule, decimals
from tournaments.wording.circuits import ROUNDINGS, SHARINGS, TIES
from tournaments.wording.names import plain_name

MOST_TIES = len(TIES)


class MakeCircuitForm(ActForm):
    ids = "make-circuit"
    act = make_circuit


class InCircuitForm(ActForm):
    """``circuit`` is what the address says."""

    apart = frozenset({"circuit"})


def _whole(label: Any, help_text: Any = "", least: int = 0, most: int = 10_000) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, help_text=help_text, min_value=least, max_value=most, required=False
    )


class CircuitRuleForm(InCircuitForm):
    ids = "circuit-rule"
    act = change_circuit
    apart = frozenset({"circuit", "ties"})

    points = forms.CharField(
        label=_("Points of the places"),
        max_length=4000,
        widget=forms.Textarea({"rows": 3}),
        help_text=_(
            "From the first place on, with commas: “25, 18, 15”. With several levels a line for each: "
            "“A: 25, 18”."
        ),
    )
    beyond = forms.CharField(
        label=_("Points of every further place"),
        max_length=10,
        required=False,
        help_text=_("Leave empty for none."),
    )
    sharing = forms.ChoiceField(label=_("Shared places"), choices=list(SHARINGS.items()))
    rounding = forms.ChoiceField(
        label=_("Shared points are rounded"), choices=list(ROUNDINGS.items()), required=False
    )
    best = _whole(_("Results that count"), _("The best ones. Leave empty for all."), 1, MOST_EVENTS)
    caps = forms.CharField(
        label=_("Of a kind at most"),
        max_length=400,
        required=False,
        widget=forms.Textarea({"rows": 2}),
        help_text=_("A line for each kind of events and the number that can count, such as “rapid, 4”."),
    )
    least_players = _whole(_("An event counts with so many players or more"))
    least_events = _whole(_("A place needs so many events"), most=MOST_EVENTS)
    qualified = _whole(_("Places that qualify for the final"), most=1000)

    groups = {
        pgettext_lazy("of a circuit", "Name"): ("name", "native_name", "season"),
        _("Points of an event"): (
            *("points", "beyond", "sharing", "by_score", "rounding", "guests", "all_rounds"),
            "least_players",
        ),
        _("Standings"): (
            *("best", "caps", "least_events", *(f"tie_{place}" for place in range(1, MOST_TIES + 1))),
            *("among", "bonus_as_result", "qualified"),
        ),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for place in range(1, MOST_TIES + 1):
            self.fields[f"tie_{place}"] = forms.ChoiceField(
                label=_("Tie-break %(place)s") % {"place": place},
                choices=[("", _("none")), *TIES.items()],
                required=False,
            )

    @classmethod
    def about(cls, circuit: Circuit) -> dict[str, Any]:
        """What stands, for a fresh form."""
        rule = CircuitRule.from_json(circuit.rule)
        lines = [(f"{level}: " if level else "") + ", ".join(points) for level, points in rule.lines]
        return {
            "name": circuit.name,
            "native_name": circuit.native_name,
            "season": circuit.season,
            "points": "\n".join(lines),
            "beyond": decimals(rule.beyond) if rule.beyond else "",
            "sharing": rule.sharing,
            "by_score": rule.by_score,
            "rounding": rule.rounding,
            "guests": rule.guests,
            "all_rounds": rule.all_rounds,
            "best": rule.best,
            "caps": "\n".join(f"{kind}, {most}" for kind, most in rule.caps.items()),
            "least_players": rule.least_players or None,
            "least_events": rule.least_events or None,
            "among": rule.among,
            "bonus_as_result": rule.bonus_as_result,
            "qualified": rule.qualified or None,
            **{f"tie_{place}": tie for place, tie in enumerate(rule.ties, start=1)},
        }

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        ties = [values.pop(f"tie_{place}") for place in range(1, MOST_TIES + 1)]
        for name in ("least_players", "least_events", "qualified"):
            values[name] = values[name] or 0
        return {**values, "ties": [tie for tie in ties if tie]}


class EligibleForm(ConditionForm):
    ids = "circuit-eligible"
    made_of = ()
    act = set_circuit_eligible
    apart = frozenset({"circuit"})


class CircuitCategoryForm(ConditionForm):
    ids = "circuit-category"
    made_of = ()
    act = add_circuit_category
    apart = frozenset({"circuit"})


class RemoveCircuitCategoryForm(InCircuitForm):
    ids = "remove-circuit-category"
    act = remove_circuit_category


def _key(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0


class AddCircuitSectionForm(InCircuitForm):
    """``of``: the circuit whose sections can be chosen; without it any is taken, and the act judges."""

    ids = "add-circuit-section"
    act = add_circuit_section
    apart = frozenset({"circuit", "section", "level"})

    section = forms.TypedChoiceField(label=_("Section"), coerce=int)
    level = forms.ChoiceField(
        label=pgettext_lazy("of points in a circuit", "Level"),
        required=False,
        help_text=_("Which of the tables of points it has."),
    )

    field_order = ("section", "level", "factor", "kinds")

    def __init__(self, *args: Any, of: Circuit | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if of is None:
            key, level = str(self.data.get("section", "")), str(self.data.get("level", ""))
            offer(self, "section", [(_key(key), key)] if _key(key) else [])
            offer(self, "level", [(level, level)])
            return
        self.offer_of(of)

    def offer_of(self, circuit: Circuit) -> None:
        rows = offered_sections(circuit)[:MOST_OFFERED]
        labelled = [
            (row.pk, f"{plain_name(row.event)} · {plain_name(row)} · {row.event.ends:%Y-%m-%d}")
            for row in rows
        ]
        offer(self, "section", [("", _("Choose…")), *labelled])
        levels = list(CircuitRule.from_json(circuit.rule).tables)[:MOST_LEVELS]
        if levels == [""]:
            del self.fields["level"]
        else:
            offer(self, "level", [(level, level or _("the table without a letter")) for level in levels])

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return {"level": "", **values, "factor": values["factor"] or "1"}


class ChangeCircuitSectionForm(InCircuitForm):
    ids = "change-circuit-section"
    act = change_circuit_section
    apart = frozenset({"circuit", "counted"})

    counted = forms.TypedChoiceField(label=_("Section"), coerce=int)

    field_order = ("counted", "level", "factor", "kinds")

    def __init__(self, *args: Any, of: Circuit | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if of is None:
            key = str(self.data.get("counted", ""))
            offer(self, "counted", [(_key(key), key)] if _key(key) else [])
            return
        offer(self, "counted", [("", _("Choose…")), *((row.pk, row.name) for row in of.sections.all())])

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return {**values, "factor": values["factor"] or "1"}


class DeleteCircuitForm(InCircuitForm):
    ids = "delete-circuit"
    act = delete_circuit


class RemoveCircuitSectionForm(InCircuitForm):
    ids = "remove-circuit-section"
    act = remove_circuit_section
    apart = frozenset({"circuit", "counted"})

    counted = forms.TypedChoiceField(label=_("Section"), coerce=int)
    reason = reason_field()

    field_order = ("counted", "reason")

    def __init__(self, *args: Any, of: Circuit | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if of is None:
            key = str(self.data.get("counted", ""))
            offer(self, "counted", [(_key(key), key)] if _key(key) else [])
            return
        offer(self, "counted", [("", _("Choose…")), *((row.pk, row.name) for row in of.sections.all())])


class OfResultForm(InCircuitForm):
    """``of`` and ``tables``: the sections and persons that can be chosen."""

    apart = frozenset({"circuit", "counted", "person"})

    counted = forms.TypedChoiceField(label=_("Section"), coerce=int)
    person = forms.TypedChoiceField(label=_("Player"), coerce=int)

    def __init__(
        self, *args: Any, of: Circuit | None = None, tables: CircuitTables | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if of is None or tables is None:
            for name in ("counted", "person"):
                key = str(self.data.get(name, ""))
                offer(self, name, [(_key(key), key)] if _key(key) else [])
            return
        sections = [(row.pk, row.name) for row in of.sections.all()]
        persons = [(row.key, plain_name(row.person)) for row in tables.tables[0].rows if row.person]
        offer(self, "counted", [("", _("Choose…")), *sections])
        offer(self, "person", [("", _("Choose…")), *persons])


class BonusForm(OfResultForm):
    ids = "circuit-bonus"
    act = set_circuit_bonus

    field_order = ("counted", "person", "bonus")


class DisqualifyForm(OfResultForm):
    ids = "circuit-disqualified"
    act = disqualify_in_circuit

    reason = reason_field()

    field_order = ("counted", "person", "disqualified", "reason")


class DrawLotsForm(InCircuitForm):
    ids = "circuit-lots"
    act = draw_circuit_lots


class PublishCircuitForm(InCircuitForm):
    """``seen``: the digest of what the page showed."""

    ids = "publish-circuit"
    act = publish_circuit


class CopyCircuitForm(InCircuitForm):
    ids = "copy-circuit"
    act = copy_circuit
