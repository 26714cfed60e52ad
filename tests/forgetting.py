"""Somebody who stands everywhere a name can stand, and the search for that name in everything there is."""

from __future__ import annotations

import gzip
import zipfile
import zlib
from collections.abc import Collection, Iterator
from datetime import date
from io import BytesIO
from typing import Any
from uuid import uuid4

from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from games.acts.records import accept_record, submit_record
from games.acts.scoresheets import submit_scoresheets
from games.models import GameRecord, SheetPhoto
from portal import outbox, published
from portal.accounts.models import User
from portal.outbox import Job
from portal.push.models import PushDevice
from portal.webhooks.models import Delivery, Webhook
from tests import factories
from tests.games.archived import archives_with
from tests.world import World
from tournaments.acts.backups import write_event
from tournaments.acts.money.fees import (
    FeeTableInput,
    FeeTermsInput,
    book_payment,
    set_fee_table,
    set_fee_terms,
)
from tournaments.acts.money.receipts import issue_receipt
from tournaments.acts.notices.announcements import Texts, announce
from tournaments.acts.notices.documents import add_document
from tournaments.acts.notices.officials import set_official
from tournaments.acts.people import invite_person
from tournaments.acts.refereeing.fouls import log_foul, note_table
from tournaments.acts.register.rating_lists import load_rating_list
from tournaments.acts.results import report_result
from tournaments.exchange.ratings.rating_lists import RatedRow, ReadRatingList
from tournaments.models import (
    Appeal,
    AppealDecision,
    Application,
    Backup,
    Correction,
    EntrantMessage,
    Entry,
    Event,
    FeeAccount,
    LineUp,
    Match,
    Merger,
    Paper,
    Person,
    PersonContact,
    PersonName,
    PersonNumber,
    PersonRating,
    PersonTitle,
    Player,
    Portrait,
    PrivatePage,
    RefereeReport,
    Restoration,
    ResultReport,
    Role,
    Round,
    Seat,
    SentList,
    Team,
    TeamPenalty,
)
from tournaments.pages.files import announce_file, files_of
from tournaments.state.fees import Tariff

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
    # Whose address has the name in it; it follows the event.
    PushDevice.objects.create(
        endpoint="mailto:xu.yinchuan@example.org", digest="0" * 64, language="en", time_zone="UTC"
    )
    in_the_register(entry.player.person_id)
    Correction.objects.create(
        player_id=entry.player_id, column="name", value=LATIN, before=NATIVE, reason=f"no, {LATIN}"
    )
    factories.enter_again(entry, world.other, number=1, rating=2700)
    Event.objects.filter(pk=world.event.pk).update(
        description={"en": f"With {LATIN}"}, contact=LATIN, documents=f"{LATIN} https://example.org/"
    )
    EntrantMessage.objects.create(
        event=world.event, audience="all", texts={"en": f"{LATIN} has a bus ticket."}
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
    what_was_appealed(seat)
    Application.objects.create(
        section=world.section,
        name=LATIN,
        key=LATIN.lower(),
        federation_id=entry.player.federation_id,
        particulars={"native_name": NATIVE},
        email="yinchuan@example.org",
    )
    Application.objects.create(
        section=world.section,
        name="Four of us",
        key="four of us",
        federation_id=entry.player.federation_id,
        members=[{"name": "Smith"}, {"name": LATIN, "native_name": NATIVE}],
    )
    handed = submit_record(pairing=mine, raw=PGN.encode(), by=carol, filename="xuyinchuan.pgn")
    submit_scoresheets(pairing=mine, first=f"{LATIN}\nC2=5 H8+7", second="", by=carol)
    SheetPhoto.objects.create(
        pairing=mine, side="first", body=LATIN.encode(), width=1, height=1, digest="sha256:0", by=carol
    )
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
    listed = RatedRow("20000000", "Xu", "Yinchuan")
    load_rating_list(listed=ReadRatingList("egf", "sha256:0", None, (listed,)), by=alice)
    set_official(event=world.event, name=LATIN, native_name=NATIVE, role="arbiter", by=alice)
    what_was_paid(entry, by=alice)
    quota = world.section.quotas.create(federation_id=entry.player.federation_id, places=1)
    quota.delegates.create(role="coach", name=LATIN, native_name=NATIVE)
    report = RefereeReport.objects.create(section=world.section, remarks=f"{LATIN} was late")
    report.versions.create(number=1, data={}, digest="sha256:0", remarks=f"{LATIN} was late", by=bob)
    what_is_said_of_teams(round_)
    what_machines_keep(world)
    outbox.drain([outbox.FAST])
    of_player = files_of(world.event, world.section, player=entry.number)
    for spec in [*files_of(world.event), *files_of(world.event, world.section), *of_player]:
        announce_file(spec.spec.path)
    everything_published(without=AS_THE_OTHERS)
    return entry


def in_the_register(person: int) -> None:
    """The person with everything that a register holds, and a second row that was merged into it."""
    Person.objects.filter(pk=person).update(name=LATIN, native_name=NATIVE, given_name="Yinchuan")
    row = Person.objects.create(name=LATIN, federation_id="CHN", merged_into_id=person)
    Merger.objects.create(
        person_id=person, other=row, before={"name": LATIN}, after={"name": NATIVE}, moved={"names": [LATIN]}
    )
    Person.objects.get(pk=person).fold(LATIN).save()
    PersonContact.objects.create(person_id=person, contact=f"{LATIN}@example.org")
    Portrait.objects.create(person_id=person, body=LATIN.encode(), width=1, height=1, digest="sha256:0")
    PersonName.objects.create(person_id=person, name=f"{NATIVE} {LATIN}", kind="former")
    PersonNumber.objects.create(person_id=person, issuer="wxf", number=LATIN)
    PersonTitle.objects.create(person_id=person, title=LATIN, proof=f"list of {LATIN}")
    PersonRating.objects.create(
        person_id=person, issuer="wxf", value=2700, on=date(2026, 1, 1), source=f"told by {LATIN}"
    )


def what_was_paid(entry: Entry, *, by: User) -> None:
    """A receipt, which says who has paid."""
    event = entry.section.event
    set_fee_terms(event=event, values=FeeTermsInput(currency="EUR", holder="Club"), by=by)
    set_fee_table(
        section=entry.section, values=FeeTableInput(tariffs=[Tariff(name="All", amount=500)]), by=by
    )
    account = FeeAccount.objects.get(entry=entry)
    row = book_payment(event=event, reference=account.reference, by=by)["row"]
    issue_receipt(event=event, row=row, by=by)


def what_was_appealed(seat: Seat) -> None:
    """An appeal against a result, rejected by a panel that names the player."""
    report = ResultReport.objects.in_force().get(pairing=seat.pairing)
    appeal = Appeal.objects.create(
        pairing=seat.pairing, entry=seat.entry, report=report, statement=f"{LATIN} did not lose"
    )
    AppealDecision.objects.create(
        appeal=appeal, outcome="rejected", panel=f"Ho, {LATIN}", reason=f"{NATIVE} did"
    )


def what_is_said_of_teams(round_: Round) -> None:
    """A match with a line-up, and a penalty, each with its reason."""
    team = Team.objects.create(section=round_.section, name="Team of eight", captain_name=LATIN)
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
    SentList.objects.create(source="csv", body=body, by=world.users["alice"])
    archives_with(LATIN, NATIVE, PGN.encode(), by=world.users["alice"])
    # Of an opponent, who reads there against whom.
    opponent = factories.make_link(world.section.entries.get(number=4))
    page_body = zlib.compress(f"You play {LATIN}".encode())
    PrivatePage.objects.create(
        link=opponent, language="en", release="r", stamps={}, until=timezone.now(), body=page_body
    )
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
    result = set()
    for table in connection.introspection.table_names():
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608  names of our own tables
            columns = [item[0] for item in cursor.description]
            for row in cursor.fetchall():
                result |= {
                    f"{table}.{name}"
                    for name, value in zip(columns, row, strict=True)
                    if any(quotes(text) for text in texts(value))
                }
    for session in Session.objects.all():
        if quotes(repr(dict(session.get_decoded()))):
            result.add("django_session.session_data")
    return result


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
