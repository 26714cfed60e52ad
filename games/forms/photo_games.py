"""What a person decides about a game that was found in photos of scoresheets."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.acts.photo_games import settle_photo_game
from games.scoresheets.photographed import END
from tournaments.forms.base import ActForm, form_of

LONGEST_MOVE = 12


class PhotoPlyForm(ActForm):
    """Decide about one ply; the button ``ended``: the game had ended before, ``right``: all is right up to
    here."""

    ids = "photo-ply"

    photo_game = forms.IntegerField(widget=forms.HiddenInput)
    ply = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    # One of those that are offered; another one is typed.
    move = forms.CharField(required=False, max_length=LONGEST_MOVE)
    other = forms.CharField(
        label=_("Another move"),
        required=False,
        max_length=LONGEST_MOVE,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )

    def arguments(self) -> dict[str, Any]:
        values = self.cleaned_data
        right = self.data.get("right", "")
        move = END if "ended" in self.data else right or values["move"] or values["other"]
        return {
            "photo_game": values["photo_game"],
            "ply": values["ply"],
            "move": move,
            "up_to": bool(right),
        }

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if not any(name in self.data for name in ("ended", "right")) and not (
            values.get("move") or values.get("other")
        ):
            self.add_error("other", _("Type the move that was played."))
        return values


SettlePhotosForm = form_of(settle_photo_game)
