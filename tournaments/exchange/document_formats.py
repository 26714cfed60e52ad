"""What a file is that somebody sends for everybody to read: told by its bytes, never by its name.

Kept are kinds that no browser runs anything of. SVG, HTML, macros and the office files of the last century,
which may hold macros unseen, are none of them. For `portal.sandbox.parent` alone.
"""

from __future__ import annotations

import re
import zipfile
from io import BytesIO
from typing import Final

from tournaments.exchange.pictures import kind_of_picture

UNREADABLE: Final = "document-unreadable"
WITH_MACROS: Final = "document-with-macros"
_OOXML = {"word/document.xml": "docx", "xl/workbook.xml": "xlsx", "ppt/presentation.xml": "pptx"}
_ODF = {
    b"application/vnd.oasis.opendocument.text": "odt",
    b"application/vnd.oasis.opendocument.spreadsheet": "ods",
    b"application/vnd.oasis.opendocument.presentation": "odp",
}
_PICTURES = {"JPEG": "jpg", "PNG": "png"}
_MACROS = re.compile(r"vbaProject|^Basic/|^Scripts/", re.IGNORECASE)
_MARKUP = re.compile(rb"\s*<(?:!doctype|html|svg|script|\?xml)|#!", re.IGNORECASE)
_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f]")


def format_of_file(raw: bytes) -> str:
    """``pdf``, ``docx`` … ``txt``; `UNREADABLE`, `WITH_MACROS`."""
    if raw.startswith(b"%PDF-"):
        return "pdf"
    return _office(raw) or _PICTURES.get(kind_of_picture(raw), "") or _text(raw) or UNREADABLE


def _office(raw: bytes) -> str:
    """Or `WITH_MACROS`. Nothing is unpacked but the few bytes in which an OpenDocument file says its kind."""
    if not raw.startswith(b"PK\x03\x04"):
        return ""
    try:
        with zipfile.ZipFile(BytesIO(raw)) as packed:
            names = packed.namelist()
            if any(_MACROS.search(name) or "/vbaProject" in name for name in names):
                return WITH_MACROS
            if "mimetype" in names:
                with packed.open("mimetype") as member:
                    return _ODF.get(member.read(100).strip(), "")
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, ValueError):
        # Broken off, encrypted, or packed in a way that Python does not know.
        return ""
    return next((kind for name, kind in _OOXML.items() if name in names), "")


def _text(raw: bytes) -> str:
    if _MARKUP.match(raw.removeprefix(b"\xef\xbb\xbf")):
        return ""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return "" if _CONTROLS.search(text) else "txt"
