"""Why somebody does not play a round, or could be thought not to."""

from __future__ import annotations

from enum import StrEnum


class Away(StrEnum):
    """``LATE`` and ``ADJOURNED`` play: somebody may look for them among those who do not."""

    ABSENT = "absent"
    HALF = "half"
    FULL = "full"
    WITHDRAWN = "withdrawn"
    LATE = "late"
    ADJOURNED = "adjourned"
