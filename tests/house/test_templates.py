"""What holds for every template: it compiles, the content policy allows it, each word is translated."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template.loader import get_template
from django.urls import get_resolver

ROOT = Path(__file__).resolve().parents[2] / "templates"
TEMPLATES = sorted(ROOT.rglob("*.html"))
# Names that are the same in every language.
NAMES = {"PDF", "Qiyuan", "棋院", "English", "简体中文", "AGPL"}
SPOKEN = {"alt", "aria-label", "aria-description", "content", "placeholder", "title"}


class Faults(HTMLParser):
    """Collects what a template must not hold, each with its line."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.inside = ""

    def fault(self, text: str) -> None:
        self.faults.append(f"line {self.getpos()[0]}: {text}")

    def words(self, text: str) -> None:
        if set(re.findall(r"[^\W\d_]{2,}", text)) - NAMES:
            self.fault(f"not translated: {text.strip()}")

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        values = dict(attributes)
        if tag == "style" or "style" in values:
            self.fault("a style of its own")
        if tag == "script" and "src" not in values:
            self.fault("a script of its own")
        for name, value in attributes:
            if name.startswith("on"):
                self.fault(f"{name}: an event handler")
            if (value or "").strip().startswith("javascript:"):
                self.fault(f"{name}: a script")
            if name in SPOKEN and not (tag == "meta" and values.get("name") != "description"):
                self.words(value or "")

    def handle_data(self, data: str) -> None:
        # A block may fill in the attributes of a tag that stands in the parent template.
        self.words(re.sub(r"""[\w-]+=('[^']*'|"[^"]*")""", "", data))


def faults(source: str) -> list[str]:
    def lines_of(match: re.Match[str]) -> str:
        return "\n" * match.group().count("\n")

    for pattern in (
        r"\{% comment %\}.*?\{% endcomment %\}",
        r"\{% blocktrans(?:late)?\b.*?\{% endblocktrans(?:late)? %\}",
        r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}",
    ):
        source = re.sub(pattern, lines_of, source, flags=re.DOTALL)
    parser = Faults()
    parser.feed(source)
    parser.close()
    return parser.faults


def test_there_are_templates() -> None:
    assert TEMPLATES


@pytest.mark.slow
@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_each_template_compiles_and_keeps_the_rules(path: Path) -> None:
    name = path.relative_to(ROOT).as_posix()
    assert get_template(name)
    # Paper has no address and no policy: what is measured by a table of places stands in it.
    allowed = "a style of its own" if "/paper/" in name else None
    assert [fault for fault in faults(path.read_text()) if not allowed or not fault.endswith(allowed)] == []


def test_each_address_that_a_template_keeps_is_one() -> None:
    """``{% url … as … %}`` says nothing about a name that nobody has."""
    silent = re.compile(r"""{% url ['"]([^'"]+)['"][^%]* as """)
    named = {name for path in TEMPLATES for name in silent.findall(path.read_text())}
    assert named
    assert {name for name in named if not get_resolver().reverse_dict.getlist(name)} == set()


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("<p>Round {{ round }}</p>", "line 1: not translated: Round"),
        ('{% translate "Round" %}\n<input placeholder="Name">', "line 2: not translated: Name"),
        ('<td style="color: red">', "line 1: a style of its own"),
        ("<script>start()</script>", "line 1: a script of its own"),
        ('<a onclick="x()">', "line 1: onclick: an event handler"),
        ('<a href="javascript:x()">', "line 1: href: a script"),
    ],
)
def test_a_fault_is_named_with_its_line(source: str, fault: str) -> None:
    assert fault in faults(source)


def test_what_is_translated_is_no_fault() -> None:
    assert (
        faults(
            '{% load i18n %}<a href="{% url "home" %}" title="{% translate "Home" %}">Qiyuan 棋</a>'
            "{% blocktranslate %}Round {{ n }}{% endblocktranslate %} 1–0 &middot;"
            '<meta name="viewport" content="width=device-width">'
        )
        == []
    )


# Tags that end a block, and elements, let a blank before them through.
_BLANK_BEFORE = re.compile(r"\s(?:\s|</\w+>|\{% end\w+ %\})*\{% (?:colon|stop|comma)(?! as )[^%]*%\}")
# What such a block holds is trimmed.
_TRIMMED = re.compile(r"\s+(?=\{% endblocktranslate %\})")


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_blank_stands_before_a_colon_or_full_stop(path: Path) -> None:
    assert _BLANK_BEFORE.findall(_TRIMMED.sub("", path.read_text(encoding="utf-8"))) == []
