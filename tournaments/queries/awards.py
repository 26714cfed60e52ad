"""Who won which prizes: as awarded, or as they would be awarded now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _

from portal.journal.models import JournalEntry
from portal.published.documents import Time
from tournaments.models import Award, Round, Section, Standing
from tournaments.queries.public import Framed, PartOfTable, framing, people, section_of
from tournaments.queries.public_parts import (
    Found,
    PlacesPage,
    is_large,
    place,
    places,
    places_page,
    table_part,
)
from tournaments.queries.public_standings import Prize, prizes_of
from tournaments.queries.public_state import Moment, NotPublicError, to_the_minute
from tournaments.wording.grounds import reason_text


@dataclass(frozen=True, slots=True)
class Correction:
    """A version that has taken the place of the one before it."""

    version: int
    at: Time
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesPage(Framed):
    after: Annotated[int, _("The round.")]
    awards_version: Annotated[int, _("Version of the awards; above 1 they were corrected.")]
    awarded: Time
    corrections: Annotated[Sequence[Correction], _("The newest first.")]
    prizes: Sequence[Prize]
    part: PartOfTable = None


def newest_award(section: Section) -> Award | None:
    return section.awards.order_by("-version").first()


def final_standing(section: Section) -> Standing | None:
    """The newest standings after the last round, once that is closed."""
    last = section.round_set.filter(number=section.rounds, state=Round.State.CLOSED)
    if not last.exists():
        return None
    return section.standings.filter(after_round=section.rounds).order_by("-version").first()


def prizes_page(key: int, moment: Moment) -> PrizesPage:
    """Raises `NotPublicError` before the prizes are awarded."""
    section = section_of(key)
    awards = list(section.awards.order_by("-version"))
    if not awards:
        raise NotPublicError(f"prizes of section {section.pk}")
    newest, first = awards[0], awards[-1]
    return PrizesPage(
        **framing(section, moment),
        after=newest.after_round,
        awards_version=newest.version,
        awarded=to_the_minute(first.at.isoformat()),
        corrections=_corrections(section, awards[:-1]),
        prizes=prizes_of(section, newest.data, people(section)),
    )


def cut_prizes(whole: PrizesPage, number: int) -> PrizesPage:
    """Whole prizes, one behind the other, as many as have so many places."""
    windows = _windows(whole)
    labels = [f"{one.start + 1}–{one.stop}" for one in windows]
    part = table_part(number, len(whole.prizes), labels, f"{whole.section.url}/prizes")
    if part is None:
        return whole
    return replace(whole, part=part, prizes=whole.prizes[windows[part.number - 1]])


def _windows(whole: PrizesPage) -> list[slice]:
    found, begin, rows = [], 0, 0
    for index, one in enumerate(whole.prizes):
        if index > begin and is_large(rows + len(one.places)):
            found.append(slice(begin, index))
            begin, rows = index, 0
        rows += len(one.places)
    return [*found, slice(begin, len(whole.prizes))]


@places.register
def _in_prizes(whole: PrizesPage) -> PlacesPage:
    """Everybody once, in the first part with a prize of theirs."""
    found: dict[int | None, Found] = {}
    for number, window in enumerate(_windows(whole), start=1):
        for prize in whole.prizes[window]:
            for won in prize.places:
                found.setdefault(won.player.number, place(won.player, number, "ranked", rank=won.place))
    return places_page(whole, list(found.values()))


def _corrections(section: Section, awards: Sequence[Award]) -> list[Correction]:
    """Why, as the journal has it. One query."""
    lines = JournalEntry.objects.filter(target=f"section:{section.pk}", act="correct_awards")
    why: dict[Any, str] = {(one.after or {}).get("version"): reason_text(one.reason) for one in lines}
    return [
        Correction(one.version, to_the_minute(one.at.isoformat()), why.get(one.version, "")) for one in awards
    ]
