"""In which mode rounds were paired: official or not (`queries.official`), and what departs in them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Round, RoundVersion, Section
from tournaments.queries.departures import Departure, departing, departures
from tournaments.state.tournament import Tournament

# The columns of a version that say it.
SAYING = ("round", "number", "digest", "official", "official_in_file")


@dataclass(frozen=True, slots=True)
class RoundMode:
    """``recorded``: the tournament file says so with which the round came."""

    round: int
    official: bool
    recorded: bool
    departures: tuple[Departure, ...] = ()


def is_official(version: RoundVersion) -> bool | None:
    """Whether it was paired in official mode; None where nobody has said it."""
    return version.official if version.digest else version.official_in_file


def mode_of(round_: Round) -> RoundMode | None:
    """Return in which mode a round was paired; None: not public, or nobody has said it. One query."""
    if not round_.is_public:
        return None
    versions = round_.versions.only(*SAYING).annotate(**departing("round__"))
    newest = versions.order_by("-number").first()
    return _mode(round_.number, newest) if newest else None


def modes_of(section: Section) -> Sequence[RoundMode]:
    """`modes_in` of all rounds of a section, in order. One query."""
    modes = modes_in(section.round_set.order_by())
    return sorted(modes.values(), key=lambda mode: mode.round)


def modes_in(rounds: Collection[Round] | QuerySet[Round]) -> dict[int, RoundMode]:
    """Return by id in which mode each round's newest version was paired, where known; one query."""
    versions = (
        RoundVersion.objects.filter(round__in=rounds)
        .only(*SAYING, "round__number")
        .annotate(**departing("round__"))
    )
    newest = {version.round_id: version for version in versions.select_related("round").order_by("number")}
    modes = {key: _mode(version.round.number, version) for key, version in newest.items()}
    return {key: mode for key, mode in modes.items() if mode is not None}


def _mode(number: int, version: RoundVersion) -> RoundMode | None:
    official = is_official(version)
    if official is None:
        return None
    return RoundMode(number, official, recorded=not version.digest, departures=departures(version))


def goes_on_officially(tournament: Tournament) -> bool:
    """Whether the last round of a tournament from a file was paired in official mode."""
    return dict(tournament.official).get(tournament.last_round, False)
