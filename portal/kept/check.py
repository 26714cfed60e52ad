#!/usr/bin/env python3
"""Checks a kept event: python3 check.py FILE.zip [FINGERPRINT], or python3 check.py in its unpacked folder.

Needs Python 3.8 or newer and nothing else. Exit code 0: every byte is as it was signed; 1: something is not;
2: this is no kept event. Whether the key is the right one, the fingerprint says: it stands on the printed
final standings, and, while the site is there, at its /.well-known/qiyuan-keys.json.

Ed25519 as RFC 8032 has it, 5.1, without regard to time: nothing here is secret.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterable  # as Python 3.8 has them
from pathlib import Path
from typing import Any

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)
FORMAT = "qiyuan-kept/1"
Point = tuple[int, int, int, int]


def x_of(y: int, odd: int) -> int | None:
    """The x of a point on the curve; None where there is none."""
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (not x and odd):
        return None
    return P - x if x & 1 != odd else x


def point(text: bytes) -> Point | None:
    """Of 32 bytes, as extended coordinates; None where they name none."""
    number = int.from_bytes(text, "little")
    y, odd = number & ((1 << 255) - 1), number >> 255
    x = x_of(y, odd)
    return None if x is None else (x, y, 1, x * y % P)


def add(left: Point, right: Point) -> Point:
    a = (left[1] - left[0]) * (right[1] - right[0]) % P
    b = (left[1] + left[0]) * (right[1] + right[0]) % P
    c = 2 * left[3] * right[3] * D % P
    d = 2 * left[2] * right[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, left: Point) -> Point:
    total: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            total = add(total, left)
        left = add(left, left)
        number >>= 1
    return total


def equal(left: Point, right: Point) -> bool:
    return not (
        (left[0] * right[2] - right[0] * left[2]) % P or (left[1] * right[2] - right[1] * left[2]) % P
    )


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = x_of(BASE_Y, 0) or 0
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def is_signed(key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether 64 bytes are the signature of a message by a key of 32 bytes."""
    if len(key) != 32 or len(signature) != 64:
        return False
    public, share = point(key), point(signature[:32])
    number = int.from_bytes(signature[32:], "little")
    if public is None or share is None or number >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + key + message).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    return equal(times(number, BASE), add(share, times(challenge, public)))


def fingerprint(key: bytes) -> str:
    """Of a public key, as it is printed: eight groups of four hexadecimal digits."""
    digits = hashlib.sha256(key).hexdigest()[:32]
    return " ".join(digits[at : at + 4] for at in range(0, 32, 4))


def faults(names: Iterable[str], read: Callable[[str], bytes], wanted: str = "") -> list[str]:
    """What is not as it was signed, one sentence each. ``read``: a member's bytes. ``wanted``: the
    fingerprint that somebody has on paper. Raises LookupError or ValueError where this is no kept event."""
    manifest_bytes = read("manifest.json")
    manifest: dict[str, Any] = json.loads(manifest_bytes.decode())
    if manifest["format"] != FORMAT:
        raise ValueError("its format is " + str(manifest["format"]))
    key, signature = bytes.fromhex(manifest["key"]), bytes.fromhex(read("signature.txt").decode().strip())
    sentences = []
    if not is_signed(key, signature, manifest_bytes):
        sentences.append("The list of members is not what was signed.")
    if wanted and "".join(wanted.split()).lower() != fingerprint(key).replace(" ", ""):
        sentences.append("It was signed with another key: " + fingerprint(key) + ".")
    members = manifest["files"]
    there = {name for name in names if not name.endswith("/")} - {"manifest.json", "signature.txt"}
    sentences += ["Missing: " + name + "." for name in sorted(set(members) - there)]
    sentences += ["Not of the event: " + name + "." for name in sorted(there - set(members))]
    for name in sorted(there & set(members)):
        try:
            same = hashlib.sha256(read(name)).hexdigest() == members[name]
        except (OSError, EOFError, zlib.error, zipfile.BadZipFile):
            same = False
        sentences += [] if same else ["Changed: " + name + "."]
    return sentences


def opened(path: Path) -> tuple[list[str], Callable[[str], bytes]]:
    """Names of members, and how to read one."""
    if path.is_dir():
        files = [file for file in path.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
        return [file.relative_to(path).as_posix() for file in files], lambda name: (path / name).read_bytes()
    archive = zipfile.ZipFile(path)
    return archive.namelist(), archive.read


def check_kept_event(path: Path, wanted: str = "") -> tuple[list[str], int]:
    """What to print, and the exit code."""
    try:
        names, read = opened(path)
        sentences = faults(names, read, wanted)
        manifest = json.loads(read("manifest.json").decode())
        key = bytes.fromhex(manifest["key"])
    except (OSError, LookupError, ValueError, TypeError, zlib.error, zipfile.BadZipFile) as error:
        return [f"{path} is no kept event, or its list is damaged: {error}"], 2
    if sentences:
        return sentences, 1
    about = f"{manifest['name']}: all {len(manifest['files'])} members as signed on {manifest['made_at']}."
    return [about, "Fingerprint of the key: " + fingerprint(key)], 0


def main(arguments: list[str]) -> int:
    path = Path(arguments[0]) if arguments else Path(__file__).resolve().parent
    lines, code = check_kept_event(path, " ".join(arguments[1:]))
    print("\n".join(lines))  # noqa: T201  a program of its own
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
