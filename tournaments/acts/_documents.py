"""What a file is that somebody sends for everybody to read: told by its bytes, never by its name.

Kept are kinds that no browser runs anything of. SVG, HTML, macros and the office files of the last century,
which may hold macros unseen, are none of them.
"""

from __future__ import annotations

import re
import zipfile
from io import BytesIO

from PIL import Image, UnidentifiedImageError

from portal.policy import Refusal
from tournaments.acts._images import KINDS
from tournaments.models import Document

MOST_BYTES = 5_000_000
_OOXML = {"word/document.xml": "docx", "xl/workbook.xml": "xlsx", "ppt/presentation.xml": "pptx"}
_ODF = {
    b"application/vnd.oasis.opendocument.text": "odt",
    b"application/vnd.oasis.opendocument.spreadsheet": "ods",
    b"application/vnd.oasis.opendocument.presentation": "odp",
}
_MACROS = re.compile(r"vbaProject|^Basic/|^Scripts/", re.IGNORECASE)
_MARKUP = re.compile(rb"\s*<(?:!doctype|html|svg|script|\?xml)|#!", re.IGNORECASE)
_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f]")


def format_of(raw: bytes) -> str:
    """One of `Document.Format`. Refusals for the field ``file``: ``document-empty``, ``document-too-large``,
    ``document-unreadable``, ``document-with-macros``."""
    if not raw:
        raise Refusal("document-empty", field="file")
    if len(raw) > MOST_BYTES:
        raise Refusal("document-too-large", field="file", limit=MOST_BYTES // 1_000_000)
    found = "pdf" if raw.startswith(b"%PDF-") else _office(raw) or _picture(raw) or _text(raw)
    if not found:
        raise Refusal("document-unreadable", field="file")
    return Document.Format(found)


def _office(raw: bytes) -> str:
    """Nothing is unpacked but the few bytes in which an OpenDocument file says what it is."""
    if not raw.startswith(b"PK\x03\x04"):
        return ""
    try:
        with zipfile.ZipFile(BytesIO(raw)) as packed:
            names = packed.namelist()
            if any(_MACROS.search(name) or "/vbaProject" in name for name in names):
                raise Refusal("document-with-macros", field="file")
            if "mimetype" in names:
                with packed.open("mimetype") as said:
                    return _ODF.get(said.read(100).strip(), "")
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, ValueError):
        # Broken off, encrypted, or packed in a way that Python does not know.
        return ""
    return next((kind for name, kind in _OOXML.items() if name in names), "")


def _picture(raw: bytes) -> str:
    try:
        with Image.open(BytesIO(raw), formats=KINDS) as found:
            kind = str(found.format)
            found.verify()
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return ""
    return {"JPEG": "jpg", "PNG": "png"}.get(kind, "")


def _text(raw: bytes) -> str:
    if _MARKUP.match(raw.removeprefix(b"\xef\xbb\xbf")):
        return ""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return "" if _CONTROLS.search(text) else "txt"
