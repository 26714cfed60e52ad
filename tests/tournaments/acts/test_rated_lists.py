"""Lists of ratings from the first period to the correction of a published one, against the pure room."""

from __future__ import annotations

import json
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models.functions import Now
from django.utils import timezone

from portal import outbox
from portal.outbox import Job
from portal.policy import Refusal
from tests.tournaments.rated_world import (
    APRIL,
    FEBRUARY,
    JANUARY,
    MARCH,
    Ratings,
    correct,
    make_ratings,
    ratings_of,
)
from tests.working import compute
from tests.world import World
from tournaments.acts.entering.players import erase_player
from tournaments.acts.ratings import _list_versions
from tournaments.acts.ratings.rating_periods import count_sections, set_game_rated, stop_counting_section
from tournaments.acts.ratings.rating_systems import NIGHT_KIND, set_ratings
from tournaments.models import (
    ListRow,
    ListVersion,
    PersonRating,
    RatedSection,
    RefereeReport,
    Seat,
    Section,
)
from tournaments.queries.ratings.rated_games import rules_on, system_with
from tournaments.queries.ratings.rating_desk import offered_in, preview_key, touched_since
from tournaments.queries.ratings.rating_runs import unpacked_run

pytestmark = pytest.mark.django_db


@pytest.fixture
def ratings(world: World) -> Ratings:
    return make_ratings(world.users["frank"])


def in_january(ratings: Ratings) -> ListVersion:
    """Ann beats Bo and Cy, who draw."""
    ratings.made()
    ratings.rules(k="40")
    section = ratings.section(
        "spring",
        date(2026, 1, 10),
        [[("Ann", "Bo", "1-0")], [("Cy", "Ann", "0-1")], [("Bo", "Cy", "1/2")]],
    )
    return ratings.published(ratings.period(JANUARY, FEBRUARY, section))


def test_a_list_is_previewed_then_published_with_its_arithmetic(ratings: Ratings) -> None:
    version = in_january(ratings)
    ann, bo, cy = (ratings.number(name) for name in ("Ann", "Bo", "Cy"))
    assert ratings_of(version) == {ann: 1540, bo: 1480, cy: 1480}
    assert (version.number, version.persons, version.games, version.moved) == (1, 3, 3, 3)
    row = version.rows.get(number=ann)
    assert (row.place, row.position, row.n, row.k_used, row.total, row.change) == (1, 1, 2, 40, 10000, 40)
    assert [line[:6] for line in row.lines] == [
        ["spring/open", 1, 1500, bo, 1500, 2],
        ["spring/open", 2, 1500, cy, 1500, 2],
    ]
    assert list(version.rows.filter(place=2).values_list("number", flat=True)) == [bo, cy]
    copy = PersonRating.objects.get(person=ratings.persons["Ann"])
    assert (copy.issuer, copy.value, copy.exact, copy.version) == ("xia", 1540, Decimal(1540), 1)


def test_every_row_is_written_however_many_at_once(ratings: Ratings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_list_versions, "BATCH", 2)
    assert len(ratings_of(in_january(ratings))) == 3


def section_called(slug: str) -> Section:
    return Section.objects.get(event__slug=slug)


def in_february(ratings: Ratings) -> ListVersion:
    """Bo beats Dee, who is new; Cy rests."""
    section = ratings.section("summer", date(2026, 2, 14), [[("Bo", "Dee", "1-0")]])
    return ratings.published(ratings.period(FEBRUARY, MARCH, section))


