"""The words for what the standings room returns: criteria, kinds of rounds, what separated two rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from portal.web.words import Words
from tournaments.standings.c07 import parts_of
from tournaments.standings.tiebreaks import PRESETS as TIE_BREAKS
from tournaments.state.gotha.criteria import SPELLINGS
from tournaments.wording.c07 import c07_name, c07_short
from tournaments.wording.teams.team_standings import TEAM_CRITERIA, TEAM_SHORT

NAMES: dict[str, Words] = {
    "points": gettext_lazy("points"),
    "knock-out": gettext_lazy("knock-out"),
    "buchholz": gettext_lazy("Buchholz"),
    "sos": gettext_lazy("sum of opponents' scores"),
    "direct": gettext_lazy("direct encounter"),
    "wins": gettext_lazy("wins"),
    "black-wins": gettext_lazy("wins with Black"),
    "black-games": gettext_lazy("games with Black"),
    "best-opponent": gettext_lazy("highest opponent's score"),
    "fewer-fouls": gettext_lazy("fewer technical fouls"),
    "previous-rank": gettext_lazy("rank after the previous round"),
    "sonneborn-berger": gettext_lazy("Sonneborn-Berger"),
    "sodos": gettext_lazy("sum of defeated opponents' scores"),
    "sosos": gettext_lazy("sum of opponents' SOS"),
    "median": gettext_lazy("median Buchholz (without the best and the worst opponent)"),
    "cut-1": gettext_lazy("Buchholz cut 1 (without the worst opponent)"),
    "progressive": gettext_lazy("progressive score"),
    "rating": gettext_lazy("rating"),
    "lot": gettext_lazy("pairing number (lot)"),
}

SHORT_NAMES: dict[str, Words] = {
    "points": pgettext_lazy("column", "Pts"),
    "knock-out": pgettext_lazy("column", "KO"),
    "buchholz": pgettext_lazy("column", "Buch."),
    "sos": pgettext_lazy("column", "SOS"),
    "direct": pgettext_lazy("column", "Direct"),
    "wins": pgettext_lazy("column", "Wins"),
    "black-wins": pgettext_lazy("column", "B wins"),
    "black-games": pgettext_lazy("column", "B games"),
    "best-opponent": pgettext_lazy("column", "Best opp."),
    "fewer-fouls": pgettext_lazy("column", "Fouls"),
    "previous-rank": pgettext_lazy("column", "Prev."),
    "sonneborn-berger": pgettext_lazy("column", "SB"),
    "sodos": pgettext_lazy("column", "SODOS"),
    "sosos": pgettext_lazy("column", "SOSOS"),
    "median": pgettext_lazy("column", "Median"),
    "cut-1": pgettext_lazy("column", "Cut 1"),
    "progressive": pgettext_lazy("column", "Prog."),
    "rating": pgettext_lazy("column", "Rating"),
    "lot": pgettext_lazy("column", "Lot"),
}

# OpenGotha's criteria; in the head of a narrow column their own letters stand.
GO_NAMES: Mapping[str, Words] = {
    "CAT": pgettext_lazy("criterion", "category"),
    "RANK": pgettext_lazy("criterion", "grade"),
    "RATING": pgettext_lazy("criterion", "rating"),
    "NBW": pgettext_lazy("criterion", "wins"),
    "MMS": gettext_lazy("McMahon score"),
    "SOSW": gettext_lazy("sum of opponents' wins"),
    "SOSWM1": gettext_lazy("sum of opponents' wins, without the lowest"),
    "SOSWM2": gettext_lazy("sum of opponents' wins, without the two lowest"),
    "SOSM": gettext_lazy("sum of opponents' McMahon scores"),
    "SOSMM1": gettext_lazy("sum of opponents' McMahon scores, without the lowest"),
    "SOSMM2": gettext_lazy("sum of opponents' McMahon scores, without the two lowest"),
    "SODOSW": gettext_lazy("sum of defeated opponents' wins"),
    "SODOSM": gettext_lazy("sum of defeated opponents' McMahon scores"),
    "SOSOSW": gettext_lazy("sum of opponents' SOSW"),
    "SOSOSM": gettext_lazy("sum of opponents' SOSM"),
    "CUSSW": gettext_lazy("sum of wins after each round"),
    "CUSSM": gettext_lazy("sum of McMahon scores after each round"),
    "EXT": gettext_lazy("exploits attempted"),
    "EXR": gettext_lazy("exploits realised"),
    "SDC": gettext_lazy("simplified direct confrontation"),
    "DC": gettext_lazy("direct confrontation"),
    "NULL": pgettext_lazy("criterion", "none"),
    "STS": gettext_lazy("Strasbourg score (not computed)"),
    "CPS": gettext_lazy("cup score (not computed)"),
}

KINDS: Mapping[str, Words] = {
    "start": gettext_lazy("start"),
    "played": gettext_lazy("played"),
    "forfeit": gettext_lazy("forfeit"),
    "bye": gettext_lazy("bye"),
    "free": gettext_lazy("sits out"),
    "absent": gettext_lazy("absent"),
    "half-bye": gettext_lazy("half-point bye"),
    "pending": gettext_lazy("no result yet"),
    "technical": gettext_lazy("technical foul"),
    "recording": gettext_lazy("recording foul"),
    "other": gettext_lazy("other foul"),
    "ranks-below": gettext_lazy("places below, among those who are level"),
    "not-all-met": gettext_lazy("not all of those who are level have met each other with a winner"),
}

# Games among those who are level, where who won is all that counts.
MEETINGS: Mapping[str, Words] = {
    "beat": gettext_lazy("beat %(name)s"),
    "lost-to": gettext_lazy("lost to %(name)s"),
}

PRESETS: Mapping[str, Words] = {
    "wxc2015": gettext_lazy("World Xiangqi Championship 2015"),
    "wmsg2008": gettext_lazy("World Mind Sports Games 2008"),
    "axf-round-robin": gettext_lazy("AXF round robin"),
    "axf-double-round-robin": gettext_lazy("AXF double round robin"),
    "knock-out": gettext_lazy("Knock-out"),
    "mcmahon": gettext_lazy("McMahon"),
    "swiss-opengotha": gettext_lazy("Swiss (OpenGotha)"),
    "fide-dutch": gettext_lazy("Swiss, FIDE (Dutch system, C.04.3)"),
    "fide-team": gettext_lazy("Swiss for teams, FIDE (C.04.6)"),
    "scheveningen": gettext_lazy("Scheveningen (two teams)"),
}


OUR_READING = gettext_lazy(
    "The order of these tie-breaks is our reading: the text of the AXF's chapter 6 was not to be found."
)


def reading_note(criteria: Sequence[str], game: str) -> str:
    """What a page says below tie-breaks whose order rests on a reading of ours (S4); empty for others."""
    plain = tuple(key for key in criteria if key not in ("points", "knock-out"))
    return str(OUR_READING) if game == "xiangqi" and plain == TIE_BREAKS["axf-round-robin"] else ""


_GO_SHORT = {spelt: name for name, spelt in SPELLINGS.items()}


def criterion_name(key: str) -> str:
    """What a criterion is called, also ``points`` and ``sos-minus-3`` (printed as the source does, SOS-3)."""
    if key in GO_NAMES:
        return str(GO_NAMES[key])
    if key in TEAM_CRITERIA:
        return str(TEAM_CRITERIA[key])
    if (parts := parts_of(key)) is not None:
        return c07_name(parts)
    return str(NAMES[key]) if key in NAMES else _other(key)


def _other(key: str) -> str:
    """SOS-3; and by its key what another package had words for."""
    return _sos_minus(key) if key.startswith("sos-minus") else key


def ranking_name(key: str) -> str:
    """The same for what decides a ranking, where a knock-out is one of the criteria."""
    return gettext("stage reached in the knock-out") if key == "knock-out" else criterion_name(key)


def criterion_short_name(key: str) -> str:
    """The same for the head of a narrow column."""
    if key in GO_NAMES:
        return _GO_SHORT.get(key, key)
    if key in TEAM_SHORT:
        return str(TEAM_SHORT[key])
    if (parts := parts_of(key)) is not None:
        return c07_short(parts)
    return str(SHORT_NAMES[key]) if key in SHORT_NAMES else _other(key)


def kind_name(kind: str) -> str:
    """What a kind of round or foul is called."""
    return str(KINDS[kind])


def separation(key: str, neighbour: int, *, first_row: bool = False) -> str:
    """Which rule separates a row from its neighbour's rank: from the one above, in the first row below."""
    words = (
        gettext("ahead of %(rank)s by %(criterion)s")
        if first_row
        else gettext("behind %(rank)s by %(criterion)s")
    )
    return words % {"rank": neighbour, "criterion": criterion_name(key)}


def _sos_minus(key: str) -> str:
    if key == "sos-minus":
        return "SOS-1, SOS-2, …"
    prefix, _, count = key.rpartition("-")
    if prefix != "sos-minus":
        raise KeyError(key)
    return f"SOS-{count}"
