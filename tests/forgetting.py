"""Somebody who stands everywhere a name can stand, and the search for that name in everything there is."""

from __future__ import annotations

import gzip
import zipfile
import zlib
from collections.abc import Collection, Iterator
from io import BytesIO
from typing import Any
from uuid import uuid4

from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection

from games.acts.records import accept_record, submit_record
from games.acts.scoresheets import submit_scoresheets
from games.models import GameRecord
from portal import outbox, published
from portal.outbox import Job
from portal.webhooks.models import Delivery, Webhook
from tests import factories
from tests.world import World
from tournaments.acts.announcements import Texts, announce
from tournaments.acts.backups import write_event
from tournaments.acts.documents import add_document
from tournaments.acts.fouls import log_foul, note_table
from tournaments.acts.officials import set_official
from tournaments.acts.people import invite_person
from tournaments.acts.rating_lists import load_rating_list
from tournaments.acts.results import report_result
from tournaments.exchange.rating_lists import Listed, RatingList
from tournaments.models import (
    Backup,
    Entry,
    Event,
    LineUp,
    Match,
    Paper,
    Player,
    Restoration,
    Role,
    Round,
    Seat,
    Team,
    TeamPenalty,
)
from tournaments.pages.files import announce_file, files_of

LATIN, NATIVE = "Xu Yinchuan", "許銀川"
NEEDLES = ("yinchuan", "許銀", "銀川", "许银", "银川")
"""In small letters; parts by which nobody else is called."""
AS_THE_OTHERS = ("zh-hant", "vi")
"""Languages whose pages say what those in English and simplified Chinese say; left out where pages are only
compared, or made so that there are some."""
PGN = f"""[Event "Cup"]
[Red "{LATIN}"]
[Black "{NATIVE}"]

1. C2=5 {{{LATIN} thought for long}} H8+7 2. H2+3 R9=8 *
"""


def named_everywhere(world: World) -> Entry:
    """The entry of Xu Yinchuan, whom everybody has written about. The world is one of eight players; he plays
    at Charlie's event, too."""
    entry = world.section.entries.select_related("player", "section__event").get(number=3)
    Player.objects.filter(pk=entry.player_id).update(
        name=LATIN,
        native_name=NATIVE,
        club=f"Friends of {LATIN}",
        birth_year=1975,
        gender="m",
        rating=2700,
        title="GM",
        grade="9d",
        native_club=f"{NATIVE}棋社",
        province=LATIN,
        native_province=NATIVE,
        given_name="Yinchuan",
        declared_grade="2d",
        egf_pin="yinchuan",
    )
    entry.refresh_from_db()
    factories.enter_again(entry, world.other, number=1, rating=2700)
    Event.objects.filter(pk=world.event.pk).update(
        description={"en": f"With {LATIN}"}, contact=LATIN, documents=f"{LATIN} https://example.org/"
    )
    factories.announce(world.section)
    factories.announce(world.other)
    round_ = world.published()
    alice, bob, carol, dave = (world.users[name] for name in ("alice", "bob", "carol", "dave"))
    seat = Seat.objects.select_related("pairing__round__section__event").get(entry=entry, round=round_)
    mine = seat.pairing
    table = mine.table or 0
    first = report_result(round_=round_, table=table, value="1-0", seen=None, by=carol)
    report_result(
        round_=round_, table=table, value="0-1", seen=first["report"], by=bob, reason=f"{LATIN} says so"
    )
    log_foul(round_=round_, table=table, player=3, kind="technical", by=dave, reason="Mr. YINCHUAN talked")
    note_table(round_=round_, table=table, text="许银川 came late", by=dave)
    handed = submit_record(pairing=mine, raw=PGN.encode(), by=carol, filename="xuyinchuan.pgn")
    submit_scoresheets(pairing=mine, first=f"{LATIN}\nC2=5 H8+7", second="", by=carol)
    other = round_.pairings.exclude(pk=mine.pk).filter(table__isnull=False)[0]
    factories.report(round_, other.table or 0, "1-0")
    theirs = submit_record(pairing=other, raw=PGN.encode("gb18030"), by=carol)
    outbox.drain([outbox.FAST])
    for made in (handed, theirs):
        record = GameRecord.objects.get(pk=made["record"])
        accept_record(record=record, by=bob, reason=f"{NATIVE} agrees")
    invite_person(event=world.event, email="xu.yinchuan@example.org", role=Role.DESK, language="en", by=alice)
    announce(event=world.event, texts=Texts(en=f"{LATIN} gives a simul", zh_hant=NATIVE), by=alice)
    add_document(event=world.event, kind="other", raw=b"Menu\n", title=f"Dinner with {LATIN}", by=alice)
    known = Listed("20000000", "Xu", "Yinchuan")
    load_rating_list(listed=RatingList("egf", "sha256:0", None, (known,)), by=alice)
    set_official(event=world.event, name=LATIN, native_name=NATIVE, role="arbiter", by=alice)
    what_is_said_of_teams(round_)
    what_machines_keep(world)
    outbox.drain([outbox.FAST])
    for spec in [*files_of(world.event), *files_of(world.event, world.section, None)]:
        announce_file(spec.spec.path)
    everything_published(without=AS_THE_OTHERS)
    return entry


