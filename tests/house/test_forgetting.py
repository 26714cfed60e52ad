"""A person is forgotten: the name stands in no column, no page, no file (``docs/guide/forgetting.md``)."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models, transaction

from games.models import RecordReading, RecordSource, Scoresheets
from portal import outbox
from portal.journal.models import JournalEntry
from portal.ops import erasure
from portal.policy import Refusal
from portal.published.memory import memory
from tests.cached_worlds import remembered
from tests.forgetting import (
    LATIN,
    NATIVE,
    everything_published,
    named_everywhere,
    places,
    quotes,
    texts,
)
from tests.text_columns import FORGOTTEN, NAMELESS
from tests.world import World
from tournaments.acts.backups import write_event
from tournaments.acts.entering.players import correct_player, enter_player, erase_player
from tournaments.acts.register.person_input import PersonInput
from tournaments.models import Entry, Erasure, Player, PlayerLink, ResultReport, Round, RoundVersion, Standing
from tournaments.state.anonymous import is_anonym

BY_DESIGN = {
    "tournaments_player.name",
    "tournaments_player.native_name",
    "tournaments_player.club",
    "games_recordsource.raw",
    "games_recordsource.filename",
    "games_recordreading.headers",
    "games_recordreading.data",
    "games_scoresheets.first",
    "games_recordacceptance.reason",
    "tournaments_resultreport.reason",
    "tournaments_foul.reason",
    "tournaments_lineup.reason",
    "tournaments_teampenalty.reason",
    "tournaments_correction.before",
    "tournaments_receipt.payer",
    "tournaments_announcementtext.text",
    "tournaments_entrantmessage.texts",
    "tournaments_event.description",
    "tournaments_event.contact",
    "tournaments_event.documents",
    "tournaments_document.title",
    "tournaments_searchkey.words",
    "tournaments_listedplayer.key",
    "tournaments_listedplayer.given",
    "tournaments_official.name",
    "tournaments_official.native_name",
    "tournaments_invitation.email",
    "tournaments_application.name",
    "tournaments_application.key",
    "tournaments_application.particulars",
    "tournaments_application.members",
    "tournaments_application.email",
    "tournaments_paper.body",
    "tournaments_backup.body",
    "tournaments_restoration.body",
    "tournaments_sentlist.body",
    "portal_journalentry.reason",
    "portal_delivery.body",
    "portal_job.outcome",
    "portal_rendered.body",
    "django_session.session_data",
}
"""Where the name stands before."""


def test_every_column_that_holds_texts_is_known() -> None:
    """Whoever adds one says whether a name can stand in it, and then has it forgotten."""
    texts = (models.CharField, models.TextField, models.JSONField, models.BinaryField)
    columns = {
        f"{model._meta.label}.{column.name}"
        for app in ("portal", "tournaments", "games")
        for model in apps.get_app_config(app).get_models()
        for column in model._meta.concrete_fields
        if isinstance(column, texts) and not column.choices
    }
    listed_columns = [
        f"{label}.{column}"
        for table in (FORGOTTEN, NAMELESS)
        for label, columns in table.items()
        for column in columns.split()
    ]
    assert sorted(columns) == sorted(listed_columns)


BLANKS = {
    "portal.JournalEntry": "reason before after answer",
    "tournaments.ResultReport": "reason",
    "tournaments.LineUp": "reason",
    "tournaments.TeamPenalty": "reason",
    "tournaments.Foul": "reason",
    "tournaments.AppealDecision": "panel reason",
    "tournaments.AnnouncementText": "text",
    "tournaments.LedgerRow": "reason",
    "tournaments.Receipt": "payer",
    "games.GameRecord": "reason",
    "games.BoardCount": "reason",
    "games.CountConsent": "reason",
    "games.ProposalRuling": "reason",
    "games.Claim": "typed",
    "games.ColourDecision": "reason",
    "games.Scoresheets": "first second",
}
"""What may be blanked in insert-only tables. A migration that makes one so again must say it again."""


@pytest.mark.django_db
@pytest.mark.parametrize("label", BLANKS)
def test_the_trigger_lets_blanking_through(label: str) -> None:
    """As the database has it: every column stands in its condition, those that may be blanked twice."""
    table = apps.get_model(label)._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT sql FROM sqlite_master WHERE name = %s", [f"{table}_no_update"])
        else:
            cursor.execute(
                "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname = %s", [f"{table}_only_blanked"]
            )
        [trigger] = cursor.fetchone() or [""]
    for column in apps.get_model(label)._meta.concrete_fields:
        compared = len(re.findall(rf'\bNEW\."?{column.column}\b', trigger, re.IGNORECASE))
        assert compared == (2 if column.name in BLANKS[label].split() else 1), column.name


@pytest.fixture
@remembered
def named(drawn: World) -> Entry:
    return named_everywhere(drawn)


@pytest.mark.slow
def test_afterwards_the_name_is_nowhere(named: Entry, drawn: World) -> None:
    assert places() >= BY_DESIGN
    address = "/en/e/cup/men/round/1/"
    client = drawn.client("nobody")
    assert LATIN in client.get(address).content.decode()
    assert address in memory.slots
    digests = list(RoundVersion.objects.values_list("digest", "pairs"))
    frozen = list(Standing.objects.values_list("digest", "data"))
    before = {path for path, body in everything_published().items() if quotes(body.decode("utf-8", "ignore"))}
    assert len(before) > 20
    erase_player(entry=named, confirm=LATIN, by=drawn.users["admin"])
    # At once, before any worker has done anything.
    assert places() == set()
    memory.refresh()
    assert address not in memory.slots
    assert LATIN not in client.get(address).content.decode()
    outbox.drain([outbox.FAST])
    assert places() == set()
    for path, body in everything_published().items():
        for codec in ("utf-8", "gb18030", "utf-16"):
            assert not quotes(body.decode(codec, "ignore")), path
    # What was played stands.
    assert list(RoundVersion.objects.values_list("digest", "pairs")) == digests
    assert list(Standing.objects.values_list("digest", "data")) == frozen
    assert ResultReport.objects.in_force().filter(pairing__seats__entry=named, value="0-1").exists()
    reading = RecordReading.objects.get(record__pairing__seats__entry=named)
    assert len(reading.data["moves"]["iccs"]) == 4
    assert RecordSource.objects.filter(raw=b"").count() == 2
    assert Scoresheets.objects.get().answer.data["moves"] != []
    # A backup that is made now knows no name.
    with BytesIO() as file:
        write_event(drawn.event, file)
        assert not any(quotes(text) for text in texts(file.getvalue()))


@pytest.mark.long
def test_every_forgetter_is_needed(named: Entry, drawn: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any one of them, the name is left somewhere."""
    registered = dict(erasure._forgetters)
    assert len(registered) >= 11
    left: dict[str, set[str]] = {}
    for name in registered:
        monkeypatch.setattr(
            erasure, "_forgetters", {other: item for other, item in registered.items() if other != name}
        )
        with transaction.atomic():
            erase_player(entry=named, confirm=NATIVE, by=drawn.users["admin"])
            left[name] = places()
            transaction.set_rollback(True)
    assert [name for name, result in left.items() if not result] == []


