"""Send one message to an address that somebody typed, or fetch a file there, without being led astray."""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache, partial
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from queue import Empty, SimpleQueue
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

# Seconds for everything: the name, connecting, sending, the status of the answer.
PATIENCE = 6.0
# Seconds for a file of many megabytes, which nobody waits for.
PATIENCE_FOR_A_FILE = 120.0
# Seconds for what stands behind a name.
PATIENCE_FOR_A_NAME = 2.0
MOST_URL = 500
# Bytes of an answer, where it says whether the message was taken.
MOST_READ = 2048
# Bytes of an answer: its status, its headers, and each ``100 Continue`` before them.
MOST_HEAD = 32 * 1024
# Letters of an ETag or a date that are given back to the server.
MOST_STAMP = 200
_NAT64 = ip_network("64:ff9b::/96")

Address = IPv4Address | IPv6Address


class BadAddressError(ValueError):
    """An address to which nothing is sent; ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Sent:
    """What came of it: the status that was answered, or the ``error`` that kept one from coming."""

    ms: int
    status: int | None = None
    error: str = ""

    @property
    def arrived(self) -> bool:
        return not self.error and self.status is not None and 200 <= self.status < 300


@dataclass(frozen=True, slots=True)
class FetchedFile:
    """What stands at an address: the status that was answered, or the ``error`` that kept it from coming."""

    status: int | None = None
    body: bytes = b""
    # What a server wants to hear when it is asked again.
    etag: str = ""
    modified: str = ""
    error: str = ""


# The name is resolved once, every address behind it is judged, and the connection goes to the one that was
# judged: a name that points elsewhere a moment later leads nowhere. No redirect is followed.
@dataclass(frozen=True, slots=True)
class Target:
    """Where a message goes: the parts of its URL, and the address that was judged."""

    url: SplitResult
    address: str

    @property
    def origin(self) -> tuple[str, str]:
        return self.url.scheme, self.url.netloc

    @property
    def port(self) -> int:
        return self.url.port or (443 if self.url.scheme == "https" else 80)


def parts_of(url: str, longest: int = MOST_URL) -> SplitResult:
    """Take an address apart as it is written; whether anything is there is another question."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise BadAddressError("webhook-url") from None
    if (
        not _is_plain(url, longest)
        or not host
        or parts.scheme not in ("http", "https")
        or parts.username
        or port == 0
    ):
        raise BadAddressError("webhook-url")
    if "@" in parts.netloc:
        raise BadAddressError("webhook-url")
    return parts


def target_of(url: str, longest: int = MOST_URL) -> Target:
    parts = parts_of(url, longest)
    addresses = resolved(parts.hostname or "")
    ours = all(is_ours(address) for address in addresses)
    if not ours and not all(is_public(address) for address in addresses):
        raise BadAddressError("webhook-private")
    if parts.scheme != "https" and not ours:
        raise BadAddressError("webhook-https")
    return Target(parts, str(addresses[0]))


def resolved(host: str) -> list[Address]:
    """Find every address behind a name, or raise `BadAddressError`."""
    # RFC 6761: nobody is asked for this machine's own name, and one without /etc/hosts does not know it.
    if host == "localhost":
        return [ip_address("127.0.0.1")]
    answers: SimpleQueue[list[Address]] = SimpleQueue()

    def ask() -> None:
        try:
            answers_of_name = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            answers_of_name = []
        answers.put([ip_address(str(info[4][0]).partition("%")[0]) for info in answers_of_name])

    # The system's resolver has its own patience, which nobody can shorten: the answer is not waited for.
    threading.Thread(target=ask, daemon=True).start()
    with suppress(Empty):
        if addresses := answers.get(timeout=PATIENCE_FOR_A_NAME):
            return addresses
    raise BadAddressError("webhook-unresolved")


def is_ours(address: Address) -> bool:
    """Say whether ``WEBHOOK_NETWORKS`` allows it although it is private: a receiver beside this server."""
    return any(address in ip_network(network) for network in settings.WEBHOOK_NETWORKS)


