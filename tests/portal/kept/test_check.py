"""The program that goes along in a kept file, and checks it with nothing but Python."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.test import Client

from portal.kept import check
from portal.kept.signing import SigningKey, archive_keys
from portal.kept.writing import KeptWriter

MOMENT = datetime(2026, 11, 28, 15, 0, tzinfo=UTC)
KEY = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
# RFC 8032, 7.1, tests 1 to 3: public key, message, signature.
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
        "d25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
        "387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
        "4a7c15e9716ed28dc027beceea1ec40a",
    ),
]


def kept_zip(**members: bytes) -> bytes:
    file = io.BytesIO()
    writer = KeptWriter(file, moment=MOMENT)
    for name, body in members.items():
        writer.add(name, body)
    writer.close({"name": "Cup"}, KEY)
    return file.getvalue()


def changed(body: bytes, name: str, new: bytes | None, *, more: str = "") -> bytes:
    """The zip with one member written anew, or left out, or one more."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(body)) as old, zipfile.ZipFile(file, "w") as fresh:
        for member in old.namelist():
            if member != name or new is not None:
                fresh.writestr(member, new if member == name and new is not None else old.read(member))
        if more:
            fresh.writestr(more, b"")
    return file.getvalue()


def answer(body: bytes, *words: str, folder: Path) -> tuple[int, list[str]]:
    """As somebody runs it who has nothing but Python and the file."""
    path = folder / "cup.zip"
    path.write_bytes(body)
    (folder / "check.py").write_bytes(Path(check.__file__).read_bytes())
    done = subprocess.run(
        [sys.executable, "-I", "-S", "check.py", str(path), *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


@pytest.mark.anywhere
@pytest.mark.parametrize(("key", "message", "signature"), VECTORS)
def test_signatures_are_those_of_the_standard(key: str, message: str, signature: str) -> None:
    public, text, signed = bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature)
    assert check.is_signed(public, signed, text)
    assert not check.is_signed(public, signed, text + b"x")
    assert not check.is_signed(public, bytes([signed[0] ^ 1]) + signed[1:], text)
    # A number that is too large names the same signature a second time (RFC 8032, 8.4).
    twice = int.from_bytes(signed[32:], "little") + check.ORDER
    assert not check.is_signed(public, signed[:32] + twice.to_bytes(32, "little"), text)


@pytest.mark.anywhere
def test_what_the_site_signs_is_signed() -> None:
    for number in range(20):
        message = f"message {number}".encode() * number
        assert check.is_signed(KEY.public, KEY.sign(message), message)


@pytest.mark.anywhere
def test_a_whole_file_is_said_to_be_whole(tmp_path: Path) -> None:
    code, lines = answer(kept_zip(a=b"1", b=b"2"), folder=tmp_path)
    assert (code, lines) == (
        0,
        [
            "Cup: all 3 members as signed on 2026-11-28T15:00:00+00:00.",
            f"Fingerprint of the key: {KEY.fingerprint}",
        ],
    )
    assert answer(kept_zip(a=b"1"), *KEY.fingerprint.split(), folder=tmp_path)[0] == 0


@pytest.mark.anywhere
def test_the_same_event_is_the_same_file() -> None:
    assert kept_zip(a=b"1", b=b"2") == kept_zip(a=b"1", b=b"2")


@pytest.mark.anywhere
@pytest.mark.slow
def test_each_change_is_named(tmp_path: Path) -> None:
    whole = kept_zip(a=b"1", b=b"2")
    assert answer(changed(whole, "a", b"3"), folder=tmp_path) == (1, ["Changed: a."])
    assert answer(changed(whole, "a", None), folder=tmp_path) == (1, ["Missing: a."])
    assert answer(changed(whole, "", None, more="c"), folder=tmp_path) == (1, ["Not of the event: c."])
    manifest = json.loads(zipfile.ZipFile(io.BytesIO(whole)).read("manifest.json"))
    manifest["name"] = "Cap"
    forged = changed(whole, "manifest.json", json.dumps(manifest).encode())
    assert answer(forged, folder=tmp_path) == (1, ["The list of members is not what was signed."])
    other = SigningKey(Ed25519PrivateKey.generate())
    answered_json = answer(whole, other.fingerprint, folder=tmp_path)
    assert answered_json == (1, [f"It was signed with another key: {KEY.fingerprint}."])


def members(body: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.anywhere
@pytest.mark.slow
def test_every_byte_of_a_file_counts(tmp_path: Path) -> None:
    """One byte of the zip changed, anywhere in its members' bytes: never a traceback, never whole."""
    whole = kept_zip(page=b"a page of the event " * 40)
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        places = [
            (member.header_offset + 30 + len(member.filename), member.compress_size)
            for member in archive.infolist()
        ]
    for start, size in places:
        for at in range(start, start + size, max(1, size // 5)):
            spoilt = bytearray(whole)
            spoilt[at] ^= 0x55
            code, lines = answer(bytes(spoilt), folder=tmp_path)
            # Bits that fill the last byte of a compressed member up are nobody's.
            assert code in (1, 2) or members(bytes(spoilt)) == members(whole), at
            assert len(lines) == (1 if code else 2), lines


@pytest.mark.anywhere
@pytest.mark.parametrize("body", [b"", b"no zip", kept_zip()[:300]])
def test_what_is_no_kept_event_is_said(body: bytes, tmp_path: Path) -> None:
    code, [line] = answer(body, folder=tmp_path)
    assert code == 2
    assert "is no kept event" in line


def test_the_keys_have_their_address(settings: Any) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "now", ["before"]
    settings.PUBLIC_URL = "https://qiyuan.example"
    answered = Client().get("/.well-known/qiyuan-keys.json")
    assert answered.status_code == 200
    assert answered["Access-Control-Allow-Origin"] == "*"
    answered_json = answered.json()
    now, before = archive_keys()
    assert answered_json["site"] == "https://qiyuan.example"
    assert [row["fingerprint"] for row in answered_json["keys"]] == [now.fingerprint, before.fingerprint]
    assert check.fingerprint(bytes.fromhex(answered_json["keys"][0]["key"])) == now.fingerprint
    assert now.public != before.public
