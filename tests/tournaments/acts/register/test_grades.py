"""The grade from the rating: by a person, at registration, for one or many, with what would change."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from portal.policy import Conflict, Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast, last
from tests.tournaments.acts.played import round_of, section_of_grades
from tests.working import compute
from tournaments.acts.drafts import pair_round
from tournaments.acts.entering.players import correct_player
from tournaments.acts.register.grades import set_grades_by_rating
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.undo.undo import undo
from tournaments.models import Entry, Section
from tournaments.queries.register.grades import regrades
from tournaments.wording.refusals import refusal_sentence

RATINGS = {"4d": 2251, "3d": 2300, "1k": 2049}


@pytest.fixture
@remembered
def section(cast: Cast) -> Section:
    section = section_of_grades(cast)
    for grade, rating in RATINGS.items():
        section.entries.filter(player__grade=grade).update(rating=rating)
    return section


def entries(section: Section) -> list[Entry]:
    return list(section.entries.select_related("player", "section__event").order_by("pk"))


def grades(section: Section) -> list[str]:
    return [entry.player.grade for entry in entries(section)][:5]


def test_what_would_change_is_told_before_it_does(cast: Cast, section: Section) -> None:
    result = regrades(entries(section))
    assert [(change.old, change.rating, change.new) for change in result.changes] == [("4d", 2251, "3d")]
    assert len(result.unrated) == 6
    answer = set_grades_by_rating(entries=entries(section), seen=result.seen, by=cast.carol)
    assert (len(answer["entries"]), len(answer["unrated"])) == (1, 6)
    assert grades(section) == ["3d", "3d", "2d", "1d", "1k"]
    [key] = answer["entries"]
    line = last("set_grades_by_rating")
    assert line.before == {"grades": {str(key): "4d"}}
    assert line.after == {"entries": [key], "grades": {str(key): "3d"}}
    # Once more there is nothing to do.
    assert set_grades_by_rating(entries=entries(section), by=cast.carol)["entries"] == []


def test_it_is_undone_as_long_as_nobody_is_paired(cast: Cast, section: Section) -> None:
    set_grades_by_rating(entries=entries(section), by=cast.carol)
    line = last("set_grades_by_rating").pk
    undo(event=cast.event, entry=line, reason="the wrong list", by=cast.carol)
    assert grades(section) == ["4d", "3d", "2d", "1d", "1k"]
    with pytest.raises(Refusal, match="undone-already"):
        undo(event=cast.event, entry=line, reason="again", by=cast.carol)
    set_grades_by_rating(entries=entries(section), by=cast.carol)
    line = last("set_grades_by_rating").pk
    pair_round(round_=round_of(section, 1), by=cast.bob)
    compute()
    with pytest.raises(Refusal, match="grade-after-pairing"):
        undo(event=cast.event, entry=line, reason="too late", by=cast.carol)


def test_never_later_never_unseen_never_without_a_rating(cast: Cast, section: Section) -> None:
    seen = regrades(entries(section)).seen
    with pytest.raises(Refusal, match="nobody-rated"):
        set_grades_by_rating(entries=entries(section)[5:], by=cast.carol)
    item = entries(section)[0]
    person = PersonInput(name=item.player.name, federation="GER", grade="5d", rating=2251)
    correct_player(entry=item, person=person, by=cast.carol)
    with pytest.raises(Conflict, match="players-changed"):
        set_grades_by_rating(entries=entries(section), seen=seen, by=cast.carol)
    pair_round(round_=round_of(section, 1), by=cast.bob)
    compute()
    with pytest.raises(Refusal, match="grade-after-pairing") as refused:
        set_grades_by_rating(entries=entries(section), by=cast.carol)
    assert "A round has been paired" in refusal_sentence(refused.value.code, {})
    assert grades(section)[0] == "5d"


@pytest.mark.slow
def test_the_page_of_the_selected_shows_and_does_it(cast: Cast, section: Section) -> None:
    client = Client()
    client.force_login(cast.carol)
    place = [cast.event.slug, section.slug]
    key = entries(section)[0].pk
    assert f"?entries={key}#grades" in client.get(reverse("entry_desk", args=[*place, key])).content.decode()
    page = client.get(reverse("entries_selected", args=place), {"entries": key}).content.decode()
    assert "<del>4d</del>" in page
    assert "Change the grade of 1 player" in " ".join(page.split())
    nonsense = {"entries": key, "seen": "x"}
    assert client.post(reverse("grades_selected", args=place), nonsense).status_code == 409
    seen = regrades(entries(section)[:1]).seen
    sent = {"entries": key, "seen": seen}
    assert client.post(reverse("grades_selected", args=place), sent).status_code == 302
    assert grades(section)[0] == "3d"
    page = client.get(reverse("entries_selected", args=place), {"entries": key}).content.decode()
    assert "Every grade already matches the rating." in page
    pair_round(round_=round_of(section, 1), by=cast.bob)
    compute()
    page = client.get(reverse("entries_selected", args=place), {"entries": key}).content.decode()
    assert 'id="grades"' not in page
