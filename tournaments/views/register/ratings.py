"""A go section for its federations: the class, what a submission still lacks, the estimate of the ratings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from tournaments.acts.register.rating_class import confirm_rating_class
from tournaments.exchange.congress.submission import Lack, LackCode, SubmissionFederation
from tournaments.forms.register.ratings import ClassForm
from tournaments.models import Section
from tournaments.policy import Act
from tournaments.queries.files import formats_of
from tournaments.queries.public.public_ratings import performance_ratings
from tournaments.queries.submission import Submission, occasion_with_time, submission_of
from tournaments.requests.access import SectionAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.state.gotha.event_info import NOT_RATED, class_of
from tournaments.wording.exchange import FORMATS
from tournaments.wording.names import plain_name
from tournaments.wording.options import time_control_alone
from tournaments.wording.submission import FEDERATIONS, LACKS, NEWCOMERS

FILES = {SubmissionFederation.EGD: "h9", SubmissionFederation.FFG: "tou", SubmissionFederation.AGA: "aga"}
_OF_EVENT = frozenset({LackCode.NO_TOWN})
_OF_CLASS = frozenset({LackCode.CLASS_UNCONFIRMED, LackCode.NO_COUNTRY})


@dataclass(frozen=True, slots=True)
class RatingFileLink:
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class RatingLine:
    """What is missing, and where each of it is put right."""

    text: str
    why: str
    refused: bool
    links: tuple[RatingFileLink, ...]


@dataclass(frozen=True, slots=True)
class SubmissionPart:
    """Show one federation; ``file``: the key of its format, empty where a section of this system has none."""

    name: str
    file: str
    file_name: str
    lines: tuple[RatingLine, ...]


def _submission(request: HttpRequest, access: SectionAccess, failed: ClassForm | None = None) -> HttpResponse:
    section = _of_weiqi(access.section)
    submission = submission_of(section)
    proposed = class_of(submission.occasion)
    offered = formats_of(section) if section.lots_drawn_at else []
    context = {
        "event": access.event,
        "section": section,
        "may": access.may,
        "time": time_control_alone(section.time_control),
        "adjusted": f"{float(submission.occasion.time.adjusted):g}",
        "proposed": proposed,
        "over": section.state == Section.State.FINISHED,
        "form": failed
        or ClassForm(
            initial={"rating_class": section.rating_class or proposed, "country": section.rating_country}
        ),
        "parts": [_part(section, federation, submission, offered) for federation in SubmissionFederation],
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/submission.html", context, status=status)


def _part(
    section: Section, federation: SubmissionFederation, submission: Submission, offered: list[str]
) -> SubmissionPart:
    file = FILES[federation] if FILES[federation] in offered else ""
    return SubmissionPart(
        str(FEDERATIONS[federation]),
        file,
        str(FORMATS[file]) if file else "",
        tuple(_line(section, federation, lack, submission) for lack in submission.lacks[federation]),
    )


def _line(
    section: Section, federation: SubmissionFederation, lack: Lack, submission: Submission
) -> RatingLine:
    why = str(NEWCOMERS[federation]) if lack.code is LackCode.NO_NUMBER else ""
    return RatingLine(
        str(LACKS[lack.code]), why, lack.refused, tuple(_links(section, federation, lack, submission))
    )


def _links(
    section: Section, federation: SubmissionFederation, lack: Lack, submission: Submission
) -> Iterator[RatingFileLink]:
    """Where it is put right: the settings, the form of this page, each player, each round, each table."""
    place = (section.event.slug, section.slug)
    if lack.code is LackCode.TIME_TOO_SHORT:
        yield RatingFileLink(gettext("Settings"), reverse("section_settings", args=place))
    elif lack.code in _OF_EVENT:
        yield RatingFileLink(gettext("Settings"), reverse("event_settings", args=place[:1]))
    elif lack.code in _OF_CLASS:
        yield RatingFileLink(gettext("Rating class"), "#rating-class")
    for number in lack.players:
        entry = submission.entries[number]
        yield RatingFileLink(
            plain_name(entry.player), reverse("entry_desk", args=[*place, entry.pk]) + "#player"
        )
    for round_ in lack.rounds:
        words = gettext("Round %(number)s") % {"number": round_}
        yield RatingFileLink(words, reverse("round_desk", args=[*place, round_]))
    for table in lack.tables:
        words = gettext("Round %(round)s, table %(table)s") % {"round": table.round, "table": table.table}
        yield RatingFileLink(words, reverse("result", args=[*place, table.round, table.table]))


def _preview(request: HttpRequest, access: SectionAccess) -> HttpResponse:
    section = _of_weiqi(access.section)
    proposed = class_of(occasion_with_time(section))
    rating_class = section.rating_class or proposed
    context = {
        "event": access.event,
        "section": section,
        "may": access.may,
        "rating_class": rating_class,
        "ratings": None if rating_class == NOT_RATED else performance_ratings(section, rating_class),
        "over": section.state == Section.State.FINISHED,
        "public": section.shows_ratings,
    }
    return render(request, "tournaments/desk/ratings.html", context)


def _of_weiqi(section: Section) -> Section:
    """Raises `Http404` for another game."""
    if section.game != Section.Game.WEIQI:
        raise Http404
    return section


SECTION = [
    page_url("files/submission/", "submission", _submission, Act.SEE_DESK),
    act_url(
        "files/submission/class/",
        confirm_rating_class,
        ClassForm,
        page=_submission,
        to="submission",
        success_message=gettext_lazy("Rating class confirmed."),
    ),
    page_url("files/ratings/", "rating_preview", _preview, Act.SEE_DESK),
]
