"""``manage.py acts``: what can be refused, read from the code itself."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from tournaments.acts.frame import ACTS
from tournaments.management.commands.acts import load_acts, refusals_of


@pytest.fixture(autouse=True)
def _loaded() -> None:
    load_acts()


def test_codes_of_the_body_of_what_it_calls_and_of_its_decorator() -> None:
    codes = refusals_of(ACTS["draw_lots"])
    assert codes >= {"lots-drawn-already", "too-few-entries", "section-not-open"}
    assert "no-such-person" not in codes
    # A round's act: its frame asks what the worker does, and how far the page was.
    assert refusals_of(ACTS["adjust_round"]) >= {
        "same-player",
        "publishing",
        "round-changed",
        "reason-needed",
    }


def test_an_act_is_listed_with_where_it_stands_and_its_right(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("acts", "add_team")
    first, *codes = capsys.readouterr().out.splitlines()
    assert first == "add_team  (tournaments.acts.teams.teams)  right: set_teams"
    assert "team-name-taken" in " ".join(codes)


@pytest.mark.slow
def test_all_of_both_apps_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("acts")
    listed = {line.split()[0] for line in capsys.readouterr().out.splitlines() if line[0] != " "}
    assert listed == set(ACTS)
    assert {"pair_round", "submit_record"} <= listed


def test_no_such_act() -> None:
    with pytest.raises(CommandError, match="no act 'nonsense'"):
        call_command("acts", "nonsense")
