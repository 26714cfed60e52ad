"""The words for every code that a pure room returns, once, through gettext.

Message ids are English; the command line prints them so, pages in the reader's language.
"""

from tournaments.wording.exchange import defect_text, file_error_text
from tournaments.wording.reasons import (
    difference_text,
    input_error_text,
    notice_text,
    reason_text,
    refusal_text,
)

__all__ = [
    "defect_text",
    "difference_text",
    "file_error_text",
    "input_error_text",
    "notice_text",
    "reason_text",
    "refusal_text",
]
