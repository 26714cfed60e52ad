"""The norms of a section before everybody, where its event shows them, and as they stand on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from django.utils.translation import gettext_lazy as _

from portal.published.documents import Hidden
from tournaments.models import Entry, Official, Section
from tournaments.queries.norms import NormLine, norms_of
from tournaments.queries.notices.officials import OfficialLine, signing_official
from tournaments.queries.public.public import Framed, PublicPerson, framing, person, section_of
from tournaments.queries.public.public_state import NotPublicError, PublicSnapshot
from tournaments.ratings.norms import ConditionCode, NormCondition, Outlook
from tournaments.text.titles import title_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicCondition:
    condition: ConditionCode
    need: str
    have: str
    met: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicOpponent:
    """``section``: in which they met; ``halves``: half points."""

    section: str
    round: int
    player: PublicPerson
    title: str
    rating: int | None
    halves: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicNorm:
    player: PublicPerson
    title: Annotated[str, _("That the norm is for.")]
    met: bool
    outlook: Annotated[
        Outlook | None, _("What the last game must bring; null once it is played, and long before.")
    ]
    rating: int | None
    games: int
    points: str
    average: Annotated[int, _("Of the opponents.")]
    percent: int
    dp: Annotated[int, _("The difference that the percentage stands for.")]
    performance: int
    left_out: Annotated[Sequence[int], _("Games that do not count, from 1.")]
    conditions: Sequence[PublicCondition]
    opponents: Annotated[Sequence[PublicOpponent], _("Rating, title and federation as at the start.")]
    together: Annotated[Sequence[str], _("Sections whose games count together; empty for this one alone.")]
    # What a certificate needs besides.
    number: Hidden[str]
    fide_id: Hidden[str]
    born: Hidden[int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicPromotion:
    player: PublicPerson
    former: str
    title: str
    percent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicPlaceTitle:
    player: PublicPerson
    title: str
    rank: Annotated[int, _("The place taken; of a title for women among women.")]
    places: Annotated[int, _("How many places give the title.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class NormsPage(Framed):
    """``lacks``: what the issuer will ask for and is not known here."""

    over: bool
    exemption: Annotated[
        Section.NormExemption | None, _("Why no opponents of other federations are needed; null: they are.")
    ]
    fixed: Annotated[bool, _("Whether all pairings were known beforehand.")]
    norms: Sequence[PublicNorm]
    promotions: Sequence[PublicPromotion]
    by_place: Annotated[Sequence[PublicPlaceTitle], _("Titles that a place gives, once the section is over.")]
    lacks: Hidden[Sequence[str]]
    arbiters: Hidden[Sequence[OfficialLine]]
    referee: Hidden[OfficialLine | None]
    system: Hidden[str]


def norms_page(key: int, moment: PublicSnapshot) -> NormsPage:
    """Raises `NotPublicError` where the event does not show them."""
    section = section_of(key)
    if not section.norms_public:
        raise NotPublicError(f"norms of section {section.pk}")
    return norms_shown(section, moment)


def norms_shown(section: Section, moment: PublicSnapshot) -> NormsPage:
    """Answer the norms of a section; it comes from `section_of`."""
    # Quoted by nobody: rounds that were taken back.
    rounds = moment.rounds(section)
    norms = norms_of(section, rounds)
    # Where games of several sections count together, the public reads them only if all of these show their
    # norms.
    hidden = {
        title
        for title, sections in norms.together.items()
        if not moment.staff and not all(item.norms_public for item in sections)
    }
    arbiters = _arbiters(section)
    return NormsPage(
        **framing(section, moment),
        over=norms.is_over,
        exemption=Section.NormExemption(section.norms_exemption) if section.norms_exemption else None,
        fixed=section.norms_fixed or section.is_round_robin,
        norms=[
            _norm(
                line, section, [_full_name(item) for item in norms.together.get(line.report.rule.title, ())]
            )
            for line in norms.lines
            if line.report.rule.title not in hidden
        ],
        promotions=[
            PublicPromotion(
                player=person(item.entry),
                former=title_of(item.entry.player.title),
                title=item.title,
                percent=item.percent,
            )
            for item in norms.promotions
        ],
        by_place=[
            PublicPlaceTitle(
                player=person(item.entry), title=item.rule.title, rank=item.rank, places=item.rule.places
            )
            for item in norms.by_place
        ],
        lacks=["registration", *([] if any("IA" in line.title for line in arbiters) else ["arbiter"])],
        arbiters=arbiters,
        referee=signing_official(section, Official.Role.CHIEF),
        system=section.get_system_display(),
    )


def _arbiters(section: Section) -> list[OfficialLine]:
    roles = (Official.Role.CHIEF, Official.Role.DEPUTY, Official.Role.ARBITER)
    return [line for role in roles if (line := signing_official(section, role)) is not None]


def _norm(line: NormLine, section: Section, together: Sequence[str]) -> PublicNorm:
    report = line.report
    halves = sum(game.halves for game in report.games)
    return PublicNorm(
        player=person(line.entry),
        title=report.rule.title,
        met=report.met,
        outlook=line.outlook,
        rating=line.rating,
        games=len(report.games),
        points=f"{halves / 2:g}",
        average=report.average,
        percent=report.percent,
        dp=report.dp,
        performance=report.performance,
        left_out=list(report.left_out),
        conditions=[_condition(condition) for condition in report.conditions],
        opponents=[
            PublicOpponent(
                section=_full_name(met.section) if together else "",
                round=met.round,
                player=person(met.entry),
                title=met.game.title,
                rating=met.game.rating,
                halves=met.halves or 0,
            )
            for met in line.opponents
        ],
        together=together,
        number=certificate_number(section, line.entry, report.rule.title),
        fide_id=line.entry.player.fide_id,
        born=line.entry.player.birth_year,
    )


def _full_name(section: Section) -> str:
    return f"{section.event.name} · {section.name}"


def _condition(condition: NormCondition) -> PublicCondition:
    return PublicCondition(
        condition=condition.code,
        need=f"{float(condition.need):g}",
        have=f"{float(condition.have):g}",
        met=condition.met,
    )


def certificate_number(section: Section, entry: Entry, title: str) -> str:
    """Of a norm, on paper; the same whenever it is printed."""
    return f"{section.event.slug}/{section.slug}/{title}/{entry.number}"
