"""Asking against being told: an open page asks nginx for the small file of its section, or it holds a stream
of events (server-sent), which a server of Python behind nginx sends it. What a question and an event cost,
each reader, in processor time of all servers, and what each open page keeps of their memory; without TLS.

An event goes to everybody for every change; a question costs the same whether anything has changed or not. So
it depends on how often something changes which of them is cheaper.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import partial
from gzip import compress
from pathlib import Path

from portal.ops.supervisor import port_is_free
from tests import machine
from tests.benchmarks import shortest
from tests.benchmarks.front import BETWEEN_ROUNDS, DURING_PLAY, processor, running
from tests.nginx import DEPLOY
from tests.services import descendants, free_port, wait_until

READERS, TIMES = shortest((1_000, 50), (20, 200))
AT_ONCE = 50
NGINX = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; {user} worker_rlimit_nofile 8192;
events {{ worker_connections 4096; }}
http {{
  access_log off; keepalive_requests 100000000; keepalive_timeout 600;
  client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  map $uri $qiyuan_pages {{ default {folder}; }}
  server {{
    listen 127.0.0.1:{port};
    location /now/ {{ include {deploy}/nginx-pages.conf; types {{ application/json json; }} }}
    location /events {{
      proxy_pass http://127.0.0.1:{teller}; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_buffering off; proxy_read_timeout 1h;
    }}
  }}
}}
"""
PAGES = {f"round/{number}/": 1_790_000_000_000 + number for number in range(1, 10)}
EVENT = f"data: {json.dumps({'round/9/': PAGES['round/9/']})}\n\n".encode()
STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
END = b"\r\n\r\n"
Cost = tuple[float, float]
"""Microseconds of processor and kilobytes, for each reader."""
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def tell(port: int) -> None:
    """The server of the streams: who asks for ``/tell`` has an event sent to everybody."""
    listening: set[asyncio.StreamWriter] = set()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if (await reader.readuntil(END)).startswith(b"GET /tell "):
            for item in listening:
                item.write(EVENT)
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        else:
            writer.write(STREAM)
            listening.add(writer)
            await reader.read()
            listening.discard(writer)
        writer.close()

    async def serve() -> None:
        async with await asyncio.start_server(answer, "127.0.0.1", port, backlog=READERS) as server:
            await server.serve_forever()

    asyncio.run(serve())


class Crowd:
    """Readers with a connection each to the server at ``port``."""

    def __init__(self, port: int, path: str) -> None:
        self.port = port
        self.question = f"GET {path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n".encode()
        self.lines: list[Line] = []
        self.conditions = b""

    async def come(self) -> None:
        for _ in range(READERS):
            line = await asyncio.open_connection("127.0.0.1", self.port)
            self.lines.append(line)
            answer = await self.ask(line)
            if not answer.startswith(b"HTTP/1.1 200 "):
                raise RuntimeError(answer)
        tags = [head for head in answer.split(b"\r\n") if head.startswith(b"ETag: ")]
        self.conditions = b"".join(tag.replace(b"ETag", b"If-None-Match") + b"\r\n" for tag in tags)

    async def ask(self, line: Line) -> bytes:
        """The head of the answer."""
        reader, writer = line
        writer.write(self.question + self.conditions + b"\r\n")
        head = await reader.readuntil(END)
        lengths = [item for item in head.split(b"\r\n") if item.startswith(b"Content-Length: ")]
        if head.startswith(b"HTTP/1.1 200 ") and lengths:
            await reader.readexactly(int(lengths[0].split()[1]))
        return head

    async def all_ask(self) -> None:
        for start in range(0, READERS, AT_ONCE):
            answers = await asyncio.gather(
                *(self.ask(answer) for answer in self.lines[start : start + AT_ONCE])
            )
            if not all(answer.startswith(b"HTTP/1.1 304 ") for answer in answers):
                raise RuntimeError(answers)

    async def all_hear(self, teller: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", teller)
        writer.write(b"GET /tell HTTP/1.1\r\n\r\n")
        await reader.readuntil(END)
        writer.close()
        for line in self.lines:
            await line[0].readuntil(b"\n\n")

    def go(self) -> None:
        for _, writer in self.lines:
            writer.close()


def memory(servers: list[int]) -> float:
    """Kilobytes that all their processes keep."""
    pids = [pid for server in servers for pid in (server, *descendants(server))]
    sizes = [Path(f"/proc/{pid}/statm").read_text().split()[1] for pid in pids]
    return sum(map(int, sizes)) * resource.getpagesize() / 1000


async def measured(crowd: Crowd, act: Callable[[], Awaitable[None]], servers: list[int]) -> Cost:
    empty = memory(servers)
    await crowd.come()
    held = (memory(servers) - empty) / READERS
    used = processor(servers)
    for _ in range(TIMES):
        await act()
    took = (processor(servers) - used) / READERS / TIMES * 1e6
    crowd.go()
    return took, held


def cost(folder: Path, *, streams: bool) -> Cost:
    """Of servers that nobody has asked before: what they have used once they keep."""
    port, teller = free_port(), free_port()
    user = "user root;" if os.geteuid() == 0 else ""
    conf = folder / "nginx.conf"
    conf.write_text(NGINX.format(folder=folder, port=port, teller=teller, deploy=DEPLOY, user=user))
    program = f"from tests.benchmarks import streams; streams.tell({teller})"
    with ExitStack() as stack:
        commands = [[str(machine.program("nginx")), "-c", str(conf)], [sys.executable, "-c", program]]
        servers = [stack.enter_context(running(command)) for command in commands]
        for item in (port, teller):
            wait_until(partial(is_taken, item), f"{item} answers")
        crowd = Crowd(port, "/events" if streams else "/now/men.json")
        act = partial(crowd.all_hear, teller) if streams else crowd.all_ask
        return asyncio.run(measured(crowd, act, servers))


def is_taken(port: int) -> bool:
    return not port_is_free("127.0.0.1", port)


def main() -> None:
    if machine.program("nginx") is None:
        print(machine.missing("nginx-light"))
        sys.exit(2)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(prefix="qiyuan-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        file = folder / "now" / "men.json"
        file.parent.mkdir()
        file.write_text(json.dumps({"every": DURING_PLAY, "pages": PAGES, "others": ""}))
        file.with_name("men.json.gz").write_bytes(compress(file.read_bytes()))
        question, asks = cost(folder, streams=False)
        event, hears = cost(folder, streams=True)
    print(f"{READERS:,} readers, {TIMES} times each.\n")
    print("| each reader | processor, µs | memory of an open page, kB |\n|---|---|---|")
    print(f"| a question, nothing is new | {question:.1f} | {asks:.1f} |")
    print(f"| an event | {event:.1f} | {hears:.1f} |\n")
    for words, every in (("during play", DURING_PLAY), ("between rounds", BETWEEN_ROUNDS)):
        apart = event / question * every
        print(
            f"{words}, asked every {every} s, a stream is cheaper where changes are over {apart:.0f} s apart"
        )


if __name__ == "__main__":
    main()
