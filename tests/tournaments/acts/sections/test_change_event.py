"""The settings of an event that stands: each cell of their table, what follows, and the opposite."""

from __future__ import annotations

from datetime import date, datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as checked
from hypothesis import strategies as st

from portal import outbox, published
from portal.policy import Conflict, Permission, Refusal
from portal.published.models import Withheld
from tests import factories
from tests.cast import Cast, last
from tests.races import together
from tests.tournaments.acts.cases import confirmed
from tournaments.acts.drafts import pair_round
from tournaments.acts.event_settings import change_event, event_values
from tournaments.acts.events import create_event
from tournaments.acts.public.publication import unpublish
from tournaments.acts.undo.undo import undo
from tournaments.models import Event, FormerAddress, Round, Section
from tournaments.setting_rules import EVENT_SETTINGS, LANGUAGES, EventStage, event_stage
from tournaments.wording.refusals import refusal_sentence
from tournaments.wording.settings import EVENT_STAGES, SETTINGS

OTHER: dict[str, Any] = {
    "name": "Renamed",
    "native_name": "新名",
    "slug": "renamed",
    "starts": date(2026, 11, 20),
    "ends": date(2026, 11, 30),
    "place": "Kuching",
    "time_zone": "Asia/Kuching",
    "contact": "office@example.org",
    "documents": "Regulations https://example.org/rules.pdf",
    "officials_shown": True,
    "titles_shown": False,
    "framed_by": "https://club.example",
    **{f"description_{language}": f"About it, {language}" for language in LANGUAGES},
}
CELLS = [(key, stage) for key in EVENT_SETTINGS for stage in EventStage]


def at(cast: Cast, stage: EventStage) -> Event:
    """The event, so far."""
    state = {
        EventStage.HIDDEN: Section.State.DRAFT,
        EventStage.ANNOUNCED: Section.State.OPEN,
        EventStage.RUNNING: Section.State.RUNNING,
        EventStage.OVER: Section.State.FINISHED,
    }[stage]
    Section.objects.filter(pk=cast.section.pk).update(state=state)
    Event.objects.filter(pk=cast.event.pk).update(listed=stage != EventStage.HIDDEN)
    event = Event.objects.get(pk=cast.event.pk)
    assert event_stage(event) == stage
    return event


def body_of(key: str, value: Any) -> dict[str, Any]:
    """The argument of the act."""
    _, text, language = key.partition("description_")
    return {"description": {language: value}} if text else {key: value}