@pytest.mark.slow
def test_who_may_and_what_is_refused(named: Entry, drawn: World) -> None:
    alice, admin = drawn.users["alice"], drawn.users["admin"]
    for by, confirm, code in (
        (alice, LATIN, "erase-elsewhere"),
        (admin, "", "erase-confirm"),
        (admin, "Xu", "erase-confirm"),
    ):
        with pytest.raises(Refusal) as refused:
            erase_player(entry=named, confirm=confirm, by=by)
        assert refused.value.code == code
    answer = erase_player(entry=named, confirm="许银川", by=admin, once="k")
    assert answer == {"player": named.player_id, "entries": 2, "named": []}
    assert erase_player(entry=named, confirm="许银川", by=admin, once="k") == answer
    for again in (
        lambda: erase_player(entry=named, confirm=LATIN, by=admin),
        lambda: correct_player(entry=named, person=PersonInput(name=LATIN, federation="CHN"), by=alice),
    ):
        with pytest.raises(Refusal) as refused:
            again()
        assert refused.value.code == "player-erased"
    # Both events have it in their journals, by number only.
    written = JournalEntry.objects.filter(act="erase_player")
    assert {entry.scope for entry in written} == {f"event:{drawn.event.pk}", f"event:{drawn.other.event_id}"}
    player = Player.objects.get(pk=named.player_id)
    assert is_anonym(player.name)
    assert (player.native_name, player.club, player.birth_year, player.gender, player.rating) == (
        *("", "", None),
        *("", None),
    )
    of_place = (player.native_club, player.province, player.native_province)
    assert (player.title, player.grade, *of_place) == ("", "", "", "", "")
    assert Erasure.objects.filter(uid=player.person.uid).exists()
    assert not PlayerLink.objects.filter(entry__player__person=player.person_id, revoked_at=None).exists()
    # Whoever comes again under that name is somebody new.
    enter_player(
        section=drawn.section, person=PersonInput(name=LATIN, federation=player.federation_id), by=alice
    )
    assert Player.objects.filter(name=LATIN).exclude(person=player.person_id).count() == 1
    assert not Player.objects.filter(person=player.person_id, erased_at=None).exists()


@pytest.mark.slow
def test_what_is_named_after_the_person_is_told(named: Entry, drawn: World) -> None:
    drawn.section.name = "Yinchuan Cup"
    drawn.section.save()
    answer = erase_player(entry=named, confirm=LATIN, by=drawn.users["admin"])
    assert answer["named"] == [f"section:{drawn.section.pk}"]


