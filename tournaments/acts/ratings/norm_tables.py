"""What a title asks of a result: the tables that an organisation fills in."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Id
from tournaments.acts.common import check_name
from tournaments.acts.entering.organisations import ORGANISATION
from tournaments.acts.frame import ActResult, act, no_change
from tournaments.acts.register.person_particulars import checked_day
from tournaments.models import NormTable, Organisation, PercentNorm, PlaceNorm, Section
from tournaments.organisation_roles import KEEP_RATINGS, organisations_within
from tournaments.ratings.norms import NormRule, PercentStep, rule_document
from tournaments.text.titles import title_of

TITLE_LENGTH = 20
MOST_TABLES = 30
LONGEST_SECTIONS = 2000
LONGEST_STEPS = 6000
_Rating = Field(least=0, most=4000)
_Share = Field(longest=12)
_Titles = Field(longest=200)


class OfPercentNorm(TypedDict):
    organisation: int
    since: str


class OfNormTable(TypedDict):
    organisation: int
    title: str


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("table of a norm filled in"))
def set_norm_table(
    *,
    organisation: Organisation,
    title: Annotated[str, Field(longest=TITLE_LENGTH, label=_("Title"))],
    women: Annotated[bool, Field(label=_("Only for women"))] = False,
    games: Annotated[int, Field(least=1, most=30, label=_("Games at least"))] = 9,
    performance: Annotated[int, Field(least=0, most=4000, label=_("Performance at least"))],
    score: Annotated[str, _Share] = "35",
    average: Annotated[int, Field(least=0, most=4000, label=_("Average of the opponents at least"))] = 0,
    raised: Annotated[int, Field(least=0, most=4000, label=_("The lowest opponent counts at least"))] = 0,
    unrated: Annotated[int, Field(least=0, most=4000, label=_("Unrated opponents count"))] = 1400,
    holders: Annotated[str, _Titles] = "",
    holders_share: Annotated[str, _Share] = "0",
    of_title: Annotated[str, _Titles] = "",
    of_title_share: Annotated[str, _Share] = "0",
    of_title_least: Annotated[int, Field(least=0, most=30, label=_("Of those at least"))] = 0,
    other_federations: Annotated[int, Field(least=0, most=30, label=_("Other federations at least"))] = 0,
    own_at_most: Annotated[str, _Share] = "100",
    one_at_most: Annotated[str, _Share] = "100",
    sections: Annotated[str, Field(longest=LONGEST_SECTIONS)] = "",
    by: User,
    once: str = "",
) -> ActResult[OfNormTable]:
    """Set the table of a title's norm.

    Shares: per cent, or a fraction such as ``1/3``; ``holders``, ``of_title``: titles with commas;
    ``sections``: whose games count together, ``event/section`` a line, of events of the organisation and of
    what is below it."""
    check_name("title", title, most=TITLE_LENGTH)
    rule = NormRule(
        title=title.strip(),
        performance=performance,
        average=average,
        raised=raised,
        of_title=titles_of(of_title),
        holders=titles_of(holders),
        games=games,
        score=share_of("score", score),
        holders_share=share_of("holders_share", holders_share),
        of_title_share=share_of("of_title_share", of_title_share),
        of_title_least=of_title_least,
        other_federations=other_federations,
        own_at_most=share_of("own_at_most", own_at_most),
        one_at_most=share_of("one_at_most", one_at_most),
        unrated=unrated,
        women=women,
    )
    document: dict[str, Any] = rule_document(rule)
    together = _sections_of(organisation, sections)
    facts = document | {"sections": sorted(item.pk for item in together)}
    answer: OfNormTable = {"organisation": organisation.pk, "title": rule.title}
    row = NormTable.objects.filter(organisation=organisation, title=rule.title).first()
    if row is None:
        if organisation.norm_tables.count() >= MOST_TABLES:
            raise Refusal("too-many-norm-tables", limit=MOST_TABLES)
        row = NormTable.objects.create(organisation=organisation, title=rule.title, document=document)
        row.sections.set(together)
        pages.norm_tables_changed(organisation)
        return ActResult(answer, after={"norm": rule.title} | facts)
    before = row.document | {"sections": sorted(row.sections.values_list("pk", flat=True))}
    if before == facts:
        return no_change(answer)
    row.document = document
    row.save(update_fields=["document"])
    row.sections.set(together)
    pages.norm_tables_changed(organisation)
    return ActResult(answer, before=before, after={"norm": rule.title} | facts)


def _sections_of(organisation: Organisation, text: str) -> list[Section]:
    """Of ``event/section`` on each line. Raises the `Refusal` ``no-such-norm-section``."""
    below = Organisation.objects.filter(organisations_within([organisation.pk]))
    chosen: list[Section] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        event, _slash, slug = line.strip("/").partition("/")
        section = Section.objects.filter(event__slug=event, slug=slug, event__organisation__in=below).first()
        if section is None:
            raise Refusal("no-such-norm-section", field="sections", line=line[:60])
        chosen.append(section)
    return chosen


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("table of a norm deleted"))
def remove_norm_table(
    *,
    organisation: Organisation,
    title: Annotated[str, Field(longest=TITLE_LENGTH)],
    by: User,
    once: str = "",
) -> ActResult[OfNormTable]:
    row = NormTable.objects.filter(organisation=organisation, title=title).first()
    if row is None:
        raise Refusal("no-such-norm-table")
    row.delete()
    pages.norm_tables_changed(organisation)
    return ActResult({"organisation": organisation.pk, "title": title}, before={"norm": title})


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("title by place set"))
def set_place_norm(
    *,
    organisation: Organisation,
    title: Annotated[str, Field(longest=TITLE_LENGTH, label=_("Title"))],
    places: Annotated[int, Field(least=1, most=200, label=_("The first places"))],
    participants: Annotated[int, Field(least=0, most=10_000, label=_("Participants at least"))] = 0,
    women: Annotated[bool, Field(label=_("Only for women"))] = False,
    since: Annotated[str, Field(longest=10, label=_("For events from"), help=_("Such as 2026-11-23."))],
    sections: Annotated[str, Field(longest=LONGEST_SECTIONS)] = "",
    by: User,
    once: str = "",
) -> ActResult[OfNormTable]:
    """One of that title and day is replaced; with a later day an earlier one goes on for events before it."""
    check_name("title", title, most=TITLE_LENGTH)
    day, code = checked_day(since, "since"), title_of(title.strip())
    together = _sections_of(organisation, sections)
    facts: dict[str, Any] = {
        "places": places,
        "participants": participants,
        "women": women,
        "since": day.isoformat(),
        "sections": sorted(item.pk for item in together),
    }
    answer: OfNormTable = {"organisation": organisation.pk, "title": code}
    row = organisation.place_norms.filter(title=code, since=day).first()
    if row is None and organisation.place_norms.count() >= MOST_TABLES:
        raise Refusal("too-many-norm-tables", limit=MOST_TABLES)
    row = row or PlaceNorm(organisation=organisation, title=code, since=day)
    before = _facts_of(row) if row.pk else {}
    if before == facts:
        return no_change(answer)
    row.places, row.participants, row.women = places, participants, women
    row.save()
    row.sections.set(together)
    pages.norm_tables_changed(organisation)
    return ActResult(answer, before=before, after={"norm": code} | facts)


def _facts_of(row: PlaceNorm) -> dict[str, Any]:
    return {
        "places": row.places,
        "participants": row.participants,
        "women": row.women,
        "since": row.since.isoformat(),
        "sections": sorted(row.sections.values_list("pk", flat=True)),
    }


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("title by place removed"))
def remove_place_norm(
    *, organisation: Organisation, place_norm: Id, by: User, once: str = ""
) -> ActResult[OfNormTable]:
    row = organisation.place_norms.filter(pk=place_norm).first()
    if row is None:
        raise Refusal("no-such-norm-table")
    before = {"norm": row.title} | _facts_of(row)
    row.delete()
    pages.norm_tables_changed(organisation)
    return ActResult({"organisation": organisation.pk, "title": row.title}, before=before)


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("titles by percentage set"))
def set_percent_norm(
    *,
    organisation: Organisation,
    since: Annotated[str, Field(longest=10, label=_("For events from"), help=_("Such as 2026-11-23."))],
    steps: Annotated[str, Field(longest=LONGEST_STEPS)],
    sections: Annotated[str, Field(longest=LONGEST_SECTIONS)] = "",
    by: User,
    once: str = "",
) -> ActResult[OfPercentNorm]:
    """Set the per cent of the points that give a title; ``steps``: ``former; per cent; title`` a line."""
    day = checked_day(since, "since")
    table = [[step.former, step.least, step.title] for step in steps_of(steps)]
    together = _sections_of(organisation, sections)
    facts: dict[str, Any] = {
        "steps": len(table),
        "since": day.isoformat(),
        "sections": sorted(item.pk for item in together),
    }
    # The table of that day is replaced; with a later day an earlier one goes on for events before it.
    row = organisation.percent_norms.filter(since=day).first()
    if row is None and organisation.percent_norms.count() >= MOST_TABLES:
        raise Refusal("too-many-norm-tables", limit=MOST_TABLES)
    row = row or PercentNorm(organisation=organisation, since=day)
    before = _percent_facts(row) if row.pk else {}
    answer: OfPercentNorm = {"organisation": organisation.pk, "since": day.isoformat()}
    if before == facts and row.steps == table:
        return no_change(answer)
    row.steps = table
    row.save()
    row.sections.set(together)
    pages.norm_tables_changed(organisation)
    return ActResult(answer, before=before, after=facts)


def _percent_facts(row: PercentNorm) -> dict[str, Any]:
    return {
        "steps": len(row.steps),
        "since": row.since.isoformat(),
        "sections": sorted(row.sections.values_list("pk", flat=True)),
    }


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("titles by percentage removed"))
def remove_percent_norm(
    *, organisation: Organisation, percent_norm: Id, by: User, once: str = ""
) -> ActResult[OfPercentNorm]:
    row = organisation.percent_norms.filter(pk=percent_norm).first()
    if row is None:
        raise Refusal("no-such-norm-table")
    before = _percent_facts(row)
    row.delete()
    pages.norm_tables_changed(organisation)
    return ActResult({"organisation": organisation.pk, "since": before["since"]}, before=before)


def steps_of(text: str) -> list[PercentStep]:
    """Read ``former; per cent; title`` on each line; a refusal quotes the line."""
    steps: list[PercentStep] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        parts = [part.strip() for part in line.replace("；", ";").split(";")]
        least = parts[1].rstrip("%％ ") if len(parts) == 3 else ""
        titles = [title_of(parts[0]), title_of(parts[-1])]
        fits = least.isascii() and least.isdecimal() and int(least) <= 100 and titles[0] != titles[1]
        if not fits or not all(0 < len(title) <= TITLE_LENGTH for title in titles):
            raise Refusal("bad-percent-step", field="steps", line=line[:60])
        steps.append(PercentStep(titles[0], int(least), titles[1]))
    if not steps:
        raise Refusal("percent-steps-needed", field="steps")
    return steps


def titles_of(text: str) -> frozenset[str]:
    return frozenset(title.strip() for title in text.replace("，", ",").split(",") if title.strip())


def share_of(name: str, text: str) -> Fraction:
    """Of ``35``, ``35 %`` or ``1/3``. Raises the `Refusal` ``bad-norm-share``."""
    plain = text.replace("%", "").replace("％", "").strip()
    try:
        share = Fraction(plain) if "/" in plain else Fraction(plain) / 100
    except (ValueError, ZeroDivisionError):
        raise Refusal("bad-norm-share", field=name, text=text) from None
    if not 0 <= share <= 1:
        raise Refusal("bad-norm-share", field=name, text=text)
    return share
