"""Whether the public sees a section's running games, with which delay, and the comments of its records."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from games.models import LiveSetting
from games.pages import comments_changed
from games.policy import RecordAct
from games.queries.public_live import setting_of
from portal.accounts.models import User
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.models import Section


class LiveShown(TypedDict):
    public: bool
    delay: int
    comments: bool


@act(on=SECTION, right=RecordAct.SHOW_LIVE, done=_("running games: shown in public or not"))
def show_live(
    *,
    section: Section,
    public: Annotated[bool, Field(label=_("Show running games in public"))],
    delay: Annotated[
        int,
        Field(
            least=0,
            most=LiveSetting.MOST_DELAY,
            label=_("Delay in minutes"),
            help=_("Referees see everything at once. Online, 5 minutes keep help away from the players."),
        ),
    ],
    comments: Annotated[
        bool,
        Field(
            label=_("Show comments of game records in public"),
            help=_(
                "What was written beside the moves and variations of a record, on its page and in the files."
            ),
        ),
    ],
    by: User,
    once: str = "",
) -> ActResult[LiveShown]:
    """Set whether the public sees running games, how late, and the comments of records."""
    before = setting_of(section)
    # What the rulebook says of a running game, illegal moves and who writes are never public before its end,
    # nor are comments of its record, whatever is set.
    setting = LiveShown(public=public, delay=delay, comments=comments)
    if (before.public, before.delay, before.comments) == (public, delay, comments):
        return no_change(setting)
    LiveSetting.objects.update_or_create(section=section, defaults={**setting})
    if before.public != public:
        # Its pages, the event's and the front page lead to the boards, or do so no longer.
        pages.section_changed(section)
    if before.comments != comments:
        comments_changed(section)
    return ActResult(
        setting,
        before=_facts(before.public, before.delay, before.comments),
        after=_facts(public, delay, comments),
    )


def _facts(public: bool, delay: int, comments: bool) -> dict[str, bool | int]:
    return {"live_public": public, "live_delay": delay, "record_comments": comments}
