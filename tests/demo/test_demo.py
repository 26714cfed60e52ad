"""The demonstration: what its stages hold, that it is the same everywhere, that it keeps what is there."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
import urllib.request
from collections import Counter
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.test import Client

from games import demo as games_demo
from games.demo import games_of_record
from portal.accounts.models import User
from portal.journal.models import JournalEntry
from portal.ops.supervisor import die_with_parent
from tests.browser.site import ROOT, Site
from tests.factories import players_csv
from tests.oracles import gacrux_players, gacrux_teams
from tests.services import PATIENCE, children, free_port
from tournaments.acts.entering.import_players import person_of
from tournaments.acts.rounds import reopen_round
from tournaments.demo import cast, federation, stages
from tournaments.demo.roster import NCNV, InvitedPlayer, chance, game_result, invited_players, pick
from tournaments.demo.stages import DemoStage, found_section, load_championship
from tournaments.exchange.people import read_people
from tournaments.exchange.tournament_file import loads
from tournaments.models import Federation, Membership, ResultReport, Role, Round, Section
from tournaments.queries.tournament import tournament_of
from tournaments.standings.team_table import section_table


def demo(*arguments: str) -> str:
    out = io.StringIO()
    call_command("demo", "--no-serve", *arguments, stdout=out)
    return out.getvalue()


def men() -> Section:
    return Section.objects.get(event__slug=stages.EVENT, slug=stages.SECTION)


def round_states() -> dict[str, int]:
    return dict(Counter(men().round_set.values_list("state", flat=True)))


def test_chance_depends_on_nothing_but_seed_and_purpose() -> None:
    assert chance(1, "a", 2) == chance(1, "a", 2)
    assert len({chance(1, "a"), chance(2, "a"), chance(1, "b")}) == 3
    numbers = [chance(7, n) for n in range(1000)]
    assert all(0 <= number < 1 for number in numbers)
    assert 450 < sum(number < 0.5 for number in numbers) < 550
    assert {pick("abc", 7, n) for n in range(50)} == set("abc")


@pytest.mark.django_db
def test_the_next_round_of_the_championship_is_one_of_today() -> None:
    call_command("federations", verbosity=0)
    section = found_section(cast.ensure_cast(), seed=2026)
    today = datetime.now(ZoneInfo(stages.ZONE)).date()
    following = section.round_set.get(number=stages.RUNNING_ROUNDS + 1)
    assert following.starts_at is not None
    assert following.starts_at.astimezone(ZoneInfo(stages.ZONE)).date() == today
    assert section.event.starts < today < section.event.ends


@pytest.mark.parametrize("seed", [1, 2026])
def test_the_roster(seed: int) -> None:
    people = [invited.person for invited in invited_players(seed)]
    assert len(people) == len({person.name for person in people}) == 54
    teams = Counter(person.team for person in people)
    assert len(teams) == 20
    assert set(teams.values()) == {2, 3}
    assert Counter(person.group for person in people) == {1: 27, 2: 27}
    assert {person.team for person in people if NCNV in person.categories}.isdisjoint({"CHN", "VIE", "HKG"})
    assert invited_players(seed) == invited_players(seed) != invited_players(seed + 1)


def test_the_roster_as_a_file_is_read_without_a_fault() -> None:
    people = [invited.person for invited in invited_players(1)]
    federations = {person.federation for person in people}
    report = read_people(players_csv(people).encode(), federations=federations)
    assert not report.problems
    assert all(not row.problems for row in report.rows)
    assert [person_of(row) for row in report.rows] == [replace(person, birth_year=None) for person in people]


def test_the_stronger_wins_more_often() -> None:
    strong, weak = invited_players(1)[0], invited_players(1)[-1]
    assert strong.strength > weak.strength
    ends = Counter(game_result(seed, 1, strong, weak) for seed in range(200))
    assert ends[ResultReport.Value.FIRST] > 150
    equal = Counter(
        game_result(seed, 1, strong, InvitedPlayer(weak.person, strong.strength)) for seed in range(200)
    )
    assert equal[ResultReport.Value.DRAW] > 50


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A championship of twelve players and three rounds, of which two are played when it is running; of the
    real games two."""
    games = games_of_record()
    monkeypatch.setattr(games_demo, "games_of_record", lambda: games[:2])
    monkeypatch.setattr(stages, "ROUNDS", 3)
    monkeypatch.setattr(stages, "RUNNING_ROUNDS", 2)
    monkeypatch.setattr(stages, "invited_players", few)
    monkeypatch.setattr(federation, "SQUAD", (replace(federation.SQUAD[0], tongues=("chinese",) * 12),))
    monkeypatch.setattr(federation, "MEMBERS", 12)
    monkeypatch.setattr(federation, "EDITIONS", range(2009, 2010))


def few(seed: int) -> list[InvitedPlayer]:
    """Six of each group of the lots."""
    everybody = invited_players(seed)
    return [item for group in (1, 2) for item in [o for o in everybody if o.person.group == group][:6]]


