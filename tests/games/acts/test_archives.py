"""Archives of records: into a collection, into the tables of a section, looked at before, and on again after
whatever happened."""

from __future__ import annotations

from collections import Counter

import pytest

from games.acts._archive_parts import keep_games
from games.acts.archives import MOST_WAITING, import_collection, import_records
from games.acts.records import MOST_BYTES
from games.models import (
    ArchiveLine,
    CollectedGame,
    GameCollection,
    GameRecord,
    RecordArchive,
    RecordReading,
)
from games.queries.archives import ArchiveState, progress_of
from games.records import archives
from games.tasks import MOST_SECONDS
from games.wording.archives import line_text
from portal import outbox
from portal.journal.models import JournalEntry
from portal.outbox.runner import MAX_ATTEMPTS
from portal.policy import Denied, Refusal
from portal.sandbox import parent
from tests.cast import Cast, pairing_of
from tests.games.acts.claiming import handed_in
from tests.games.record_texts import FAULTY, GOOD, WEIQI
from tests.games.records.zips import MIXED, pgn, zipped


def collected(cast: Cast, raw: bytes, *, preview: bool = False, name: str = "Old games") -> RecordArchive:
    made = import_collection(collection=name, raw=raw, by=cast.admin, filename="old.zip", preview=preview)
    # What fails is tried again later, and by then a test may have mended it.
    outbox.drain(early=False)
    return RecordArchive.objects.get(pk=made["archive"])


def into_tables(cast: Cast, raw: bytes, *, preview: bool = False) -> RecordArchive:
    made = import_records(section=cast.section, raw=raw, by=cast.carol, preview=preview)
    outbox.drain()
    return RecordArchive.objects.get(pk=made["archive"])


def lines_of(archive: RecordArchive) -> list[tuple[str, int, int | None, str, str]]:
    return [(line.file, line.game, line.line, line.what, line.code) for line in archive.lines.all()]


@pytest.mark.slow
def test_the_lines_of_a_report_are_deleted_after_a_month(cast: Cast) -> None:
    archive = collected(cast, zipped(MIXED))
    other = collected(cast, zipped({"a.pgn": b"nothing"}), name="Others")
    before = progress_of(archive)
    job = outbox.Job.objects.get(key=f"archive-report:{archive.pk}")
    assert (job.state, (job.due_at - job.created_at).days) == (outbox.Job.State.NEW, 30)
    assert archive.lines.exists()
    outbox.Job.objects.filter(pk=job.pk).update(due_at=job.created_at)
    outbox.drain()
    assert not archive.lines.exists()
    assert other.lines.exists()
    assert progress_of(archive) == before


@pytest.mark.slow
def test_a_collection_keeps_every_game_once(cast: Cast) -> None:
    archive = collected(cast, zipped(MIXED))
    progress = progress_of(archive)
    assert (progress.state, progress.games, progress.done) == (ArchiveState.DONE, 6, 6)
    assert (progress.kept, progress.faulty, progress.already, progress.refused) == (3, 1, 1, 2)
    assert progress.formats == {"pgn": 3, "sgf": 1, "text": 2}
    games = {game.filename: game for game in CollectedGame.objects.filter(format="sgf")}
    assert games["weiqi/one.sgf"].data["game"] == "weiqi"
    first, second = CollectedGame.objects.filter(format="pgn")
    assert (first.first, first.second, first.state) == ("甲", "乙", RecordReading.State.VALID)
    assert (second.state, second.data["plies"]) == (RecordReading.State.FAULTY, 4)
    assert first.data["judged"], "judged in the same pass"
    assert bytes(archive.body) == b""
    assert {bytes(part.raw) for part in archive.parts.all()} == {b""}
    assert lines_of(archive) == [
        ("2009/r1.pgn", 2, 20, "faulty", ""),
        ("readme.txt", 1, 1, "refused", "record-without-moves"),
        ("board.png", 1, 1, "refused", "record-is-picture"),
        ("again.pgn", 1, 1, "already", ""),
    ]
    assert all(line_text(line) for line in archive.lines.exclude(what="already"))
    journal = JournalEntry.objects.get(act="import_collection")
    assert journal.after == {"archive": archive.pk, "bytes": len(zipped(MIXED)), "preview": False}


def test_a_preview_says_the_same_and_keeps_nothing(cast: Cast) -> None:
    looked_at = collected(cast, zipped(MIXED), preview=True)
    assert not CollectedGame.objects.exists()
    assert not GameCollection.objects.exists()
    stored = collected(cast, zipped(MIXED))
    assert looked_at.pk != stored.pk
    counted = ("games", "done", "kept", "faulty", "already", "refused", "formats", "state")
    first, second = progress_of(looked_at), progress_of(stored)
    assert [getattr(first, name) for name in counted] == [getattr(second, name) for name in counted]
    assert lines_of(looked_at) == lines_of(stored)


