"""The names of openings."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# By `games.xiangqi.openings.Opening` as text.
OPENINGS: Mapping[str, Promise] = {
    "central-cannon": _("Central Cannon"),
    "central-cannon/screen-horses": _("Central Cannon against Screen Horses"),
    "central-cannon/sandwiched-horses": _("Central Cannon against Sandwiched Horses"),
    "central-cannon/single-horse": _("Central Cannon against Single Horse"),
    "central-cannon/three-step-tiger": _("Central Cannon against Three-Step Tiger"),
    "central-cannon/same-direction-cannons": _("Same-Direction Cannons"),
    "central-cannon/opposite-direction-cannons": _("Opposite-Direction Cannons"),
    "central-cannon/late-same-direction-cannons": _("Delayed Same-Direction Cannons"),
    "central-cannon/late-opposite-direction-cannons": _("Delayed Opposite-Direction Cannons"),
    "palace-corner-cannon": _("Palace-Corner Cannon"),
    "cross-palace-cannon": _("Cross-Palace Cannon"),
    "golden-hook-cannon": _("Golden Hook Cannon"),
    "pawn-base-cannon": _("Pawn-Base Cannon"),
    "elephant": _("Elephant Opening"),
    "horse": _("Horse Opening"),
    "edge-horse": _("Edge Horse Opening"),
    "pawn": _("Pawn Opening"),
    "pawn/facing-pawns": _("Facing Pawns"),
    "pawn/against-pawn-base-cannon": _("Pawn Opening against Pawn-Base Cannon"),
    "edge-pawn": _("Edge Pawn Opening"),
    "central-pawn": _("Central Pawn Opening"),
    "advisor": _("Advisor Opening"),
    "other": _("Other opening"),
}
