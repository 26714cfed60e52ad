"""A photo of a scoresheet."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from games.photos.intake import MOST_BYTES
from portal.policy import Refusal
from tournaments.forms.base import ActForm
from tournaments.wording.sides import side_word


class SheetPhotoForm(ActForm):
    ids = "photo"

    side = forms.ChoiceField(
        label=_("Whose scoresheet"),
        choices=lambda: [(side, side_word(side, "xiangqi")) for side in ("first", "second")],
        help_text=_("Where the QR code can be read, the code decides."),
    )
    photo = forms.FileField(
        label=_("Photo of the scoresheet"),
        allow_empty_file=True,
        widget=forms.ClearableFileInput({"accept": "image/jpeg,image/png"}),
        help_text=_("JPEG or PNG, up to 7 MB: the whole sheet, with all four black squares."),
    )
    # The file, once the form is valid.
    raw = b""

    def arguments(self) -> dict[str, Any]:
        return {"side": self.cleaned_data.get("side", ""), "raw": self.raw}

    def clean(self) -> dict[str, Any]:
        file: UploadedFile[bytes] | None = self.cleaned_data.get("photo")
        if file is not None:
            if (file.size or 0) > MOST_BYTES:
                self.refuse(Refusal("photo-too-large", field="photo", limit=MOST_BYTES >> 20))
            else:
                self.raw = file.read()
        return self.cleaned_data


class OwnSheetPhotoForm(SheetPhotoForm):
    # Where the code cannot be read, the private link says whose sheet it is.
    side = None  # type: ignore[assignment]  # Django drops the field
