"""One way to write a value as bytes, so that equal values have equal digests on every machine."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any


def canonical_json(value: Any) -> str:
    """JSON with sorted keys, no spaces, no escapes beyond what JSON needs."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest_of(value: Any) -> str:
    """``sha256:`` and the hash of `canonical_json`."""
    return "sha256:" + sha256(canonical_json(value).encode()).hexdigest()