@pytest.mark.slow
def test_a_corrected_result_moves_later_lists_and_history_is_added(ratings: Ratings) -> None:
    """A result of January that is corrected after February's list."""
    first = in_january(ratings)
    second = in_february(ratings)
    ann, bo, cy, dee = (ratings.number(name) for name in ("Ann", "Bo", "Cy", "Dee"))
    before = ratings_of(second)
    assert ratings.checked()["periods"] == []
    correct(section_called("spring"), 1, 1, "0-1")
    outcome = ratings.checked()["periods"]
    assert [(item["name"], item["moved"], item["causes"]) for item in outcome] == [
        ("2026-01", 2, ["spring/open"]),
        ("2026-02", 3, []),
    ]
    assert {number for number, *_ratings in outcome[1]["movers"]} == {ann, bo, dee}
    assert ratings.corrected().state == Job.State.DONE
    assert ratings_of(first.period.versions.get(number=2)) == {ann: 1500, bo: 1520, cy: 1480}
    second_anew = second.period.versions.get(number=2)
    assert ratings_of(second_anew) != before
    assert ratings_of(second) == before
    assert second_anew.causes == ["spring/open"]
    copies = PersonRating.objects.filter(person=ratings.persons["Bo"]).order_by("on")
    assert [(copy.on, copy.value, copy.version) for copy in copies] == [
        (FEBRUARY, 1520, 2),
        (MARCH, int(ratings_of(second_anew)[bo]), 2),
    ]
    assert ratings.checked()["periods"] == []


@pytest.mark.slow
def test_a_late_section_corrects_its_list_where_the_system_says_so(ratings: Ratings) -> None:
    """It ends in January and comes after the lists of January and February: both are other ones then."""
    first = in_january(ratings)
    second = in_february(ratings)
    late = ratings.section("tardy", date(2026, 1, 20), [[("Bo", "Cy", "1-0")]])
    period = first.period
    with pytest.raises(Refusal) as refused:
        ratings.count(period, late)
    assert refused.value.code == "rating-period-published"
    ratings.rules(late="correct")
    march = ratings.period(MARCH, APRIL)
    assert offered_in(march, system_with(march.system.rules.latest("version")), corrects=True) == []
    with pytest.raises(Refusal):
        ratings.count(march, late)
    ratings.count(period, late)
    assert touched_since(ratings.system) == ["tardy/open"]
    assert [item["causes"] for item in ratings.checked()["periods"]] == [["tardy/open"], []]
    ratings.corrected()
    assert touched_since(ratings.system) == []
    # As if it had been there from the beginning: Bo won once more in January.
    assert (
        ratings_of(period.versions.get(number=2))[ratings.number("Bo")]
        > ratings_of(first)[ratings.number("Bo")]
    )
    assert second.period.versions.count() == 2


@pytest.mark.slow
def test_what_comes_later_than_three_lists_counts_only_if_the_officer_says_so(ratings: Ratings) -> None:
    ratings.made()
    ratings.rules()
    january = ratings.section("january", date(2026, 1, 10), [[("Ann", "Bo", "1-0")]])
    tardy = ratings.section("tardy", date(2026, 1, 20), [[("Bo", "Cy", "1-0")]])
    days = [date(2026, month, 1) for month in range(1, 7)]
    ratings.published(ratings.period(days[0], days[1], january))
    for first, end in pairwise(days[1:5]):
        period = ratings.period(first, end)
        (item,) = offered_in(period, system_with(rules_on(ratings.system, first)), corrects=False)
        assert not item.very_late
        ratings.published(period)
    may = ratings.period(days[4], days[5])
    with pytest.raises(Refusal, match="section-very-late") as refused:
        ratings.count(may, tardy)
    assert refused.value.params["lists"] == 4
    assert not may.sections.exists()
    place = {"organisation": ratings.organisation, "system": ratings.code, "period": may.pk}
    count_sections(**place, sections=[tardy.pk], very_late=True, by=ratings.officer)
    assert may.sections.get().section == tardy


