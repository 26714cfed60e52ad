"""Players of a section: one by one, or as a list."""

from __future__ import annotations

from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.acts.attendance import check_in
from tournaments.acts.entering import NAME_LENGTH, Person
from tournaments.acts.players import enter_player
from tournaments.exchange.people import MOST_RATING
from tournaments.exchange.tables import ENCODINGS, MOST_BYTES
from tournaments.forms.base import ActForm, offer, reason_field
from tournaments.forms.conflict_check import ConflictCheckForm
from tournaments.models import Entry, Federation, Player, Section
from tournaments.queries.entries import rounds_to_miss

ENCODING_NAMES = {"utf-8": "UTF-8", "utf-16": "UTF-16", "gb18030": "GB18030 (GBK, GB2312)", "big5": "Big5"}


class PlayerForm(ConflictCheckForm):
    """What stands about a player in every section of the event. ``player_rating`` is not filled in: it is
    the rating apart from this entry, over which the one of the form goes too."""

    ids = "player"
    act = enter_player
    apart = frozenset({"group", "team", "categories", "another"})

    federation = forms.ModelChoiceField(
        label=_("Federation"), queryset=Federation.objects.all(), empty_label=_("Choose…")
    )
    rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=MOST_RATING, required=False)
    player_rating = forms.IntegerField(widget=forms.HiddenInput, required=False)
    gender = forms.ChoiceField(label=_("Gender"), choices=[("", "–"), *Player.Gender.choices], required=False)
    field_order = ["name", "native_name", "federation", "rating", "player_rating", "birth_year", "gender"]

    @staticmethod
    def about(entry: Entry) -> dict[str, Any]:
        """What stands now, for a fresh form."""
        player = entry.player
        values = {
            name: getattr(player, name) for name in ("name", "native_name", "birth_year", "gender", "club")
        }
        rating = player.rating if entry.rating is None else entry.rating
        ratings = {"rating": rating, "player_rating": player.rating}
        return values | ratings | {"federation": player.federation_id}

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, initial=cls.about(access.entry))

    def arguments(self) -> dict[str, Any]:
        return {"person": self.person(), "seen": self.loaded_values()}

    def add_error(self, field: str | None, error: Any) -> None:
        super().add_error("rating" if field == "player_rating" else field, error)

    def loaded_values(self) -> dict[str, Any] | None:
        """What `correct_player` takes as seen."""
        shown = self.as_loaded()
        if shown is None:
            return None
        values = {name: value for name, value in shown.cleaned_data.items() if name in self.initial}
        if values.get("federation"):
            values["federation"] = values["federation"].pk
        return values

    def person(self) -> Person:
        """What was filled in."""
        values = self.cleaned_data
        return Person(
            name=values["name"],
            native_name=values["native_name"],
            federation=values["federation"].pk,
            club=values["club"],
            birth_year=values["birth_year"],
            gender=values["gender"],
            rating=values["rating"],
            group=values.get("group", 1),
            team=values.get("team", ""),
            categories=tuple(values.get("categories", ())),
        )


class EntryForm(PlayerForm):
    """A player for a section. ``namesake``: another person of a name that is known already."""

    ids = "entry"

    team = forms.CharField(label=_("Team"), max_length=80, required=False)
    group = forms.TypedChoiceField(
        label=_("Draw group"),
        choices=[(1, "1"), (2, "2")],
        coerce=int,
        help_text=_("In round 1, players of different groups meet (WXC 2.1)."),
    )
    categories = forms.MultipleChoiceField(
        label=_("Categories"), required=False, widget=forms.CheckboxSelectMultiple
    )
    namesake = forms.BooleanField(label=_("This is a different person with the same name"), required=False)

    field_order = ["name", "native_name", "federation", "team", "group"]

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["player_rating"]
        categories = [(category.key, category.name) for category in section.categories.all()]
        if categories:
            offer(self, "categories", categories)
        else:
            del self.fields["categories"]
        if not section.is_swiss:
            del self.fields["group"]
        teams = list(section.teams.values_list("name", flat=True))
        self.teams = teams
        if teams:
            self.fields["team"].widget.attrs["list"] = "teams"

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, section=access.section)

    def arguments(self) -> dict[str, Any]:
        return {"person": self.person(), "another": self.cleaned_data["namesake"]}


class CategoriesForm(ConflictCheckForm):
    """To which categories an entry belongs."""

    ids = "categories"

    categories = forms.MultipleChoiceField(
        label=_("Categories"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(category.key, category.name) for category in section.categories.all()]
        offer(self, "categories", choices)

    def arguments(self) -> dict[str, Any]:
        shown = (self.cleaned_data["seen"] or {}).get("categories")
        return super().arguments() | {"seen": shown if isinstance(shown, list) else None}

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, section=access.section)


class ImportForm(ActForm):
    """A file or a pasted text; `data` gives the bytes, whichever it was."""

    ids = "import"
    # The reader of lists tells the line that is to blame.
    as_typed = frozenset({"text"})
    too_large = False

    file = forms.FileField(label=_("CSV or XLSX file"), required=False, allow_empty_file=True)
    text = forms.CharField(
        label=_("Or paste the list"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false"}),
        help_text=_("One player per line, with a header row: name, native name, federation, team, …"),
    )
    encoding = forms.ChoiceField(
        label=_("File encoding"),
        required=False,
        choices=[("", _("detect automatically")), *((key, ENCODING_NAMES[key]) for key in ENCODINGS)],
    )

    federation = forms.ModelChoiceField(
        label=_("Federation if the list gives none"),
        queryset=Federation.objects.all(),
        required=False,
        empty_label="–",
    )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not values.get("file") and not values.get("text", "").strip():
            raise forms.ValidationError(_("Choose a file or paste a list."))
        upload = values.get("file")
        if (upload.size if upload else len(values["text"].encode())) > MOST_BYTES:
            self.too_large = True
            raise forms.ValidationError(
                _("The list is larger than %(most)s MB and was not read. Import it in parts."),
                params={"most": MOST_BYTES // (1024 * 1024)},
            )
        return values

    def data_and_encoding(self) -> tuple[bytes, str | None]:
        """The bytes and, when it is known, their encoding."""
        upload = self.cleaned_data.get("file")
        if upload:
            return upload.read(), self.cleaned_data["encoding"] or None
        return self.cleaned_data["text"].encode(), "utf-8"


class CheckInForm(ActForm):
    ids = "check-in"
    act = check_in


class AbsenceForm(ActForm):
    ids = "absence"

    round = forms.TypedChoiceField(label=_("Round"), coerce=int)
    absent = forms.TypedChoiceField(
        label=_("Attendance"),
        coerce=lambda value: value == "yes",
        choices=[("yes", _("is absent")), ("no", _("will play"))],
    )
    reason = reason_field()

    def __init__(self, *args: Any, rounds: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "round", [(number, str(number)) for number in rounds])
        self.fields["reason"].required = False

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, rounds=rounds_to_miss(access.section))

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {"round_number": values.pop("round")}


class EraseForm(ActForm):
    ids = "erase"

    confirm = forms.CharField(
        label=_("Type the name to confirm"),
        max_length=NAME_LENGTH + 50,
        help_text=_("In Latin letters or in the person's own script."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
