"""Certificates: what stands on each. In Chinese it is set as a 奖状 is, elsewhere as a diploma."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext, pgettext

from tournaments.models import Section
from tournaments.queries.public.public import PublicPerson
from tournaments.queries.public.public_standings import PublicPrize, StandingsPage
from tournaments.wording.money.money import money_text
from tournaments.wording.names import both_names, reads_chinese

DIGITS = "〇一二三四五六七八九"
TEN = 10


@dataclass(frozen=True, slots=True)
class Certificate:
    """``names``: the one to set large and, if there is one, the other; ``points``: empty where they decide
    nothing; ``seal``: the two characters of the red seal; ``amount``: the money, empty for none."""

    prize: PublicPrize
    player: PublicPerson
    place: str
    points: str
    seal: str
    amount: str

    @property
    def names(self) -> list[str]:
        return both_names(self.player)


def certificates(page: StandingsPage) -> list[Certificate]:
    """One for each prize of each list, in their order."""
    # In a knock-out nobody counts points.
    points = {row.player.number: row.points for row in page.rows if page.frame.crosstable}
    return [
        Certificate(
            prize,
            place.player,
            place_words(place.place),
            points.get(place.player.number, ""),
            _seal(place.place, page.section.game),
            money_text(place.amount, prize.currency) if place.amount else "",
        )
        for prize in page.prizes
        for place in prize.places
    ]


def place_words(place: int) -> str:
    """``Place 2``; in Chinese with the numeral written out: 第二名."""
    written = chinese_numeral(place) if reads_chinese() else str(place)
    return gettext("Place %(place)s") % {"place": written}


def chinese_numeral(number: int) -> str:
    """Up to 99 as read aloud: 十二, 二十, 三十一; above it digit by digit."""
    if number >= TEN * TEN:
        return "".join(DIGITS[int(digit)] for digit in str(number))
    tens, ones = divmod(number, TEN)
    head = "" if not tens else "十" if tens == 1 else f"{DIGITS[tens]}十"
    return head + (DIGITS[ones] if ones or not tens else "")


def _seal(place: int, game: str) -> str:
    """What a seal says in Chinese; in other languages it names the game, in Chinese as well."""
    if not reads_chinese():
        return "圍棋" if game == Section.Game.WEIQI else "象棋"
    words = {
        1: pgettext("seal of a certificate", "first"),
        2: pgettext("seal of a certificate", "second"),
        3: pgettext("seal of a certificate", "third"),
    }
    return words.get(place) or pgettext("seal of a certificate", "prize")