def is_public(address: Address) -> bool:
    """Whether it is an address of the world's, also where it carries another one inside."""
    return all(
        candidate.is_global
        and not (candidate.is_multicast or candidate.is_reserved or candidate.is_unspecified)
        # fec0::/10 was private (RFC 3879), and Python calls it global.
        and not (isinstance(candidate, IPv6Address) and candidate.is_site_local)
        for candidate in _inside(address)
    )


def _inside(address: Address) -> Iterable[Address]:
    """Say what of an address must be public: the address itself, or what it stands for."""
    if isinstance(address, IPv4Address):
        return [address]
    if address.ipv4_mapped:
        return [address.ipv4_mapped]
    if address in _NAT64:
        return [IPv4Address(int(address) & 0xFFFFFFFF)]
    embedded: list[Address] = [address.sixtofour] if address.sixtofour else []
    return [address, *embedded, *(address.teredo or ())]


def send(
    url: str, body: bytes, headers: Mapping[str, str], accepts: Callable[[bytes], bool] | None = None
) -> Sent:
    """`Sender.send` of one message."""
    with closing(Sender()) as sender:
        return sender.send(url, body, headers, accepts)


def fetch(
    url: str, most: int, headers: Mapping[str, str], *, patience: float = PATIENCE_FOR_A_FILE
) -> FetchedFile:
    """GET what stands there, ``most`` bytes of it, within so many seconds; what went wrong is in the
    answer."""
    try:
        target = target_of(url)
    except BadAddressError as bad:
        return FetchedFile(error=bad.code)
    with closing(_Connection(target)) as connection:
        connection.until = time.monotonic() + patience
        connection.most = MOST_HEAD + most
        path = (target.url.path or "/") + (f"?{target.url.query}" if target.url.query else "")
        try:
            connection.request("GET", path, headers={"Accept-Encoding": "identity", **headers})
            answer = connection.getresponse()
            if answer.status != http.HTTPStatus.OK:
                return FetchedFile(answer.status)
            body = answer.read(most + 1)
            if len(body) > most:
                return FetchedFile(answer.status, error="webhook-too-large")
            if answer.length:
                return FetchedFile(answer.status, error="webhook-unreachable")
            etag, modified = (answer.getheader(name, "") for name in ("ETag", "Last-Modified"))
            return FetchedFile(answer.status, body, etag[:MOST_STAMP], modified[:MOST_STAMP])
        except TimeoutError:
            return FetchedFile(error="webhook-slow")
        except (OSError, http.client.HTTPException) as error:
            return FetchedFile(
                error="webhook-tls" if isinstance(error, ssl.SSLError) else "webhook-unreachable"
            )


# Of the answer to a message nothing but its head is read, `MOST_HEAD` bytes at most, and the whole takes
# `PATIENCE` seconds at most, however slowly bytes trickle.
class Sender:
    """Send one message after the other, for one thread."""

    def __init__(self, longest: int = MOST_URL) -> None:
        self._longest = longest
        self._judged: dict[tuple[str, str], Target] = {}
        self._open: dict[tuple[str, str], _Connection] = {}

    def send(
        self,
        url: str,
        body: bytes,
        headers: Mapping[str, str],
        accepts: Callable[[bytes], bool] | None = None,
    ) -> Sent:
        """POST ``body``; what went wrong is in the answer."""
        began = time.monotonic()

        def sent(status: int | None = None, error: str = "") -> Sent:
            return Sent(round((time.monotonic() - began) * 1000), status, error)

        try:
            target = self._target(url)
        except BadAddressError as bad:
            return sent(error=bad.code)
        connection = self._open.pop(target.origin, None)
        is_used = connection is not None
        connection = connection or _Connection(target)
        connection.until = began + PATIENCE
        try:
            path = (target.url.path or "/") + (f"?{target.url.query}" if target.url.query else "")
            try:
                answer = _posted(connection, path, body, headers)
            except (ConnectionError, http.client.RemoteDisconnected):
                # Between two messages the other side may close: that says nothing about this one.
                if not is_used:
                    raise
                connection.close()
                answer = _posted(connection, path, body, headers)
            # Whatever the answer says is never read: only one that says nothing leaves the line free.
            # Whether the beginning of a good answer says that the message was taken.
            if accepts and 200 <= answer.status < 300 and not accepts(answer.read(MOST_READ)):
                return sent(answer.status, "webhook-not-taken")
            if answer.length == 0 and not answer.will_close:
                answer.read()
                self._open[target.origin] = connection
            return sent(answer.status)
        except TimeoutError:
            return sent(error="webhook-slow")
        except (OSError, http.client.HTTPException) as error:
            return sent(error="webhook-tls" if isinstance(error, ssl.SSLError) else "webhook-unreachable")
        finally:
            if self._open.get(target.origin) is not connection:
                connection.close()

    # Judged once for each host; a connection is used again where the answer had no body.
    def _target(self, url: str) -> Target:
        """Give what `target_of` says, asked once for each host."""
        try:
            origin = origin_of(url)
        except ValueError:
            raise BadAddressError("webhook-url") from None
        judged = self._judged.get(origin)
        if judged is None:
            judged = self._judged[origin] = target_of(url, self._longest)
        elif not _is_plain(url, self._longest):
            raise BadAddressError("webhook-url")
        return Target(urlsplit(url), judged.address)

    def close(self) -> None:
        for connection in self._open.values():
            connection.close()
        self._open.clear()


