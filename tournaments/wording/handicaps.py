"""The words for the handicap of a game."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_lazy

from tournaments.wording.lists import listed

OWN_KOMI = gettext_lazy(
    "In half points, where this game has its own; null: ½ with a handicap, else the section’s."
)


def komi_text(komi: int) -> str:
    """Of half points: ``6½``, ``½``, ``0``."""
    whole = str(komi // 2) if komi != 1 else ""
    return whole + ("½" if komi % 2 else "")


def handicap_text(handicap: int, komi: int | None = None) -> str:
    """Return ``H4, komi ½``; empty for an even game with the section's komi."""
    if not handicap and komi is None:
        return ""
    # Without a komi of its own it is ½ with a handicap.
    values = {"count": handicap, "komi": komi_text(1 if komi is None else komi)}
    if not handicap:
        return gettext("komi %(komi)s") % values
    # With 1 there is no stone on the board: Black moves first.
    if handicap == 1:
        return gettext("H1, komi %(komi)s") % values
    return gettext("H%(count)s, komi %(komi)s") % values


def game_text(handicap: int, komi: int | None = None) -> str:
    """The same, where an even game has words too."""
    if not handicap and komi is not None:
        return listed([gettext("an even game"), handicap_text(0, komi)])
    return handicap_text(handicap, komi) or gettext("an even game")


def confirming_text(handicap: int, komi: int | None, rule: int) -> str:
    """What whoever enters a result confirms where the rule gives another handicap."""
    return gettext("Played so: %(given)s (the rule: %(said)s)") % {
        "given": game_text(handicap, komi),
        "said": game_text(rule),
    }
