"""An installation as the public reaches it: at an https address, behind a proxy that ends TLS."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.browser.site import Site
from tests.services import free_port

NAME = "localhost"
"""Passkeys belong to a name, not to a number."""
OF_THE_WAY = {"connection", "content-length", "transfer-encoding"}
"""Headers of one connection, not of what is sent."""


@dataclass
class PublicSite(Site):
    """Reached at ``front``, which forwards to ``port``; ``certificate`` is that of the front."""

    front: int = 0
    certificate: Path = Path()

    @property
    def url(self) -> str:
        return f"https://{NAME}:{self.front}"

    def trusted(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))


def certify(path: Path) -> None:
    """A key and its certificate for this machine, signed by itself, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = datetime.now(tz=UTC)
    certificate = (
        x509.CertificateBuilder(subject_name=name, issuer_name=name, public_key=key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(NAME), x509.IPAddress(ip_address("127.0.0.1"))]),
            critical=False,
        )
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(secret + certificate.public_bytes(serialization.Encoding.PEM))


def forwarding_to(port: int) -> type[BaseHTTPRequestHandler]:
    """What answers at the front: each request goes on to ``port`` with what a proxy has to say."""

    class Forward(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def forward(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            arguments = {"X-Forwarded-Proto": "https", "X-Forwarded-For": self.client_address[0]}
            inner = HTTPConnection("127.0.0.1", port, timeout=30)
            inner.request(self.command, self.path, body or None, {**self.headers, **arguments})
            answer = inner.getresponse()
            content = answer.read()
            inner.close()
            self.send_response_only(answer.status, answer.reason)
            for name, value in answer.getheaders():
                if name.lower() not in OF_THE_WAY:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_HEAD = do_POST = forward  # noqa: N815  the names that http.server calls

        def log_message(self, *_: object) -> None:
            """The site logs."""

    return Forward


@contextmanager
def at_an_https_address(folder: Path) -> Iterator[PublicSite]:
    """A site in ``folder`` that is not started yet, and its front, which is."""
    certificate = folder / "certificate.pem"
    certify(certificate)
    site = PublicSite(folder, free_port(), front=free_port(), certificate=certificate)
    site.install("ready")
    server = ThreadingHTTPServer((NAME, site.front), forwarding_to(site.port))
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
