"""Every byte that comes down a connection, whoever in the browser asked for it: a relay before the site."""

from __future__ import annotations

import socket
import threading

MOST = 65_536


class Relay:
    """Listens on ``port`` and passes on to ``site``; ``received`` counts what came back."""

    def __init__(self, site: int) -> None:
        self.site = site
        self.received = 0
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.server.getsockname()[1]
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        while True:
            browser, _ = self.server.accept()
            site = socket.create_connection(("127.0.0.1", self.site))
            threading.Thread(target=self.pass_on, args=(browser, site, False), daemon=True).start()
            threading.Thread(target=self.pass_on, args=(site, browser, True), daemon=True).start()

    def pass_on(self, source: socket.socket, target: socket.socket, counts: bool) -> None:
        try:
            while data := source.recv(MOST):
                if counts:
                    self.received += len(data)
                target.sendall(data)
        except OSError:  # the browser, or the site, has ended the connection
            pass
        finally:
            source.close()
            target.close()
