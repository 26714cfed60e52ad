"""Tell which kind of file bytes are that are no record, by how they begin: nothing is decoded for it."""

from __future__ import annotations

from typing import Final

# Where which bytes tell which kind.
PICTURES: Final = (
    (0, b"\xff\xd8\xff", "JPEG"),
    (0, b"\x89PNG\r\n", "PNG"),
    (0, b"GIF8", "GIF"),
    (0, b"II*\0", "TIFF"),
    (0, b"MM\0*", "TIFF"),
    (0, b"%PDF-", "PDF"),
    (8, b"WEBP", "WebP"),
    (4, b"ftypavi", "AVIF"),
    (4, b"ftypheic", "HEIC"),
    (4, b"ftypheix", "HEIC"),
    (4, b"ftypmif1", "HEIC"),
)
# The same of what else people send in place of a record.
OTHERS: Final = (
    (0, b"PK\3\4", "ZIP, DOCX, XLSX"),
    (0, b"\xd0\xcf\x11\xe0", "DOC, XLS"),
    (0, b"{\\rtf", "RTF"),
    (0, b"Rar!", "RAR"),
    (0, b"7z\xbc\xaf", "7z"),
    (0, b"\x1f\x8b", "GZIP"),
    (0, b"BZh", "BZIP2"),
    (0, b"\xfd7zXZ", "XZ"),
    (4, b"ftyp", "MP4"),
    (0, b"ID3", "MP3"),
    (8, b"WAVE", "WAV"),
    (8, b"AVI ", "AVI"),
    (0, b"SQLite format 3", "SQLite"),
    (0, b"\x7fELF", "ELF"),
    (0, b"MZ\x90", "EXE"),
)
# So many bytes tell what a file is.
MOST_OF_A_SIGN: Final = 16


def picture(raw: bytes) -> str:
    """Name the kind of picture or scan that the bytes are; else empty."""
    return sign_of(raw, PICTURES)


def other_file(raw: bytes) -> str:
    """Name the kind of file that is neither picture nor text; else empty."""
    return sign_of(raw, OTHERS)


def sign_of(raw: bytes, signs: tuple[tuple[int, bytes, str], ...]) -> str:
    return next((kind for at, sign, kind in signs if raw.startswith(sign, at)), "")
