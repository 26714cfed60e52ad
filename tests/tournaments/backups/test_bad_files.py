"""Files that are no backup, or not any more: one clear sentence, and nothing is restored."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable

import pytest

from portal.backup.archive import BackupFault
from tests.tournaments.backups.files import backup_of, edit, everything_there_is, flipped, forged, restore
from tests.world import World

pytestmark = pytest.mark.django_db


def replace(member: str, old: bytes, new: bytes) -> Callable[[dict[str, bytes]], None]:
    def change(there: dict[str, bytes]) -> None:
        there[member], result = re.subn(old, new, there[member], count=1)
        assert result

    return change


def drawing(there: dict[str, bytes]) -> None:
    event = json.loads(there["tournaments/events.jsonl"])["id"]
    row = {"id": 1, "event_id": event, "body": "x/1.body", "width": 9, "height": 9, "digest": "sha256:ab"}
    there["tournaments/logos.jsonl"] = json.dumps(row).encode() + b"\n"
    there["x/1.body"] = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"


def bomb(there: dict[str, bytes]) -> None:
    there["tournaments/bomb.jsonl"] = b"0" * (40 << 20)


def doubled(there: dict[str, bytes]) -> None:
    there["tournaments/seats.jsonl"] *= 2


def another_zip() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as members:
        members.writestr("hello.txt", "hello")
    return out.getvalue()


def rezipped(body: bytes, *, drop: str = "", add: str = "") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(body)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            if name != drop:
                new.writestr(name, old.read(name))
        if add:
            new.writestr(add, "x")
    return out.getvalue()


BAD = {
    "empty": (lambda body: b"", "backup-foreign"),
    "text": (lambda body: b"no zip at all", "backup-foreign"),
    "another zip": (lambda body: another_zip(), "backup-foreign"),
    "half of it": (lambda body: body[: len(body) // 2], "backup-foreign"),
    "a byte changed": (flipped, "backup-damaged"),
    "a member less": (lambda body: rezipped(body, drop="tournaments/seats.jsonl"), "backup-damaged"),
    "a member more": (lambda body: rezipped(body, add="x.txt"), "backup-damaged"),
    "newer format": (
        lambda body: forged(body, edit("manifest.json", b'"version": 1', b'"version": 2')),
        "backup-newer",
    ),
    "unknown table": (
        lambda body: forged(body, lambda there: there.update({"x/y.jsonl": b"{}\n"})),
        "backup-newer",
    ),
    "unknown column": (
        lambda body: forged(body, edit("tournaments/teams.jsonl", b"", b'{"id":1,"hue":3}\n')),
        "backup-newer",
    ),
    "a row of nobody": (
        lambda body: forged(body, edit("tournaments/seats.jsonl", b'"entry_id":', b'"entry_id":9')),
        "backup-damaged",
    ),
    "no JSON": (lambda body: forged(body, edit("tournaments/seats.jsonl", b"{", b"(")), "backup-damaged"),
    "invalid value": (
        lambda body: forged(body, edit("tournaments/sections.jsonl", b'"xiangqi"', b'"poker"')),
        "backup-damaged",
    ),
    "too long": (
        lambda body: forged(body, edit("tournaments/players.jsonl", b'"name":"', b'"name":"' + b"x" * 90)),
        "backup-damaged",
    ),
    "twice the same": (lambda body: forged(body, doubled), "backup-damaged"),
    "another's pages": (
        lambda body: forged(body, edit("portal/pages.jsonl", b'"path":"e/cup/', b'"path":"e/away/')),
        "backup-damaged",
    ),
    "another event's page, its id as a text": (
        lambda body: forged(body, replace("portal/pages.jsonl", rb'"section":(\d+)', rb'"section":"\1"')),
        "backup-damaged",
    ),
    "another event's page, its id as true": (
        lambda body: forged(body, replace("portal/pages.jsonl", rb'"section":\d+', b'"section":true')),
        "backup-damaged",
    ),
    "somebody's account": (
        lambda body: forged(body, replace("portal/actors.jsonl", rb'"mark":"\w+"', b'"mark":"schmidt"')),
        "backup-damaged",
    ),
    "an actor of another shape": (
        lambda body: forged(body, edit("portal/actors.jsonl", b'"id":', b'"id":[],"was":')),
        "backup-damaged",
    ),
    "an address of another shape": (
        lambda body: forged(body, replace("portal/pages.jsonl", rb'"path":"[^"]*"', b'"path":null')),
        "backup-damaged",
    ),
    "brackets without end": (
        lambda body: forged(body, edit("tournaments/seats.jsonl", b"{", b"[" * 200_000)),
        "backup-damaged",
    ),
    "a logo that is none": (lambda body: forged(body, drawing), "backup-damaged"),
    "bomb": (lambda body: forged(body, bomb), "backup-too-large"),
}


@pytest.mark.long
def test_bad_files_restore_nothing(
    full: World,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("portal.backup.archive.MOST_BYTES", 30 << 20)
    body, before = backup_of(full.event), everything_there_is()
    values = {}
    for name, (spoil, _) in BAD.items():
        spoiled = spoil(body)
        with pytest.raises(BackupFault) as fault:
            restore(spoiled, "copy", full.users["admin"])
        values[name] = fault.value.code
        assert everything_there_is() == before, name
    assert values == {name: code for name, (_, code) in BAD.items()}
