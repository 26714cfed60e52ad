"""Tables for the federations: byte by byte what OpenGotha wrote, and what it never had to write."""

from dataclasses import replace

import pytest

from tests.tournaments.exchange.congresses import JUVISY, juvisy
from tournaments.exchange import h9
from tournaments.exchange.congress import aga, egd, ffg
from tournaments.exchange.congress.egd import short_name
from tournaments.exchange.conversion import LossCode
from tournaments.exchange.opengotha import Document
from tournaments.state.gotha.event_info import EventInfo
from tournaments.state.gotha.settings import Handicaps
from tournaments.state.gotha.values import MCMAHON, GoGame, GoOutcome, GoPlayer
from tournaments.state.tournament import Bye

PROGRAM = "OpenGotha 3.49.03"


@pytest.mark.parametrize(("room", "format_"), [(egd, "h9"), (ffg, "tou")])
def test_juvisy_byte_by_byte(room, format_):
    wanted = "".join(f"{line}\n" for line in JUVISY[format_]).encode("iso8859-15")
    writing = room.write(juvisy(), program=PROGRAM)
    assert writing.data == wanted
    assert writing.losses == ()


def club(*games, byes=(), criteria=("NBW", "SOSW"), **player):
    """Ada, Bo, Cy, Di: 1 dan, without handicap."""
    names = ("Ada", "Bo", "Cy", "Di")
    players = tuple(
        GoPlayer(i, name, "X", rank=0, country="FR", club="Pa", **player) for i, name in enumerate(names, 1)
    )
    event = replace(
        MCMAHON, players=players, games=games, byes=byes, criteria=criteria, handicaps=Handicaps(ceiling=0)
    )
    return Document(event, EventInfo(name="Club", location="Here", begin="2026-01-02", end="2026-01-02"))


GAMES = (
    GoGame(1, 1, 1, 2, GoOutcome.WHITE, by_default=True),
    GoGame(1, 2, 3, 4, GoOutcome.BOTH_LOSE),
    GoGame(2, 1, 2, 1, GoOutcome.EQUAL, colour_known=False),
    GoGame(2, 2, 4, 3),
)


def rows(document, **options):
    lines = egd.write(document, **options).data.decode("iso8859-15").splitlines()
    return [line for line in lines if not line.startswith(";")]


def test_defaults_unknown_colours_and_open_games():
    first_one, two, *_ = rows(club(*GAMES))
    assert first_one.startswith("   1 Ada X                           1D FR   Pa    1")
    assert first_one.endswith(" 0 0    2+!w0    2=   ")
    assert two.endswith(" 0 0    1-!b0    1=   ")
    assert [row[-18:] for row in rows(club(*GAMES))[2:]] == ["    4-/w0    4?/b0", "    3-/b0    3?/w0"]
    assert rows(club(*GAMES), defaults=False)[0].endswith(" 0 0    0+       2=   ")


def test_a_bye_and_a_round_without_anything():
    document = club(
        GoGame(1, 1, 1, 2, GoOutcome.WHITE), GoGame(2, 1, 1, 3, GoOutcome.WHITE), byes=(Bye(1, 3), Bye(2, 2))
    )
    by_name = {row.split()[1]: row for row in rows(document)}
    assert by_name["Cy"].endswith("    0+       1-/b0")
    assert by_name["Bo"].endswith("    1-/b0    0+   ")
    assert "Di" not in by_name  # neither played nor had a bye


def test_every_row_has_as_many_entries_and_both_rows_agree():
    reading = h9.read(egd.write(juvisy()).data, encoding="iso-8859-15")
    assert reading.problems == ()
    assert (len(reading.tournament.entries), len(reading.tournament.games)) == (19, 36)


def test_headings():
    text = egd.write(club(*GAMES), headings={"CL": "C", "PC": "FR,Here"}).data.decode()
    head = [line for line in text.splitlines() if line.startswith("; ")][:8]
    assert head == [
        *("; CL[C]", "; EV[Club]", "; PC[FR,Here]", "; DT[2026-01-02,2026-01-02]"),
        *("; HA[h9]", "; KM[7.5]", "; TM[60]", "; CM[Sudden death]"),
    ]
    assert "; Pl Name                            Rk Co Club  NBW  SOS\n" in text


