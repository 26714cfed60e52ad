"""What forms say of their fields: which one, and what to do, in our words and the reader's language."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django import forms
from django.utils import translation

from portal.field_words import INCOMPLETE, InOurWords, StepsField
from portal.visible import visible


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
    own = forms.CharField(label="Own", error_messages={"required": "Say it."})
    unseen = forms.IntegerField(widget=forms.HiddenInput)


def said(form: forms.Form) -> dict[str, list[str]]:
    return {name: list(errors) for name, errors in form.errors.items()}


def test_empty_fields_say_which_they_are() -> None:
    assert said(Everything({})) == {
        "name": ["“Name (100% of it)” is empty. Fill it in."],
        "rounds": ["“Rounds” is empty. Fill it in."],
        "system": ["Nothing is chosen for “System”. Choose one."],
        "several": ["Nothing is chosen for “Several”. Choose at least one."],
        "day": ["“First day” is empty. Fill it in."],
        "rate": ["“Rate” is empty. Fill it in."],
        "mail": ["“Mail” is empty. Fill it in."],
        "file": ["“List”: choose a file."],
        "sure": ["Tick “Sure” to go on."],
        "own": ["Say it."],
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
    found = said(Everything(typed))
    assert found["name"] == ["“Name (100% of it)” has 7 characters; the limit is 5. Shorten it."]
    assert found["rounds"] == ["“Rounds” must be at most 20."]
    assert found["system"] == ["“x[U+202E]y” cannot be chosen for “System”. Choose one of those offered."]
    assert found["several"] == ["“z” cannot be chosen for “Several”. Choose one of those offered."]
    assert found["day"] == ["Write “First day” as a day, such as 2026-09-23."]
    assert found["rate"] == ["“Rate” has too many digits. Shorten it."]
    assert found["mail"] == ["Write “Mail” as an e-mail address, such as name@example.org."]
    assert found["__all__"] == [INCOMPLETE]


@pytest.mark.parametrize("language", ["zh-hans", "zh-hant", "vi"])
def test_in_the_readers_language(language: str) -> None:
    with translation.override(language):
        [words] = said(Everything({}))["rounds"]
    assert "Rounds" in words
    assert words != "“Rounds” is empty. Fill it in."


def test_what_turns_a_text_round_is_shown() -> None:
    assert visible("a\u202eb\u2066c 李") == "a[U+202E]b[U+2066]c 李"


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
    assert said(Komi({"komi": typed})).get("komi", []) == words
