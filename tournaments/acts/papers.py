"""Papers: asked for at the desk, set by the worker, each once for each of its versions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypedDict

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from portal import outbox
from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.frame import SECTION, ActResult, act
from tournaments.models import Paper, Section
from tournaments.policy import Act
from tournaments.queries.papers import Scope, WantedPaper, edition_of, kind_of_paper


class PapersRequested(TypedDict):
    """The keys of the work."""

    asked: list[str]


@act(on=SECTION, right=Act.PRINT_PAPER, done=_("printout requested"))
def print_paper(
    *,
    section: Section,
    kinds: Annotated[Iterable[str], Field(item=Field(longest=40))],
    number: Annotated[int, Field()],
    language: Annotated[str, Field(longest=20)],
    size: Annotated[str, Field(longest=10)] = Paper.Size.A4,
    part: Annotated[int, Field()] = 0,
    by: User,
    once: str = "",
) -> ActResult[PapersRequested]:
    """Ask for papers; ``number``: the round, or after which round, ``part``: the table, for papers of one."""
    papers = [wanted_of(section, key, number, part=part, language=language, size=size) for key in kinds]
    jobs = [ask_for(paper, by=by) for paper in papers]
    after = {"papers": [paper.kind.key for paper in papers], "round": number}
    return ActResult({"asked": jobs}, after=after)


def wanted_of(
    section: Section, key: str, number: int, *, language: str, size: str, part: int = 0
) -> WantedPaper:
    """One paper by its particulars. Raises `Refusal` ``unknown-paper`` or ``unknown-language``."""
    kind = kind_of_paper(key)
    if kind is None or size not in Paper.Size.values:
        raise Refusal("unknown-paper", kind=key)
    if language not in dict(settings.LANGUAGES):
        raise Refusal("unknown-language", language=language)
    whole = kind.scope in (Scope.SECTION, Scope.RECEIPT)
    table = part if kind.scope in (Scope.TABLE, Scope.RECEIPT) else 0
    return WantedPaper(section, kind, 0 if whole else number, table, language, size)


def ask_for(wanted: WantedPaper, *, by: User | None) -> str:
    """Ask the worker for a paper of what is public, and return the key of the work."""
    # Refused here rather than by the worker, where nobody would see it.
    edition_of(wanted)
    payload = {
        "section": wanted.section.pk,
        "kind": wanted.kind.key,
        "number": wanted.number,
        "part": wanted.part,
        "language": wanted.language,
        "size": wanted.size,
    }
    outbox.enqueue("paper", key=wanted.key, payload=payload, by=by, priority=outbox.PAPER)
    return wanted.key
