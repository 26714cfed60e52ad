"""What stands on a championship that is over: how its page tells who won, where its data are from, and what
was awarded. The prizes are three places without money: what was really given in 2009 is not known here."""

from __future__ import annotations

from collections.abc import Mapping

from portal import outbox
from portal.accounts.models import User
from tournaments.acts.money.awards import award_prizes
from tournaments.acts.money.prizes import PrizeListInput, add_prizes
from tournaments.acts.notices.announcements import Texts, announce
from tournaments.acts.notices.documents import add_document
from tournaments.demo.cast import CHIEF, REFEREE
from tournaments.demo.playing import mark_loaded, was_loaded, work_off
from tournaments.models import Document, Section
from tournaments.queries.frozen import final_standing
from tournaments.queries.progress import standings_key

EVENT, SECTION = "wxc-2009", "women"
OVER = Texts(
    en="All seven rounds have been played. The games can be played through on the page “Games”.",
    zh_hans="七轮比赛已全部结束，各局可在“对局”页面逐着观看。",
    zh_hant="七輪比賽已全部結束，各局可在「對局」頁面逐著觀看。",
    vi="Bảy vòng đấu đã kết thúc. Có thể xem lại từng ván ở trang “Các ván”.",
)
SOURCES = """Where this demonstration has its data from

Players, pairings, results and moves: event tags and records in Chinese-Chess-Practical-Dataset
(Yvonne761, CC BY 4.0), written anew.
Points and ranks: computed by this program from those results.
Prizes: three places, as an example. What was really awarded is not known here.
"""
MEDALS = PrizeListInput(name="Women's individual", native_name="女子个人", places=3)


def load_finish(users: Mapping[str, User]) -> Section | None:
    """Tell, give out and award what is missing; None where that was done before, whatever became of it."""
    section = Section.objects.select_related("event").get(event__slug=EVENT, slug=SECTION)
    event, chief = section.event, users[CHIEF.username]
    if was_loaded(section):
        return None
    if not event.announcements.exists():
        announce(event=event, texts=OVER, by=chief)
    if not event.files.exists():
        kind = Document.Kind.OTHER.value
        add_document(event=event, kind=kind, title="Sources", raw=SOURCES.encode(), by=chief)
    if not section.prizes.exists():
        add_prizes(section=section, values=MEDALS, by=chief)
    if outbox.pending(key := standings_key(section, section.rounds)):
        work_off(key)
    standing = final_standing(section)
    if standing is None:
        raise LookupError(f"no final standings of {section}")
    if not section.awards.exists():
        award_prizes(section=section, standing=standing.version, by=users[REFEREE.username])
    mark_loaded(section)
    return section
