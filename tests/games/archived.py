"""Archives and a collection that speak of somebody."""

from __future__ import annotations

import zlib

from games.models import ArchiveLine, ArchivePart, CollectedGame, GameCollection, RecordArchive
from portal.accounts.models import User


def archives_with(name: str, native_name: str, record: bytes, *, by: User) -> None:
    """An archive that waits, one of which there is a report, and games of a collection that say who played in
    headers, in a heading and in a comment."""
    collection = GameCollection.objects.create(name=f"Games of {name}")
    waits = RecordArchive(collection=collection, digest="d", by=by, filename=f"{name}.zip")
    waits.body, waits.fault = zlib.compress(record), {"code": "archive-path", "params": {"name": name}}
    waits.save()
    cuts = [[f"{name}.pgn", 0, 1, "pgn", len(record), ""]]
    ArchivePart.objects.create(archive=waits, number=1, games=1, raw=zlib.compress(record), cuts=cuts)
    record_archive = RecordArchive.objects.create(collection=collection, digest="d", by=by, body=b"", games=1)
    line = ArchiveLine(archive=record_archive, file=f"{name}.pgn", game=1, what="faulty")
    line.params, line.fault = {"name": name}, {"text": native_name}
    line.save()
    CollectedGame.objects.create(
        collection=collection,
        raw=record,
        filename=f"{name}.pgn",
        digest="d",
        first=name,
        second=native_name,
        state="valid",
        data={"plies": 4, "comments": {"1": name}, "rest": [], "faults": [{"text": name, "params": {}}]},
        headers={"Red": name, "Black": native_name, "Result": "*"},
    )
    for number, (raw, headers, comment) in enumerate(
        (
            (f"{native_name} 胜\n炮二平五 马8进7".encode("gb18030"), {}, ""),
            (b"XQF", {"Heading": f"{name} - N. N."}, ""),
            (b"CCBridge", {}, f"Well played!\n{name}"),
        )
    ):
        CollectedGame.objects.create(
            collection=collection,
            raw=raw,
            digest=f"d{number}",
            state="valid",
            data={"plies": 2, "comments": {"2": comment}, "rest": [], "faults": []},
            headers=headers,
        )
