"""Players of a section: one by one, or as a list."""

from __future__ import annotations

from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.acts.entering.attendance import check_in
from tournaments.acts.entering.players import enter_player
from tournaments.acts.register.person_input import FILLED, NAME_LENGTH, OF_GO, PersonInput
from tournaments.exchange.cells import MOST_RATING
from tournaments.forms.base import PLAYER_NAMES, REASON_LENGTH, ActForm, federation_field, offer, reason_field
from tournaments.forms.conflict_check import ConflictCheckForm
from tournaments.models import Entry, Gender, Section
from tournaments.queries.entering.entries import rounds_to_miss
from tournaments.state.gotha.ranks import LEAST_RATING

# Only the lists of go federations have these.
ON_GO_LISTS = ("given_name", "declared_grade", *OF_GO)
OF_XIANGQI = ("wxf_id", "axf_id")


class PlayerForm(ConflictCheckForm):
    """Correct a player; ``player_rating``: that apart from this entry, which the form's replaces."""

    ids = "player"
    act = enter_player
    apart = frozenset({"group", "team", "categories", "another", "reason"})
    names_typed = PLAYER_NAMES

    federation = federation_field()
    rating = forms.IntegerField(
        label=_("Rating"), min_value=LEAST_RATING, max_value=MOST_RATING, required=False
    )
    player_rating = forms.IntegerField(widget=forms.HiddenInput, required=False)
    gender = forms.ChoiceField(label=_("Gender"), choices=[("", "–"), *Gender.choices], required=False)
    groups = {
        _("Player"): ("name", "native_name", "federation", "rating", "gender", "birth_year"),
        _("Title and grade"): ("title", "grade"),
        _("Team, club, province"): ("team", "club", "native_club", "province", "native_province"),
        _("Lists of go federations"): ON_GO_LISTS,
        _("Numbers"): (*OF_XIANGQI, "fide_id", "national_id"),
        _("In this section"): ("group", "categories", "namesake", "reason"),
    }

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in OF_XIANGQI if section.game == Section.Game.WEIQI else ON_GO_LISTS:
            del self.fields[name]

    @staticmethod
    def about(entry: Entry) -> dict[str, Any]:
        """What stands now, for a fresh form."""
        player = entry.player
        values = {name: getattr(player, name) for name in ("name", *FILLED)}
        rating = player.rating if entry.rating is None else entry.rating
        ratings = {"rating": rating, "player_rating": player.rating}
        return values | ratings | {"federation": player.federation_id}

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, section=access.section, initial=cls.about(access.entry))

    def arguments(self) -> dict[str, Any]:
        return {"person": self.person(), "seen": self.loaded_values()}

    def add_error(self, field: str | None, error: Any) -> None:
        super().add_error("rating" if field == "player_rating" else field, error)

    def loaded_values(self) -> dict[str, Any] | None:
        """What `correct_player` takes as seen."""
        loaded = self.as_loaded()
        if loaded is None:
            return None
        values = {name: value for name, value in loaded.cleaned_data.items() if name in self.initial}
        if "federation" in values:
            values["federation"] = values["federation"].pk if values["federation"] else ""
        return values

    def person(self) -> PersonInput:
        """What was filled in."""
        values = self.cleaned_data
        return PersonInput(
            name=values["name"],
            federation=values["federation"].pk if values["federation"] else "",
            **{field: values[field] if field in values else self.initial.get(field, "") for field in FILLED},
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
    reason = forms.CharField(
        label=_("Reason to enter a player who does not fit"),
        max_length=REASON_LENGTH,
        required=False,
        help_text=_("The section is open to some only. Leave this empty for everybody who fits."),
    )
    namesake = forms.BooleanField(
        label=_("This is a different person with the same name"),
        required=False,
        help_text=_("If unticked, the known player with this name and federation is entered."),
    )

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, section=section, **kwargs)
        del self.fields["player_rating"]
        categories = [(category.key, category.name) for category in section.categories.all()]
        if categories:
            offer(self, "categories", categories)
        else:
            del self.fields["categories"]
        if not section.has_draw_groups:
            del self.fields["group"]
        if not section.open_to:
            del self.fields["reason"]
        teams = list(section.teams.values_list("name", flat=True))
        self.teams = teams
        if teams:
            self.fields["team"].widget.attrs["list"] = "teams"

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, section=access.section)

    def arguments(self) -> dict[str, Any]:
        values = self.cleaned_data
        return {
            "person": self.person(),
            "another": values["namesake"],
            "reason": values.get("reason", ""),
        }


class CategoriesForm(ConflictCheckForm):
    """To which categories an entry belongs."""

    ids = "categories"
    made_of = ("entry",)

    categories = forms.MultipleChoiceField(
        label=_("Categories"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entry = entry
        choices = [(category.key, category.name) for category in entry.section.categories.all()]
        offer(self, "categories", choices)

    def arguments(self) -> dict[str, Any]:
        loaded, entry = (self.cleaned_data["seen"] or {}).get("categories"), self.entry.pk
        return {
            "categories": {entry: self.cleaned_data["categories"]},
            "seen": {entry: loaded} if isinstance(loaded, list) else None,
        }


class CheckInForm(ActForm):
    ids = "check-in"
    act = check_in


ATTENDANCE = [
    ("yes", _("is absent")),
    ("half", _("takes a half-point bye")),
    ("full", _("is granted a full-point bye")),
    ("no", _("will play")),
]


class AbsenceForm(ActForm):
    ids = "absence"
    made_of = ("section",)

    round = forms.TypedChoiceField(label=_("Round"), coerce=int)
    absent = forms.TypedChoiceField(
        label=_("Attendance"),
        choices=ATTENDANCE,
    )
    reason = reason_field()

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "round", [(number, str(number)) for number in rounds_to_miss(section)])
        unknown = set()
        if not section.half_byes_allowed or not section.is_swiss:
            unknown.add("half")
        if section.system != Section.System.FIDE_DUTCH:
            unknown.add("full")
        offer(self, "absent", [choice for choice in ATTENDANCE if choice[0] not in unknown])
        self.fields["reason"].required = False

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        attendance, number = values.pop("absent"), values.pop("round")
        values |= {"half_point": attendance == "half", "full_point": attendance == "full"}
        return values | {"absent": attendance != "no", "round_number": number}


class EraseForm(ActForm):
    ids = "erase"

    confirm = forms.CharField(
        label=_("Type the name to confirm"),
        max_length=NAME_LENGTH + 50,
        help_text=_("In Latin letters or in the person's own script."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
