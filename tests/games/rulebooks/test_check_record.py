"""Rulebooks, claims and clocks in ``check_record``."""

from pathlib import Path

from games.records.game import Game
from games.records.writing import to_pgn
from games.rulebooks.registry import RULEBOOKS
from tests.games.commands import inside, objects
from tests.games.facts import championship_games, moves_of


def record(path: Path) -> str:
    path.write_text(to_pgn(Game(moves=moves_of(championship_games()[0]["moves"]))))
    return str(path)


def test_claims_and_clocks_reach_the_rulebook(tmp_path: Path) -> None:
    name = record(tmp_path / "game.pgn")
    words = ["--rulebook", "wxc2015", "--claim", "first:20", "--claim", "first:21", "--clock", "first:300"]
    code, out, _ = inside("check_record", name, *words, "--json")
    assert code == 0
    (answer,) = objects(out)
    assert [(finding["kind"], finding["ply"]) for finding in answer["findings"]] == [
        ("claim-wrong", 20),
        ("foul", 20),
        ("claim-wrong", 21),
        ("loss", 21),
    ]
    code, out, _ = inside("check_record", name, *words)
    assert "ply 21: loss: second wrong claim of the same kind by Red: Red loses (wxc2015 5)" in out


def test_a_claim_about_a_ply_beyond_the_game_is_said_and_the_game_answered(tmp_path: Path) -> None:
    name = record(tmp_path / "game.pgn")
    code, out, err = inside("check_record", name, "--rulebook", "wxc2015", "--claim", "first:999", "--json")
    assert code == 2
    assert objects(out)[0]["valid"]
    assert "the claim is about ply 999, but the game has" in err


def test_every_rulebook_judges_a_whole_game(tmp_path: Path) -> None:
    name = record(tmp_path / "game.pgn")
    words = [word for book in RULEBOOKS for word in ("--rulebook", book)]
    code, _, err = inside("check_record", name, *words, "--json")
    assert (code, err) == (0, "")
