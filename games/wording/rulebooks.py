"""Names of the rulebooks."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

TITLES: Mapping[str, str] = {
    "axf": gettext_noop("World Xiangqi Rules (AXF)"),
    "wxc2015": gettext_noop("World Championship 2015"),
    "tiantian2020": gettext_noop("Tiantian 2020"),
    "xiangqi-com": gettext_noop("xiangqi.com"),
    "weiqi": gettext_noop("Weiqi, Chinese rules"),
    "weiqi-strict": gettext_noop("Weiqi, Chinese rules to the letter"),
}
"""Rulebook → its short name."""
