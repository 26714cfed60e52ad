"""Decoders of strangers' bytes, made impossible in this process: children, who are processes of their own, go
on decoding."""

from __future__ import annotations

from typing import NoReturn

import pytest
from PIL import Image

from games.records import as_text, detect, encodings
from games.weiqi import text as sgf_text


def _refused(*_args: object, **_more: object) -> NoReturn:
    raise AssertionError("bytes of a stranger are decoded outside a child")


def forbid(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (as_text, detect, encodings):
        monkeypatch.setattr(module, "decode_record", _refused)
    for module in (as_text, sgf_text):
        monkeypatch.setattr(module, "decode_sgf", _refused)
    monkeypatch.setattr(Image, "open", _refused)
