"""Writing to entrants: the texts of an announcement, and who gets them, each group with how many that are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from portal.web.fields import gather_arguments
from tournaments.acts.notices.entrant_messages import write_to_entrants
from tournaments.forms.base import offer
from tournaments.forms.notices.announcements import TextsForm
from tournaments.pages.recipient_groups import RecipientGroup, recipient_groups


def label_of(group: RecipientGroup) -> str:
    """Counted, so that nobody writes to more than was meant."""
    words = ngettext("%(group)s: %(count)s player", "%(group)s: %(count)s players", group.reach.entrants)
    parts = [words % {"group": group.words, "count": group.reach.entrants}]
    if group.reach.letters:
        letters = ngettext("%(count)s e-mail", "%(count)s e-mails", group.reach.letters)
        parts.append(letters % {"count": group.reach.letters})
    if group.reach.devices:
        devices = ngettext("%(count)s device", "%(count)s devices", group.reach.devices)
        parts.append(devices % {"count": group.reach.devices})
    if group.reach.unreached:
        parts.append(gettext("%(count)s by neither") % {"count": group.reach.unreached})
    return " · ".join(parts)


def value_of(group: RecipientGroup) -> str:
    return f"{group.audience}:{group.section.pk if group.section else ''}"


class EntrantMessageForm(TextsForm):
    ids = "entrants"
    act = write_to_entrants
    audience = forms.ChoiceField(label=_("To"))

    def __init__(self, *args: Any, groups: Sequence[RecipientGroup], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.recipients = {value_of(group): group for group in groups}
        offer(self, "audience", [(value, label_of(group)) for value, group in self.recipients.items()])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, groups=recipient_groups(access.event))

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        group = self.recipients[values.pop("audience")]
        arguments = gather_arguments(write_to_entrants, values)
        return {**arguments, "audience": group.audience, "section": group.section}