@pytest.mark.slow
def test_a_late_section_taken_out_again_leaves_the_list_as_it_was(ratings: Ratings) -> None:
    first = in_january(ratings)
    ratings.rules(late="correct")
    late = ratings.section("tardy", date(2026, 1, 20), [[("Bo", "Cy", "1-0")]])
    ratings.count(first.period, late)
    ratings.corrected()
    counted = RatedSection.objects.get(section=late)
    stop_counting_section(
        organisation=ratings.organisation,
        system=ratings.code,
        period=first.period.pk,
        counted=counted.pk,
        by=ratings.officer,
    )
    ratings.corrected()
    assert first.period.versions.latest("number").digest == first.digest


@pytest.mark.slow
def test_the_order_of_corrections_changes_nothing(ratings: Ratings) -> None:
    """One after the other, the other way round, and both at once."""
    in_january(ratings)
    version = in_february(ratings)
    digests = set()
    spring, summer = section_called("spring"), section_called("summer")
    for changed in ([(spring, "0-1"), (summer, "1/2")], [(summer, "1/2"), (spring, "0-1")]):
        for section, value in changed:
            correct(section, 1, 1, value)
            ratings.corrected()
        digests.add(version.period.versions.latest("number").digest)
        for section, value in ((spring, "1-0"), (summer, "1-0")):
            correct(section, 1, 1, value)
        ratings.corrected()
        assert version.period.versions.latest("number").digest == version.digest
    correct(spring, 1, 1, "0-1")
    correct(summer, 1, 1, "1/2")
    ratings.corrected()
    digests.add(version.period.versions.latest("number").digest)
    assert len(digests) == 1


@pytest.mark.slow
def test_what_moves_nobody_is_noted_without_a_version(ratings: Ratings) -> None:
    """Only the colours of a game are other ones: a new input, the same list."""
    version = in_january(ratings)
    spring = section_called("spring")
    first, second = Seat.objects.filter(round__section=spring, round__number=1).order_by("colour")
    first.entry, second.entry = second.entry, first.entry
    Seat.objects.filter(pk=second.pk).delete()
    first.save()
    second.save()
    correct(spring, 1, 1, "0-1")
    assert [item["same"] for item in ratings.checked()["periods"]] == [True]
    ratings.corrected()
    assert version.period.versions.count() == 1
    assert version.inputs.count() == 2
    assert ratings.checked()["periods"] == []


@pytest.mark.slow
def test_five_periods_ago_is_no_other_case(ratings: Ratings) -> None:
    in_january(ratings)
    day = FEBRUARY
    for month in range(3, 8):
        end = date(2026, month, 1)
        section = ratings.section(f"m{month}", day, [[("Ann", "Bo", "1/2")]])
        ratings.published(ratings.period(day, end, section))
        day = end
    correct(section_called("spring"), 1, 1, "0-1")
    assert [item["moved"] > 0 for item in ratings.checked()["periods"]] == [True] * 6
    ratings.corrected()
    assert ListVersion.objects.filter(number=2).count() == 6
    # Cy did not meet anybody since.
    cy = ratings.number("Cy")
    assert {row.rating for row in ListRow.objects.filter(number=cy)} == {Decimal(1480)}


