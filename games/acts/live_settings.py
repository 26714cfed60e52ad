"""Whether the public sees a section's running games, and with which delay."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from games.models import LiveSetting
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
    by: User,
    once: str = "",
) -> ActResult[LiveShown]:
    """What the rulebook says of a running game, illegal moves and who writes are never public before its
    end."""
    before = setting_of(section)
    if (before.public, before.delay) == (public, delay):
        return no_change({"public": public, "delay": delay})
    LiveSetting.objects.update_or_create(section=section, defaults={"public": public, "delay": delay})
    if before.public != public:
        # Its pages, the event's and the front page lead to the boards, or do so no longer.
        pages.section_changed(section)
    return ActResult(
        {"public": public, "delay": delay},
        before={"live_public": before.public, "live_delay": before.delay},
        after={"live_public": public, "live_delay": delay},
    )
