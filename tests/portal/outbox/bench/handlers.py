import time
from pathlib import Path
from typing import Any

from portal import journal
from portal.accounts.models import User
from portal.outbox import Handler, Job, Work


class Note(Handler):
    """Writes into the journal how many accounts there are. ``payload``: ``{"target"}``, and ``"hold"``, a
    folder: while it holds a file ``wait``, computing goes on and says so in a file ``computing``."""

    def read(self, payload: dict[str, Any]) -> Work:
        count = User.objects.count()
        return Work(str(count), (payload.get("hold"), count))

    def compute(self, data: Any) -> int:
        folder, count = data
        if folder:
            (Path(folder) / "computing").touch()
            while (Path(folder) / "wait").exists():
                time.sleep(0.02)
        return int(count)

    def write(self, job: Job, data: Any, result: int) -> dict[str, Any]:
        journal.record("noted", by=None, scope="test", target=job.payload["target"], after=result)
        return {"count": result}
