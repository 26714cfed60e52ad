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
from typing import Any, cast
from urllib.parse import urlsplit


class Letterbox(ThreadingTCPServer):
    """At a free port of this machine. ``letters``: what has come, oldest first. ``refused``: addresses that
    it does not know."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Delivery)
        self.letters: list[EmailMessage] = []
        self.refused: set[str] = set()

    @property
    def url(self) -> str:
        """As ``EMAIL_URL`` has it."""
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    def sent_to(self, address: str) -> list[EmailMessage]:
        return [letter for letter in self.letters if letter["To"] == address]


class Delivery(StreamRequestHandler):
    @property
    def box(self) -> Letterbox:
        return cast("Letterbox", self.server)

    def say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())

    def handle(self) -> None:
        self.say("220 letterbox")
        for line in self.rfile:
            verb = line[:4].upper()
            if verb == b"DATA":
                self.say("354 go on")
                self.take()
            if verb == b"RCPT" and any(address.encode() in line for address in self.box.refused):
                self.say("550 5.1.1 nobody of that name")
            else:
                self.say("221 bye" if verb == b"QUIT" else "250 well")

    def take(self) -> None:
        rows = []
        for line in self.rfile:
            if line == b".\r\n":
                break
            rows.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        letter = email.message_from_bytes(b"".join(rows), policy=email.policy.default)
        self.box.letters.append(cast("EmailMessage", letter))


@contextmanager
def letters_go_to(settings: Any) -> Iterator[Letterbox]:
    """Letters of this process go by SMTP to a server of their own."""
    with letterbox() as box:
        server = urlsplit(box.url)
        settings.SENDS_MAIL = True
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.hostname, server.port
        yield box


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
