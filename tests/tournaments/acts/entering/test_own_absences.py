"""What who was accepted says with the private link of the application: rounds not played, withdrawing."""

from __future__ import annotations

from typing import Any

import pytest

from portal import outbox
from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from tests.applying import confirmed, open_form
from tests.cast import Cast
from tests.factories import make_link
from tournaments.acts.drafts import pair_round
from tournaments.acts.entering.applications import withdraw_application
from tournaments.acts.entering.attendance import set_absence
from tournaments.acts.entering.own_absences import ask_absence, ask_own_absence, withdraw_own_entry
from tournaments.acts.rounds import publish_round
from tournaments.models import Absence, Application, EntryForm, Section
from tournaments.wording.refusals import refusal_sentence


def code(act: Any) -> str:
    with pytest.raises(Refusal) as refused:
        act()
    assert refusal_sentence(refused.value.code, refused.value.params)
    return refused.value.code


def fresh(application: Application) -> Application:
    return Application.objects.select_related("section__event", "entry").get(pk=application.pk)


def ask(application: Application, number: int, kind: str) -> dict[str, object]:
    return dict(ask_absence(application=application, round_number=number, kind=kind, by=application))


def away(application: Application) -> list[tuple[int, bool]]:
    absences = Absence.objects.filter(entry__application=application).order_by("round_number")
    return list(absences.values_list("round_number", "half_point"))


def settings_of_section(cast: Cast, **values: object) -> None:
    Section.objects.filter(pk=cast.section.pk).update(**values)


def test_as_many_half_point_byes_as_the_section_gives(cast: Cast) -> None:
    application = confirmed(open_form(cast))
    assert code(lambda: ask(application, 2, "half")) == "half-byes-not-allowed"
    settings_of_section(cast, half_byes_allowed=1, half_byes_until=2)
    assert code(lambda: ask(application, 3, "half")) == "half-bye-too-late"
    assert ask(application, 2, "half")["half_point"] is True
    settings_of_section(cast, half_byes_until=None)
    assert code(lambda: ask(application, 3, "half")) == "half-byes-used"
    ask(application, 3, "nothing")
    assert away(application) == [(2, True), (3, False)]
    ask(application, 2, "plays")
    assert away(application) == [(3, False)]
    line = JournalEntry.objects.filter(act="ask_absence").order_by("pk")[0]
    assert (line.by, line.party) == (None, f"application:{application.pk}")
    assert code(lambda: ask(application, 99, "nothing")) == "no-such-round"
    assert code(lambda: ask(application, 3, "lost")) == "absence-kind"


def test_only_who_was_accepted_and_only_the_own(cast: Cast) -> None:
    section = open_form(cast, approval=EntryForm.Approval.ORGANISER)
    waiting = confirmed(section)
    assert code(lambda: ask(waiting, 2, "nothing")) == "application-state"
    open_form(cast)
    first_one, other = confirmed(section, "Anna"), confirmed(section, "Berta")
    for by in (other, cast.alice):
        with pytest.raises(Denied):
            ask_absence(application=first_one, round_number=2, kind="nothing", by=by)  # type: ignore[arg-type]
    withdraw_application(application=first_one, by=first_one)
    assert code(lambda: ask(fresh(first_one), 2, "nothing")) == "application-state"
    settings_of_section(cast, system=Section.System.ROUND_ROBIN)
    assert code(lambda: ask(other, 2, "nothing")) == "absence-at-desk"


@pytest.mark.slow
def test_what_is_being_paired_only_the_desk_changes(entered: Cast) -> None:
    late = confirmed(open_form(entered))
    settings_of_section(entered, check_in_needed=False)
    pair_round(round_=entered.round(1), by=entered.bob)
    outbox.drain()
    assert code(lambda: ask(late, 1, "nothing")) == "state"
    assert code(lambda: withdraw_application(application=late, by=late)) == "application-drawn"
    draft = entered.round(1)
    publish_round(round_=draft, seen=draft.draft_digest, by=entered.bob)
    outbox.drain()
    ask(late, 2, "nothing")
    assert away(late) == [(2, False)]
    withdraw_application(application=late, by=late)
    entry = fresh(late).entry
    assert entry is not None
    # The game that is published is played yet.
    assert (entry.status, entry.withdrawn_after) == ("withdrawn", 1)


def test_where_everybody_meets_everybody_the_desk_withdraws(entered: Cast) -> None:
    application = confirmed(open_form(entered))
    settings_of_section(entered, system=Section.System.ROUND_ROBIN)
    with pytest.raises(Refusal) as refused:
        withdraw_application(application=application, by=application)
    assert refused.value.code == "application-drawn"


def test_what_the_desk_has_entered_stays(cast: Cast) -> None:
    application = confirmed(open_form(cast))
    entry = fresh(application).entry
    assert entry is not None
    set_absence(entries=[entry], round_number=2, absent=True, reason="suspended for a round", by=cast.alice)
    assert code(lambda: ask(application, 2, "plays")) == "absence-of-desk"
    assert away(application) == [(2, False)]
    ask(application, 3, "nothing")
    ask(application, 3, "plays")
    assert away(application) == [(2, False)]


@pytest.mark.slow
def test_who_was_entered_at_the_desk_says_it_with_the_players_link(entered: Cast) -> None:
    entry, other = entered.section.entries.select_related("section__event", "player").order_by("pk")[:2]
    link = make_link(entry)
    ask_own_absence(entries=[entry], round_number=2, kind="nothing", by=link)
    assert list(entry.absences.values_list("round_number", "by_player")) == [(2, True)]
    line = JournalEntry.objects.get(act="ask_own_absence")
    assert (line.by, line.party) == (None, f"entry:{entry.pk}")
    with pytest.raises(Denied):
        ask_own_absence(entries=[other], round_number=2, kind="nothing", by=link)
    with pytest.raises(Denied):
        withdraw_own_entry(entries=[other], by=link)
    settings_of_section(entered, check_in_needed=False)
    pair_round(round_=entered.round(1), by=entered.bob)
    outbox.drain()
    assert code(lambda: ask_own_absence(entries=[entry], round_number=1, kind="nothing", by=link)) == "state"
    assert code(lambda: withdraw_own_entry(entries=[entry], by=link)) == "application-drawn"
    draft = entered.round(1)
    publish_round(round_=draft, seen=draft.draft_digest, by=entered.bob)
    outbox.drain()
    withdraw_own_entry(entries=[entry], by=link)
    entry.refresh_from_db()
    assert (entry.status, entry.withdrawn_after) == ("withdrawn", 1)
