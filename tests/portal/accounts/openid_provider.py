"""A provider of OpenID Connect on this machine: what of it a client needs, its tokens signed by joserfc."""

from __future__ import annotations

import json
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "qiyuan", "between the two of us"


class OpenIdProvider:
    """``person``: the claims of who is signed in there. ``forged``: changes the claims of its tokens;
    ``silent``: it answers nothing any more; ``denies``: the person there says no."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.key = RSAKey.generate_key(2048, {"kid": "1", "use": "sig"})
        self.person: dict[str, Any] = {}
        self.forged: dict[str, Any] = {}
        self.silent = self.denies = False
        self.codes: dict[str, dict[str, str]] = {}

    def settings(self) -> dict[str, Any]:
        """As `portal.accounts.providers.read_providers` is given it."""
        there = {"label": "Elsewhere", "server": self.address, "client_id": CLIENT, "secret": SECRET}
        return {"elsewhere": there}

    def answer(self, path: str, query: dict[str, str], bearer: str) -> tuple[int, dict[str, Any] | str]:
        """A status with what it says, or 302 with the address."""
        if self.silent:
            return 500, {}
        match path:
            case "/.well-known/openid-configuration":
                return 200, {
                    "issuer": self.address,
                    "authorization_endpoint": f"{self.address}/authorize",
                    "token_endpoint": f"{self.address}/token",
                    "userinfo_endpoint": f"{self.address}/userinfo",
                    "jwks_uri": f"{self.address}/keys",
                    "token_endpoint_auth_methods_supported": ["client_secret_post"],
                }
            case "/authorize":
                return 302, self._authorized(query)
            case "/token":
                return self._token(query)
            case "/userinfo":
                return (200, self.person) if bearer == "Bearer opens" else (401, {})
            case "/keys":
                return 200, {"keys": [self.key.as_dict(private=False)]}
        return 404, {}

    def _authorized(self, query: dict[str, str]) -> str:
        assert query["client_id"] == CLIENT
        if self.denies:
            return f"{query['redirect_uri']}?{urlencode({'error': 'access_denied', 'state': query['state']})}"
        code = f"code-{len(self.codes) + 1}"
        self.codes[code] = query
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"

    def _token(self, query: dict[str, str]) -> tuple[int, dict[str, Any]]:
        begun = self.codes.pop(query.get("code", ""), None)
        if begun is None or query.get("client_secret") != SECRET:
            return 400, {"error": "invalid_grant"}
        digest = urlsafe_b64encode(sha256(query["code_verifier"].encode()).digest()).rstrip(b"=").decode()
        if begun["code_challenge"] != digest:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {"iss": self.address, "aud": CLIENT, "iat": now, "exp": now + 60, "sub": self.person["sub"]}
        id_token = jwt.encode({"alg": "RS256", "kid": "1"}, {**claims, **self.forged}, self.key)
        return 200, {"access_token": "opens", "token_type": "Bearer", "id_token": id_token}


@contextmanager
def openid_provider() -> Iterator[OpenIdProvider]:
    """It listens on 127.0.0.1 until the end."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # the name that the library calls
            self._say(dict(self._parts(urlsplit(self.path).query)))

        def do_POST(self) -> None:
            sent = self.rfile.read(int(self.headers.get("Content-Length", "0"))).decode()
            self._say(dict(self._parts(sent)))

        @staticmethod
        def _parts(text: str) -> Iterator[tuple[str, str]]:
            yield from ((name, values[0]) for name, values in parse_qs(text).items())

        def _say(self, query: dict[str, str]) -> None:
            path, bearer = urlsplit(self.path).path, self.headers.get("Authorization", "")
            status, answer = provider.answer(path, query, bearer)
            body = b"" if isinstance(answer, str) else json.dumps(answer).encode()
            self.send_response(status)
            if isinstance(answer, str):
                self.send_header("Location", answer)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_arguments: Any) -> None:
            """Nothing: the test says what came."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider = OpenIdProvider(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
