"""Messages are found in Python and in templates, and a catalogue that is not complete is refused."""

import csv
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from portal.ops import catalogues

PYTHON = """
from django.utils.translation import gettext as _, ngettext, pgettext
a = _("Round %(number)s") % {"number": 1}
# Translators: one line on the venue screen
b = pgettext("state", "draft")
c = ngettext("one player", "%(count)s players", 2)
d = _(a)
"""
TEMPLATE = """{% load i18n %}
<div>
    <p>{% translate "Find me" %}</p>
  {% blocktranslate trimmed count n=n %}
    {{ n }} table
  {% plural %}
    {{ n }} tables
  {% endblocktranslate %}
 <p>{% translate "draft" context "state" %}</p>
</div>
"""


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "portal").mkdir()
    (tmp_path / "portal" / "page.py").write_text(PYTHON)
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(TEMPLATE)
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path / "portal" / "locale")
    return tmp_path


def keep(text: str) -> None:
    path = catalogues.source("zh_Hans")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def extracted() -> str:
    text = catalogues.updated("zh_Hans", catalogues.extract()).decode()
    keep(text)
    return text


def translated(text: str) -> str:
    for message, translation in {
        'msgid "Round %(number)s"\nmsgstr "': "第 %(number)s 轮",
        'msgid "draft"\nmsgstr "': "草稿",
        'msgid_plural "%(count)s players"\nmsgstr[0] "': "%(count)s 名棋手",
        'msgid "Find me"\nmsgstr "': "查找我",
        'msgid_plural "%(n)s tables"\nmsgstr[0] "': "%(n)s 台",
    }.items():
        assert message in text
        text = text.replace(message, message + translation)
    return text


def test_messages_of_python_and_templates_are_found(source: Path) -> None:
    collected = {(message.id, message.context) for message in catalogues.extract() if message.id}
    assert collected == {
        ("Round %(number)s", None),
        ("draft", "state"),
        (("one player", "%(count)s players"), None),
        ("Find me", None),
        (("%(n)s table", "%(n)s tables"), None),
    }
    assert "#. Translators: one line on the venue screen" in extracted()


def test_a_complete_catalogue_has_no_problems_and_extracting_again_changes_nothing(source: Path) -> None:
    keep(translated(extracted()))
    template = catalogues.extract()
    assert catalogues.problems("zh_Hans", template) == []
    assert catalogues.updated("zh_Hans", template) == catalogues.source("zh_Hans").read_bytes()


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("查找我", "", "not translated: 'Find me'"),
        ("第 %(number)s 轮", "第 %(n)s 轮", "placeholders differ"),
        ("%(count)s 名棋手", "一名棋手", "placeholders differ"),
        (
            '#: templates/page.html\nmsgid "Find me"',
            '#: templates/page.html\n#, fuzzy\nmsgid "Find me"',
            "fuzzy",
        ),
        ('msgid "Find me"\nmsgstr "查找我"\n', "", "not what the source holds"),
        ('msgid "Find me"', 'msgid "Find you"', "not what the source holds"),
    ],
)
def test_what_is_not_complete_is_named(source: Path, before: str, after: str, fault: str) -> None:
    text = translated(extracted())
    assert before in text
    keep(text.replace(before, after))
    assert any(fault in problem for problem in catalogues.problems("zh_Hans", catalogues.extract()))


def test_a_percentage_that_reads_like_a_placeholder_is_refused(source: Path) -> None:
    (source / "portal" / "page.py").write_text('_("40 % less")')
    keep(extracted().replace('msgid "40 % less"\nmsgstr ""', 'msgid "40 % less"\nmsgstr "少 40%"'))
    assert "reads like a placeholder" in "".join(catalogues.problems("zh_Hans", catalogues.extract()))


def test_what_is_newer_is_compiled_once(source: Path) -> None:
    keep(translated(extracted()))
    assert catalogues.compile_stale() == ["zh_Hans"]
    assert "草稿".encode() in catalogues.source("zh_Hans").with_suffix(".mo").read_bytes()
    assert catalogues.compile_stale() == []


def test_where_readers_are_offered_a_catalogue_that_follows_public_pages_are_complete(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (source / "templates" / "tournaments" / "public").mkdir(parents=True)
    (source / "templates" / "page.html").rename(source / "templates" / "tournaments" / "public" / "page.html")
    extracted()
    monkeypatch.setattr(catalogues, "FOLLOWING", frozenset({"zh_Hans"}))
    faults = catalogues.problems("zh_Hans", catalogues.extract())
    assert "zh_Hans: not translated: 'Find me'" in faults
    assert not any("Round %(number)s" in fault for fault in faults)
    assert catalogues.untranslated("zh_Hans", public=True) == len(faults) == 3


def test_a_catalogue_that_follows_may_lag_but_not_be_wrong(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    extracted()
    template = catalogues.extract()
    assert any("not translated" in problem for problem in catalogues.problems("zh_Hans", template))
    monkeypatch.setattr(catalogues, "FOLLOWING", frozenset({"zh_Hans"}))
    assert catalogues.problems("zh_Hans", template) == []
    assert catalogues.untranslated("zh_Hans") == len([m for m in template if m.id])
    wrong = (
        catalogues.source("zh_Hans")
        .read_text()
        .replace('msgid "Round %(number)s"\nmsgstr ""', 'msgid "Round %(number)s"\nmsgstr "第 %(nummer)s 轮"')
    )
    keep(wrong)
    assert "placeholders differ" in "".join(catalogues.problems("zh_Hans", template))


@pytest.mark.parametrize("locale", ["zh_Hans", "zh_Hant", "vi"])
def test_the_glossary_has_each_term_once_and_in_each_language(locale: str) -> None:
    rows = list(csv.DictReader(catalogues.glossary_for_weblate(locale).splitlines()))
    assert len(rows) > 100
    assert [row["source"] for row in rows if not (row["source"] and row["target"] and row["context"])] == []
    terms = [(row["context"], row["source"]) for row in rows]
    assert len(terms) == len(set(terms))


def test_a_glossary_of_no_language_of_ours_is_refused() -> None:
    with pytest.raises(CommandError, match="not in fr"):
        call_command("translations", "glossary", "fr")