RUNNING = """
from collections import Counter
from games.models import LiveGame, RecordAcceptance
from portal.journal.models import JournalEntry
from portal.outbox import Job
from tournaments.demo import stages
from tournaments.models import Award, Document, RoundVersion, Section
men = Section.objects.get(event__slug=stages.EVENT, slug=stages.SECTION)
journal = JournalEntry.objects.filter(scope=f"event:{men.event_id}")
prizes = men.standings.get(after_round=4).data["prizes"]
real = RecordAcceptance.objects.filter(record__pairing__round__section__event__slug__endswith="-2009")
coming_in = LiveGame.objects.filter(pairing__round__section__event__slug="demo-live")
answer = {
    "games": Counter(real.values_list("record__pairing__round__section__slug", flat=True)),
    "rounds": Counter(men.round_set.values_list("state", flat=True)),
    "standings": men.standings.count(),
    "clock": (str(men.time_control), men.move_limit),
    "digests": list(RoundVersion.objects.filter(round__section=men).values_list("digest", flat=True)),
    "acts": Counter(journal.values_list("act", flat=True)),
    "winners": [[place["number"] for place in prize["places"]] for prize in prizes],
    "medals": [len(prize["places"]) for prize in Award.objects.get(section__slug="women").data],
    "given out": list(Document.objects.values_list("event__slug", "title")),
    "live": Counter(coming_in.values_list("pairing__table", flat=True)),
    "finished": Section.objects.filter(state="finished", event__organisation=None).count(),
    # The front page's next day, the line-ups of the teams, deleting answers and the night's look at a rating
    # list wait for their time.
    "undone": Job.objects.exclude(state__in=["done", "superseded"])
    .exclude(kind__in=["turn", "reveal", "delete-answers", "rating-night"])
    .count(),
}
"""


TRFS = """
from fractions import Fraction
from tournaments.models import Section
from tournaments.queries.files import section_headings, section_as_file, file_written
answer = {}
for section in Section.objects.filter(lots_drawn_at__isnull=False).select_related("event"):
    whole, known = section_as_file(section), section_headings(section, public=False)
    # What a McMahon tournament counts no TRF can say.
    if whole.last_round and not section.is_by_value:
        answer[f"{section.event.slug}/{section.slug}"] = [
            file_written(whole, key, known).data.decode() for key in ("json", "trf26", "trf26-ascii")
        ]
"""


def check_with_gacrux(name: str, json: str, *trfs: str) -> None:
    """Points, Buchholz of players where rounds without a game make no difference; of teams their points."""
    tournament = loads(json)
    for text in trfs:
        if tournament.teams is None:
            gacrux_players.check_with_gacrux(replace(tournament, tiebreaks=("buchholz",)), text)
            continue
        table, after = section_table(tournament)
        for code, key in (("MPTS", "match_points"), ("GPTS", "board_points")):
            ours = {row["team"]: Fraction(row[key]) for row in table["rows"]}
            assert gacrux_teams.values(text, after, code) == ours, (name, code)


