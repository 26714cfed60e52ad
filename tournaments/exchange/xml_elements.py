"""The elements of an XML file with their places, read safely.

Expat by way of defusedxml: a document type is refused, and with it every entity, every external file and
every way to make a small file large. One that only names its file, as OpenGotha writes it, is taken out
before: no parser sees it, and nothing is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from xml.sax import SAXException, SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from defusedxml.common import DefusedXmlException
from defusedxml.sax import parseString

from tournaments.exchange.conversion import ForeignErrorCode, Problems
from tournaments.exchange.foreign import decode_foreign

_DECLARATION = re.compile(rb"""\s{0,99}<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["'][^>]*\?>""")
_DECLARED = re.compile(r"\s{0,99}<\?xml[^<>]*\?>")
_NAMED_TYPE = (
    r"""\s*(?:<!--(?:[^-]|-[^-])*-->\s*)*<!DOCTYPE\s+%s\s+SYSTEM\s+(["'])[A-Za-z0-9_-]{1,40}\.dtd\1\s*>"""
)


MOST_DEPTH = 10  # names around an element that are remembered; no file that is meant has more
MOST_ELEMENTS = 300_000  # 10,000 players with 20 rounds are half of it


@dataclass(frozen=True, slots=True)
class Element:
    """``inside``: the names of the elements around it; line and column from 1; ``text``: what stands in it,
    without blanks around; ``depth``: how many are around it, however many names are remembered."""

    name: str
    attributes: Mapping[str, str]
    inside: tuple[str, ...]
    line: int
    column: int
    text: str = ""
    depth: int = 0

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)


@dataclass(frozen=True, slots=True)
class Elements:
    """Every element in the order of the file."""

    elements: tuple[Element, ...]
    encoding: str


class _Handler(ContentHandler):
    def __init__(self) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.inside: list[str] = []
        self.open: list[tuple[int, list[str]]] = []
        self.place: Locator | None = None

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802 - the interface's name
        self.place = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802  the name that xml.sax calls
        if len(self.elements) == MOST_ELEMENTS:
            raise SAXException("too many elements")
        line, column = self.where()
        around = tuple(self.inside[-MOST_DEPTH:])
        self.elements.append(Element(name, dict(attrs.items()), around, line, column, depth=len(self.inside)))
        self.inside.append(name)
        self.open.append((len(self.elements) - 1, []))

    def characters(self, content: str) -> None:
        self.open[-1][1].append(content)

    def endElement(self, name: str) -> None:  # noqa: N802  the name that xml.sax calls
        self.inside.pop()
        number, pieces = self.open.pop()
        text = "".join(pieces).strip()
        if text:
            self.elements[number] = replace(self.elements[number], text=text)

    def where(self) -> tuple[int, int]:
        if self.place is None:
            return 0, 0
        return self.place.getLineNumber() or 0, (self.place.getColumnNumber() or 0) + 1


def _blanked(pattern: re.Pattern[str], text: str) -> str:
    """The text with blanks in the place of what it begins with, so that every line and column stays."""
    match = pattern.match(text)
    return re.sub(r"[^\n]", " ", match.group()) + text[match.end() :] if match else text


def elements(
    data: bytes, encoding: str | None, root: str, problems: Problems, also: Collection[str] = ()
) -> Elements | None:
    """The elements of a file whose outermost one is ``root`` or one of ``also``. None: see ``problems``.

    ``encoding`` goes before the file's own declaration; expat knows few encodings, so the text is decoded
    here and given to it as UTF-8.
    """
    declared = _DECLARATION.match(data[:400])
    name = encoding or (declared[1].decode("ascii") if declared else None)
    decoded = decode_foreign(data, name, problems)
    if decoded is None:
        return None
    text = _blanked(_DECLARED, decoded[0])
    text = _blanked(re.compile(_NAMED_TYPE % root), text)
    handler = _Handler()
    try:
        parseString(text.encode("utf-8", "replace"), handler, forbid_dtd=True)
    except DefusedXmlException:
        problems.add(ForeignErrorCode.DOCTYPE, *handler.where())
        return None
    except SAXParseException as error:
        line, column = error.getLineNumber() or 0, (error.getColumnNumber() or 0) + 1
        problems.add(ForeignErrorCode.NOT_XML, line, column, message=error.getMessage())
        return None
    except SAXException:
        problems.add(ForeignErrorCode.TOO_MANY_ELEMENTS, *handler.where(), most=MOST_ELEMENTS)
        return None
    outermost = handler.elements[0]
    if outermost.name != root and outermost.name not in also:
        problems.add(
            ForeignErrorCode.WRONG_ROOT, outermost.line, outermost.column, outermost.name, expected=root
        )
        return None
    return Elements(tuple(handler.elements), decoded[1])
