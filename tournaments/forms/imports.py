"""A list of players: the file or the pasted text, and how it is to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import takewhile
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.exchange.columns import MOST_COLUMNS
from tournaments.exchange.headings import FIELDS, SKIP
from tournaments.exchange.people import ListSheet, PeopleReport
from tournaments.exchange.tables import ENCODINGS, MOST_BYTES
from tournaments.forms.base import ActForm
from tournaments.models import Federation
from tournaments.wording.people import COLUMNS

ENCODING_NAMES = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "gb18030": "GB18030 (GBK, GB2312)",
    "big5": "Big5",
    "windows-1258": "Windows-1258",
    "windows-1252": "Windows-1252",
    "windows-1250": "Windows-1250",
    "windows-1251": "Windows-1251",
    "windows-1254": "Windows-1254",
    "shift-jis": "Shift-JIS",
    "euc-kr": "EUC-KR (CP949)",
}
COLUMN = "column-%d"
# Characters of the sheets that a page carries besides the one that is read.
MOST_CARRIED = 1_500_000


class ImportForm(ActForm):
    """Read a list of players; ``headings``: their line, 0: none, ``seen``: what the preview showed (`state`).

    A file that is chosen goes before the list that the page carries as text."""

    ids = "import"
    # The reader of lists tells the line that is to blame.
    as_typed = frozenset({"text"})
    too_large = False
    carried: tuple[ListSheet, ...] = ()
    columns: tuple[str, ...] | None = None
    sheet: int | None = None
    """The one of ``carried`` that is to be read from now on."""
    current: int | None = None

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
        queryset=Federation.objects.exclude(code=""),
        required=False,
        empty_label="–",
    )
    headings = forms.IntegerField(
        label=_("Line of the headings"),
        help_text=_("0 if the list has no headings."),
        required=False,
        min_value=0,
        max_value=100,
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    @classmethod
    def of(cls, request: HttpRequest) -> ImportForm:
        """As it was posted, with what it says of a list that the page carries."""
        posted = request.POST.copy()
        posted["text"] = posted.get("text", "").replace("\0", "")
        form = cls(posted, request.FILES)
        if "file" in request.FILES:
            return form
        columns = takewhile(bool, (request.POST.get(COLUMN % place) for place in range(MOST_COLUMNS)))
        form.columns = tuple(item if item in FIELDS else SKIP for item in columns if item) or None
        names, texts = request.POST.getlist("sheet_name"), request.POST.getlist("sheet_text")
        form.carried = tuple(ListSheet(*item) for item in zip(names, texts, strict=False))
        form.sheet = _place(request.POST.get("sheet", ""), form.carried)
        form.current = (
            _place(request.POST.get("sheet_now", ""), form.carried) if form.sheet is None else form.sheet
        )
        return form

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not values.get("file") and not values.get("text", "").strip() and self.sheet is None:
            raise forms.ValidationError(_("Choose a file or paste a list."))
        upload = values.get("file")
        if (upload.size if upload else len(values["text"].encode())) > MOST_BYTES:
            self.too_large = True
            raise forms.ValidationError(
                _("The list is larger than %(most)s MB and was not read. Import it in parts."),
                params={"most": MOST_BYTES // (1024 * 1024)},
            )
        return values

    def reading(self, remembered: Mapping[str, list[str]]) -> tuple[bytes, dict[str, Any]]:
        """Return the bytes, and how they are to be read: arguments of `spreadsheet.read_list`."""
        federation = self.cleaned_data["federation"]
        how: dict[str, Any] = {"federation": federation.pk if federation else "", "remembered": remembered}
        upload: UploadedFile[bytes] | None = self.cleaned_data.get("file")
        if upload:
            # What was said of one list says nothing of another.
            return upload.read(), how | {"encoding": self.cleaned_data["encoding"] or None}
        if self.sheet is not None:
            return self.carried[self.sheet].text.encode(), how | {"encoding": "utf-8"}
        text, headings = self.cleaned_data["text"], self.cleaned_data["headings"]
        line, _, digest_sent = self.cleaned_data["seen"].partition(".")
        if digest_sent and not digest_sent.startswith(digest(text)) and line == str(headings):
            # The list was changed, and so perhaps where its headings stand.
            headings = None
        return text.encode(), how | {"headings": headings, "columns": self.columns, "encoding": "utf-8"}

    def shown_again(self, report: PeopleReport, text: str) -> ImportForm:
        """The form of the preview: the list as text, read as it was read."""
        federation = self.cleaned_data["federation"]
        form = ImportForm(
            initial={
                "text": text,
                "federation": federation.pk if federation else "",
                "encoding": "",
                "headings": report.heading_line,
                "seen": state(text, report.fields, report.heading_line, federation.pk if federation else ""),
            }
        )
        form.carried = report.sheets or self.carried
        form.current = report.sheet if report.sheets else self.current
        if sum(len(sheet.text) for sheet in form.carried) > MOST_CARRIED:
            form.carried = ()
        form.columns = report.fields
        return form

    @property
    def is_as_seen(self) -> bool:
        """Whether the list is read as the preview showed it."""
        values = self.cleaned_data
        federation = values["federation"].pk if values["federation"] else ""
        now = state(values["text"], self.columns or (), values["headings"] or 0, federation)
        return values["seen"] in ("", now)


def _place(text: str, among: Sequence[ListSheet]) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 4 and int(text) < len(among) else None


def state(text: str, columns: tuple[str, ...], headings: int, federation: str) -> str:
    """A list and how it is read: the line of its headings, a digest of its text, and one of the rest."""
    columns_text = ",".join(column if column in FIELDS else SKIP for column in columns)
    return f"{headings}.{digest(text)}.{digest(columns_text + federation)}"


def digest(text: str) -> str:
    """Browsers send line ends of their own."""
    return sha256("\n".join(text.splitlines()).strip("\n").encode()).hexdigest()[:20]


def column_choices() -> list[tuple[str, Any]]:
    """What a column can be."""
    return [(SKIP, _("not imported")), *((field, COLUMNS[field]) for field in FIELDS)]
