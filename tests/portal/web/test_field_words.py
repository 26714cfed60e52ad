"""What forms say of their fields: which one, and what to do, in our words and the reader's language."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django import forms
from django.utils import translation

from portal.web.bidi import escape_bidi
from portal.web.field_words import INCOMPLETE, InOurWords, StepsField


class Everything(InOurWords, forms.Form):
    name = forms.CharField(label="Name (100% of it)", max_length=5)
    rounds = forms.IntegerField(label="Rounds", min_value=1, max_value=20)
    system = forms.ChoiceField(label="System", choices=[("a", "A")])
    several = forms.MultipleChoiceField(label="Several", choices=[("a", "A")])
    day = forms.DateField(label="First day")
    rate = forms.DecimalField(label="Rate", max_digits=3)
    mail = forms.EmailField(label="Mail")
    file = forms.FileField(label="List")
    sure = forms.BooleanField(label="Sure")
    greeting = forms.CharField(label="Greeting", error_messages={"required": "Say it."})
    unseen = forms.IntegerField(widget=forms.HiddenInput)


def errors_of(form: forms.Form) -> dict[str, list[str]]:
    return {name: list(errors) for name, errors in form.errors.items()}


def test_empty_fields_say_which_they_are() -> None:
    assert errors_of(Everything({})) == {
        "name": ["“Name (100% of it)” is empty. Fill it in."],
        "rounds": ["“Rounds” is empty. Fill it in."],
        "system": ["Nothing is chosen for “System”. Choose one."],
        "several": ["Nothing is chosen for “Several”. Choose at least one."],
        "day": ["“First day” is empty. Fill it in."],
        "rate": ["“Rate” is empty. Fill it in."],
        "mail": ["“Mail” is empty. Fill it in."],
        "file": ["“List”: choose a file."],
        "sure": ["Tick “Sure” to go on."],
        "greeting": ["Say it."],
        "__all__": [INCOMPLETE],
    }


def test_nonsense_is_told_what_belongs_there() -> None:
    typed = {
        "name": "abcdefg",
        "rounds": "21",
        "system": "x\u202ey",
        "several": ["z"],
        "day": "soon",
        "rate": "12345",
        "mail": "nobody",
        "unseen": "x",
    }
    result = errors_of(Everything(typed))
    assert result["name"] == ["“Name (100% of it)” has 7 characters; the limit is 5. Shorten it."]
    assert result["rounds"] == ["“Rounds” must be at most 20."]
    assert result["system"] == ["“x[U+202E]y” cannot be chosen for “System”. Choose one of those offered."]
    assert result["several"] == ["“z” cannot be chosen for “Several”. Choose one of those offered."]
    assert result["day"] == ["Write “First day” as a day, such as 2026-09-23."]
    assert result["rate"] == ["“Rate” has too many digits. Shorten it."]
    assert result["mail"] == ["Write “Mail” as an e-mail address, such as name@example.org."]
    assert result["__all__"] == [INCOMPLETE]


@pytest.mark.parametrize("language", ["zh-hans", "zh-hant", "vi"])
def test_in_the_readers_language(language: str) -> None:
    with translation.override(language):
        [words] = errors_of(Everything({}))["rounds"]
    assert "Rounds" in words
    assert words != "“Rounds” is empty. Fill it in."


def test_what_turns_a_text_round_is_shown() -> None:
    assert escape_bidi("a\u202eb\u2066c 李") == "a[U+202E]b[U+2066]c 李"


class Komi(InOurWords, forms.Form):
    komi = StepsField(label="Komi", min_value=0, max_value=20, step_size=Decimal("0.25"), max_digits=5)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("9" * 400, ["Write “Komi” as a number, such as 2.5."]),
        ("1e999999", ["Write “Komi” as a number, such as 2.5."]),
        ("0.1", ["“Komi” must be a multiple of 0.25."]),
        ("2.75", []),
    ],
)
def test_a_number_beyond_all_others_has_no_steps(typed: str, words: list[str]) -> None:
    assert errors_of(Komi({"komi": typed})).get("komi", []) == words