def refused(act: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        act()
    assert refusal_sentence(refusal.value.code, refusal.value.params)
    return refusal.value


@pytest.mark.anywhere
@pytest.mark.parametrize(("key", "stage"), CELLS)
def test_each_cell(entered: Cast, key: str, stage: EventStage) -> None:
    event = at(entered, stage)
    change = partial(change_event, event=event, by=entered.frank, **body_of(key, OTHER[key]))
    permission = EVENT_SETTINGS[key].at[stage]
    if permission is Permission.REFUSED:
        assert refused(partial(change, reason="a slip")).code == "setting-fixed"
        return
    if permission is Permission.WARN:
        refusal = refused(change)
        assert (refusal.code, refusal.field, refusal.params) == (
            "change-needs-reason",
            "reason",
            {"settings": [key]},
        )
        change = partial(change, reason="a slip")
    assert change()["changed"] == [key]
    assert event_values(Event.objects.get(pk=event.pk))[key] == OTHER[key]
    answer = (last("change_event").after or {}).get("told", [])
    assert answer == ([key] if permission is Permission.WARN else [])


def test_every_setting_has_its_words_and_every_stage_its_cell() -> None:
    assert set(EVENT_SETTINGS) <= set(SETTINGS)
    assert set(EVENT_STAGES) == set(EventStage)
    assert {frozenset(setting.at) for setting in EVENT_SETTINGS.values()} == {frozenset(EventStage)}
    assert set(OTHER) == set(EVENT_SETTINGS)


NAMES = st.text(st.characters(min_codepoint=0x41, max_codepoint=0x5A), min_size=1, max_size=20)
WANTED = st.fixed_dictionaries(
    {},
    optional={
        "name": NAMES,
        "native_name": st.sampled_from(["", "象棋", "新名"]),
        "slug": st.sampled_from(["a", "b", "test"]),
        "place": st.one_of(st.just(""), NAMES),
        "starts": st.dates(date(2026, 11, 1), date(2026, 11, 21)),
        "ends": st.dates(date(2026, 11, 29), date(2026, 12, 30)),
        "time_zone": st.sampled_from(["UTC", "Asia/Kuching", "America/Lima"]),
        "contact": st.one_of(st.just(""), NAMES),
        "officials_shown": st.booleans(),
        "titles_shown": st.booleans(),
        "framed_by": st.sampled_from(["", "none", "https://club.example https://*.xiangqi.example:8443"]),
        "description": st.dictionaries(st.sampled_from(LANGUAGES), st.one_of(st.just(""), NAMES)),
    },
)


@pytest.mark.slow
@given(wanted=WANTED)
@checked(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_a_change_and_its_opposite_give_the_same_event(entered: Cast, wanted: dict[str, Any]) -> None:
    event = Event.objects.get(pk=entered.event.pk)
    before = event_values(event)
    change_event(event=event, by=entered.alice, reason="there", **wanted)
    now = event_values(Event.objects.get(pk=event.pk))
    texts = {key.removeprefix("description_"): before[key] for key in before if "description_" in key}
    back = {key: value for key, value in before.items() if "description_" not in key}
    change_event(event=event, by=entered.alice, reason="back", description=texts, seen=now, **back)
    assert event_values(Event.objects.get(pk=event.pk)) == before
    # Whatever it was called meanwhile leads to it, and nothing else does.
    assert set(FormerAddress.objects.values_list("slug", flat=True)) <= {"a", "b"}


def test_the_journal_undoes_it(entered: Cast) -> None:
    event = entered.event
    change_event(event=event, by=entered.alice, name="Renamed", slug="renamed", reason="a slip")
    undo(event=event, entry=last("change_event").pk, reason="it was right", by=entered.frank)
    event.refresh_from_db()
    assert (event.name, event.slug) == ("Test", "test")
    change_event(event=event, by=entered.alice, contact="me@example.org", place="Kuching", reason="x")
    line = last("change_event")
    assert "me@example.org" not in str([line.before, line.after])
    assert refused(partial(undo, event=event, entry=line.pk, reason="x", by=entered.alice)).code in (
        "undo-untold",
        "no-inverse",
        "undo-too-late",
    )


def test_what_somebody_else_changed_meanwhile_is_a_conflict(entered: Cast) -> None:
    event = entered.event
    seen = event_values(event)
    change_event(event=event, by=entered.alice, name="Hers", reason="x", seen=seen)
    with pytest.raises(Conflict) as refusal:
        change_event(event=event, by=entered.frank, name="His", reason="x", seen=seen)
    assert refusal.value.params["theirs"] == {"name": "Hers"}
    # Who leaves that alone takes nothing back.
    change_event(event=event, by=entered.frank, name="Test", place="Kuching", reason="x", seen=seen)
    event.refresh_from_db()
    assert (event.name, event.place) == ("Hers", "Kuching")


def test_days_hold_the_starts_of_all_rounds(entered: Cast) -> None:
    starts_at = datetime(2026, 11, 22, 23, 30, tzinfo=ZoneInfo("UTC"))
    Round.objects.filter(section=entered.section, number=2).update(starts_at=starts_at)
    change = partial(change_event, event=entered.event, by=entered.alice, reason="x")
    refusal = refused(partial(change, ends=date(2026, 11, 21)))
    assert (refusal.code, refusal.field) == ("event-days-rounds", "ends")
    sentence = refusal_sentence(refusal.code, refusal.params)
    assert "Round 2 of “Men” starts on 22 November 2026, which is not one of these days (" in sentence
    change(ends=date(2026, 11, 22))
    # The same moment is the next day elsewhere.
    refusal = refused(partial(change, time_zone="Asia/Kuching"))
    assert (refusal.code, refusal.field) == ("event-days-rounds", "time_zone")
    change(time_zone="Asia/Kuching", ends=date(2026, 11, 23))
    assert Round.objects.get(section=entered.section, number=2).starts_at == starts_at


@pytest.mark.anywhere
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"name": " "}, "event-name-needed"),
        ({"name": "x" * 121}, "name-too-long"),
        ({"place": "a\u202eb"}, "name-not-printable"),
        ({"contact": "\u2800"}, "name-invisible"),
        ({"slug": "Not good"}, "event-slug-invalid"),
        ({"slug": ""}, "event-slug-invalid"),
        ({"slug": "other"}, "event-slug-taken"),
        ({"starts": date(2027, 1, 1)}, "event-dates"),
        ({"ends": date(9999, 12, 31)}, "event-year"),
        ({"time_zone": "Mars/Olympus"}, "event-zone-invalid"),
        ({"framed_by": "club.example"}, "site-invalid"),
        ({"framed_by": "https://club.example; script-src *"}, "site-invalid"),
        ({"documents": "javascript:alert(1)"}, "document-line"),
        ({"documents": "Rules javascript:alert(1)"}, "document-line"),
        ({"documents": "https://example.org/"}, "document-line"),
        ({"documents": "a https://example.org/\n" * 21}, "too-many-documents"),
        ({"description": {"en": "x" * 5001}}, "name-too-long"),
    ],
)
def test_nonsense(entered: Cast, arguments: dict[str, Any], code: str) -> None:
    before = event_values(entered.event)
    assert refused(
        partial(change_event, event=entered.event, by=entered.alice, reason="x", **arguments)
    ).code == (code)
    assert event_values(Event.objects.get(pk=entered.event.pk)) == before


