"""Write a kept file: members, manifest, signature. The same members at one moment are the same bytes."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final

from portal.kept import check
from portal.kept.signing import SigningKey

CHECK: Final = Path(check.__file__)


class KeptWriter:
    """Write into ``file``. Members come in any order; `close` signs."""

    def __init__(self, file: IO[bytes], *, moment: datetime) -> None:
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self._moment = moment
        self._digests: dict[str, str] = {}

    def add(self, name: str, body: bytes) -> None:
        if name in self._digests:
            raise ValueError(f"{name} is there already")
        self._digests[name] = sha256(body).hexdigest()
        self._write(name, body)

    def close(self, about: Mapping[str, Any], key: SigningKey) -> str:
        self.add("check.py", CHECK.read_bytes())
        manifest = {
            "format": check.FORMAT,
            **about,
            "made_at": self._moment.isoformat(timespec="seconds"),
            "key": key.public.hex(),
            "fingerprint": key.fingerprint,
            "files": dict(sorted(self._digests.items())),
        }
        body = (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode()
        self._write("manifest.json", body)
        self._write("signature.txt", f"{key.sign(body).hex()}\n".encode())
        self._zip.close()
        return f"sha256:{sha256(body).hexdigest()}"

    def _write(self, name: str, body: bytes) -> None:
        member = zipfile.ZipInfo(name, date_time=self._moment.timetuple()[:6])
        member.compress_type = zipfile.ZIP_DEFLATED
        member.external_attr = 0o644 << 16
        self._zip.writestr(member, body)
