"""A call of every act of games, for whatever is promised of all acts."""

from __future__ import annotations

from typing import Any

from games.acts.counts import agree_count, count_board
from games.acts.live import note_flag
from games.acts.rulings_by_rule import rule_on_end
from games.acts.table_links import renew_table_link
from games.models import BoardCount, PhotoGame, PhotoGameAnswer, SheetPhoto
from games.photos.intake import SheetPicture
from tests import framed
from tests.cast import Cast, number_at, pairing_of
from tests.framed import Case
from tests.games.acts.claiming import QUIET, claim_at, handed_in
from tests.games.acts.sheets import handed_in as sheets_of
from tests.games.record_texts import GOOD
from tests.games.records.zips import zipped
from tournaments.models import Section

POSITION = "/".join(["w1bw5"] + ["2bw5"] * 8) + " b"
A_PICTURE = SheetPicture(0, "", b"\xff\xd8\xff", 40, 60, ())
ARCHIVE = {"raw": zipped({"r1t1.txt": GOOD}), "filename": "", "preview": False}


def a_photo_game(cast: Cast) -> int:
    """Of a photo of which a worker has read two moves, with an empty cell."""
    pairing, game = pairing_of(cast), 1
    photo = SheetPhoto.objects.create(
        pairing=pairing, side="first", layout=1, body=b"\xff\xd8\xff", width=1260, height=1674, digest="x"
    )
    made = PhotoGame.objects.create(pairing=pairing, game=game, first=photo)
    plies = [
        {"move": move, "english": english, "chinese": "", "probability": 1.0, "doubtful": False}
        for move, english in (("h2e2", "C2=5"), ("h9g7", "H8+7"))
    ]
    data = {"plies": plies, "lost_at": None, "empty": {"first": [2]}}
    PhotoGameAnswer.objects.create(photo_game=made, data=data)
    return made.pk


def a_proposal(cast: Cast) -> dict[str, Any]:
    sheets = sheets_of(cast, 5)
    return {"sheets": sheets, "player": number_at(cast, "second"), "left": 1, "confirm": True}


def a_claim(cast: Cast) -> dict[str, Any]:
    moves = " ".join(QUIET)
    place = {"round_": cast.round(1), "table": 1, "player": number_at(cast, "first")}
    return {**place, "asked": claim_at(102, typed=moves)}


def a_board(cast: Cast) -> dict[str, Any]:
    """The final board of a game of weiqi."""
    section = cast.section
    section.game, section.rulebook, section.options = "weiqi", "weiqi", {"weiqi": {"size": 9}}
    section.save()
    return {"pairing": pairing_of(cast), "position": POSITION, "dead": ["aa"]}


def a_count(cast: Cast) -> BoardCount:
    made = count_board(**a_board(cast), by=cast.carol)
    return BoardCount.objects.get(pk=made["count"])


def a_settled_count(cast: Cast) -> BoardCount:
    made = a_count(cast)
    for side in ("first", "second"):
        agree_count(count=made, side=side, by=cast.carol)
    return made


def open_colours(cast: Cast) -> dict[str, Any]:
    """Who moves first is decided at the table."""
    Section.objects.filter(pk=cast.section.pk).update(first_move="nigiri")
    return {"pairing": pairing_of(cast), "first": number_at(cast, "second")}


def a_section_of_lots(cast: Cast) -> dict[str, Any]:
    Section.objects.filter(pk=cast.section.pk).update(system="round-robin")
    cast.section.refresh_from_db()
    return {"section": cast.section, "first_move": "lot"}


def a_table_link(cast: Cast) -> dict[str, Any]:
    renew_table_link(section=cast.section, table=1, by=cast.carol)
    return {"section": cast.section, "table": 1}


def a_flag(cast: Cast) -> dict[str, Any]:
    """A prompt of a running game from which a result follows."""
    note_flag(pairing=pairing_of(cast), side=1, by=cast.carol)
    return {"pairing": pairing_of(cast), "finding": "3-second-loss-0"}


def an_applied_ruling(cast: Cast) -> dict[str, Any]:
    """What the program has entered where the rules act by themselves: the time of a side was over."""
    Section.objects.filter(pk=cast.section.pk).update(rulebook="tiantian2020", online=True)
    live = note_flag(pairing=pairing_of(cast), side=1, by=cast.carol).live
    rule_on_end(live, cast.round(1))
    return {"pairing": pairing_of(cast), "finding": "4-second-loss-0"}


CASES: dict[str, Case] = {
    "submit_record": Case(lambda cast: {"pairing": pairing_of(cast), "raw": GOOD}, "carol", "charlie"),
    "accept_record": Case(lambda cast: {"record": handed_in(cast, GOOD)}, "dave", "carol"),
    "submit_scoresheets": Case(
        lambda cast: {"pairing": pairing_of(cast), "first": "1. C2=5 H8+7", "second": ""}, "carol", "charlie"
    ),
    "add_sheet_photo": Case(
        lambda cast: {"pairing": pairing_of(cast), "side": "first", "pictures": (A_PICTURE,), "game": 1},
        "carol",
        "charlie",
    ),
    "decide_photo_ply": Case(
        lambda cast: {
            "pairing": pairing_of(cast),
            "photo_game": a_photo_game(cast),
            "ply": 1,
            "move": "h2e2",
        },
        "carol",
        "charlie",
    ),
    "settle_photo_game": Case(
        lambda cast: {"pairing": pairing_of(cast), "photo_game": a_photo_game(cast)}, "carol", "charlie"
    ),
    "import_records": Case(
        lambda cast: {"section": cast.section, **ARCHIVE},
        "carol",
        "charlie",
    ),
    "import_collection": Case(
        lambda _cast: {"collection": "Old games", **ARCHIVE},
        "admin",
        "alice",
        scope="site",
    ),
    "rule_on_proposal": Case(a_proposal, "dave", "carol"),
    "rule_on_claim": Case(a_claim, "dave", "carol"),
    "count_board": Case(a_board, "carol", "charlie"),
    "agree_count": Case(lambda cast: {"count": a_count(cast), "side": "first"}, "carol", "charlie"),
    "rule_count": Case(lambda cast: {"count": a_count(cast), "reason": "alive"}, "dave", "carol"),
    "issue_table_links": Case(lambda cast: {"section": cast.section}, "carol", "bob"),
    "renew_table_link": Case(lambda cast: {"section": cast.section, "table": 1}, "carol", "bob"),
    "revoke_table_link": Case(a_table_link, "carol", "bob"),
    "show_live": Case(
        lambda cast: {"section": cast.section, "public": True, "delay": 5, "comments": False},
        "alice",
        "carol",
    ),
    "follow_relay": Case(
        lambda cast: {"round_": cast.round(1), "url": "https://1.1.1.1/round.pgn", "host": "x", "every": 5},
        "alice",
        "carol",
    ),
    "keep_photos": Case(lambda cast: {"section": cast.section, "photo_days": 90}, "alice", "carol"),
    "set_first_move": Case(a_section_of_lots, "alice", "carol"),
    "decide_colours": Case(open_colours, "carol", "charlie"),
    "apply_finding": Case(a_flag, "dave", "carol"),
    "overturn_ruling": Case(
        lambda cast: {**an_applied_ruling(cast), "reason": "the board was wrong"}, "dave", "carol"
    ),
    "dismiss_finding": Case(lambda cast: {**a_flag(cast), "reason": "the clock was wrong"}, "dave", "carol"),
    "enter_count": Case(lambda cast: {"count": a_settled_count(cast), "seen": None}, "carol", "charlie"),
}
NAMES = framed.acts_of("games.acts")
