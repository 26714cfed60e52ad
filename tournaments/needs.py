"""What a round still needs before its next step, and which step that is.

Apps add what they know: `register` takes a provider, a function of a round (its section and event loaded)
that yields `Need`\\ s. What is fulfilled is listed too, so that a person sees what was looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from tournaments.models import Entry, Foul, Pairing, Round, Section
from tournaments.queries.absentees import silent_tables
from tournaments.queries.contests import contests_by_round
from tournaments.queries.matches import open_games
from tournaments.queries.presence import unconfirmed
from tournaments.queries.told import disputed_tables

MOST_TABLES = 8
"""So many tables are listed one by one; of more, only how many they are."""


class Stage(StrEnum):
    """The steps in the life of a round, as the strip shows them."""

    PAIR = "pair"
    ADJUST = "adjust"
    PUBLISH = "publish"
    PLAY = "play"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Need:
    """``kind`` for programs, ``text`` for people; ``url`` with ``link`` leads to where it is fulfilled."""

    kind: str
    text: str
    done: bool = False
    pairing: int | None = None
    url: str = ""
    link: str = ""


Provider = Callable[[Round], Iterable[Need]]
_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Have ``provider`` asked about every round; called in ``AppConfig.ready()``."""
    if provider not in _providers:
        _providers.append(provider)


def needs_of(round_: Round) -> list[Need]:
    """Everything that the round needs for its next step, ours first."""
    own: tuple[Provider, ...] = (before_pairing, presence, results, absentees, disputes, contests, fouls)
    return [need for provider in (*own, *_providers) for need in provider(round_)]


def stage_of(round_: Round, *, missing: int) -> Stage | None:
    """The present step; None when the round is closed. ``missing``: how many results it lacks."""
    stages = {Round.State.PLANNED: Stage.PAIR, Round.State.DRAFT: Stage.ADJUST, Round.State.CLOSED: None}
    if round_.is_public and round_.state != Round.State.CLOSED:
        return Stage.PLAY if missing else Stage.CLOSE
    return stages[Round.State(round_.state)]


def _url(name: str, section: Section, *more: int) -> str:
    return reverse(name, args=[section.event.slug, section.slug, *more])


def before_pairing(round_: Round) -> Iterator[Need]:
    """Players, lots, and the round before."""
    if round_.state != Round.State.PLANNED:
        return
    section = round_.section
    if round_.number == 1:
        yield Need(
            "open",
            gettext("Section published"),
            done=section.state != Section.State.DRAFT,
            url=_url("section_desk", section),
            link=gettext("Publish section"),
        )
        yield from _players(section)
        yield Need(
            "lots",
            gettext("Lots drawn"),
            done=section.lots_drawn_at is not None,
            url=_url("draw_lots", section),
            link=gettext("Draw lots"),
        )
        return
    before = section.round_set.filter(number__lt=round_.number).exclude(state=Round.State.CLOSED).first()
    number = round_.number - 1 if before is None else before.number
    yield Need(
        "previous",
        gettext("Round %(round)s closed") % {"round": number},
        done=before is None,
        url=_url("round_desk", section, number),
        link=gettext("Go to round %(round)s") % {"round": number},
    )


def presence(round_: Round) -> Iterator[Need]:
    """Somebody has said of everybody who is to be paired that he or she is here."""
    if round_.is_public:
        return
    if unseen := len(unconfirmed(round_)):
        yield Need(
            "unconfirmed",
            ngettext(
                "%(count)s player to confirm",
                "%(count)s players to confirm",
                unseen,
            )
            % {"count": unseen},
            url=_url("round_desk", round_.section, round_.number) + "#confirm",
            link=gettext("Confirm players"),
        )


def _players(section: Section) -> Iterator[Need]:
    playing = section.entries.exclude(status=Entry.Status.WITHDRAWN)
    states = list(playing.values_list("status", flat=True))
    here = states.count(Entry.Status.CHECKED_IN)
    yield Need(
        "players",
        ngettext("%(count)s player entered", "%(count)s players entered", len(states))
        % {"count": len(states)},
        done=len(states) > 1,
        url=_url("entries", section),
        link=gettext("Enter players"),
    )
    if states:
        yield Need(
            "check-in",
            gettext("%(here)s of %(count)s players checked in") % {"here": here, "count": len(states)},
            done=here == len(states),
            url=_url("entries", section),
            link=gettext("Check players in"),
        )


def results(round_: Round) -> Iterator[Need]:
    """A result of every table."""
    if not round_.is_public or round_.state == Round.State.CLOSED:
        return
    count = Pairing.objects.filter(round=round_, table__isnull=False).count()
    missing = sorted((table, pairing, game) for table, (pairing, game) in open_games(round_).items())
    yield Need(
        "results",
        gettext("%(reported)s of %(count)s results are in")
        % {"reported": count - len(missing), "count": count},
        done=not missing,
    )
    for table, pairing, game in missing if len(missing) <= MOST_TABLES else ():
        words = gettext("Table %(table)s: no result yet")
        if game > 1:
            words = gettext("Table %(table)s: game %(game)s still to be played")
        yield Need(
            "result",
            words % {"table": table, "game": game},
            pairing=pairing,
            url=_url("result", round_.section, round_.number, table),
            link=gettext("Enter result"),
        )


def absentees(round_: Round) -> Iterator[Need]:
    """On line: ten minutes after the start a decision about every table that shows no sign of play."""
    if count := len(silent_tables(round_)):
        yield Need(
            "absent",
            ngettext(
                "%(count)s table with no activity ten minutes after the start",
                "%(count)s tables with no activity ten minutes after the start",
                count,
            )
            % {"count": count},
            url=_url("absentees", round_.section, round_.number),
            link=gettext("View no-shows"),
        )


def disputes(round_: Round) -> Iterator[Need]:
    """A decision where the two players of a table say different things."""
    if not round_.is_public or round_.state == Round.State.CLOSED:
        return
    for table, pairing in disputed_tables(round_):
        yield Need(
            "dispute",
            gettext("Table %(table)s: players reported different results") % {"table": table},
            pairing=pairing,
            url=_url("result", round_.section, round_.number, table),
            link=gettext("Decide"),
        )


def contests(round_: Round) -> Iterator[Need]:
    """A decision where two people have reported different results."""
    if not round_.is_public or round_.state == Round.State.CLOSED:
        return
    for contest in contests_by_round([round_]).get(round_.pk, ()):
        yield Need(
            "contest",
            gettext("Table %(table)s: two different results reported") % {"table": contest.table},
            pairing=contest.standing.pairing_id,
            url=_url("result", round_.section, round_.number, contest.table),
            link=gettext("Decide"),
        )


def fouls(round_: Round) -> Iterator[Need]:
    """Every foul confirmed or withdrawn."""
    if not round_.is_public or round_.state == Round.State.CLOSED:
        return
    logged = Foul.objects.filter(
        pairing__round=round_, superseded_by__isnull=True, status=Foul.Status.LOGGED
    ).order_by("pairing__table")
    for pairing, table in logged.values_list("pairing", "pairing__table"):
        yield Need(
            "foul",
            gettext("Table %(table)s: foul to decide") % {"table": table},
            pairing=pairing,
        )
