"""Take a record as it is handed in: pasted or uploaded, kept byte by byte even when the form is shown
again."""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error
from typing import Any, Self

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.acts.records import MOST_BYTES, refuse_other_file
from games.records.signatures import MOST_OF_A_SIGN
from games.weiqi.record import FaultCode as WeiqiFault
from games.xiangqi.board import Illegal
from portal.policy import Conflict, Refusal
from tournaments.forms.base import REASON_LENGTH, ActForm
from tournaments.models import Section
from tournaments.queries.tables import Name

_PLAIN = {
    "autocomplete": "off",
    "autocapitalize": "off",
    "spellcheck": "false",
    "rows": 12,
    "class": "record-text",
}

# ``application/octet-stream`` as well: so a phone sends what it has no name for, which most programs' files
# are.
_ANY = ".txt,text/plain,application/octet-stream"


class RecordForm(ActForm):
    """Hand in a record; a file goes before the text."""

    ids = "record"

    # The record that the page showed, empty when it showed none.
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    # Carries an uploaded file through a form that was not accepted.
    kept = forms.CharField(widget=forms.HiddenInput, required=False)
    kept_name = forms.CharField(widget=forms.HiddenInput, required=False, max_length=400)
    text = forms.CharField(
        label=_("Moves"),
        required=False,
        strip=False,
        widget=forms.Textarea({**_PLAIN, "data-kept": ""}),
        help_text=_("Plain list, PGN or DhtmlXQ; English, Chinese or coordinate notation."),
    )
    file = forms.FileField(
        label=_("Or upload a file"),
        required=False,
        widget=forms.ClearableFileInput({"accept": f".pgn,.xqf,.cbl,{_ANY}"}),
        help_text=_("PGN, text, DhtmlXQ, XQF or CBL, up to 1 MB. If you give both, the file is used."),
    )
    reason = forms.CharField(label=_("Reason for the correction"), max_length=REASON_LENGTH, required=False)

    raw = b""
    filename = ""

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if game == Section.Game.WEIQI:
            self.fields["text"].label = _("Game record (SGF)")
            self.fields["text"].help_text = _("Paste the SGF text: (;GM[1]SZ[19] … ;B[pd];W[dp] … )")
            self.fields["file"].widget.attrs["accept"] = f".sgf,{_ANY}"
            self.fields["file"].help_text = _("SGF, up to 1 MB. If you give both, the file is used.")

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, request.FILES, game=access.section.game)

    def arguments(self) -> dict[str, Any]:
        sent = {name: self.cleaned_data[name] for name in ("seen", "reason")}
        return sent | {"raw": self.raw, "filename": self.filename}

    def refuse(self, refusal: Refusal, name: Name | None = None) -> None:
        if not isinstance(refusal, Conflict):
            super().refuse(refusal, name)
            return
        self.status = 409
        self.keep()
        # What is there now is seen by the next sending.
        self.put(seen=str(refusal.params["record"] or ""))

    @property
    def conflict(self) -> Conflict | None:
        """Somebody else was first."""
        return self.refusal if isinstance(self.refusal, Conflict) else None

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        file: UploadedFile[bytes] | None = values.get("file")
        if file is not None:
            try:
                refuse_other_file(file.read(MOST_OF_A_SIGN))
            except Refusal as refusal:
                # It is not kept either: the form that is shown again waits for another file.
                self.refuse(refusal)
                return values
            file.seek(0)
            if (file.size or 0) > MOST_BYTES:
                self.refuse(Refusal("record-too-large", field="file", size=file.size, limit=MOST_BYTES))
                return values
            self.raw, self.filename = file.read(), file.name or ""
        elif values.get("kept"):
            try:
                self.raw, self.filename = b64decode(values["kept"], validate=True), values["kept_name"]
            except Error:
                self.add_error("file", _("The upload failed. Choose the file again."))
        else:
            self.raw = (values.get("text") or "").encode()
        return values

    def keep(self) -> None:
        """Keep what was uploaded in the form, before that is shown again."""
        if self.filename and self.raw:
            self.put(kept=b64encode(self.raw).decode(), kept_name=self.filename)

    @property
    def kept_file(self) -> str:
        return str(self["kept_name"].value() or "") if self["kept"].value() else ""


class AcceptForm(ActForm):
    ids = "accept"

    # The record that the page showed.
    record = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        required=False,
        help_text=_("Recorded in the journal."),
    )


# Faults where a move is missing before the text, not wrong in it.
_LEFT_OUT = frozenset({str(Illegal.WRONG_SIDE)})


def fixed(text: str, fault: dict[str, Any], candidate: str) -> str | None:
    """Put the candidate in place of the fault's move in ``text``; None where that is not in its line any
    more."""
    lines = text.replace("\r\n", "\n").split("\n")
    line, wrong = fault["line"], fault["text"]
    if line is None or not wrong or not 0 < line <= len(lines) or wrong not in lines[line - 1]:
        return None
    # Before the move that stands there, where one was left out.
    right = f"{candidate} {wrong}" if fault["code"] in _LEFT_OUT else candidate
    if fault["code"] == WeiqiFault.KOMI_IN_STONES:
        right = f"KM[{candidate}]"
    lines[line - 1] = lines[line - 1].replace(wrong, right, 1)
    return "\n".join(lines)