@pytest.mark.long
def test_running_is_four_rounds_through_the_acts(tmp_path: Path) -> None:
    site = Site(tmp_path, free_port())
    message = site.install("demo")
    result = site.ask(RUNNING)
    assert result["games"] == {"women": 42 + 35, "men": 61, "men-play-off": 1}
    assert (result["medals"], result["given out"]) == ([3], [["wxc-2009", "Sources"]])
    assert result["live"] == {"1": 1, "2": 1}
    assert result["rounds"] == {"closed": 4, "planned": 5}
    assert result["standings"] == 4
    assert result["clock"] == ["60 min + 30 s", None]
    assert all(digest.startswith("sha256:") for digest in result["digests"])
    acts = result["acts"]
    assert acts["enter_player"] == 54
    assert acts["report_result"] == 4 * 27
    assert acts["publish_round"] == acts["close_round"] == acts["pair_round"] == 4
    winners = [set(numbers) for numbers in result["winners"]]
    # Five are level with the eighth and share the money.
    assert [len(numbers) for numbers in winners] == [8 + 5, 3]
    assert winners[0].isdisjoint(winners[1])
    assert (result["finished"], result["undone"]) == (4, 0)
    assert site.password() in message
    files = site.ask(TRFS)
    assert len(files) > 5
    for name, texts in files.items():
        check_with_gacrux(name, *texts)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_later_start_keeps_what_people_have_done_and_a_later_stage_goes_on(short: None) -> None:
    demo("--stage", "entries")
    assert (men().entries.count(), men().state, men().lots_drawn_at) == (12, Section.State.OPEN, None)
    assert round_states() == {"planned": 3}
    demo("--stage", "paired")
    assert round_states() == {"draft": 1, "planned": 2}
    rows = JournalEntry.objects.count()
    demo("--stage", "entries")
    demo()
    assert JournalEntry.objects.count() == rows
    demo("--stage", "running")
    last = men().round_set.get(number=2)
    reopen_round(round_=last, reason="A result was read wrongly.", by=User.objects.get(username="referee"))
    demo()
    last.refresh_from_db()
    assert last.state == Round.State.PLAYING
    demo("--stage", "finished")
    assert round_states() == {"closed": 3}
    assert men().state == Section.State.FINISHED


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_killed_start_is_carried_on_to_the_same_championship(
    short: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    call_command("federations", verbosity=0)
    users = cast.ensure_cast()
    whole = tournament_of(load_championship(users, stage=DemoStage.RUNNING, seed=5))
    assert whole.seed == "demo-5"
    monkeypatch.setattr(stages, "EVENT", "demo-again")

    class Killed(Exception):  # noqa: N818  it stands for a signal
        pass

    def die_after_round_1(text: str) -> None:
        if text.startswith("round 1"):
            raise Killed

    with pytest.raises(Killed):
        load_championship(users, stage=DemoStage.RUNNING, seed=5, say=die_after_round_1)
    resumed = load_championship(users, stage=None, seed=99)
    assert resumed.event.slug == "demo-again"
    assert tournament_of(resumed) == whole


@pytest.mark.django_db
def test_the_cast_can_sign_in_and_has_its_roles(client: Client) -> None:
    call_command("federations", verbosity=0)
    users = cast.ensure_cast()
    section = found_section(users, seed=1)
    held = dict(Membership.objects.filter(event=section.event).values_list("user__username", "role"))
    assert held == {part.username: part.role for part in cast.PARTS if part.role}
    assert set(held.values()) == set(Role)
    assert client.login(username="referee", password=cast.password())
    assert cast.password_file().stat().st_mode & 0o077 == 0
    User.objects.filter(username="referee").update(first_name="Robert")
    assert cast.ensure_cast()["referee"].first_name == "Robert"


@pytest.mark.django_db
def test_not_on_a_public_site(settings: object, capsys: pytest.CaptureFixture[str]) -> None:
    settings.PUBLIC_URL = "https://xiangqi.example"  # type: ignore[attr-defined]
    with pytest.raises(SystemExit) as ended:
        demo()
    assert ended.value.code == 2
    assert "https://xiangqi.example" in capsys.readouterr().err
    assert not User.objects.exists()


@pytest.mark.django_db
def test_federations_are_loaded_once(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("federations")
    first = capsys.readouterr().out
    assert "85 added" in first
    call_command("federations")
    assert "0 added, 0 changed" in capsys.readouterr().out
    assert JournalEntry.objects.filter(act="load_federations").count() == 1
    Federation.objects.filter(code="GER").update(name_en="Allemagne")
    call_command("federations")
    assert "0 added, 1 changed" in capsys.readouterr().out
    assert Federation.objects.get(code="GER").name_en == "Germany"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": The file is empty.\n"),
        (
            "code,name_en\nGER,Germany\n",
            ": line 1: The column “name_zh_hans” is missing. Found: code, name_en.\n",
        ),
        (
            "code,name_en,name_zh_hans\nger,Germany,德国\n",
            ": line 2: A code must be three capital letters, not “ger”.\n",
        ),
    ],
)
def test_a_list_with_a_fault_is_not_loaded(
    tmp_path: object, capsys: pytest.CaptureFixture[str], text: str, message: str
) -> None:
    file = tmp_path / "federations.csv"  # type: ignore[operator]
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        call_command("federations", str(file))
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"{file}{message}Nothing was loaded.\n"
    assert not Federation.objects.exists()


def test_a_list_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("federations", "no-such-file.csv")
    assert capsys.readouterr().err == "no-such-file.csv: No such file or directory\n"


@pytest.mark.long
def test_a_killed_start_a_real_one_and_ctrl_c(tmp_path: Path) -> None:
    site = Site(tmp_path, free_port())

    def start(*arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "manage.py", "demo", *arguments],
            cwd=ROOT,
            env=site.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=die_with_parent(signal.SIGINT),  # noqa: PLW1509  it takes no lock
        )

    def read_until(process: subprocess.Popen[str], words: str) -> list[str]:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if words in line:
                return lines
        pytest.fail("".join(lines))

    first = start("--no-serve")
    read_until(first, "players entered")
    first.kill()
    first.communicate()

    second = start("--port", str(site.port), "--stage", "paired")
    message = "".join(read_until(second, "5. report results"))
    assert f"Open {site.url}/" in message
    assert "loaded:" not in message, "what the first start had loaded is loaded again"
    assert f"password of all: {site.password()}" in message
    assert "The chief referee pairs round 1" in message
    for page in ("", "e/wxc-2009/women/standings/7/", "e/axf-2009/women/", "e/demo-2026/men/"):
        with urllib.request.urlopen(f"{site.url}/en/{page}", timeout=60) as answer:  # noqa: S310  our own address
            assert answer.status == 200
            assert b'href="/static/portal/base.' in answer.read()
    processes = children(second.pid)
    assert len(processes) == 3
    third = start()
    assert "already running" in third.communicate(timeout=PATIENCE)[0]
    assert third.returncode == 2

    second.send_signal(signal.SIGINT)
    others = second.communicate(timeout=PATIENCE)[0]
    assert second.returncode == 0, others
    assert "Traceback" not in others
    assert not [pid for pid in processes if Path(f"/proc/{pid}").exists()]