@pytest.mark.slow
def test_anybody_computes_the_same_list_from_the_public_files(
    world: World, ratings: Ratings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    in_january(ratings)
    in_february(ratings)
    client = world.client("anonymous")
    files = []
    for day in ("2026-02-01", "2026-03-01"):
        for name in ("system.json", "games.json", "list.json"):
            answer = client.get(f"/en/ratings/xia/{day}/v1/{name}")
            path = tmp_path / f"{day}-{name}"
            path.write_bytes(answer.content)
            if name != "system.json" or day == "2026-03-01":
                files.append(str(path))
    call_command("rate", *files)
    outcome = capsys.readouterr().out
    for version in ListVersion.objects.all():
        assert version.digest in outcome
        assert version.inputs.get().digest in outcome
    document = json.loads((tmp_path / "2026-03-01-list.json").read_text())
    document["rows"][0]["rating"] += 1
    (tmp_path / "2026-03-01-list.json").write_text(json.dumps(document))
    with pytest.raises(SystemExit):
        call_command("rate", *files)
    assert "Ann" not in "".join(Path(file).read_text() for file in files)


@pytest.mark.slow
def test_who_is_forgotten_leaves_the_number(world: World, ratings: Ratings) -> None:
    """The name goes from the page; digests stay, also when the list is computed anew."""
    version = in_january(ratings)
    bo = ratings.number("Bo")
    page = "/en/ratings/xia/?all=1"
    assert "Bo" in world.client("anonymous").get(page).content.decode()
    player = ratings.persons["Bo"].players.get()
    erase_player(entry=player.entries.get(), confirm="Bo", by=world.users["admin"])
    ratings.persons["Bo"].refresh_from_db()
    assert ratings.persons["Bo"].erased_at is not None
    text = world.client("anonymous").get(page).content.decode()
    assert ">Bo<" not in text
    assert f"number/{bo}/" in text
    assert ratings.checked()["periods"] == []
    assert version.period.versions.count() == 1
    # Nobody else gets the number.
    section = ratings.section("summer", date(2026, 2, 14), [[("Ann", "Dee", "1-0")]])
    ratings.period(FEBRUARY, MARCH, section)
    assert int(ratings.number("Dee")) > int(bo)


def test_a_deleted_section_counts_as_it_was_published(ratings: Ratings) -> None:
    in_january(ratings)
    RatedSection.objects.update(section=None)
    assert ratings.checked()["periods"] == []


class TestRefused:
    """Bad input, each with its sentence."""

    def refused(self, code: str) -> Any:
        return pytest.raises(Refusal, match=code)

    def test_a_period_that_overlaps_or_leaves_a_gap(self, ratings: Ratings) -> None:
        ratings.made()
        ratings.period(JANUARY, FEBRUARY)
        for first, end in (
            (date(2026, 1, 31), MARCH),
            (date(2026, 2, 2), MARCH),
            (date(2025, 12, 1), JANUARY),
        ):
            with self.refused("rating-periods-apart"):
                ratings.period(first, end, name="another")
        with self.refused("rating-list-too-early"):
            ratings.period(FEBRUARY, JANUARY, name="another")
        ratings.period(FEBRUARY, MARCH)

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("7, 99999", "rating-off-scale"),
            ("7, -901", "rating-off-scale"),
            ("7, 1500\n7, 1600", "rating-number-twice"),
            ("7", "bad-rating-line"),
            ("7, NaN", "bad-rating-line"),
            ("7, 1e9999", "bad-rating-line"),
            ("7, 1500.0001", "bad-rating-line"),
            ("", "bad-rating-line"),
            ("123456789012345678901, 1500", "bad-rating-line"),
        ],
    )
    def test_ratings_that_are_none(self, ratings: Ratings, text: str, code: str) -> None:
        ratings.made()
        period = ratings.period(JANUARY, FEBRUARY)
        with self.refused(code):
            set_ratings(
                organisation=ratings.organisation,
                system="xia",
                period=period.pk,
                day=JANUARY,
                ratings=text,
                reason_code="title",
                by=ratings.officer,
            )
        assert not ratings.system.adjustments.exists()

    def test_a_game_without_a_result_keeps_the_list_from_being_computed(self, ratings: Ratings) -> None:
        ratings.made()
        ratings.rules()
        section = ratings.section("spring", date(2026, 1, 10), [[("Ann", "Bo", "")]])
        job = ratings.previewed(ratings.period(JANUARY, FEBRUARY, section))
        assert [flaw[0] for flaw in (job.outcome or {})["flaws"]] == ["a game without a result"]

    def test_a_table_of_k_that_is_empty(self, ratings: Ratings) -> None:
        ratings.made("chinese-style")
        section = ratings.section("spring", date(2026, 1, 10), [[("Ann", "Bo", "1-0")]])
        job = ratings.previewed(ratings.period(JANUARY, FEBRUARY, section))
        assert [flaw[0] for flaw in (job.outcome or {})["flaws"]] == [
            "the table of K is empty, or has no line for somebody"
        ]

    def test_what_has_changed_since_it_was_looked_at_is_not_published(self, ratings: Ratings) -> None:
        ratings.made()
        ratings.rules()
        section = ratings.section("spring", date(2026, 1, 10), [[("Ann", "Bo", "1-0")]])
        period = ratings.period(JANUARY, FEBRUARY, section)
        seen = (ratings.previewed(period).outcome or {})["input"]
        correct(section, 1, 1, "0-1")
        job = ratings.ordered(period, seen)
        assert (job.state, (job.outcome or {})["code"]) == (Job.State.REFUSED, "changed")
        assert not ListVersion.objects.exists()

    def test_periods_are_published_in_their_order_and_when_they_are_over(self, ratings: Ratings) -> None:
        ratings.made()
        ratings.rules()
        ratings.period(JANUARY, FEBRUARY)
        second = ratings.period(FEBRUARY, APRIL)
        with self.refused("rating-period-before"):
            ratings.previewed(second)
        ratings.code = "far"
        ratings.made()
        far = ratings.period(date(2999, 1, 1), date(2999, 2, 1))
        with self.refused("rating-period-not-over"):
            ratings.ordered(far, "sha256:0")

    def test_a_section_counts_once_and_only_one_of_the_organisation(self, ratings: Ratings) -> None:
        ratings.made()
        section = ratings.section("spring", date(2026, 1, 10), [[("Ann", "Bo", "1-0")]])
        period = ratings.period(JANUARY, FEBRUARY, section)
        with self.refused("section-not-rateable"):
            ratings.count(period, section)
        foreign = ratings.section("foreign", date(2026, 1, 10), [[("Ann", "Bo", "1-0")]])
        type(foreign.event).objects.filter(pk=foreign.event_id).update(organisation=None)
        with self.refused("section-not-rateable"):
            ratings.count(period, foreign)
        late = ratings.section("late", date(2026, 2, 10), [[("Ann", "Bo", "1-0")]])
        with self.refused("section-not-rateable"):
            ratings.count(period, late)

    def test_a_section_counts_once_its_report_was_accepted(self, ratings: Ratings) -> None:
        ratings.made()
        section = ratings.section("spring", date(2026, 1, 10), [[("Ann", "Bo", "1-0")]])
        report = RefereeReport.objects.filter(section=section)
        period = ratings.period(JANUARY, FEBRUARY)
        for state in ("draft", "signed", "submitted", "returned"):
            report.update(state=state)
            with self.refused("section-report-not-accepted"):
                ratings.count(period, section)
        report.update(state="accepted")
        ratings.count(period, section)
        seen = (ratings.previewed(period).outcome or {})["input"]
        # Signed anew, because a result was corrected.
        report.update(state="signed")
        with self.refused("section-report-not-accepted"):
            ratings.ordered(period, seen)
        report.update(state="accepted")
        assert ratings.published(period).number == 1
        assert report.get().state == "rated"

    @pytest.mark.slow
    def test_what_is_published_is_corrected_not_changed(self, ratings: Ratings) -> None:
        version = in_january(ratings)
        late = ratings.section("late", date(2026, 1, 20), [[("Ann", "Bo", "1-0")]])
        with self.refused("rating-period-published"):
            ratings.count(version.period, late)
        with self.refused("rating-period-published"):
            ratings.previewed(version.period)
        # A late one counts in the next period.
        following = ratings.period(FEBRUARY, MARCH, late)
        events = json.loads(unpacked_run(bytes(ratings.published(following).inputs.get().games)))["events"]
        assert [(event["uid"], event["late"]) for event in events] == [("late/open", True)]

    def test_rules_that_were_published_by_others_stay(self, ratings: Ratings) -> None:
        ratings.made("fide-standard")
        with self.refused("rules-of-preset"):
            ratings.rules()

    @pytest.mark.parametrize("k", ["x", "0", "20, 30, 2400, 2400, 18, 1", "-", "20, x"])
    def test_a_table_of_k_that_is_none(self, ratings: Ratings, k: str) -> None:
        ratings.made()
        with self.refused("bad-k-step"):
            ratings.rules(k=k)


