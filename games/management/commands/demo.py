"""``demo``: the whole product on this machine, with championships in it."""

from __future__ import annotations

import fcntl
import logging
import os
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from django.urls import reverse

from games.demo import load_games
from games.demo_live import EVERY, load_live, next_moves
from games.demo_weiqi import load_weiqi
from portal import outbox
from portal.accounts.models import User
from portal.management.commands.run import commands
from portal.ops.supervisor import Supervisor, port_is_free, port_number
from tournaments.acts.notices.screens import set_screen
from tournaments.demo import cast
from tournaments.demo.coming import load_coming
from tournaments.demo.congress import load_congress
from tournaments.demo.federation import load_federation
from tournaments.demo.finished import load_finish
from tournaments.demo.playing import WorkFailedError
from tournaments.demo.records import load_records
from tournaments.demo.stages import DemoStage, load_championship
from tournaments.demo.team_championship import load_teams
from tournaments.management.commands.prepare import prepare
from tournaments.models import PlayerLink, Round, Section
from tournaments.pages.paths import screen_path
from tournaments.queries.invitations import invitation_secret

HOST = "127.0.0.1"
PORTS = range(8000, 8020)
PATIENCE = 30.0


class Command(BaseCommand):
    help = "Run a demo with sample championships; prints the URL."
    # Checks that need tables or collected files come before this command has made them.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--stage",
            choices=list(DemoStage),
            type=DemoStage,
            help="stage of the championship (default: running)",
        )
        parser.add_argument("--seed", type=int, default=2026, help="seed for names and results (%(default)s)")
        parser.add_argument("--port", type=port_number, help="default: the first free one from 8000")
        parser.add_argument("--no-serve", action="store_true", help="create the data only")

    def handle(
        self, *, stage: DemoStage | None, seed: int, port: int | None, no_serve: bool, **_: Any
    ) -> None:
        # Public sites have accounts of their own; here the passwords are printed.
        if urlsplit(settings.PUBLIC_URL).hostname not in {"127.0.0.1", "localhost", "::1"}:
            self.stop(f"PUBLIC_URL is {settings.PUBLIC_URL}: a demonstration has no place on a public site.")
        if not no_serve:
            port = self.find_port(port)
            # What is loaded leads to where it is served; the children read their settings there.
            settings.PUBLIC_URL = os.environ["PUBLIC_URL"] = f"http://{HOST}:{port}"
        with self.alone():
            try:
                section = self.load(stage, seed)
            except KeyboardInterrupt:
                self.stop("Stopped while loading; the next start carries on.", code=130)
            except WorkFailedError as error:
                self.stop(f"The worker's part has failed: {error}", code=1)
            if no_serve:
                self.stdout.write(sign_ins(""))
            elif port is not None:
                self.serve(port, section)

    def stop(self, why: str, *, code: int = 2) -> None:
        self.stderr.write(why)
        sys.exit(code)

    def find_port(self, wanted: int | None) -> int:
        for port in PORTS if wanted is None else [wanted]:
            if port_is_free(HOST, port):
                return port
        self.stop(f"Port {wanted or PORTS} is in use: end that program or choose another with --port.")
        raise AssertionError

    @contextmanager
    def alone(self) -> Iterator[None]:
        """One demonstration at a time in one data folder."""
        with (settings.DATA_DIR / "demo.lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self.stop(f"The demonstration in {settings.DATA_DIR} is already running.")
            yield

    def load(self, stage: DemoStage | None, seed: int) -> Section:
        logging.getLogger("portal.outbox").setLevel(logging.WARNING)
        started = time.monotonic()
        for done in prepare():
            self.tell(done)
        users = cast.ensure_cast()
        for section in load_records(users):
            self.tell(f"loaded: {section}")
        if finished := load_finish(users):
            self.tell(f"prizes awarded: {finished}")
        if games := load_games(users):
            self.tell(f"games read and accepted: {len(games)}")
        if weiqi := load_weiqi(users, seed=seed):
            self.tell(f"loaded: {weiqi}")
        if live := load_live(users, seed=seed):
            self.tell(f"loaded: {live}")
        if congress := load_congress(users, seed=seed, say=self.tell):
            self.tell(f"loaded: {congress}")
        if teams := load_teams(users, seed=seed, say=self.tell):
            self.tell(f"loaded: {teams}")
        if coming := load_coming(users):
            self.tell(f"loaded: {coming}")
        if federation := load_federation(users, seed=seed, say=self.tell):
            self.tell(f"loaded: {federation}")
        section = load_championship(users, stage=stage, seed=seed, say=self.tell)
        show_on_a_screen(section, users)
        # Pages that were asked for and not rendered yet, also by a start that was interrupted.
        outbox.drain()
        self.tell(f"ready after {time.monotonic() - started:.1f} s: {section}")
        return section

    def tell(self, text: str) -> None:
        self.stdout.write(f"  {text}")
        self.stdout.flush()

    def serve(self, port: int, section: Section) -> None:
        address = settings.PUBLIC_URL
        next_round = section.round_set.exclude(state=Round.State.CLOSED).first()
        text = "\n".join(
            [
                opening(address),
                sign_ins(address),
                how_to_pair(section, next_round),
                at_the_tables(address, section, next_round),
                walls(address, section),
            ]
        )
        connection.close()
        supervisor = Supervisor(commands(host=HOST, port=port, workers=1))
        threading.Thread(target=self.announce, args=(address, text), daemon=True).start()
        supervisor.run()

    def announce(self, address: str, text: str) -> None:
        """Print the address as soon as a reader would be answered; then give the live event its moves."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{address}/en/", timeout=5):  # noqa: S310  our own address
                    self.stdout.write(text)
                    self.stdout.flush()
                    break
            except OSError:  # nobody listens yet, or the first answer takes its time
                time.sleep(0.1)
        else:
            self.stderr.write(f"{address} does not respond; see the output above.")
            return
        users = cast.ensure_cast()
        while next_moves(users):
            time.sleep(EVERY)
        connection.close()


def opening(address: str) -> str:
    return f"\nOpen {address}/   (Ctrl-C ends everything; the next start finds the data again)\n"


def show_on_a_screen(section: Section, users: Mapping[str, User]) -> None:
    """A screen for the hall, once."""
    if not section.event.screens.exists():
        set_screen(
            event=section.event,
            name="Hall",
            shows=["countdown", "pairings", "standings"],
            seconds=10,
            by=users[cast.CHIEF.username],
        )


def walls(address: str, section: Section) -> str:
    """What hangs in the hall."""
    desk = f"{address}/en/desk/{section.event.slug}/{section.slug}/paper/"
    return "\n".join(
        [
            "In the hall:",
            f"  a screen: {address}/en/{screen_path(section.event, 1)}",
            f"  paper, for staff: {desk}",
            "",
        ]
    )


def at_the_tables(address: str, section: Section, next_round: Round | None) -> str:
    """Lead to what a referee, a player and a captain have in their hands."""
    place = [section.event.slug, section.slug]
    lines = []
    if next_round is not None:
        number = next_round.number
        hall = address + reverse("hall", args=[*place, number])
        lines += [
            f"  a referee, once round {number} is public: sign in as {cast.TABLES.username} and open",
            f"    {hall}   (each row is a table)",
        ]
    link = (
        PlayerLink.objects.filter(entry__section=section, revoked_at=None).order_by("entry__number").first()
    )
    if link is not None:
        lines += [
            f"  a player, without an account: {address}/p/{invitation_secret(link)}/ is the page of",
            f"    {link.entry.player.name}; the cards of all: {address}{reverse('player_links', args=place)}",
        ]
    lines += [f"  a captain: sign in as {cast.CAPTAIN.username}; the first page has the team"]
    return "\n".join(["At the tables, on a phone or in a narrow window:", *lines, ""])


WITHOUT_ROLE = {cast.ADMIN: "site administrator", cast.CAPTAIN: "captain of a team"}


def sign_ins(address: str) -> str:
    """List the accounts with what they are; all have the one password of this machine."""
    rows = [
        f"  {part.username:<11} {f'{part.first_name} {part.last_name}':<14} "
        f"{part.role.label if part.role else WITHOUT_ROLE[part]}"
        for part in cast.PARTS
    ]
    where = f"Sign in at {address}/en/account/login/" if address else "Accounts"
    return "\n".join([f"{where}, password of all: {cast.password()}", *rows, ""])


def how_to_pair(section: Section, next_round: Round | None) -> str:
    """What the chief referee clicks to have the next round paired."""
    if next_round is None:
        return f"{section.event.name} has been played to its end."
    number = next_round.number
    steps = [
        f"sign in as {cast.REFEREE.username}; choose {section.event.name}, then {section.name}",
        f'"Pair round {number}", twice: the link, then the button; a moment later the draft is there',
        "look at it: the arrow of a row says why this pairing; swap players below if you must",
        f'"Publish round {number}": the public page shows it within seconds',
        f'report results, also as {cast.DESK.username} in another browser; then "Close round {number}"',
    ]
    numbered = [f"  {place}. {step}" for place, step in enumerate(steps, start=1)]
    return "\n".join([f"The chief referee pairs round {number}:", *numbered, ""])
