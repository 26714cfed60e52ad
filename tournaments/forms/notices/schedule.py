"""When rounds start, typed on the event's clock."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Self
from zoneinfo import ZoneInfo

from django import forms
from django.http import HttpRequest
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.web.dates import check_showable
from tournaments.forms.conflict_check import ConflictCheckForm
from tournaments.models import Round, Section
from tournaments.policy import Act, possible


class ZonedField(forms.DateTimeField):
    """Take a moment on the clock of ``zone``; one that the clocks skip, or that comes twice, is refused."""

    default_validators = [check_showable]

    def __init__(self, *, zone: str, **more: Any) -> None:
        widget = forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, required=False, **more)
        self.zone = ZoneInfo(zone)

    def prepare_value(self, value: Any) -> Any:
        with timezone.override(self.zone):
            return super().prepare_value(value)

    def clean(self, value: Any) -> Any:
        with timezone.override(self.zone):
            return super().clean(value)


class ScheduleForm(ConflictCheckForm):
    """A field for each round that can still be moved, and where the section is played."""

    ids = "schedule"

    where = forms.ChoiceField(
        label=_("Where it is played"),
        choices=[
            ("hall", pgettext_lazy("where a section is played", "over the board")),
            (
                "online",
                pgettext_lazy(
                    "where a section is played",
                    "online: no-shows are listed ten minutes after the start",
                ),
            ),
        ],
    )

    def __init__(self, *args: Any, section: Section, rounds: Iterable[Round], **kwargs: Any) -> None:
        movable = [round_ for round_ in rounds if Act.SET_SCHEDULE in possible([Act.SET_SCHEDULE], round_)]
        kwargs.setdefault("initial", self.about(section, movable))
        super().__init__(*args, **kwargs)
        for round_ in movable:
            self.fields[f"round_{round_.number}"] = ZonedField(
                zone=section.event.time_zone,
                label=format_lazy(_("Round {number} starts"), number=round_.number),
            )

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        rounds = access.section.round_set.defer("draft_input", "draft_changes")
        return cls(request.POST, section=access.section, rounds=rounds)

    def arguments(self) -> dict[str, Any]:
        return {"starts": self.starts(), "online": self.online(), "seen": self.loaded_values()}

    @staticmethod
    def about(section: Section, rounds: Iterable[Round]) -> dict[str, Any]:
        times = {f"round_{round_.number}": round_.starts_at for round_ in rounds}
        return {"where": "online" if section.online else "hall", **times}

    def starts(self) -> dict[int, datetime | None]:
        """By round, what was sent; a field that was not sent changes nothing."""
        return {
            int(name.removeprefix("round_")): self.cleaned_data[name]
            for name in self.fields
            if name.startswith("round_") and self.add_prefix(name) in self.data and name in self.cleaned_data
        }

    def online(self) -> bool:
        return bool(self.cleaned_data["where"] == "online")

    def loaded_values(self) -> dict[int | str, Any] | None:
        """What `set_schedule` takes as seen."""
        loaded = self.as_loaded()
        if loaded is None:
            return None
        values: dict[int | str, Any] = dict(loaded.starts().items())
        if "where" in loaded.cleaned_data:
            values["online"] = loaded.online()
        return values

    def field_of(self, key: Any) -> str:
        return "where" if key == "online" else f"round_{key}"