def origin_of(url: str) -> tuple[str, str]:
    """Scheme and host with port, as they are typed."""
    parts = urlsplit(url)
    return parts.scheme, parts.netloc


def _is_plain(url: str, longest: int) -> bool:
    return url.isascii() and url.isprintable() and " " not in url and "#" not in url and len(url) <= longest


def _posted(
    connection: _Connection, path: str, body: bytes, headers: Mapping[str, str]
) -> http.client.HTTPResponse:
    connection.request("POST", path, body=body, headers=dict(headers))
    return connection.getresponse()


@cache
def _trusted() -> ssl.SSLContext:
    """Reading the certificates that this machine trusts takes longer than a handshake."""
    return ssl.create_default_context()


class _Head(io.RawIOBase):
    """The beginning of what comes from a socket, for as long as is left."""

    def __init__(self, raw: io.RawIOBase, connection: _Connection, sock: socket.socket) -> None:
        self._raw = raw
        self._connection = connection
        # The connection lets go of it as soon as the answer says that it is the last.
        self._sock = sock
        self._left = connection.most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int | None:
        if self._left <= 0:
            raise OSError("an answer whose head does not end")
        # However little comes each time, the time that is left grows no longer.
        self._connection.wait_only_until(self._sock)
        count = self._raw.readinto(memoryview(buffer)[: self._left])
        self._left -= count or 0
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()


# A receiver that says nothing else, as fast as it can, would have a worker's processor until the time is up.
class _Answer(http.client.HTTPResponse):
    """Skip ``100 Continue`` as often as it comes."""

    def __init__(self, connection: _Connection, sock: socket.socket, *args: Any, **kwargs: Any) -> None:
        super().__init__(sock, *args, **kwargs)
        self.fp = io.BufferedReader(_Head(self.fp.detach(), connection, sock))


class _Connection(http.client.HTTPConnection):
    """Connect to the address that was judged, under the name that was typed."""

    # By the monotonic clock, when whoever waits for it waits no longer.
    until = 0.0
    # Bytes of an answer.
    most = MOST_HEAD

    def __init__(self, target: Target) -> None:
        super().__init__(target.url.hostname or "", target.port, timeout=PATIENCE)
        self._target = target
        self.response_class = partial(_Answer, self)  # type: ignore[assignment]  # it is called, no more

    def connect(self) -> None:
        sock = socket.create_connection((self._target.address, self._target.port), self._left())
        self.sock = sock
        if self._target.url.scheme == "https":
            self.sock = _trusted().wrap_socket(
                sock, server_hostname=self._target.url.hostname, do_handshake_on_connect=False
            )
            self.wait_only_until(self.sock)
            self.sock.do_handshake()

    def send(self, data: Any) -> None:
        if self.sock is not None:
            self.wait_only_until(self.sock)
        super().send(data)

    def wait_only_until(self, sock: socket.socket) -> None:
        """A socket's patience is for one call, of which shaking hands, sending and receiving are each one."""
        sock.settimeout(self._left())

    def _left(self) -> float:
        left = self.until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left
