"""A server that is far away: what it answers comes late."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress


class LongWay:
    """Leads to a server whose every answer comes ``late`` seconds later."""

    def __init__(self, port: int) -> None:
        self.late = 0.0
        self._port = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        threading.Thread(target=self._open, daemon=True).start()

    def _open(self) -> None:
        with suppress(OSError):
            while True:
                here, _address = self._door.accept()
                there = socket.create_connection(("127.0.0.1", self._port))
                for source, goal, answers in ((here, there, False), (there, here, True)):
                    threading.Thread(target=self._carry, args=(source, goal, answers), daemon=True).start()

    def _carry(self, source: socket.socket, goal: socket.socket, answers: bool) -> None:
        with suppress(OSError), source, goal:
            while sent := source.recv(65_536):
                if answers and self.late:
                    time.sleep(self.late)
                goal.sendall(sent)

    def close(self) -> None:
        self._door.close()
