"""Which page of the guide speaks of which addresses (`portal.web.guide`)."""

from __future__ import annotations

_DESK = "desk/<slug:event>/"
_SECTION = f"{_DESK}<slug:section>/"
_ROUND = f"{_SECTION}round/<int:number>/"
PAGES = (
    ("p/", "player.md"),
    ("t/", "captain.md"),
    ("a/", "entries.md#the-applicant"),
    ("q/", "secretary.md"),
    (f"{_ROUND}results/", "referee.md"),
    (f"{_ROUND}tables/", "referee.md"),
    (f"{_SECTION}applications/", "entries.md"),
    (f"{_SECTION}appeals/", "referee.md#disputes-and-appeals"),
    (f"{_SECTION}fees/", "fees.md"),
    (f"{_SECTION}links/captains/", "captain.md"),
    (f"{_SECTION}links/", "player.md"),
    (f"{_SECTION}paper/", "paper.md"),
    (f"{_SECTION}prizes/", "organiser.md#prizes"),
    (f"{_SECTION}schedule/", "schedule.md"),
    (f"{_SECTION}teams/", "teams.md"),
    (f"{_DESK}-/announcements/", "notifications.md#for-organisers"),
    (f"{_DESK}-/fees/", "fees.md"),
    (f"{_DESK}-/fouls/", "referee.md#fouls"),
    (f"{_DESK}-/screens/", "screens.md"),
    ("desk/-/organisations/", "organisations.md"),
    ("desk/-/persons/", "register.md"),
    ("desk/-/quotas/", "secretary.md"),
    ("desk/-/new-event/", "first-event.md"),
    ("desk/", "organiser.md"),
)
