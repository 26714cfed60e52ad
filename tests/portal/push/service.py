"""A push service and its devices on this machine, over TLS: it decrypts as a browser does."""

from __future__ import annotations

import json
import os
import ssl
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece  # type: ignore[import-untyped]
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from portal.push.keys import base64url, public_point
from portal.webhooks import sending
from tests.browser.tls import certify


@dataclass
class Phone:
    """One device: its address at the service, and keys that the service does not have."""

    endpoint: str
    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": base64url(public_point(self.private)), "auth": base64url(self.secret)}

    def read(self, body: bytes) -> dict[str, Any]:
        text = http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret, version="aes128gcm")
        message: dict[str, Any] = json.loads(text)
        return message


@dataclass
class PushService:
    """``status``: what is answered, by path; ``pause``: seconds before an answer."""

    url: str = ""
    pause: float = 0.0
    status: dict[str, int] = field(default_factory=dict)
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    connections: int = 0

    def phone(self, name: str) -> Phone:
        return Phone(f"{self.url}/{name}")

    def messages(self, phone: Phone) -> list[dict[str, Any]]:
        """What a device reads, in its order."""
        return [phone.read(body) for path, _, body in self.got if phone.endpoint.endswith(path)]

    def counts(self) -> Counter[str]:
        return Counter(path for path, _, _ in self.got)


@contextmanager
def push_service(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    certificate = folder / "push.pem"
    certify(certificate)
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self) -> None:
            super().setup()
            service.connections += 1

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            time.sleep(service.pause)
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.got.append((self.path, headers, body))
            self.send_response(service.status.get(self.path, 201))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Nothing on the console."""

    class Server(ThreadingHTTPServer):
        request_queue_size = 128
        daemon_threads = True
        block_on_close = False

    server = Server(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    service.url = f"https://localhost:{server.server_port}"
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    sending._trusted.cache_clear()
    try:
        yield service
    finally:
        sending._trusted.cache_clear()
        server.shutdown()
        server.server_close()
        thread.join()
