"""Who won which prizes: as awarded, or as they would be awarded now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _

from portal.journal.models import JournalEntry
from portal.published.documents import Time, component
from tournaments.models import Award, Section
from tournaments.queries.public.public import Framed, PartOfTable, framing, people, section_of
from tournaments.queries.public.public_parts import (
    FoundPlace,
    PlacesPage,
    is_large,
    place,
    places_page,
    rows_with_parts,
    table_part,
)
from tournaments.queries.public.public_standings import PublicPrize, prizes_of
from tournaments.queries.public.public_state import NotPublicError, PublicSnapshot, to_the_minute
from tournaments.wording.grounds import stored_reason_text


@component("Correction")
@dataclass(frozen=True, slots=True)
class AwardCorrection:
    """A version that has taken the place of the one before it."""

    version: int
    at: Time
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesPage(Framed):
    after: Annotated[int, _("The round.")]
    awards_version: Annotated[int, _("Version of the awards; above 1 they were corrected.")]
    awarded: Time
    corrections: Annotated[Sequence[AwardCorrection], _("The newest first.")]
    prizes: Sequence[PublicPrize]
    part: PartOfTable = None


def newest_award(section: Section) -> Award | None:
    return section.awards.order_by("-version").first()


def prizes_page(key: int, moment: PublicSnapshot) -> PrizesPage:
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
    labels = [f"{prize.start + 1}–{prize.stop}" for prize in windows]
    part = table_part(number, len(whole.prizes), labels, f"{whole.section.url}/prizes")
    if part is None:
        return whole
    return replace(whole, part=part, prizes=whole.prizes[windows[part.number - 1]])


def _windows(whole: PrizesPage) -> list[slice]:
    windows, begin, rows = [], 0, 0
    for index, prize in enumerate(whole.prizes):
        if index > begin and is_large(rows + len(prize.places)):
            windows.append(slice(begin, index))
            begin, rows = index, 0
        rows += len(prize.places)
    return [*windows, slice(begin, len(whole.prizes))]


@rows_with_parts.register
def _in_prizes(whole: PrizesPage) -> PlacesPage:
    """Everybody once, in the first part with a prize of theirs."""
    first_places: dict[int | None, FoundPlace] = {}
    for number, window in enumerate(_windows(whole), start=1):
        for prize in whole.prizes[window]:
            for won in prize.places:
                first_places.setdefault(
                    won.player.number, place(won.player, number, "ranked", rank=won.place)
                )
    return places_page(whole, list(first_places.values()))


def _corrections(section: Section, awards: Sequence[Award]) -> list[AwardCorrection]:
    """Why, as the journal has it. One query."""
    lines = JournalEntry.objects.filter(target=f"section:{section.pk}", act="correct_awards")
    why: dict[Any, str] = {
        (award.after or {}).get("version"): stored_reason_text(award.reason) for award in lines
    }
    return [
        AwardCorrection(award.version, to_the_minute(award.at.isoformat()), why.get(award.version, ""))
        for award in awards
    ]
