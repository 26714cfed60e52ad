"""Report errors to a server that speaks Sentry's protocol, where ``SENTRY_DSN`` names one.

A report says where in the code something broke, in which request (by the name of its address) and in which
job. It says nothing of people: no address, no header, no form, no account, no value of a variable; of the
error's own sentence the first line, in which whatever was quoted is left out.
"""

from __future__ import annotations

import re
from typing import Any

import sentry_sdk

from portal.telemetry.context import current_job, current_request
from portal.web.private_links import SECRET_ADDRESS

QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|“[^”]*(?:”|\Z)|‘[^’]*(?:’|\Z)|«[^»]*(?:»|\Z)")
# Begins where a word does: from every letter of a long one the search would run to its end.
MAIL = re.compile(r"(?<!\S)\S+@\S+")
# Keys of a report; whatever else the library gathers is left out, also what a later version of it may add.
# What it calls the transaction is an address, secrets and all, where no view answered.
REPORTED_KEYS = frozenset(
    {"event_id", "timestamp", "platform", "level", "release", "environment", "sdk", "exception"}
)
OF_A_FRAME = frozenset({"filename", "function", "module", "lineno", "in_app", "context_line"})


def without_quotes(sentence: str) -> str:
    """Give the first line without what it quotes: names, addresses and files stand in quotes."""
    first = sentence.partition("\n")[0]
    for pattern in (QUOTED, MAIL, SECRET_ADDRESS):
        first = pattern.sub("…", first)
    return first


def scrubbed(event: Any, hint: Any) -> Any:
    scrubbed_event = {name: value for name, value in event.items() if name in REPORTED_KEYS}
    for error in scrubbed_event.get("exception", {}).get("values", []):
        error["value"] = without_quotes(error.get("value") or "")
        for frame in (error.get("stacktrace") or {}).get("frames", []):
            for name in set(frame) - OF_A_FRAME:
                del frame[name]
    if logged := event.get("logentry"):
        # The pattern of the line, without what stood in it.
        scrubbed_event["logentry"] = {"message": without_quotes(logged.get("message") or "")}
        scrubbed_event["logger"] = event.get("logger", "")
    scrubbed_event["tags"] = {"request": current_request(), "job": str(current_job() or "")}
    return scrubbed_event


def report(dsn: str, release: str) -> None:
    """Report errors from now on."""
    sentry_sdk.init(
        dsn=dsn,
        release=release or None,
        before_send=scrubbed,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        send_client_reports=False,
        auto_session_tracking=False,
        server_name="",
    )
