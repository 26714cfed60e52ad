"""The service that reads and judges a record without keeping it, for other sites' use."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.acts.records import FORMATS, MOST_BYTES, refuse_other_file
from games.api import answers
from games.rulebooks.checked import checked
from games.rulebooks.registry import BY_GAME
from games.tasks import read_in_child
from games.wording import records, weiqi
from games.wording.findings import finding_text
from portal.api.bodies import Body, Text, ValueList
from portal.api.schema import done
from portal.api.views import PublicView
from portal.policy import Refusal

ANSWER_KEYS = (
    *("game", "valid", "plies", "moves", "start_fen", "final_fen", "ending", "result"),
    *("result_contradicted", "quiet_plies", "headers", "others"),
)
# Seconds of processor time. Less than for an upload: somebody waits for the answer, and a thread with him.
MOST_SECONDS = 2
RULEBOOKS = sorted({name for books in BY_GAME.values() for name in books})


class SourceBody(Body):
    """A record, as text or as the bytes of a file."""

    text = Text(
        required=False,
        trim_whitespace=False,
        max_length=MOST_BYTES,
        help_text=_("The record: a plain move list, PGN, DhtmlXQ or SGF."),
    )
    file = Text(required=False, max_length=MOST_BYTES * 4 // 3 + 4, help_text=_("Or a file, base64-encoded."))
    format = serializers.ChoiceField(FORMATS, default="auto")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two."""
        if ("text" in attrs) == ("file" in attrs):
            raise serializers.ValidationError(_("Send either “text” or “file”, not both."))
        return attrs

    def arguments(self) -> dict[str, Any]:
        """The bytes and their format in place of what was sent."""
        values = super().arguments()
        kind = values.pop("format")
        raw = raw_of({name: values.pop(name) for name in ("text", "file") if name in values})
        return values | {"raw": raw, "kind": kind}


def raw_of(values: Mapping[str, Any]) -> bytes:
    """Take the bytes that were sent, and refuse what can be no record."""
    raw = values["text"].encode() if "text" in values else raw_of_file(values["file"])
    if not raw.strip():
        raise Refusal("record-empty", field="text")
    refuse_other_file(raw)
    if len(raw) > MOST_BYTES:
        raise Refusal("record-too-large", field="text", size=len(raw), limit=MOST_BYTES)
    return raw


def raw_of_file(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (Error, ValueError):
        raise Refusal("record-not-base64", field="file") from None


class CheckBody(SourceBody):
    rulebooks = ValueList(
        child=serializers.ChoiceField(RULEBOOKS),
        default=list,
        max_length=len(RULEBOOKS),
        help_text=_("Rulebooks to apply; those of the other game are ignored."),
    )


class Check(PublicView):
    rate_scope = "check"

    @done(
        "records_check",
        _("Check a record without storing it"),
        CheckBody,
        answers.Checked,
        public=True,
    )
    def post(self, request: Request) -> Response:
        values = self.body(CheckBody)
        arguments = values["raw"], values["kind"], values["rulebooks"]
        answer = read_in_child("xiangqi", checked, *arguments, seconds=MOST_SECONDS)
        return Response(reading_in_words(answer))


def reading_in_words(answer: Mapping[str, Any]) -> dict[str, Any]:
    words = weiqi.stored_fault_text if answer["game"] == "weiqi" else records.stored_fault_text
    return {key: answer[key] for key in ANSWER_KEYS} | {
        "faults": [
            {key: fault[key] for key in ("line", "ply", "text", "cause", "code", "candidates", "fen")}
            | {"message": words(fault), "variation": fault["variation"]}
            for fault in answer["faults"]
        ],
        "findings": [{**finding, "message": finding_text(finding)} for finding in answer["findings"]],
    }
