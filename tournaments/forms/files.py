"""Files that are sent: a tournament's, which becomes a section, and a backup, to be restored."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from portal.sandbox import parent
from tournaments.acts import backups
from tournaments.exchange.conversion import Reading
from tournaments.exchange.foreign import ENCODINGS
from tournaments.exchange.formats import PLUGGED, SUFFIXES, read_in_format
from tournaments.forms.base import ActForm
from tournaments.forms.events import slug_field
from tournaments.models import Section
from tournaments.wording.exchange import problems_text

MOST_BYTES = 2 * 1024 * 1024
# Characters of a section's name.
MOST_LETTERS = 80
READ = {
    "json": _("tournament file (JSON)"),
    "trf": _("TRF16 or TRF26"),
    "h9": _("European Go Database (h9)"),
    "opengotha": _("OpenGotha or MacMahon (XML)"),
}


class SectionFileForm(ActForm):
    """Read a file, or the ``text`` that the preview was made of, and name the section (``naming``)."""

    ids = "section-file"
    # Asked with the preview, which proposes what the file says.
    NAMES = ("name", "native_name", "slug")

    file = forms.FileField(label=_("File"), required=False, allow_empty_file=True)
    text = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    # Whether the file said by which system it was paired: what was made of it always does.
    rule_known = forms.BooleanField(required=False, widget=forms.HiddenInput)
    format = forms.ChoiceField(
        label=_("Format"),
        required=False,
        choices=lambda: [("", _("from the file extension")), *READ.items(), *((key, key) for key in PLUGGED)],
    )
    encoding = forms.ChoiceField(
        label=_("File encoding"),
        required=False,
        choices=[
            ("", _("as declared in the file, otherwise UTF-8")),
            *((key, key.upper()) for key in ENCODINGS),
        ],
    )
    system = forms.ChoiceField(
        label=_("System, if the file does not say"),
        required=False,
        choices=[("", "–"), *Section.System.choices],
    )
    name = forms.CharField(label=_("Section name"), max_length=MOST_LETTERS)
    native_name = forms.CharField(label=_("Chinese name"), max_length=MOST_LETTERS, required=False)
    slug = slug_field(_("The last part of the section's URL, such as men."))

    reading: Reading | None = None

    def __init__(self, *args: Any, naming: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in () if naming else self.NAMES:
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        upload = values.get("file")
        if values.get("text"):
            self._read(values["text"].encode(), "json", values)
        elif upload:
            key = values.get("format") or SUFFIXES.get(upload.name.rpartition(".")[2].lower(), "")
            if not key:
                self.add_error("format", _("The file name does not tell the format. Choose it."))
            elif upload.size > MOST_BYTES:
                self.add_error("file", _("The file is larger than 2 MB."))
            else:
                self._read(upload.read(), key, values)
        else:
            self.add_error("file", _("Choose a file."))
        return values

    def _read(self, data: bytes, key: str, values: dict[str, Any]) -> None:
        encoding, system = values.get("encoding") or None, values.get("system") or None
        try:
            reading = parent.run_sandboxed(
                read_in_format, data, key, encoding=encoding, system=system, field="file"
            )
        except parent.Stopped as stopped:
            self.refuse(stopped)
            return
        if reading.tournament is None:
            self.add_error("file", problems_text(reading.problems))
        else:
            self.reading = reading


class RestoreForm(ActForm):
    ids = "restore"

    file = forms.FileField(
        label=_("Backup"), help_text=_("A backup file downloaded from an event's Backup page.")
    )
    slug = slug_field(_("The last part of the new event's URL. It must not be in use."))

    def arguments(self) -> dict[str, Any]:
        return {
            "body": self.cleaned_data["file"].read(backups.MOST_BYTES + 1),
            "slug": self.cleaned_data["slug"],
        }