@pytest.mark.slow
def test_another_archive_adds_what_is_new(cast: Cast) -> None:
    collected(cast, zipped(MIXED))
    more = collected(cast, zipped({**MIXED, "new.pgn": pgn("戊", "己")}))
    assert GameCollection.objects.count() == 1
    assert (progress_of(more).kept, progress_of(more).already) == (1, 4)
    assert CollectedGame.objects.count() == 4
    elsewhere = collected(cast, zipped(MIXED), name="Others")
    assert progress_of(elsewhere).kept == 3


def test_the_same_archive_handed_in_again_is_that_one_until_it_is_done(cast: Cast) -> None:
    raw = zipped(MIXED)
    first = import_collection(collection="Old games", raw=raw, by=cast.admin)
    assert import_collection(collection="Old  games ", raw=raw, by=cast.admin) == first
    outbox.drain()
    assert import_collection(collection="Old games", raw=raw, by=cast.admin) != first


def test_a_part_that_is_done_is_not_done_again(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither where a worker died behind its commit nor where two have it at once."""
    monkeypatch.setattr("games.slow_tasks.OF_COLLECTION", 2)
    archive = collected(cast, zipped(MIXED))
    before = Counter(lines_of(archive))
    assert archive.parts.count() == 3
    part = archive.parts.first()
    assert part is not None
    for number in (part.number, 77):
        outbox.enqueue(
            "archive-part", key=f"archive:{archive.pk}:{number}", payload={"part": part.pk}, priority=50
        )
    outbox.drain()
    assert Counter(lines_of(archive)) == before
    assert CollectedGame.objects.count() == 3
    jobs = outbox.Job.objects.filter(kind="archive-part", state=outbox.Job.State.REFUSED)
    assert {job.outcome["code"] for job in jobs if job.outcome} == {"archive-part-done"}


def test_nothing_of_a_part_stands_if_it_could_not_be_finished(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*args: object) -> None:
        keep_games(*args)  # type: ignore[arg-type]
        raise OSError("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr("games.slow_tasks.keep_games", fails)
        archive = collected(cast, zipped(MIXED))
    assert not CollectedGame.objects.exists()
    assert not ArchiveLine.objects.exists()
    assert progress_of(archive).state == ArchiveState.READING
    outbox.drain()
    assert progress_of(archive).kept == 3


@pytest.mark.slow
@pytest.mark.parametrize("failing", ["keep_games", "parent.run_sandboxed"])
def test_what_was_given_up_is_done_when_the_archive_is_handed_in_again(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    def fails(*args: object, **more: object) -> None:
        raise OSError("The disk is full.")

    raw = zipped(MIXED)
    made = import_collection(collection="Old games", raw=raw, by=cast.admin)
    with monkeypatch.context() as broken:
        broken.setattr(f"games.slow_tasks.{failing}", fails)
        for _attempt in range(MAX_ATTEMPTS):
            outbox.drain()
    archive = RecordArchive.objects.get(pk=made["archive"])
    assert progress_of(archive).state == ArchiveState.FAILED
    assert import_collection(collection="Old games", raw=raw, by=cast.admin) == made
    assert import_collection(collection="Old games", raw=raw, by=cast.admin) == made
    assert progress_of(archive).state in (ArchiveState.WAITING, ArchiveState.READING)
    outbox.drain()
    archive.refresh_from_db()
    assert (progress_of(archive).state, progress_of(archive).kept) == (ArchiveState.DONE, 3)


def test_a_game_that_is_too_large_is_not_read(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused, whatever stands in it."""
    read: list[bytes] = []

    def call(function: object, *args: object, **more: object) -> object:
        if getattr(function, "__name__", "") == "checked_all":
            read.extend(args[0])  # type: ignore[arg-type]
        return parent.children.run(function, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(parent, "run_sandboxed", call)
    archive = collected(cast, zipped({"a.txt": GOOD, "b.txt": b"1. C2=5 H8+7\n".ljust(MOST_BYTES + 1)}))
    assert [(line.file, line.code) for line in archive.lines.all()] == [("b.txt", "record-too-large")]
    assert (progress_of(archive).kept, max(map(len, read))) == (1, len(GOOD))


def test_a_game_that_breaks_its_reader_takes_none_with_it(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def call(function: object, *args: object, **more: object) -> object:
        if getattr(function, "__name__", "") == "checked_all":
            raise parent.Stopped(parent.Cause.TOO_SLOW, seconds=MOST_SECONDS)
        return parent.children.run(function, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(parent, "run_sandboxed", call)
    archive = collected(cast, zipped(MIXED))
    assert (progress_of(archive).kept, progress_of(archive).refused) == (3, 2)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"no archive", "archive-not-zip"),
        (zipped({"a.zip": b"PK"}), "archive-inside"),
        (zipped({"../a.pgn": GOOD}), "archive-path"),
    ],
)
def test_what_is_no_honest_archive_is_refused_at_once(cast: Cast, raw: bytes, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        import_collection(collection="Old games", raw=raw, by=cast.admin)
    assert refusal.value.code == code
    assert not RecordArchive.objects.exists()


def test_what_the_worker_finds_is_told_in_the_archive(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def call(function: object, *args: object, **more: object) -> object:
        if function is archives.parts:
            return "archive-too-many-games", {"most": 2}
        return parent.children.run(function, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(parent, "run_sandboxed", call)
    archive = collected(cast, zipped(MIXED))
    progress = progress_of(archive)
    assert progress.state == ArchiveState.REFUSED
    assert progress.fault == {"code": "archive-too-many-games", "params": {"most": 2}}
    assert bytes(archive.body) == b""


@pytest.mark.slow
def test_so_many_of_one_person_wait_and_no_more(cast: Cast) -> None:
    for number in range(MOST_WAITING):
        import_collection(collection="Old games", raw=zipped({f"{number}.txt": GOOD}), by=cast.admin)
    with pytest.raises(Refusal) as refusal:
        import_collection(collection="Old games", raw=zipped(MIXED), by=cast.admin)
    assert refusal.value.code == "archives-waiting"
    outbox.drain()
    assert progress_of(collected(cast, zipped(MIXED))).state == ArchiveState.DONE


@pytest.mark.slow
def test_only_administrators_keep_collections_and_only_staff_imports_records(published: Cast) -> None:
    with pytest.raises(Denied):
        import_collection(collection="Old games", raw=zipped(MIXED), by=published.alice)
    with pytest.raises(Denied):
        import_records(section=published.section, raw=zipped(MIXED), by=published.charlie)
    with pytest.raises(Refusal) as refusal:
        import_collection(collection=" \t", raw=zipped(MIXED), by=published.admin)
    assert refusal.value.code == "collection-without-name"


def players(cast: Cast, table: int) -> tuple[str, str]:
    seats = {seat.colour: seat.entry.player.name for seat in pairing_of(cast, table).seats.all()}
    return seats["first"], seats["second"]


@pytest.mark.slow
def test_games_find_their_tables(published: Cast) -> None:
    """By both players, by round and table, and by the name of the file."""
    first, second = players(published, 1)
    archive = into_tables(
        published,
        zipped(
            {
                "a.pgn": pgn(first.upper(), second),
                "b.pgn": pgn(players(published, 2)[0], "Unknown", "1.2"),
                "cup/r1t03.txt": GOOD,
            }
        ),
    )
    assert (progress_of(archive).kept, lines_of(archive)) == (3, [])
    records = GameRecord.objects.order_by("pairing__table")
    assert [record.pairing.table for record in records] == [1, 2, 3]
    assert {record.by for record in records} == {published.carol}
    assert {record.reading.state for record in records} == {RecordReading.State.VALID}
    assert JournalEntry.objects.filter(act="submit_record").count() == 3
    again = into_tables(published, zipped({"a.pgn": pgn(first.upper(), second)}))
    assert (progress_of(again).already, GameRecord.objects.count()) == (1, 3)


@pytest.mark.slow
def test_games_of_a_section_are_handed_in_a_few_at_a_time(published: Cast) -> None:
    """Whoever enters results there meanwhile waits for twenty of them, not for hundreds."""
    files = {f"r1t{table}.txt": GOOD for table in range(1, 46)}
    archive = into_tables(published, zipped(files))
    assert [part.games for part in archive.parts.all()] == [20, 20, 5]
    assert progress_of(archive).done == 45


@pytest.mark.slow
def test_games_without_a_table_are_refused_each_with_its_reason(published: Cast) -> None:
    (first, second), (third, fourth) = players(published, 1), players(published, 2)
    handed_in(published, GOOD, table=3)
    files = {
        "turned.pgn": (pgn(second, first), "record-of-no-table"),
        "others.pgn": (pgn(third, "Unknown", "1.1"), "record-of-others"),
        "r1t4.pgn": (pgn("Somebody", "Unknown"), "record-of-others"),
        "far.pgn": (pgn(round_="7.1"), "record-of-no-round-table"),
        "nowhere.pgn": (pgn(), "record-without-place"),
        "weiqi.sgf": (WEIQI, "record-of-other-game"),
        "r1t3.txt": (FAULTY, "record-is-there"),
        "empty.txt": (b" ", "record-empty"),
    }
    raw = zipped({name: body for name, (body, _) in files.items()})
    for preview in (True, False):
        archive = into_tables(published, raw, preview=preview)
        assert {line.file: line.code for line in archive.lines.all()} == {
            name: code for name, (_, code) in files.items()
        }
        assert all(line_text(line) for line in archive.lines.all())
    assert GameRecord.objects.count() == 1
    looked_at = into_tables(published, zipped({"a.pgn": pgn(third, fourth)}), preview=True)
    assert (progress_of(looked_at).kept, GameRecord.objects.count()) == (1, 1)


def test_who_lost_the_role_meanwhile_keeps_nothing(published: Cast) -> None:
    first, second = players(published, 1)
    made = import_records(
        section=published.section, raw=zipped({"a.pgn": pgn(first, second)}), by=published.carol
    )
    published.event.memberships.filter(user=published.carol).delete()
    outbox.drain()
    archive = RecordArchive.objects.get(pk=made["archive"])
    assert [line.code for line in archive.lines.all()] == ["archive-denied"]
