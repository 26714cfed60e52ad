"""From HTML to PDF: the one place that knows WeasyPrint.

It is loaded only when something is printed: it needs the system library Pango and fails at import without it.
Nothing is fetched but the fonts of `fonts`: no address in a text ever leads out of the machine."""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import resource
import signal
import tempfile
import unicodedata
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache
from math import ceil
from multiprocessing.context import ForkServerContext
from pathlib import Path

from portal.ops.fonts import Fonts, fonts
from portal.ops.supervisor import die_with_parent

TOO_LARGE = "paper-too-large"
# Bytes of memory for one paper: standings of 2,000 players take 0.8 GB, their scoresheets, going by those of
# 300 (0.4 GB), over two.
MOST = 4 * 1024**3

# Millimetres of the upper margin, with a head of two lines in it.
LEAST = 26.0
_WIDTHS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
_MARGINS, _SHARE, _LOGO = 30.0, 0.7, 30.0
_POINT = 25.4 / 72
_EVENT, _TITLE = 9 * _POINT, 14 * _POINT
_LINE = 1.35
# What stands behind the title, as "· round 3 of 9", in the widths of Chinese characters.
_ROUND = 12


def upper_margin(
    event: Sequence[str], title: Sequence[str], *, size: str, landscape: bool, logo: bool
) -> float:
    """For the texts of the two lines, in millimetres; estimated generously from the widths of characters."""
    width = (_WIDTHS[size][landscape] - _MARGINS) * _SHARE - (_LOGO if logo else 0)
    lines = (_ems(event) * _EVENT / width, (_ems(title) + _ROUND) * _TITLE / width)
    more = [
        (ceil(line_count) - 1) * letter * _LINE
        for line_count, letter in zip(lines, (_EVENT, _TITLE), strict=True)
    ]
    return LEAST + sum(more)


def _ems(texts: Sequence[str]) -> float:
    """The width of ``texts`` with blanks between, in those of a Chinese character."""
    return sum(1.0 if unicodedata.east_asian_width(letter) in "WF" else 0.56 for letter in " ".join(texts))


STYLE = Path(__file__).with_name("paper.css")
# WeasyPrint looks for these, under the names of Linux and macOS.
LIBRARIES = (
    ("libpango-1.0.so.0", "libpango-1.0.dylib"),
    ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib"),
)
CSS_SIZES = {"a4": "A4", "letter": "letter"}


class CannotPrint(Exception):  # noqa: N818  an answer, not an error
    """This machine prints no paper; ``code`` says what it lacks."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF and how many pages it has; the ``seconds`` of processor time and the most bytes of ``memory``
    that setting it took."""

    body: bytes
    pages: int
    seconds: float
    memory: int


@cache
def press_lacks() -> str:
    """Say why this machine cannot print: ``paper-no-library``, ``paper-no-font``, or nothing."""
    # Asked before anything is set, since without a font the library does not fail but kills the process.
    # Quick: a web server asks too, and it shall not load what only the worker needs.
    if not all(any(map(_loads, names)) for names in LIBRARIES):
        return "paper-no-library"
    return "" if fonts() else "paper-no-font"


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def print_fonts() -> Fonts:
    """The fonts to set with. Raises `CannotPrint`."""
    if code := press_lacks():
        raise CannotPrint(code)
    fonts_here = fonts()
    if fonts_here is None:
        raise CannotPrint("paper-no-font")
    return fonts_here


def to_pdf(html: str, *, size: str, landscape: bool = False, top: float = LEAST) -> Printed:
    """A document as PDF. ``size``: a4 or letter; ``top``: the upper margin in millimetres. Raises
    `CannotPrint`."""
    fonts_here = print_fonts()
    page = f"@page {{ size: {CSS_SIZES[size]}{' landscape' if landscape else ''}; margin-top: {top:.1f}mm }}"
    family = f"html, svg text {{ font-family: {fonts_here.families} }}"
    sheets = [fonts_here.rules, STYLE.read_text(encoding="utf-8"), page, family]
    with (
        tempfile.TemporaryDirectory(prefix="qiyuan-paper-") as folder,
        ProcessPoolExecutor(1, mp_context=_nursery(), initializer=_begin, initargs=(MOST, folder)) as press,
    ):
        try:
            return press.submit(_set, html, sheets).result()
        except BrokenProcessPool:
            # Inside a library's C what is refused memory ends the process.
            raise CannotPrint(TOO_LARGE) from None


@cache
def _nursery() -> ForkServerContext:
    """Return where a process is born with the library loaded."""
    # Each paper has a process of its own, which ends with it: the boxes of a layout take ten times the paper,
    # and a worker would keep that for as long as it lives.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["weasyprint", __name__])
    return context


def _begin(most: int, folder: str) -> None:
    """Begin the process of one paper: it ends with the worker, and takes no more than its share."""
    # Without `gc` the library leaves its copies of the fonts behind: they go with the folder.
    tempfile.tempdir = folder
    die_with_parent(parent=os.getppid())()
    # Ctrl-C in a terminal is the worker's.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
    # Python would look for circles of garbage again and again at the boxes, which all stay until the paper is
    # done: a third of the time, for nothing.
    gc.disable()


def _set(html: str, sheets: list[str]) -> Printed:
    """Raises `CannotPrint`."""
    try:
        return _laid_out(html, sheets)
    except MemoryError:
        # To say so takes some, too.
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        raise CannotPrint(TOO_LARGE) from None


def _laid_out(html: str, sheets: list[str]) -> Printed:
    try:
        from weasyprint import CSS, HTML
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher
    except OSError:
        raise CannotPrint("paper-no-library") from None

    # Fonts by their file, pictures within the document, nothing else.
    fetcher = URLFetcher(allowed_protocols=("file", "data"), allow_redirects=False)
    configuration = FontConfiguration()
    styles = [CSS(string=text, font_config=configuration, url_fetcher=fetcher) for text in sheets]
    document = HTML(string=html, url_fetcher=fetcher).render(
        stylesheets=styles, font_config=configuration, presentational_hints=False
    )
    body = document.write_pdf() or b""
    took = resource.getrusage(resource.RUSAGE_SELF)
    return Printed(body, len(document.pages), took.ru_utime + took.ru_stime, took.ru_maxrss * 1024)
