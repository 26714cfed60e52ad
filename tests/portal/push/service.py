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

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

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
        message: dict[str, Any] = json.loads(self.decrypt(body))
        return message

    def decrypt(self, body: bytes) -> bytes:
        """As RFC 8188 and 8291 have a browser do it, from the header on: nothing of ours is used."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        if not 18 <= len(record) <= size:
            raise ValueError("more than the one record that is allowed (RFC 8291, 4)")
        sender_key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        info = b"WebPush: info\x00" + public_point(self.private) + sender
        shared = self.private.exchange(ec.ECDH(), sender_key)
        secret = HKDF(SHA256(), 32, self.secret, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        padded = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\x00")
        if not padded.endswith(b"\x02"):
            raise ValueError("no delimiter of a last record (RFC 8188, 2)")
        return padded[:-1]


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
    service.url = f"https://127.0.0.1:{server.server_port}"
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    sending._trusted.cache_clear()
    try:
        yield service
    finally:
        sending._trusted.cache_clear()
        server.shutdown()
        server.server_close()
        thread.join()