def test_an_address_that_another_event_had_is_taken(entered: Cast) -> None:
    change_event(event=entered.event, by=entered.alice, slug="renamed", reason="x")
    other = Event.objects.get(slug="other")
    days = {"starts": other.starts, "ends": other.ends}
    assert refused(partial(create_event, slug="test", name="New", by=entered.admin, **days)).code == (
        "event-slug-taken"
    )
    assert refused(partial(change_event, event=other, by=entered.admin, slug="test")).code == (
        "event-slug-taken"
    )
    change_event(event=entered.event, by=entered.alice, slug="test", reason="back")
    assert list(FormerAddress.objects.values_list("slug", flat=True)) == ["renamed"]


def test_no_other_address_while_a_round_is_paired(entered: Cast) -> None:
    pair_round(round_=confirmed(entered), by=entered.bob)
    change = partial(change_event, event=entered.event, by=entered.alice, reason="x")
    assert refused(partial(change, slug="renamed")).code == "still-pairing"
    change(place="Kuching")


@pytest.mark.slow
def test_what_was_withheld_stays_so_under_the_new_address(entered: Cast) -> None:
    factories.announce(entered.section)
    outbox.drain([outbox.FAST])
    unpublish(event=entered.event, what="men", reason="x", by=entered.alice)
    change_event(event=entered.event, by=entered.alice, slug="renamed", reason="x")
    assert list(Withheld.objects.values_list("prefix", flat=True)) == ["e/renamed/men/"]
    with pytest.raises(published.UnpublishedError):
        published.find("e/renamed/men/")
    assert published.find("e/renamed/")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_change_the_same_settings_at_one_moment(entered: Cast) -> None:
    seen = event_values(entered.event)
    got = together(
        partial(change_event, event=entered.event, by=entered.alice, name="Hers", reason="x", seen=seen),
        partial(change_event, event=entered.event, by=entered.frank, name="His", reason="x", seen=seen),
        partial(change_event, event=entered.event, by=entered.frank, place="Kuching", reason="x", seen=seen),
    )
    codes = [outcome.code for outcome in got if isinstance(outcome, Refusal)]
    assert codes == ["changed-meanwhile"]
    event = Event.objects.get(pk=entered.event.pk)
    assert event.name in ("Hers", "His")
    assert event.place == "Kuching"
