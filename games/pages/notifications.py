"""Tell players that the record of a game is owed (WXC 4.2), and that its scoresheet is asked for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import timedelta

from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy

from games.queries.photo_games import sides_photographed
from games.queries.records import PlayedTable, accepted_record, current_record, played_games
from portal.push.notices import notify_followers
from portal.push.topics import Facts, Topic, Wording
from tournaments.models import Pairing, ResultReport, Round, Seat
from tournaments.pages.followed_scopes import (
    ENTRY_SCOPE,
    entry_scopes,
    public_round,
    under_event,
    where_words,
)
from tournaments.pages.paths import round_path
from tournaments.queries.teams.matches import seat_of

RECORD_OWED = "record-owed"
SHEET_WANTED = "sheet-wanted"
# Who hands the record in at the table is not reminded of it.
AFTER = timedelta(minutes=15)
# Both may be photographing at once.
SHEET_AFTER = timedelta(minutes=3)


def _owed(facts: Facts) -> tuple[Round, Pairing, PlayedTable] | None:
    """The game that a report ended, while nobody has handed in its record."""
    round_ = public_round(facts)
    report = ResultReport.objects.select_related("pairing").filter(pk=facts["report"]).first()
    if round_ is None or report is None:
        return None
    of_table = played_games([round_], Pairing.objects.filter(pk=report.pairing_id))
    played = next((game for game in of_table if game.game == report.game), None)
    if played is None or current_record(report.pairing, report.game) is not None:
        return None
    return round_, report.pairing, played


def _owed_audience(facts: Facts) -> Mapping[str, str]:
    """The side that hands the record in."""
    owed = _owed(facts)
    if owed is None:
        return {}
    _, pairing, played = owed
    return _scopes_of_side(pairing, played.owes, played.game)


def _scopes_of_side(pairing: Pairing, side: str, game: int) -> Mapping[str, str]:
    """Of whoever plays that side in a game of the table."""
    seats = Seat.objects.filter(pairing=pairing, colour=seat_of(side, game))
    return entry_scopes(Q(entry__in=seats.values("entry")))


def _owed_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    owed = _owed(facts)
    if owed is None:
        return {}
    round_, pairing, played = owed
    title = gettext("Record due: table %(table)s, round %(round)s") % {
        "table": played.table,
        "round": round_.number,
    }
    owing = gettext("You hand in the record of this game.")
    tag = f"record-{pairing.pk}-{played.game}"
    return dict.fromkeys(scopes, _wording(title, owing, round_, tag))


def _wording(title: str, text: str, round_: Round, tag: str) -> Wording:
    body = f"{text}\n{where_words(round_.section)}"
    return Wording(title, body, round_path(round_.section, round_.number), tag)


def notify_followers_of_photo(pairing: Pairing, game: int) -> None:
    """Ask the other player of a game of which somebody has sent a photo."""
    round_ = pairing.round
    facts = {"round": round_.pk, "pairing": pairing.pk, "game": game}
    notify_followers((SHEET_WANTED,), under_event(round_.section.event_id), facts)


def _wanted(facts: Facts) -> tuple[Round, Pairing, str] | None:
    """Find the side whose sheet is lacking, where only one of two is photographed and no record is
    accepted."""
    round_ = public_round(facts)
    pairing = Pairing.objects.filter(pk=facts["pairing"]).first()
    if round_ is None or pairing is None or accepted_record(pairing.pk, facts["game"]) is not None:
        return None
    lacking = {"first", "second"} - sides_photographed(pairing, facts["game"])
    return (round_, pairing, lacking.pop()) if len(lacking) == 1 else None


def _wanted_audience(facts: Facts) -> Mapping[str, str]:
    wanted = _wanted(facts)
    if wanted is None:
        return {}
    _, pairing, side = wanted
    return _scopes_of_side(pairing, side, facts["game"])


def _wanted_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    wanted = _wanted(facts)
    if wanted is None:
        return {}
    round_, pairing, _ = wanted
    title = gettext("Photograph your scoresheet: table %(table)s, round %(round)s") % {
        "table": pairing.table,
        "round": round_.number,
    }
    asked_for = gettext("Your opponent’s is there; two sheets are read far better than one.")
    tag = f"sheet-{pairing.pk}-{facts['game']}"
    return dict.fromkeys(scopes, _wording(title, asked_for, round_, tag))


PUSH_TOPICS: Mapping[str, Topic] = {
    RECORD_OWED: Topic(
        gettext_lazy("the record of my game, while I owe it"),
        frozenset({ENTRY_SCOPE}),
        _owed_audience,
        _owed_words,
        delay=AFTER,
    ),
    SHEET_WANTED: Topic(
        gettext_lazy("the photo of my scoresheet, while only my opponent’s is there"),
        frozenset({ENTRY_SCOPE}),
        _wanted_audience,
        _wanted_words,
        delay=SHEET_AFTER,
    ),
}
# What is looked at with every result.
WITH_RESULT: Collection[str] = (RECORD_OWED,)