def what_is_said_of_teams(round_: Round) -> None:
    """A match with a line-up, and a penalty, each with its reason."""
    team = Team.objects.create(section=round_.section, name="Team of eight")
    match = Match.objects.create(round=round_, first=team)
    LineUp.objects.create(match=match, team=team, version=1, players=[3], reason=f"{LATIN} is ill")
    TeamPenalty.objects.create(team=team, match_points=-1000, reason=f"{NATIVE} came late")


def what_machines_keep(world: World) -> None:
    """Rows that hold no name by design, and do here."""
    hook = Webhook.objects.create(scope=f"event:{world.event.pk}", url="https://example.org/", salt="s")
    Delivery.objects.create(
        webhook=hook, uid=uuid4().hex, topic="result.reported", body=f'{{"name": "{NATIVE}"}}'
    )
    Job.objects.create(
        kind="paper",
        key="paper:x",
        priority=70,
        queue="slow",
        state="failed",
        outcome={"error": f"ValueError: {LATIN}"},
    )
    Paper.objects.create(
        section=world.section, kind="x", language="en", digest="d", body=f"%PDF {LATIN}".encode(), pages=1
    )
    with BytesIO() as file:
        write_event(world.event, file)
        body = file.getvalue()
    Backup.objects.create(event=world.event, body=body, size=len(body), digest="d")
    Restoration.objects.create(slug="again", body=body, by=world.users["alice"])
    session = SessionStore()
    session["kept_form"] = {"path": "/", "data": {"name": [LATIN]}}
    session.create()


def everything_published(*, without: Collection[str] = ()) -> dict[str, bytes]:
    """Every page in every variant but ``without``, made if it is not: address → bytes."""
    return {
        f"{page.path} {variant}": gzip.decompress(bytes(published.get(page.path, variant).body))
        for page in published.Page.objects.filter(withdrawn=False)
        for variant in published.renderers.renderer_of(page.kind).variants()
        if variant not in without
    }


def places() -> set[str]:
    """Where the name stands in the database: ``table.column``, whatever the column is."""
    found = set()
    for table in connection.introspection.table_names():
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608  names of our own tables
            columns = [one[0] for one in cursor.description]
            for row in cursor.fetchall():
                found |= {
                    f"{table}.{name}"
                    for name, value in zip(columns, row, strict=True)
                    if any(quotes(text) for text in texts(value))
                }
    for session in Session.objects.all():
        if quotes(repr(dict(session.get_decoded()))):
            found.add("django_session.session_data")
    return found


def texts(value: Any) -> Iterator[str]:
    """What a value says: text, and bytes in every way in which they may be read."""
    if isinstance(value, (bytes, memoryview)):
        raw = bytes(value)
        if raw[:2] == b"\x1f\x8b":
            raw = gzip.decompress(raw)
        elif raw[:4] == b"PK\x03\x04":
            with zipfile.ZipFile(BytesIO(raw)) as members:
                raw = b"".join(members.read(name) for name in members.namelist())
        elif raw[:1] == b"\x78":
            try:
                raw = zlib.decompress(raw)
            except zlib.error:
                yield ""
        for codec in ("utf-8", "gb18030", "big5", "utf-16"):
            yield raw.decode(codec, "ignore")
    elif value is not None:
        yield str(value)