@pytest.mark.slow
def test_at_the_desk(named: Entry, drawn: World, text: Callable[[Any], str]) -> None:
    Entry.objects.filter(player__person=named.player.person_id).exclude(pk=named.pk).delete()
    Player.objects.filter(person=named.player.person_id).exclude(pk=named.player_id).delete()
    page = drawn.get("alice", "erase_player", named.pk)
    assert "This cannot be undone" in text(page)
    assert "Erase personal data" in text(drawn.get("alice", "entry_desk", named.pk))
    assert "Erase personal data" not in text(drawn.get("carol", "entry_desk", named.pk))
    wrong = drawn.post("alice", "erase_player", named.pk, confirm="Somebody")
    assert wrong.status_code == 422
    assert "Type the name" in text(wrong)
    done = drawn.post("alice", "erase_player", named.pk, confirm="xu yinchuan")
    assert done.status_code == 302
    page_text = text(drawn.client("alice").get(done["Location"]))
    assert "has been erased" in page_text
    assert "Name removed" in page_text
    assert not quotes(page_text)
    for name in ("entries", "section_files", "papers", "player_links"):
        assert not quotes(text(drawn.get("alice", name))), name
    journal = text(drawn.client("alice").get(f"/en/desk/{drawn.event.slug}/-/journal/"))
    assert "personal data erased" in journal
    assert not quotes(journal)


@pytest.mark.slow
def test_a_record_that_is_being_read_is_read_anew(drawn: World) -> None:
    """The worker has read the bytes; the person is forgotten; what it found must not be written."""
    from games.acts.records import submit_record
    from games.tasks import ReadRecordHandler
    from tests.forgetting import PGN

    entry = drawn.section.entries.select_related("player", "section__event").get(number=3)
    Player.objects.filter(pk=entry.player_id).update(name=LATIN, native_name=NATIVE)
    entry.refresh_from_db()
    round_: Round = drawn.published()
    pairing = round_.pairings.get(seats__entry=entry)
    made = submit_record(pairing=pairing, raw=PGN.encode(), by=drawn.users["carol"])
    handler, payload = ReadRecordHandler(), {"record": made["record"]}
    read = handler.read(payload)
    erase_player(entry=entry, confirm=LATIN, by=drawn.users["admin"])
    assert handler.read(payload).digest != read.digest
    outbox.drain([outbox.FAST])
    assert places() == set()


@pytest.mark.slow
def test_what_comes_in_between_search_and_locks_is_searched_as_well(
    drawn: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bytes are looked through before any lock is taken, by children alone: again if that was too early."""
    from games.acts.records import submit_record
    from games.models import GameRecord
    from tests.decoders import forbid
    from tests.forgetting import PGN

    entry = drawn.section.entries.select_related("player", "section__event").get(number=3)
    Player.objects.filter(pk=entry.player_id).update(name=LATIN, native_name=NATIVE)
    entry.refresh_from_db()
    round_: Round = drawn.published()
    tables = list(round_.pairings.exclude(seats__entry=entry).order_by("table")[:2])
    carol = drawn.users["carol"]
    first = submit_record(pairing=tables[0], raw=PGN.encode("gb18030"), by=carol)["record"]
    searched: list[int] = []

    def one_more(_who: erasure.ErasedPerson, _earlier: Any) -> dict[int, bool]:
        """Called last of all searches: what it hands in, the others have not seen."""
        searched.append(GameRecord.objects.count())
        if len(searched) == 1:
            submit_record(pairing=tables[1], raw=PGN.encode(), by=carol)
        return {}

    forbid(monkeypatch)
    monkeypatch.setitem(erasure._searches, "zz", one_more)
    erase_player(entry=entry, confirm=LATIN, by=drawn.users["admin"])
    assert searched == [1, 2]
    assert RecordSource.objects.get(record=first).raw == b""
    assert not RecordSource.objects.exclude(raw=b"").exists()


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_not_in_the_file_of_the_database(drawn: World) -> None:
    """What was overwritten stands in unused corners of the file until it is written anew."""

    def files() -> bytes:
        name = str(connection.settings_dict["NAME"])
        return b"".join(path.read_bytes() for path in map(Path, (name, f"{name}-wal")) if path.exists())

    entry = named_everywhere(drawn)
    assert LATIN.encode() in files()
    erase_player(entry=entry, confirm=LATIN, by=drawn.users["admin"])
    assert LATIN.encode() in files()
    outbox.drain()
    left = files()
    for needle in ("Yinchuan", "yinchuan", "許銀", "许银", "銀川", "银川"):
        assert needle.encode() not in left
        assert needle.encode("gb18030") not in left
