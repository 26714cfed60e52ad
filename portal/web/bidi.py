"""Quote what somebody typed so that it can be read."""

from __future__ import annotations

import re

_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


# Characters that turn a text round are shown by their code, because raw they would turn round the sentence
# that quotes them.
def escape_bidi(sentence: str) -> str:
    """The sentence with ``[U+202E]`` where such a character stood."""
    return _TURNING.sub(lambda match: f"[U+{ord(match[0]):04X}]", sentence)
