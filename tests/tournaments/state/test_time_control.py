"""Time controls: as people write them, as they are printed, and back."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tournaments.state.time_control import TimeControl, TimeControlError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("60 min + 30 s", TimeControl(3600, 30)),
        ("90+30", TimeControl(5400, 30)),
        ("90 + 30", TimeControl(5400, 30)),
        ("1h30 + 30s", TimeControl(5400, 30)),
        ("1 h 30 min + 30 s per move", TimeControl(5400, 30)),
        ("1.5 h", TimeControl(5400)),
        ("1:30:00 + 30 s", TimeControl(5400, 30)),
        ("25 min", TimeControl(1500)),
        ("25", TimeControl(1500)),
        ("25'", TimeControl(1500)),
        ("25' + 10''", TimeControl(1500, 10)),
        ("25’+10″", TimeControl(1500, 10)),
        ("2 min 30 s + 5 s", TimeControl(150, 5)),
        ("2m30 + 5", TimeControl(150, 5)),
        ("90 s", TimeControl(90)),
        ("60 min, 30 s per move", TimeControl(3600, 30)),
        ("60 min plus 30 seconds per move", TimeControl(3600, 30)),
        ("60 min + 1 min", TimeControl(3600, 60)),
        ("60 min, 3 × 30 s byo-yomi", TimeControl(3600, periods=3, period=30)),
        ("60 min + 3x30 s byoyomi", TimeControl(3600, periods=3, period=30)),
        ("60 min, 3 periods of 30 s", TimeControl(3600, periods=3, period=30)),
        ("60 min, 30 s × 3", TimeControl(3600, periods=3, period=30)),
        ("30 min, byo-yomi 30 s", TimeControl(1800, periods=1, period=30)),
        ("0 min, 5 x 1 min byo-yomi", TimeControl(0, periods=5, period=60)),
        ("30 min, 25 moves in 10 min", TimeControl(1800, period=600, moves=25)),
        ("30 min + 10 min / 25 moves", TimeControl(1800, period=600, moves=25)),
        ("60分+30秒", TimeControl(3600, 30)),
        ("６０分＋３０秒", TimeControl(3600, 30)),
        ("60分钟，每步加30秒", TimeControl(3600, 30)),
        ("1小时30分加30秒", TimeControl(5400, 30)),
        ("60分鐘，每步加 30 秒", TimeControl(3600, 30)),
        ("60分，读秒3次，每次30秒", TimeControl(3600, periods=3, period=30)),
        ("60分钟，30秒读秒3次", TimeControl(3600, periods=3, period=30)),
        ("30分钟，10分钟25步", TimeControl(1800, period=600, moves=25)),
        ("60 phút + 30 giây mỗi nước", TimeControl(3600, 30)),
        ("1 giờ 30 phút + 30 giây", TimeControl(5400, 30)),
    ],
)
def test_read(text: str, expected: TimeControl) -> None:
    assert TimeControl.parse(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "fast", "+30", "60 min + ", "60 min + 30 s + 30 s", "60 min, 30 s", "60 eggs", "1:30"),
        *("30 s 60 min", "60 min 90 min", "60 min, 3 ×", "3 × 30 s", "60 min, 5 moves", "-60 min", "😀"),
        *("60 min + 30 s, 3 × 30 s byo-yomi", "60 min + 25 moves", "6" * 90, "60\x00min", "60 min + 0.5 s"),
    ],
)
def test_what_is_none_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(TimeControlError) as refused:
        TimeControl.parse(text)
    assert refused.value.text == text[:80]


@pytest.mark.parametrize("text", ["0", "25 h", "60 + 601", "60 min, 61 × 30 s", "9" * 60, "0 min + 30 s"])
def test_what_nobody_plays_is_refused(text: str) -> None:
    with pytest.raises(TimeControlError) as refused:
        TimeControl.parse(text)
    assert refused.value.beyond


@st.composite
def controls(draw: st.DrawFn) -> TimeControl:
    main = draw(st.integers(0, 86_400))
    kind = draw(st.sampled_from(["sudden", "increment", "byo-yomi", "canadian"]))
    period = draw(st.integers(1, 7_200))
    if kind == "byo-yomi":
        return TimeControl(main, periods=draw(st.integers(1, 60)), period=period)
    if kind == "canadian":
        return TimeControl(main, period=period, moves=draw(st.integers(1, 200)))
    assume(main > 0)
    return TimeControl(main, increment=draw(st.integers(1, 600)) if kind == "increment" else 0)


@given(controls())
def test_what_is_printed_is_read_back(control: TimeControl) -> None:
    assert TimeControl.parse(str(control)) == control


@given(st.text(max_size=90))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(TimeControlError):
        control = TimeControl.parse(text)
        assert TimeControl.parse(str(control)) == control
