"""Phones with a page of a section open, over TLS, as many as are asked for: ``python -m tests.scale.phones``
in a process of its own, and `Phones`, by which a proof drives it.

Each does what ``live.js`` does: it keeps its connection, asks for the small file of the section after as many
seconds as that says, and fetches its page when it is told of another version; then, as a reader would, the
page of which nobody had heard before. Only addresses of this machine.

Standard input is one JSON object, then a line for each word: ``count`` prints what has happened so far,
``drop`` has every second phone lose its connection. It ends with its input.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import resource
import ssl
import subprocess
import sys
import time
from dataclasses import dataclass, field
from typing import Any

from portal.ops.supervisor import die_with_parent

PATIENCE = 30.0
"""Seconds for one answer; live.js gives up after ten, and asks again."""


@dataclass
class Seen:
    """What has happened to all phones together."""

    connections: int = 0
    questions: int = 0
    pages: int = 0
    received: int = 0
    """Bytes, packed as they came."""
    errors: list[str] = field(default_factory=list)
    arrived: list[float] = field(default_factory=list)
    """When each phone had the new page: seconds since 1970."""


class Phone:
    """``own_page``: the page that it shows, of which the section's file tells under the name ``place``;
    ``news``: the page that its reader opens when there is one."""

    def __init__(self, crowd: Crowd, mine: str, place: str, news: str) -> None:
        self.crowd, self.own_page, self.place, self.news = crowd, mine, place, news
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.etags: dict[str, str] = {}
        self.version = 0
        self.every = 3.0
        self.has_news = self.is_asking = False

    async def live(self, first: float) -> None:
        await asyncio.sleep(first)
        while True:
            self.is_asking = True
            try:
                await asyncio.wait_for(self.ask(), PATIENCE)
            except (OSError, ValueError, TimeoutError, asyncio.IncompleteReadError) as error:
                self.crowd.seen.errors.append(f"{self.own_page}: {error!r}")
                self.drop()
            self.is_asking = False
            await asyncio.sleep(self.every)

    async def ask(self) -> None:
        seen = self.crowd.seen
        if not self.version:
            await self.page(self.own_page)
        status, body = await self.get(self.crowd.follow)
        seen.questions += 1
        if status == 304:
            return
        now = self.crowd.now(body)
        self.every, version = float(now["every"]), now["pages"][self.place]
        if self.version and version != self.version:
            await self.page(self.own_page)
        self.version = version
        if self.news in self.crowd.public and not self.has_news:
            await self.page(self.news)
            self.has_news = True
            seen.arrived.append(time.time())

    async def page(self, path: str) -> None:
        status, _ = await self.get(path)
        if status != 200:
            raise ValueError(f"{path}: {status}")
        self.crowd.seen.pages += 1

    async def get(self, path: str) -> tuple[int, bytes]:
        """Status and bytes as they came; 304 where they are those that it has."""
        if self.writer is None:
            self.reader, self.writer = await self.crowd.connect()
        reader, writer = self.reader, self.writer
        assert reader is not None
        existing = f"If-None-Match: {self.etags[path]}\r\n" if path in self.etags else ""
        head = f"GET {path} HTTP/1.1\r\nHost: {self.crowd.host}\r\nAccept-Encoding: gzip\r\n{existing}\r\n"
        writer.write(head.encode())
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(lines[0].split(" ")[1])
        parts = (line.partition(":") for line in lines[1:])
        headers = {name.lower(): value.strip() for name, _, value in parts}
        body = b""
        if status == 200:
            body = await reader.readexactly(int(headers["content-length"]))
            self.etags[path] = headers["etag"]
            self.crowd.seen.received += len(body)
        elif status != 304:
            raise ValueError(f"{path}: {status}")
        if headers.get("connection") == "close":
            self.drop()
        return status, body

    def drop(self) -> None:
        if self.writer is not None:
            self.writer.transport.abort()
        self.reader = self.writer = None


class Crowd:
    """All phones of this process."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.port, self.host, self.follow = int(answer["port"]), str(answer["host"]), str(answer["follow"])
        self.seen = Seen()
        self.public: set[str] = set()
        self._last_answer: tuple[bytes, dict[str, Any]] = (b"", {})
        self._prefix = str(answer["prefix"])
        # The certificate is of a minute ago and our own.
        self.tls = ssl.create_default_context()
        self.tls.check_hostname, self.tls.verify_mode = False, ssl.CERT_NONE
        self.phones = [Phone(self, **item) for item in answer["phones"]]

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self.seen.connections += 1
        return await asyncio.open_connection(
            "127.0.0.1", self.port, ssl=self.tls, server_hostname=self.host, limit=1 << 20
        )

    def now(self, packed: bytes) -> dict[str, Any]:
        """The file of the section; of the same bytes it is read once."""
        if packed != self._last_answer[0]:
            read: dict[str, Any] = json.loads(gzip.decompress(packed))
            self._last_answer = packed, read
            self.public = {f"{self._prefix}{place}" for place in read["pages"]}
        return self._last_answer[1]

    async def live(self, ramp: float) -> None:
        loop = asyncio.get_running_loop()
        words = asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(words), sys.stdin)
        chance = random.Random(7)
        tasks = [asyncio.create_task(item.live(chance.uniform(0, ramp))) for item in self.phones]
        while word := (await words.readline()).strip():
            if word == b"drop":
                for phone in self.phones[::2]:
                    if not phone.is_asking:
                        phone.drop()
            sys.stdout.write(f"{json.dumps(vars(self.seen))}\n")
            sys.stdout.flush()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Phones:
    """A crowd in a process of its own."""

    def __init__(self, answer: dict[str, Any]) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.scale.phones"],
            stdin=pipe,
            stdout=pipe,
            text=True,
            preexec_fn=die_with_parent(),  # noqa: PLW1509  it takes no lock
        )
        self._say(json.dumps(answer))

    def _say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def seen(self, word: str = "count") -> Seen:
        self._say(word)
        assert self.process.stdout is not None
        return Seen(**json.loads(self.process.stdout.readline()))

    def stop(self) -> None:
        with self.process:
            assert self.process.stdin is not None
            self.process.stdin.close()
            self.process.wait(PATIENCE)


def main() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    # Words that follow must not be swallowed with the first line.
    with open(0, "rb", buffering=0, closefd=False) as stream:
        reading = json.loads(stream.readline())
    asyncio.run(Crowd(reading).live(float(reading["ramp"])))


if __name__ == "__main__":
    main()
