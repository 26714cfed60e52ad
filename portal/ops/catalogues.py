"""Take message catalogues from the source, check and compile them with Babel; no gettext tools are needed.

A *message* is a text in the source that is put before a person; a *catalogue* (``django.po``) holds its
translation into one language; its *compiled* form (``django.mo``) is what Django reads and is not committed.
The source is English and has no catalogue.
"""

import csv
import re
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract as babel_extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent.parent
LOCALE = ROOT / "portal" / "locale"
# The terms of both games, a column for each language.
GLOSSARY = ROOT / "docs" / "reference" / "glossary.csv"
SOURCES = ("portal", "tournaments", "games", "templates")
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
UNTRANSLATED = "not translated"
COMMENT_TAGS = ("Translators:",)
# Locales whose translators come after those who write. One that is not in `settings.LANGUAGES` yet is
# extracted and counted; once readers are offered it, a message of public pages is a fault as everywhere. None
# at present: a message is there in every language or the check refuses it. A new language starts here.
FOLLOWING: frozenset[str] = frozenset()
# Where the messages of public pages stand.
PUBLIC = (
    *("templates/portal/", "templates/tournaments/public/", "templates/games/public/", "templates/games/_"),
    *("tournaments/wording/", "games/wording/", "portal/web/"),
)
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}")
# Headers that change with every run or say nothing.
IDLE = re.compile(
    rb'^"(Project-Id-Version|Report-Msgid-Bugs-To|POT-Creation-Date|PO-Revision-Date|Last-Translator'
    rb"|Language-Team|Generated-By):.*\n",
    re.MULTILINE,
)


def source(locale: str) -> Path:
    """Where the catalogue of a locale (``zh_Hans``) is kept."""
    return LOCALE / locale / "LC_MESSAGES" / "django.po"


def locales() -> list[str]:
    """The locales that have a catalogue, in order."""
    return sorted(path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/django.po"))


def _as_python(path: Path) -> bytes:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        # Indentation means something in Python and nothing in a template.
        text = "\n".join(line.strip() for line in templatize(text).split("\n"))
    return text.encode()


def _files() -> Iterator[Path]:
    for folder in SOURCES:
        paths = [*(ROOT / folder).rglob("*.py"), *(ROOT / folder).rglob("*.html")]
        yield from sorted(path for path in paths if "migrations" not in path.parts)


def extract() -> Catalog:
    """Every message of the source, with the files it stands in and the notes to translators."""
    template = Catalog(project="Qiyuan", charset="utf-8", fuzzy=False)
    for path in _files():
        where = path.relative_to(ROOT).as_posix()
        for line, message, notes, context in babel_extract(
            "python", BytesIO(_as_python(path)), KEYWORDS, COMMENT_TAGS
        ):
            template.add(message, None, [(where, line)], auto_comments=notes, context=context)
    return template


def read(locale: str) -> Catalog:
    """Read the catalogue of a locale as it is kept; an empty one where there is none yet."""
    path = source(locale)
    if not path.exists():
        return Catalog(locale=locale, project="Qiyuan", charset="utf-8", fuzzy=False)
    return read_po(StringIO(path.read_text(encoding="utf-8")), locale=locale)


def updated(locale: str, template: Catalog) -> bytes:
    """Bring the catalogue of a locale up to the source, as the bytes of its file."""
    catalogue = read(locale)
    # Translations of messages that are still in the source are kept; others are dropped. Nothing is guessed.
    catalogue.update(template, no_fuzzy_matching=True, update_header_comment=False)
    catalogue.header_comment = ""
    catalogue.fuzzy = False
    output = BytesIO()
    write_po(output, catalogue, width=110, ignore_obsolete=True, include_lineno=False, sort_by_file=True)
    return IDLE.sub(b"", output.getvalue()).lstrip()


def problems(locale: str, template: Catalog) -> list[str]:
    """Say what keeps a catalogue from being complete, one sentence each; an empty list when nothing does."""
    faults = []
    if not source(locale).exists() or updated(locale, template) != source(locale).read_bytes():
        faults.append(f"{locale}: not what the source holds; run `manage.py translations extract`")
    for message in read(locale):
        if message.id:
            may_lag = locale in FOLLOWING and not is_public(message)
            faults += [
                f"{locale}: {fault}: {message.id!r}"
                for fault in _faults(message)
                if not (may_lag and fault == UNTRANSLATED)
            ]
    return faults


def is_public(message: Message) -> bool:
    return any(file.startswith(PUBLIC) for file, _line in message.locations)


def untranslated(locale: str, *, public: bool = False) -> int:
    """Count the messages of a catalogue without a translation; ``public``: of those on public pages."""
    messages = [message for message in read(locale) if message.id and (is_public(message) or not public)]
    return sum(UNTRANSLATED in _faults(message) for message in messages)


def _texts(value: object) -> list[str]:
    return [str(text) for text in value] if isinstance(value, list | tuple) else [str(value or "")]


def _faults(message: Message) -> Iterator[str]:
    if message.fuzzy:
        yield "marked fuzzy"
    forms = _texts(message.string)
    if not all(forms):
        yield UNTRANSLATED
        return
    # A singular may leave its number out ("one player"); the last plural form may not.
    allowed = [set(PLACEHOLDER.findall(text)) for text in _texts(message.id)]
    if message.python_format and not any(allowed) and "%%" not in message.id:
        # gettext's own tools then refuse a translation that writes the same percentage in another way.
        yield "a percentage that reads like a placeholder ('% l'); word it otherwise"
    for form in forms:
        if set(PLACEHOLDER.findall(form)) not in (allowed[-1:] if form is forms[-1] else allowed):
            yield f"placeholders differ in {form!r}"


def compile_stale() -> list[str]:
    """Compile each catalogue that is newer than its compiled form; return the locales compiled."""
    done = []
    for locale in locales():
        path = source(locale)
        compiled = path.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime <= path.stat().st_mtime:
            fresh = BytesIO()
            write_mo(fresh, read(locale))
            # Written aside and moved, so that a process that starts meanwhile never reads half a file.
            aside = compiled.with_suffix(".mo.new")
            aside.write_bytes(fresh.getvalue())
            aside.replace(compiled)
            done.append(locale)
    return done


def glossary_for_weblate(locale: str) -> str:
    """The terms of one language as CSV with the columns that Weblate knows."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["source", "target", "context", "developer_comments"])
    with GLOSSARY.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            writer.writerow([row["en"], row[locale], row["about"], row["note"]])
    return out.getvalue()
