"""Events, sections, and who does what at an event."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar, Self
from zoneinfo import available_timezones

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.events import event_faults
from tournaments.acts.notices._images import MOST_BYTES
from tournaments.acts.people import delegate_pairing, revoke_role
from tournaments.forms.base import ActForm, offer
from tournaments.models import Membership, Role
from tournaments.organisation_roles import creates_alone, looked_after
from tournaments.queries.event_overview import others_at

SLUG = r"[a-z0-9][a-z0-9\-]{0,49}"


@lru_cache(maxsize=1)
def time_zones() -> list[tuple[str, str]]:
    """Every zone by name, as Asia/Kuala_Lumpur; UTC first."""
    named = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    return [("UTC", "UTC"), *((zone, zone.replace("_", " ")) for zone in named)]


def slug_field(help_text: Any, *, required: bool = True) -> forms.RegexField:
    return forms.RegexField(
        f"^{SLUG}$",
        label=_("URL name"),
        required=required,
        max_length=50,
        help_text=help_text,
        error_messages={"invalid": _("Lower-case letters, digits and hyphens only.")},
        widget=forms.TextInput({"autocapitalize": "none", "spellcheck": "false"}),
    )


class EventForm(ActForm):
    ids = "event"

    name = forms.CharField(label=pgettext_lazy("of an event or section", "Name"), max_length=120)
    native_name = forms.CharField(label=_("Chinese name"), max_length=120, required=False)
    slug = slug_field(_("The last part of the event's URL, such as wxc-2026. You can change it later."))
    place = forms.CharField(label=_("Venue"), max_length=120, required=False)
    starts = forms.DateField(label=_("First day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    ends = forms.DateField(label=_("Last day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones, initial="UTC")

    def clean(self) -> dict[str, Any]:
        """All that is wrong is said at once."""
        cleaned = self.cleaned_data
        if not self.errors.keys() & {"starts", "ends"} and not cleaned.get("ends"):
            cleaned["ends"] = cleaned["starts"]
        starts = cleaned.get("starts") or timezone.localdate()
        texts = {key: str(cleaned.get(key) or "") for key in ("slug", "name", "native_name", "place")}
        faults = event_faults(**texts, starts=starts, ends=cleaned.get("ends") or starts)
        # By itself a taken address is the act's to refuse: sent twice, it is the person's own.
        if self.errors or any(refusal.field != "slug" for refusal in faults):
            for refusal in faults:
                if refusal.field not in self.errors:
                    self.refuse(refusal)
        return cleaned


class NewEventForm(EventForm):
    """Create an event for one of the organisations for which the person may, or for nobody's."""

    made_of = ("user",)
    slug = slug_field(
        _("The last part of the event's URL. Leave empty to make it from the name."), required=False
    )
    ends = forms.DateField(
        label=_("Last day"),
        required=False,
        help_text=_("Leave empty for one day."),
        widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
    )
    chief_referee = forms.BooleanField(
        label=_("I am also the chief referee"),
        required=False,
        initial=True,
        help_text=_("Who draws lots, pairs and publishes. You can assign this to someone else later."),
    )
    field_order = ("name", "organisation", "place", "starts", "ends", "chief_referee")
    details = ("native_name", "slug", "time_zone")
    """What stands folded: it is made of the rest, or the browser says it."""
    organisation = forms.TypedChoiceField(
        label=_("Organisation"), coerce=int, required=False, empty_value=None
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        alone = [("", "–")] if creates_alone(user) else []
        rows = looked_after("create_event", user).values_list("pk", "name")
        if rows:
            offer(self, "organisation", [*alone, *rows])
        else:
            del self.fields["organisation"]


class CopyForm(EventForm):
    """An event like another one; ``memberships``: who works at the new one too."""

    ids = "copy"

    memberships = forms.TypedMultipleChoiceField(
        label=_("Staff to copy"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("You become its chief organiser. Delegated pairing is not copied."),
    )

    def __init__(self, *args: Any, people: Iterable[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "memberships", [(held.pk, f"{held.user}: {held.get_role_display()}") for held in people])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, people=others_at(access.event, access.user))


class UserForm(ActForm):
    """Somebody with an account, by the name that he or she signs in with."""

    user = forms.CharField(
        label=_("Username"),
        max_length=150,
        help_text=_("The name the person signs in with."),
        widget=forms.TextInput({"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_user(self) -> User:
        user = User.objects.filter(username=self.cleaned_data["user"].strip(), is_active=True).first()
        if user is None:
            raise forms.ValidationError(_("There is no account with this username."))
        return user


class GrantForm(UserForm):
    ids = "grant"

    role = forms.TypedChoiceField(label=_("Role"), choices=[("", _("Choose…")), *Role.choices], coerce=Role)


class MembershipForm(ActForm):
    """Which role a button is about."""

    ids = "membership"
    act = revoke_role


class DelegationForm(ActForm):
    """Delegating pairing, or ending the delegation."""

    ids = "delegation"
    act = delegate_pairing


class LogoForm(ActForm):
    """``raw``: the file, once the form is valid."""

    ids = "logo"
    most: ClassVar[int] = MOST_BYTES
    file = forms.FileField(
        label=_("Picture"),
        allow_empty_file=True,
        widget=forms.ClearableFileInput({"accept": "image/png,image/jpeg,image/webp"}),
        help_text=_("PNG, JPEG or WebP, up to 1 MB and 4 megapixels; landscape, for white paper."),
    )
    raw = b""

    def arguments(self) -> dict[str, Any]:
        return {"raw": self.raw}

    def clean(self) -> dict[str, object]:
        file: UploadedFile[bytes] | None = self.cleaned_data.get("file")
        if file is not None:
            if (file.size or 0) > self.most:
                # Not read: there is nothing to be learnt from what is too much.
                self.refuse(Refusal("image-too-large", field="file", size=file.size, limit=self.most))
            else:
                self.raw = file.read()
        return self.cleaned_data
