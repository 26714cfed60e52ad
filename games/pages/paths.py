"""Addresses of published games, without their language: ``e/wxc-2015/men/round/5/table/12/``."""

from __future__ import annotations

from tournaments.models import Pairing
from tournaments.pages.paths import round_path


def game_path(pairing: Pairing, game: int = 1) -> str:
    round_ = pairing.round
    replay = f"{game}/" if game > 1 else ""
    return f"{round_path(round_.section, round_.number)}table/{pairing.table}/{replay}"