def test_numbers_of_players_only_where_asked():
    document = club(*GAMES, egf_pin="12345678")
    assert not any("|" in row for row in rows(document))
    assert all(row.endswith(" |12345678") for row in rows(document, pins=True))


@pytest.mark.parametrize(
    ("criterion", "short"),
    [
        ("MMS", "MMS"),
        ("NBW", "NBW"),
        ("SOSM", "SOS"),
        ("SOSOSM", "SOSOS"),
        ("SODOSW", "SODOS"),
        ("EXT", "EXT"),
    ],
)
def test_headings_of_criteria(criterion, short):
    assert short_name(criterion) == short


def test_halves_are_cut_and_letters_that_do_not_fit_are_reported():
    document = club(*GAMES)
    players = (
        replace(document.event.players[0], surname="Łukasz", given_name="Żółw"),
        *document.event.players[1:],
    )
    writing = egd.write(replace(document, event=replace(document.event, players=players)))
    assert b"Lukasz Z\xf3lw" in writing.data
    assert [(loss.code, loss.params["numbers"]) for loss in writing.losses] == [(LossCode.NAMES, (1,))]
    assert rows(club(*GAMES))[1].split()[6] == "0"  # half a point


def numbered(document, number=lambda player: str(player.number)):
    players = (
        replace(p, egf_pin=number(p), ffg_licence=number(p), aga_id=number(p)) for p in document.event.players
    )
    return replace(document, event=replace(document.event, players=tuple(players)))


def test_one_number_of_several_players_is_reported_in_every_file():
    document = numbered(club(*GAMES), number=lambda player: "1" if player.number < 3 else str(player.number))
    for result in (egd.lacking(document, place="FR"), ffg.write(document).losses, aga.write(document).losses):
        assert [(loss.code, loss.params["numbers"]) for loss in result] == [(LossCode.SHARED_NUMBERS, (1, 2))]


def test_what_the_database_would_ask_back():
    document = numbered(club(*GAMES))

    def lacks(document, place):
        return [(loss.code, loss.params["numbers"]) for loss in egd.lacking(document, place=place)]

    assert lacks(document, "FR,Here") == lacks(document, "FR") == []
    assert lacks(document, "") == [(LossCode.NO_PLACE, ())]
    foreign = replace(document.event.players[0], surname="棋", egf_pin="", club="", country="")
    event = replace(document.event, players=(foreign, *document.event.players[1:]))
    short = replace(document.event_info, time=replace(document.event_info.time, basic=5))
    assert lacks(Document(event, short), "FR,") == [
        (LossCode.NO_CLASS, ()),
        *((code, (1,)) for code in (LossCode.NO_PINS, LossCode.NO_COUNTRIES, LossCode.NO_CLUBS)),
        (LossCode.NOT_LATIN, (1,)),
    ]


def test_the_american_report():
    document = club(
        GoGame(1, 1, 1, 2, GoOutcome.WHITE, handicap=1),
        GoGame(1, 2, 3, 4, GoOutcome.BLACK, by_default=True),
        GoGame(2, 1, 2, 3, GoOutcome.BLACK, handicap=4),
        GoGame(2, 2, 1, 4),
    )
    players = (replace(document.event.players[0], aga_id="12345"), *document.event.players[1:])
    writing = aga.write(replace(document, event=replace(document.event, players=players)))
    assert writing.data.decode().splitlines() == [
        *("Tourney\tClub, Here", "\tstart=2026-01-02", "\tfinish=2026-01-02", "PLAYERS"),
        *("12345\tAda, X\t1D", "99999\tBo, X\t1D", "99998\tCy, X\t1D", "99997\tDi, X\t1D"),
        *(
            "GAMES 1",
            "12345\t99999\tW\t0\t0",
            "GAMES 2",
            "99999\t99998\tB\t4\t0",
            "12345\t99997\t?\t0\t7",
            "END",
        ),
    ]
    assert [(loss.code, loss.params["numbers"]) for loss in writing.losses] == [(LossCode.NUMBERS, (2, 3, 4))]
