"""A mail server that keeps what it is sent: as much of SMTP (RFC 5321) as it
takes to deliver a letter."""

from __future__ import annotations

import email
import email.policy
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import cast


class Letterbox(ThreadingTCPServer):
    """At a free port of this machine. ``letters``: what has come, oldest first."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Delivery)
        self.letters: list[EmailMessage] = []

    @property
    def url(self) -> str:
        """As ``EMAIL_URL`` has it."""
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    def sent_to(self, address: str) -> list[EmailMessage]:
        return [letter for letter in self.letters if letter["To"] == address]


class Delivery(StreamRequestHandler):
    def say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())

    def handle(self) -> None:
        self.say("220 letterbox")
        for line in self.rfile:
            verb = line[:4].upper()
            if verb == b"DATA":
                self.say("354 go on")
                self.take()
            self.say("221 bye" if verb == b"QUIT" else "250 well")

    def take(self) -> None:
        rows = []
        for line in self.rfile:
            if line == b".\r\n":
                break
            rows.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        letter = email.message_from_bytes(b"".join(rows), policy=email.policy.default)
        cast("Letterbox", self.server).letters.append(cast("EmailMessage", letter))


@contextmanager
def letterbox() -> Iterator[Letterbox]:
    with Letterbox() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