def test_a_game_can_be_left_out_by_ruling(ratings: Ratings) -> None:
    version = in_january(ratings)
    counted = RatedSection.objects.get()
    outcome = {"organisation": ratings.organisation, "system": "xia", "period": version.period_id}
    outcome |= {"counted": counted.pk, "round_number": 1, "table": 1, "by": ratings.officer}
    set_game_rated(**outcome, reason="Fair play")
    assert [item["moved"] for item in ratings.checked()["periods"]] == [2]
    set_game_rated(**outcome, rated=True, reason="Appeal")
    assert ratings.checked()["periods"] == []


def test_gor_of_the_european_go_database(ratings: Ratings) -> None:
    """2100 beats 2100: 2109.306."""
    ratings.made("gor-2021", "weiqi")
    section = ratings.section(
        "paris", date(2026, 1, 10), [[("Ann", "Bo", "1-0")]], game="weiqi", rating_class="A"
    )
    period = ratings.period(JANUARY, FEBRUARY, section)
    ann, bo = ratings.number("Ann"), ratings.number("Bo")
    set_ratings(
        organisation=ratings.organisation,
        system="xia",
        period=period.pk,
        day=JANUARY,
        ratings=f"{ann}, 2100\n{bo}, 2100",
        reason_code="taken over",
        by=ratings.officer,
    )
    version = ratings.published(period)
    assert ratings_of(version)[ann] == Decimal("2109.306")
    copy = PersonRating.objects.get(person=ratings.persons["Ann"])
    assert (copy.value, copy.exact) == (2109, Decimal("2109.306"))


