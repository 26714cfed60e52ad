"""The logo of an event."""

from __future__ import annotations

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from portal.policy import Refusal
from tournaments.acts._pictures import MOST_BYTES
from tournaments.forms.base import ActForm


class LogoForm(ActForm):
    """``raw``: the file, once the form is valid."""

    ids = "logo"
    file = forms.FileField(
        label=_("Picture"),
        allow_empty_file=True,
        widget=forms.ClearableFileInput({"accept": "image/png,image/jpeg"}),
        help_text=_(
            "PNG or JPEG, at most 1 MB and 4 million pixels; wide rather than high, drawn for white paper."
        ),
    )
    raw = b""

    def clean(self) -> dict[str, object]:
        file: UploadedFile[bytes] | None = self.cleaned_data.get("file")
        if file is not None:
            if (file.size or 0) > MOST_BYTES:
                # Not read: there is nothing to be learnt from what is too much.
                self.refuse(Refusal("logo-too-large", field="file", size=file.size, limit=MOST_BYTES))
            else:
                self.raw = file.read()
        return self.cleaned_data


class RemoveLogoForm(ActForm):
    ids = "remove"
