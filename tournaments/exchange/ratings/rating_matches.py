"""Who of a section stands in a list of ratings: by number, else by name, which a person has to confirm, else
by a name that is nearly the same (`near_names`).

*key*   of a name: its words without accents and capitals, in the order of the alphabet, so that surname and
        given name may stand in any order.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.exchange.ratings.rating_lists import RatedRow
from tournaments.text.name_search import search_key

NOWHERE = frozenset({"", "XX"})


def matching_name_key(*names: str) -> str:
    """>>> name_key("AARLE", "Barbara_van") == name_key("Barbara van Aarle")
    True
    """
    return " ".join(sorted(search_key(" ".join(names).replace("_", " ")).split()))


@dataclass(frozen=True, slots=True)
class Sought:
    """Somebody of a section. ``key``: of the entry; ``number``: in the list's federation, empty where it is
    not known; ``country``: two letters."""

    key: int
    name: str
    number: str = ""
    country: str = ""


class MatchQuality(StrEnum):
    """``DOUBTFUL``: several could be meant, or the country is another one. ``NEAR``: the name is nearly the
    same."""

    NUMBER = "number"
    NAME = "name"
    DOUBTFUL = "doubtful"
    NEAR = "near"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Proposal:
    """``rows``: who is meant, or who may be."""

    key: int
    how: MatchQuality
    rows: tuple[RatedRow, ...] = ()


def propose(players: Sequence[Sought], rows: Iterable[RatedRow]) -> list[Proposal]:
    """Propose whom each player may be; ``rows``: at least those with a number or name of one."""
    by_number: dict[str, RatedRow] = {}
    by_name: dict[str, list[RatedRow]] = defaultdict(list)
    for row in rows:
        if row.number:
            by_number[row.number] = row
        by_name[matching_name_key(row.surname, row.given)].append(row)
    taken = {player.number for player in players if player.number in by_number}
    namesakes = Counter(
        matching_name_key(player.name) for player in players if player.number not in by_number
    )
    proposals = []
    for player in players:
        if player.number in by_number:
            proposals.append(Proposal(player.key, MatchQuality.NUMBER, (by_number[player.number],)))
            # Who has a number that the list does not know is looked for by name.
            continue
        key = matching_name_key(player.name)
        near = (
            [row for row in by_name.get(key, ()) if not row.number or row.number not in taken] if key else []
        )
        fitting = [row for row in near if _same_country(player.country, row.country)]
        if not near:
            proposals.append(Proposal(player.key, MatchQuality.NONE))
        elif len(fitting) == 1 and namesakes[key] == 1:
            proposals.append(Proposal(player.key, MatchQuality.NAME, (fitting[0],)))
        else:
            proposals.append(Proposal(player.key, MatchQuality.DOUBTFUL, tuple(fitting or near)))
    return proposals


def _same_country(country: str, other: str) -> bool:
    return country in NOWHERE or other in NOWHERE or country.upper() == other.upper()


def with_near(
    proposals: Sequence[Proposal], players: Sequence[Sought], rows: Mapping[int, Sequence[RatedRow]]
) -> list[Proposal]:
    """Add those whose name is nearly the same, for whoever stands in the list under no number and no name."""
    taken = {
        row.line
        for proposal in proposals
        if proposal.how in (MatchQuality.NUMBER, MatchQuality.NAME)
        for row in proposal.rows
    }
    completed = []
    for proposal, player in zip(proposals, players, strict=True):
        near = tuple(
            row
            for row in rows.get(proposal.key, ())
            # Not who is somebody else already, or of another country.
            if row.line not in taken and _same_country(player.country, row.country)
        )
        completed.append(
            Proposal(proposal.key, MatchQuality.NEAR, near)
            if proposal.how is MatchQuality.NONE and near
            else proposal
        )
    return completed


class Taken(StrEnum):
    """What can be taken over from a list. ``GRADE_BY_RATING``: that which the list's rating lies nearest
    to."""

    NUMBER = "number"
    RATING = "rating"
    GRADE = "grade"
    GRADE_BY_RATING = "grade-by-rating"
    CLUB = "club"
    COUNTRY = "country"
    TITLE = "title"
    NATIVE = "native"
    BORN = "born"
    GENDER = "gender"
