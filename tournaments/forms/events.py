"""Events, sections, and who does what at an event."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache
from typing import Any, Self
from zoneinfo import available_timezones

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts._images import MOST_BYTES
from tournaments.acts.people import delegate_pairing, revoke_role
from tournaments.forms.base import ActForm, offer
from tournaments.models import Membership, Role, Section
from tournaments.presets import PRESETS
from tournaments.queries.desk import others_at
from tournaments.state.options import BOARD_SIZES, FINAL_SIZES, MOST_QUARTERS
from tournaments.wording.fouls import LADDERS
from tournaments.wording.standings import PRESETS as PRESET_NAMES

OPTIONS = (
    *("third_place", "best_of", "early_federation", "practice_2009", "final_after", "final_size"),
    *("board_size", "strict"),
)
QUARTERS = ("compensation", "handicap_return")
SLUG = r"[a-z0-9][a-z0-9\-]{0,49}"


@lru_cache(maxsize=1)
def time_zones() -> list[tuple[str, str]]:
    """Every zone by name, as Asia/Kuala_Lumpur; UTC first."""
    named = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    return [("UTC", "UTC"), *((zone, zone.replace("_", " ")) for zone in named)]


def slug_field(help_text: Any) -> forms.RegexField:
    return forms.RegexField(
        f"^{SLUG}$",
        label=_("URL name"),
        max_length=50,
        help_text=help_text,
        error_messages={"invalid": _("Lower-case letters, digits and hyphens only.")},
        widget=forms.TextInput({"autocapitalize": "none", "spellcheck": "false"}),
    )


def quarters_field(**more: Any) -> forms.DecimalField:
    """Stones, in steps of a quarter."""
    return forms.DecimalField(
        min_value=Decimal(0),
        max_value=Decimal(MOST_QUARTERS) / 4,
        max_digits=5,
        decimal_places=2,
        step_size=Decimal("0.25"),
        required=False,
        **more,
    )


class EventForm(ActForm):
    ids = "event"

    name = forms.CharField(label=pgettext_lazy("of an event or section", "Name"), max_length=120)
    native_name = forms.CharField(label=_("Chinese name"), max_length=120, required=False)
    slug = slug_field(_("The last part of the event's URL, such as wxc-2026. It cannot be changed later."))
    place = forms.CharField(label=_("Venue"), max_length=120, required=False)
    starts = forms.DateField(label=_("First day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    ends = forms.DateField(label=_("Last day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones, initial="UTC")


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


class SectionForm(ActForm):
    ids = "section"

    name = forms.CharField(label=pgettext_lazy("of an event or section", "Name"), max_length=80)
    native_name = forms.CharField(label=_("Chinese name"), max_length=80, required=False)
    slug = slug_field(_("The last part of the section's URL, such as men."))
    game = forms.ChoiceField(label=pgettext_lazy("xiangqi or weiqi", "Game"), choices=Section.Game.choices)
    preset = forms.ChoiceField(
        label=_("Rules"),
        choices=lambda: [(key, PRESET_NAMES[key]) for key in PRESETS],
        help_text=_("They set the pairing rules, tie-breaks and time control."),
    )
    rounds = forms.IntegerField(
        label=pgettext_lazy("how many", "Rounds"),
        min_value=1,
        max_value=60,
        initial=9,
        help_text=_(
            "Swiss: about twice as many as in a knock-out, give or take one or two (WMSG 2008): 8 for "
            "16 players, 10 for 32, 12 for 64. A round robin or knock-out gets as many as its players "
            "need."
        ),
    )
    players = forms.IntegerField(
        label=_("Expected players"),
        min_value=2,
        max_value=10_000,
        required=False,
        help_text=_("Too many rounds for the number of players are refused."),
    )
    grouping = forms.ChoiceField(
        label=_("WMSG Swiss: pairing within a score group"),
        choices=Section.Grouping.choices,
        required=False,
        initial=Section.Grouping.HALVES,
    )
    practice_2009 = forms.BooleanField(
        label=_("WXC Swiss: as practised in 2009"),
        required=False,
        help_text=_(
            "A bye counts in the colours, as a game against the number after the last. A player who "
            "floats down takes the first player below who needs a colour. The games of the World "
            "Championship show it; no text says so."
        ),
    )
    final_after = forms.IntegerField(
        label=_("Swiss: final after round"),
        min_value=1,
        max_value=59,
        required=False,
        help_text=_("The leaders then play a knock-out for the top places. Leave empty for no final."),
    )
    final_size = forms.TypedChoiceField(
        label=_("Swiss: players in the final"),
        choices=[(size, str(size)) for size in FINAL_SIZES],
        coerce=int,
        required=False,
    )
    third_place = forms.BooleanField(label=_("Knock-out or final: third-place match"), required=False)
    best_of = forms.TypedChoiceField(
        label=_("Knock-out or final: games per match"),
        choices=[
            (1, _("one; draws are replayed")),
            *((games, format_lazy(_("best of {games}"), games=games)) for games in (3, 5, 7)),
        ],
        coerce=int,
        required=False,
    )
    early_federation = forms.BooleanField(
        label=_("Round robin: players of the same federation meet early"), required=False
    )
    board_size = forms.TypedChoiceField(
        label=_("Weiqi: board size"),
        choices=[(size, f"{size} × {size}") for size in BOARD_SIZES],
        coerce=int,
        empty_value=None,
        required=False,
    )
    compensation = quarters_field(
        label=_("Weiqi: komi (compensation), in stones"),
        initial=Decimal("2.75"),
        help_text=_("Article 11: 2.75. National competitions now use 3.75, that is 7.5 points."),
    )
    handicap_return = quarters_field(
        label=_("Weiqi: extra compensation in handicap games, in stones"),
        initial=Decimal(0),
        help_text=_("Article 9 leaves this to the event regulations."),
    )
    strict = forms.ChoiceField(
        label=_("Weiqi: repetition"),
        choices=[
            ("", _("basic ko rule; the referee rules on longer cycles")),
            ("yes", _("superko: always illegal (article 6 to the letter)")),
        ],
        required=False,
    )
    ladder = forms.ChoiceField(
        label=_("Fouls that lose the game"),
        choices=[("", _("as in the rules of the game")), *LADDERS.items()],
        required=False,
    )
    counted_players = forms.IntegerField(
        label=_("Teams: counted players"),
        min_value=1,
        max_value=10,
        initial=2,
        help_text=_("How many of the best ranks are added (WXC 6.2: two)."),
    )
    base_seconds = forms.IntegerField(
        label=_("Time per player, seconds"), min_value=60, max_value=86_400, initial=3600
    )
    increment_seconds = forms.IntegerField(
        label=_("Increment per move, seconds"), min_value=0, max_value=600, initial=30
    )
    seed = forms.CharField(
        label=_("Draw seed"),
        max_length=64,
        initial=lambda: secrets.token_hex(8),
        help_text=_(
            "Lots are drawn from this text and the list of players, and both are published so that "
            "anyone can verify the draw. Keep the suggestion, or use a text nobody could choose, such "
            "as dice rolled in public."
        ),
    )

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        options = {name: values.pop(name) for name in OPTIONS}
        for name in QUARTERS:
            stones = values.pop(name)
            options[name] = None if stones is None else int(4 * stones)
        values["grouping"] = values["grouping"] or Section.Grouping.HALVES
        return values | {"options": options}


class GrantForm(ActForm):
    ids = "grant"

    user = forms.CharField(
        label=_("Username"),
        max_length=150,
        help_text=_("The name the person signs in with."),
        widget=forms.TextInput({"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )
    role = forms.TypedChoiceField(label=_("Role"), choices=[("", _("Choose…")), *Role.choices], coerce=Role)

    def clean_user(self) -> User:
        found = User.objects.filter(username=self.cleaned_data["user"].strip(), is_active=True).first()
        if found is None:
            raise forms.ValidationError(_("There is no account with this username."))
        return found


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
    file = forms.FileField(
        label=_("Picture"),
        allow_empty_file=True,
        widget=forms.ClearableFileInput({"accept": "image/png,image/jpeg"}),
        help_text=_("PNG or JPEG, up to 1 MB and 4 megapixels; landscape, for white paper."),
    )
    raw = b""

    def arguments(self) -> dict[str, Any]:
        return {"raw": self.raw}

    def clean(self) -> dict[str, object]:
        file: UploadedFile[bytes] | None = self.cleaned_data.get("file")
        if file is not None:
            if (file.size or 0) > MOST_BYTES:
                # Not read: there is nothing to be learnt from what is too much.
                self.refuse(Refusal("logo-too-large", field="file", size=file.size, limit=MOST_BYTES))
            else:
                self.raw = file.read()
        return self.cleaned_data
