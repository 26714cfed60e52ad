"""What FIDE's own programs ask of a TRF: plain letters, teams that are teams, the event and its people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.oracles.gacrux_players import check_with_gacrux
from tests.tournaments.pairing.builders import championship
from tournaments.exchange.conversion import LossCode
from tournaments.exchange.trf import Particulars, read, write
from tournaments.exchange.written_names import in_ascii
from tournaments.state.tournament import Entry, Game, Result, Tournament

PAIR = (
    Entry(1, "Nguyễn Văn Đoàn", federation="VIE", team="VIE"),
    Entry(2, "", native_name="许银川", federation="CHN", team="CHN"),
    Entry(3, "Strauß Øre", federation="VIE", team="VIE"),
)
CUP = Tournament("wxc2015", PAIR, (Game(1, 1, 1, 2, Result.FIRST),), name="世界 Cup – Łódź", rounds=1)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Nguyễn Văn Đoàn", "Nguyen Van Doan"),
        ("许银川", "Xu Yinchuan"),
        ("許銀川 Xu", "Xu Yinchuan Xu"),
        ("Łódź, Škofja – “Ære”", 'Lodz, Skofja - "Aere"'),
        ("Иванов", "??????"),
        ("plain  text", "plain  text"),
    ],
)
def test_plain_letters(text: str, plain: str) -> None:
    assert in_ascii(text) == plain


@pytest.mark.parametrize("version", [16, 26])
def test_a_file_with_plain_letters_alone_keeps_its_columns_and_says_what_it_changed(version: int) -> None:
    writing = write(CUP, version, headings={"022": "Hà Nội\nHuế"}, ascii_only=True)

    assert writing.data.isascii()
    assert b"022 Ha Noi\r\n022 Hue\r\n" in writing.data
    names = writing.lost(LossCode.NAMES)
    assert names is not None
    assert names.params["numbers"] == (1, 2, 3)
    tournament = read(writing.data).tournament
    assert tournament is not None
    assert [entry.name for entry in tournament.entries] == ["Nguyen Van Doan", "Xu Yinchuan", "Strauss Ore"]
    assert tournament.games == CUP.games


@pytest.mark.parametrize(
    ("teams", "written"),
    [
        (("VIE", "CHN", "VIE"), 0),  # federations
        (("Reds", "Blacks", "Reds"), 2),
        (("Reds", "CHN", "Reds"), 1),
        (("Reds", "Blacks", ""), 0),  # nobody has anybody to be ranked with
    ],
)
def test_013_has_teams_only_and_no_federations(teams: tuple[str, ...], written: int) -> None:
    entries = tuple(replace(entry, team=team) for entry, team in zip(PAIR, teams, strict=True))
    writing = write(replace(CUP, entries=entries))
    records = [line[:3] for line in writing.data.decode().split("\r\n")]

    assert records.count("013") == written
    assert records.count("082") == min(written, 1)
    left_out = writing.lost(LossCode.TEAMS)
    assert (left_out is None) is (written == len({team for team in teams if team}))


def test_sex_number_and_birth_year_stand_in_their_columns() -> None:
    people = {1: Particulars("m", "8600051", 1990), 2: Particulars("w")}
    first, second, third = (
        line for line in write(CUP, people=people).data.decode().split("\r\n") if line.startswith("001")
    )

    assert (first[9], first[57:68].strip(), first[69:79]) == ("m", "8600051", "1990/00/00")
    assert (second[9], second[57:79].strip()) == ("w", "")
    assert (third[9], third[57:79].strip()) == (" ", "")


@pytest.mark.parametrize(
    "name", ["axf2009_men", "axf2009_women", "axf2009_men_play_off", "wxc2009_men", "wxc2009_women"]
)
def test_gacrux_finds_our_points_and_buchholz(name: str) -> None:
    """Buchholz of everybody who has played each round over the board against somebody who has: for rounds
    without a game the two regulations differ (S1, S5, C.07 16)."""
    tournament = replace(championship(name), tiebreaks=("buchholz",))
    check_with_gacrux(tournament, write(tournament).data.decode())
