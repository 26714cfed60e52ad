"""Remember who has proved to this site that they may sign in, judged before Django wakes."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from hashlib import sha256
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpRequest, parse_cookie

from portal.accounts.devices import COOKIE, device_in

# Seconds since a session or a token was last seen to be valid.
GOOD_FOR = 3600.0
# Sessions and tokens that are remembered; those unseen for longest go first.
MOST = 10_000


# What a request says of itself proves nothing: anybody can send a cookie of that name. A proof is the signed
# cookie of a device on which somebody has signed in, or a session or an access token that a view of this
# process has lately seen to be valid. A proof opens nothing: it keeps its sender out of the crowd
# (`portal.published.request_pools`).
class Proofs:
    """Keep the sessions and tokens that were valid lately."""

    # By digest: a dump of the memory must not open them.
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: OrderedDict[str, float] = OrderedDict()
        self._lock = Lock()

    def note(self, secret: str) -> None:
        """``secret``, a session's key or a token, was valid just now."""
        key = _digest(secret)
        with self._lock:
            self._seen[key] = self._clock()
            self._seen.move_to_end(key)
            while len(self._seen) > MOST:
                self._seen.popitem(last=False)

    def forget(self, secret: str) -> None:
        with self._lock:
            self._seen.pop(_digest(secret), None)

    def proof(self, environ: Mapping[str, Any]) -> str | None:
        """Name who has proved to be known, the same for each request of the device, session or token; or
        None."""
        if (bearer := environ.get("HTTP_AUTHORIZATION")) and (key := self._lately(_token(bearer))):
            return key
        header = environ.get("HTTP_COOKIE", "")
        if settings.SESSION_COOKIE_NAME not in header and COOKIE not in header:
            return None
        cookies = parse_cookie(header)
        if key := self._lately(cookies.get(settings.SESSION_COOKIE_NAME, "")):
            return key
        device = device_in(cookies.get(COOKIE, ""))
        return device.key if device else None

    def _lately(self, secret: str) -> str | None:
        key = _digest(secret)
        seen = self._seen.get(key)
        return key if seen is not None and self._clock() - seen < GOOD_FOR else None


def note_session(request: HttpRequest, *, signed_in: bool) -> None:
    """Note that its session is that of somebody who is signed in, or is not, or no more."""
    if key := request.session.session_key:
        (proofs.note if signed_in else proofs.forget)(key)


def _token(authorization: str) -> str:
    return authorization.partition(" ")[2].strip()


def _digest(secret: str) -> str:
    return sha256(secret.encode(errors="surrogateescape")).hexdigest()


# Of this process alone.
proofs = Proofs()
