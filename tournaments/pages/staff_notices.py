"""Tell those who work at an event what waits; each notice goes to those whose role may do what it asks
for."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.utils.translation import gettext

from portal.push.notices import notify_followers
from portal.push.topics import Facts, Wording
from tournaments.models import Foul, Round
from tournaments.pages.followed_scopes import staff_scopes, under_event, where_words
from tournaments.policy import Act
from tournaments.queries.refereeing.contests import contest_at
from tournaments.queries.teams.line_ups import unrevealed
from tournaments.queries.teams.matches import open_games
from tournaments.wording.fouls import offence_name
from tournaments.wording.options import result_text

DISPUTE, WAITS, COMPLETE = "dispute", "table-waits", "round-complete"


def notify_staff_of_dispute(round_: Round, table: int, game: int) -> None:
    facts = {"round": round_.pk, "table": table, "game": game}
    notify_followers((DISPUTE,), under_event(round_.section.event_id), facts)


def notify_staff_of_foul(round_: Round, foul: Foul) -> None:
    """One that is logged and waits for who may confirm it."""
    notify_followers((WAITS,), under_event(round_.section.event_id), {"round": round_.pk, "foul": foul.pk})


def _round(facts: Facts) -> Round:
    rounds = Round.objects.select_related("section__event").defer("draft_input", "draft_changes")
    return rounds.get(pk=facts["round"])


def _path(round_: Round) -> str:
    """Below the language."""
    return f"desk/{round_.section.event.slug}/{round_.section.slug}/round/{round_.number}/"


def dispute_audience(facts: Facts) -> Mapping[str, str]:
    """Nobody once somebody has decided."""
    round_ = _round(facts)
    if contest_at(round_, facts["table"], facts["game"]) is None:
        return {}
    return staff_scopes(round_.section.event_id, Act.CORRECT_RESULT)


def dispute_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    round_ = _round(facts)
    contest = contest_at(round_, facts["table"], facts["game"])
    if contest is None:
        return {}
    numbers = {"round": round_.number, "table": facts["table"]}
    title = gettext("Table %(table)s, round %(round)s: results differ") % numbers
    reported = gettext("Reported differently: %(result)s") % {
        "result": result_text(contest.value, contest.forfeit)
    }
    words = Wording(
        title,
        f"{reported}\n{where_words(round_.section)}",
        _path(round_),
        f"dispute-{round_.pk}-{facts['table']}-{facts['game']}",
    )
    return dict.fromkeys(scopes, words)


def _waiting_foul(facts: Facts) -> Foul | None:
    fouls = Foul.objects.filter(pk=facts["foul"], status=Foul.Status.LOGGED, superseded_by=None)
    return fouls.select_related("pairing").first()


def waits_audience(facts: Facts) -> Mapping[str, str]:
    if _waiting_foul(facts) is None:
        return {}
    return staff_scopes(_round(facts).section.event_id, Act.CONFIRM_FOUL)


def waits_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    round_, foul = _round(facts), _waiting_foul(facts)
    if foul is None:
        return {}
    numbers = {"round": round_.number, "table": foul.pairing.table}
    title = gettext("Table %(table)s, round %(round)s waits: foul to confirm") % numbers
    body = f"{offence_name(foul.offence, foul.kind)}\n{where_words(round_.section)}"
    words = Wording(title, body, _path(round_), f"waits-{round_.pk}-{foul.pairing.table}")
    return dict.fromkeys(scopes, words)


def _is_complete(round_: Round) -> bool:
    is_open = round_.state in (Round.State.PUBLISHED, Round.State.PLAYING)
    return is_open and not open_games(round_) and not unrevealed([round_]).exists()


def complete_audience(facts: Facts) -> Mapping[str, str]:
    """Told with every result, heard with the last."""
    round_ = _round(facts)
    return staff_scopes(round_.section.event_id, Act.CLOSE_ROUND) if _is_complete(round_) else {}


def complete_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    round_ = _round(facts)
    title = gettext("Round %(round)s: all results are in") % {"round": round_.number}
    words = Wording(title, where_words(round_.section), _path(round_), f"complete-{round_.pk}")
    return dict.fromkeys(scopes, words)
