"""Files of an event that everybody reads."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournaments.acts.notices._documents import MOST_BYTES
from tournaments.acts.notices.documents import add_document, replace_document
from tournaments.forms.base import ActForm
from tournaments.models import Document


class _FileForm(ActForm):
    """What is too large is not read further than needed to say so."""

    file = forms.FileField(
        label=_("File"),
        allow_empty_file=True,
        widget=forms.ClearableFileInput(
            {"accept": ".pdf,.docx,.xlsx,.pptx,.odt,.ods,.odp,.png,.jpg,.jpeg,.txt"}
        ),
        help_text=_("PDF, Word, Excel, PowerPoint, OpenDocument, PNG, JPEG or plain text, up to 5 MB."),
    )

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        file: UploadedFile[bytes] = values.pop("file")
        return values | {"raw": file.read(MOST_BYTES + 1)}


class DocumentForm(_FileForm):
    ids = "document"
    act = add_document
    kind = forms.ChoiceField(label=_("Kind"), choices=Document.Kind.choices)

    field_order = ("kind", "title", "file")


class ReplaceDocumentForm(_FileForm):
    """Forms of several stand on one page."""

    ids = "replace-document"
    act = replace_document
