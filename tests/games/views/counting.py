"""A final board of weiqi, and how the desk and the players count it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from games.models import BoardCount
from tests.games.views.mine import page as own_page
from tests.world import ValidClient, World
from tournaments.models import Entry

RECORD = b"(;GM[1]SZ[9]AB[ca:ci]AW[da:di][aa]PL[B];B[];W[])"
"""Black has the three columns on the left with a dead white stone in them: 27 of 81."""

DRAWN = "\n".join(["W . B W . . . . ."] + [". . B W . . . . ."] * 8)

POSITION = "/".join(["w1bw5"] + ["2bw5"] * 8) + " b"


def page(world: World, who: str = "carol", **arguments: str) -> Any:
    return world.client(who).get(f"{world.url('count', 1, 1)}?{urlencode(arguments)}")


def propose(world: World, who: str = "carol", **more: Any) -> Any:
    return world.post(who, "propose_count", 1, 1, **{"position": POSITION, "dead": "aa"} | more)


def agree(world: World, count: int, voice: str, who: str = "carol", **more: Any) -> Any:
    return world.post(who, "consent_count", 1, 1, count=count, voice=voice, **more)


def the_count() -> BoardCount:
    return BoardCount.objects.latest("pk")


def look(entry: Entry, **arguments: str) -> Any:
    return ValidClient().get(f"{own_page(entry, 'my_count', 1)}?{urlencode(arguments)}")


def mark(entry: Entry, dead: str = "aa", *, client: ValidClient | None = None, **more: Any) -> Any:
    sent = {"position": POSITION, "dead": dead, "seen": "", "once": "k", **more}
    return (client or ValidClient()).post(own_page(entry, "propose_my_count", 1), sent, follow=True)


def accept(entry: Entry, count: BoardCount, **more: Any) -> Any:
    sent = {"count": count.pk, "voice": "first", "once": "a", **more}
    return ValidClient().post(own_page(entry, "agree_my_count", 1), sent, follow=True)
