"""Times as people read them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from tournaments.wording.times import time_left


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["1 day 5 hours", "9 days", "1 hour 1 minute", "1 minute"]),
        ("zh-hans", ["1天 5小时", "9天", "1小时 1分钟", "1分钟"]),
        ("zh-hant", ["1 天 5 小時", "9 天", "1 小時 1 分鐘", "1 分鐘"]),
        ("vi", ["1 ngày 5 tiếng", "9 ngày", "1 tiếng 1 phút", "1 phút"]),
    ],
)
def test_the_time_that_is_left_has_two_units_in_every_language(language: str, words: list[str]) -> None:
    lefts = (timedelta(hours=29, minutes=3), timedelta(days=9), timedelta(minutes=61), timedelta(seconds=-9))
    with override(language):
        assert [time_left(timezone.now() + left) for left in lefts] == words
