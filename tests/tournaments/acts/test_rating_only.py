"""A result that is corrected for ratings alone, at the desk of a closed round."""

from __future__ import annotations

import pytest
from django.urls import reverse

from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.cast import Cast
from tests.tournaments.acts.played import finish, make, round_of, start
from tests.world import ValidClient
from tournaments.acts.results import report_result
from tournaments.acts.undo.undo import undo
from tournaments.models import ResultReport, Round
from tournaments.queries.files import section_as_file
from tournaments.queries.seats import table_at


def closed(cast: Cast) -> Round:
    section = make(cast, 4, "fide-dutch", rounds=3)
    round_ = start(cast, section, 1)
    finish(cast, round_)
    return round_of(section, 1)


def stands(round_: Round, table: int = 1) -> ResultReport:
    pairing = table_at(round_, table=table)
    assert pairing is not None
    return pairing.current[-1]


@pytest.mark.slow
def test_standings_keep_the_result_and_ratings_take_the_other(cast: Cast, client: ValidClient) -> None:
    round_ = closed(cast)
    section = round_.section
    frozen = section.standings.count()
    client.force_login(cast.dave)
    desk = reverse("result", args=[cast.event.slug, section.slug, 1, 1])
    assert 'name="rating_only"' in client.get(desk).content.decode()
    sent = {"table": 1, "game": 1, "seen": stands(round_).pk, "value": "0-1", "rating_only": "on"}
    address = reverse("report_result", args=[cast.event.slug, section.slug, 1])
    assert client.post(address, sent).status_code == 422
    assert client.post(address, {**sent, "reason": "the card said so"}).status_code == 302
    report = stands(round_)
    assert (report.value, report.detail) == ("1-0", {"rated": "0-1"})
    game = next(game for game in section_as_file(section).games if game.table == 1)
    assert (str(game.result), str(game.rated)) == ("1-0", "0-1")
    assert (game.history, section.standings.count()) == ((), frozen)
    page = client.get(f"/en/e/{cast.event.slug}/{section.slug}/round/1/").content.decode()
    assert "rated 0–1" in page
    line = JournalEntry.objects.filter(act="report_result").latest("pk")
    undo(event=cast.event, entry=line.pk, reason="the card was another one", by=cast.bob)
    assert stands(round_).detail == {}


@pytest.mark.slow
def test_what_cannot_be_rated_otherwise_is_refused(cast: Cast) -> None:
    round_ = closed(cast)

    def rate(value: str, table: int = 1, **more: object) -> None:
        wanted = {"seen": stands(round_).pk, "reason": "so", "rating_only": True, "by": cast.dave, **more}
        report_result(round_=round_, table=table, value=value, **wanted)

    with pytest.raises(Refusal, match="rating-only-played"):
        rate("1-0", forfeit=True)
    # Whoever has seen another result than the one that stands corrects nothing.
    with pytest.raises(Refusal, match="state"):
        rate("0-1", seen=None)
    before = ResultReport.objects.count()
    rate("1-0")
    assert ResultReport.objects.count() == before
    Round.objects.filter(pk=round_.pk).update(state=Round.State.PLAYING)
    round_.refresh_from_db()
    with pytest.raises(Refusal, match="rating-only-closed"):
        rate("0-1")
