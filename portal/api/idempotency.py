"""Make the acts' ``once`` of the idempotency key of a request."""

from __future__ import annotations

import json
from hashlib import sha256

from rest_framework.request import Request

from portal.accounts.models import User
from portal.api.problems import Problem
from portal.journal import OnceReusedError
from portal.journal.models import JournalEntry

HEADER = "Idempotency-Key"
MOST = 200
HALF = 32
# Begins what comes from a key. The journal takes one ``once`` of a person with the same first half.
MARK = "api:"


# The same key with the same request gets the first answer; with another request it is refused.
def once_of(request: Request, by: User) -> str:
    """Name the key in one half, what was asked with it in the other; empty without a key."""
    key = request.headers.get(HEADER)
    if key is None:
        return ""
    if not 0 < len(key) <= MOST:
        raise Problem(400, "bad-key")
    digest = sha256(key.encode(errors="surrogateescape")).hexdigest()
    named = MARK + digest[: HALF - len(MARK)]
    request_text = json.dumps([request.method, request.path, request.data], sort_keys=True)
    once = named + sha256(request_text.encode(errors="surrogatepass")).hexdigest()[:HALF]
    used = JournalEntry.objects.filter(by=by, once__startswith=named).exclude(once=once)
    if used.exists():
        raise OnceReusedError(key)
    return once
