"""How settings that stand already are changed, of whatever: by a table of `tournaments.setting_rules`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from portal.policy import Refusal
from tournaments.acts.common import changes
from tournaments.setting_rules import REFUSED, WARNED, Settings


def allowed_changes(
    *,
    table: Settings,
    stage: str,
    wanted: Mapping[str, Any],
    now: Mapping[str, Any],
    seen: Mapping[str, Any] | None,
    reason: str,
    check: Callable[[Mapping[str, Any]], None],
) -> dict[str, Any]:
    """What ``wanted`` changes of what stands ``now``, if ``stage`` allows it. ``seen``: as `changes` has it;
    ``check`` refuses what cannot be, before anybody is asked for a reason.

    Raises the `Refusal` ``setting-fixed`` (``setting``, ``stage``), ``change-needs-reason`` (``settings``:
    the keys that need one) where a change is warned of and no ``reason`` is given; the `Conflict`
    ``changed-meanwhile``.
    """
    mine = changes(wanted=wanted, now=now, seen=seen)
    for key in mine:
        if table[key].at[stage] is REFUSED:
            raise Refusal("setting-fixed", field=key, setting=key, stage=stage)
    if mine:
        check(mine)
    warned = [key for key in mine if table[key].at[stage] is WARNED]
    if warned and not reason:
        raise Refusal("change-needs-reason", field="reason", settings=warned)
    return mine
