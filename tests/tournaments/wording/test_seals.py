"""What a seal shows, and what stands upright beside a title."""

from __future__ import annotations

import pytest

from tournaments.wording.seals import seal_text, upright_name


@pytest.mark.parametrize(
    ("name", "native_name", "seal", "upright"),
    [
        ("Demo World Championship 2026", "2026年世界象棋锦标赛（演示）", "世", "世界象棋锦标赛"),
        ("14th Asian Championship", "第十四届亚洲象棋个人锦标赛", "亚", "亚洲象棋个人锦标赛"),
        ("World Xiangqi Federation", "世界象棋聯合會", "世", "世界象棋聯合會"),
        ("Prague Go Open", "", "PG", ""),
        ("2026 Ścieżka", "", "Ś", ""),
        ("2026", "2026", "", ""),
        ("Teams", "中华人民共和国全国象棋团体锦标赛", "中", ""),
    ],
)
def test_the_year_the_number_and_brackets_are_left_out(
    name: str, native_name: str, seal: str, upright: str
) -> None:
    assert (seal_text(name, native_name), upright_name(native_name)) == (seal, upright)
