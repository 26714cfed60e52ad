"""Announcements: one text in each language of the site, of which one is enough."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from portal.web.fields import gather_arguments
from tournaments.acts.notices.announcements import announce, correct_announcement, text_field
from tournaments.forms.base import ActForm, offer_sections
from tournaments.models import Section
from tournaments.queries.notices.announcements import WrittenAnnouncement


class TextsForm(ActForm):
    """The reader's own language stands first."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        texts = [name for name, field in self.fields.items() if _is_text(field)]
        main_field = text_field(get_language() or "en")
        others = [name for name in self.fields if name not in texts]
        self.order_fields([main_field, *texts, *others])
        for name in texts:
            self.fields[name].widget = forms.Textarea({"rows": 4 if name == main_field else 2})


class AnnounceForm(TextsForm):
    ids = "announce"
    act = announce
    section = forms.TypedChoiceField(label=_("For"), required=False, coerce=int, empty_value=None)

    def __init__(self, *args: Any, sections: Iterable[Section], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sections = offer_sections(self, sections, _("Whole event"))

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, sections=access.event.sections.select_related("event"))

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        section = self.sections.get(values.pop("section"))
        return {**gather_arguments(announce, values), "section": section}


class CorrectForm(TextsForm):
    ids = "correct"
    act = correct_announcement
    announcement = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**63 - 1)

    @classmethod
    def of(cls, announcement: WrittenAnnouncement) -> Self:
        """What stands now. Forms of several stand on one page."""
        texts = {text_field(text.language): text.text for text in announcement.notice.texts}
        key = announcement.announcement.pk
        initial = {**texts, "announcement": key, "version": announcement.announcement.version}
        return cls(initial=initial, auto_id=f"correct{key}-%s")

    def arguments(self) -> dict[str, Any]:
        return gather_arguments(correct_announcement, super().arguments())


def _is_text(field: forms.Field) -> bool:
    return isinstance(field, forms.CharField) and field.label is not None