def test_each_night_the_next_list_is_previewed_until_all_are_published(ratings: Ratings) -> None:
    ratings.made()
    section = ratings.section("spring", date(2026, 1, 10), [[("Ann", "Bo", "1-0")]])
    period = ratings.period(JANUARY, FEBRUARY, section)
    [night] = Job.objects.filter(kind=NIGHT_KIND)
    assert night.state == Job.State.NEW
    # Asked for by how long it is until then: a few microseconds before or after the hour.
    assert timezone.localtime(night.due_at + timedelta(seconds=1)).hour == 3
    assert outbox.latest(preview_key(period)) is None

    def at_night() -> None:
        Job.objects.filter(kind=NIGHT_KIND, state=Job.State.NEW).update(due_at=Now())
        compute()

    at_night()
    preview = outbox.latest(preview_key(period))
    assert preview is not None
    assert (preview.state, preview.asked_by, preview.outcome["moved"]) == (Job.State.DONE, None, 2)
    [_tonight, tomorrow] = Job.objects.filter(kind=NIGHT_KIND).order_by("pk")
    assert tomorrow.state == Job.State.NEW
    assert ratings.ordered(period, preview.outcome["input"]).state == Job.State.DONE
    at_night()
    assert not Job.objects.filter(kind=NIGHT_KIND, state=Job.State.NEW).exists()


def test_a_period_that_has_not_begun_is_not_previewed_at_night(ratings: Ratings) -> None:
    ratings.made()
    coming = timezone.localdate() + timedelta(days=2)
    period = ratings.period(coming, coming + timedelta(days=30))
    Job.objects.filter(kind=NIGHT_KIND).update(due_at=Now())
    compute()
    assert outbox.latest(preview_key(period)) is None
    assert Job.objects.filter(kind=NIGHT_KIND, state=Job.State.NEW).count() == 1