def quotes(text: str) -> bool:
    small = text.casefold()
    escaped = [needle.encode("unicode_escape").decode() for needle in NEEDLES]
    return any(needle in small for needle in (*NEEDLES, *escaped))


FORGOTTEN = {
    "tournaments.Backup": "body",
    "tournaments.Restoration": "body",
    "portal.JournalEntry": "before after reason answer",
    "tournaments.Event": "description contact documents",
    "portal.Job": "payload outcome",
    "portal.Rendered": "body",
    "portal.Picture": "body",
    "portal.Delivery": "body last",
    "tournaments.Player": "name given_name native_name title grade declared_grade club native_club"
    " province native_province egf_pin ffg_licence aga_id",
    "tournaments.Document": "title",
    "tournaments.Entry": "doubts",
    "tournaments.Section": "opengotha",
    "tournaments.PairRule": "reason",
    "tournaments.ResultReport": "reason",
    "tournaments.LineUp": "reason",
    "tournaments.TeamPenalty": "reason",
    "tournaments.Foul": "reason",
    "tournaments.Invitation": "email",
    "tournaments.Paper": "body reported",
    "tournaments.AnnouncementText": "text",
    "tournaments.SearchKey": "words",
    "tournaments.ListedPlayer": "number key surname given club",
    "tournaments.Official": "duty name native_name title",
    "games.GameRecord": "reason",
    "games.RecordSource": "raw filename",
    "games.RecordReading": "data headers",
    "games.RecordAcceptance": "reason",
    "games.BoardCount": "reason",
    "games.CountConsent": "reason",
    "games.Claim": "typed",
    "games.Scoresheets": "first second",
    "games.ScoresheetsAnswer": "data",
    "games.ProposalRuling": "reason",
}
"""Columns in which a person's name may stand; a forgetter blanks each."""
NAMELESS = {
    # accounts, which a site administrator deletes
    "portal.User": "password username first_name last_name email",
    "portal.AccessToken": "name scopes digest hint",
    # codes, numbers, digests, random texts
    "portal.JournalEntry": "party origin act scope target once",
    "portal.Job": "kind key digest queue owner",
    "portal.Page": "path kind params digest",
    "portal.Rendered": "language release etag",
    "portal.Picture": "language digest",
    "portal.Withheld": "prefix",
    "portal.Webhook": "scope url topics salt",
    "portal.Delivery": "uid topic",
    "tournaments.PlayerLink": "secret_digest salt",
    "tournaments.Round": "draft_input draft_digest draft_changes",
    "tournaments.RoundVersion": "pairs input digest",
    "tournaments.Pairing": "reasons notices",
    "tournaments.Adjournment": "sealed_move",
    "tournaments.Foul": "offence article penalty",
    "tournaments.Invitation": "language secret_digest salt",
    "tournaments.Paper": "kind language digest source",
    "tournaments.AnnouncementText": "language",
    "tournaments.Standing": "data digest",
    "tournaments.Award": "data",
    # an organiser's file, of which the documentation says that nobody looks into it
    "tournaments.Document": "body digest",
    "tournaments.Backup": "digest",
    "tournaments.Logo": "body digest",
    "tournaments.Restoration": "slug",
    "games.RecordSource": "format digest",
    "games.BoardCount": "position dead",
    "games.Claim": "kind outcome verdict",
    "games.Scoresheets": "digest",
    # what organisers call things
    "tournaments.Federation": "code name_en name_zh_hans name_zh_hant name_vi",
    "tournaments.FormerAddress": "slug",
    "tournaments.FormerSectionAddress": "slug",
    "tournaments.Site": "name",
    "tournaments.Event": "slug name native_name place time_zone languages",
    "tournaments.Section": "slug name native_name options rulebook preset tiebreaks points seed ladder"
    " rating_country team_rules",
    "tournaments.Match": "reasons notices first_line_up second_line_up",
    "tournaments.LineUp": "players",
    "tournaments.RatingList": "name digest columns shape",
    "tournaments.ListedPlayer": "country grade",
    "tournaments.Team": "name native_name",
    "tournaments.Category": "key name native_name",
    "tournaments.Prize": "name native_name amounts currency",
    "tournaments.Screen": "name shows",
}
"""Columns in which it may not."""
