"""What part of the journal is shown, and undoing one of its acts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.web.dates import check_showable
from portal.web.field_words import InOurWords
from tournaments.acts.undo.undo import undo
from tournaments.forms.base import ActForm, offer
from tournaments.models import Section
from tournaments.queries.journal import PLAYERS, JournalSelection
from tournaments.wording.names import plain_name


class JournalFilter(InOurWords, forms.Form):
    """Every field may stay empty; what is not known there filters nothing, and the field says so."""

    act = forms.ChoiceField(label=_("Action"), required=False)
    by = forms.ChoiceField(label=_("By"), required=False)
    section = forms.ChoiceField(label=_("Section"), required=False)
    round = forms.IntegerField(label=_("Round"), required=False, min_value=1, max_value=60)
    table = forms.IntegerField(label=_("Table"), required=False, min_value=1, max_value=100_000)
    day = forms.DateField(
        label=_("Day"),
        required=False,
        validators=[check_showable],
        widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
    )

    def __init__(
        self,
        *args: Any,
        acts: Iterable[tuple[str, str]],
        people: Iterable[User],
        sections: Iterable[Section],
        **kwargs: Any,
    ) -> None:
        kwargs["auto_id"] = "journal-%s"
        super().__init__(*args, **kwargs)
        self.sections = {section.slug: section for section in sections}
        named = [(str(person.pk), str(person)) for person in people]
        choices: dict[str, list[tuple[str, Any]]] = {
            "act": [("", _("all")), *acts],
            "by": [("", _("everyone")), *named, (PLAYERS, _("players, by private link"))],
            "section": [
                ("", _("all")),
                *((slug, plain_name(section)) for slug, section in self.sections.items()),
            ],
        }
        for name, offered in choices.items():
            offer(self, name, offered)

    def selection(self) -> JournalSelection:
        """What was asked for, as far as it can be read. A round or table without a section names none."""
        self.is_valid()
        values = self.cleaned_data
        by = values.get("by") or None
        section = self.sections.get(values.get("section", ""))
        return JournalSelection(
            act=values.get("act", ""),
            by=by if by in (None, PLAYERS) else int(by),
            section=section,
            round=values.get("round") if section else None,
            table=values.get("table") if section else None,
            day=values.get("day"),
        )


class UndoForm(ActForm):
    ids = "undo"
    act = undo
