"""Where a game's handicap or colours are not what the rule of its section gives."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from tournaments.models import Pairing, Round
from tournaments.pairing.gotha.by_rule import RuleTerms, handicap_terms, terms_told
from tournaments.queries.tournament import tournament_of
from tournaments.wording.handicaps import game_text
from tournaments.wording.names import plain_name


def terms_by_rule(round_: Round, pairings: Sequence[Pairing]) -> dict[int, RuleTerms]:
    """Return the handicap by id of the pairing, as the rule gave it when the round was paired.

    ``pairings``: tables with loaded seats."""
    if not round_.section.is_by_value:
        return {}
    terms_found, unknown = {}, {}
    for pairing in pairings:
        if pairing.table is None:
            continue
        if (terms := terms_told(pairing.reasons)) is not None:
            terms_found[pairing.pk] = terms
        else:
            first, second = (seat.entry.number or 0 for seat in pairing.seated)
            unknown[pairing.pk] = (first, second)
    # What came with a file has no reasons: there the rule is asked now, of players whose strength is known.
    if unknown:
        before = tournament_of(round_.section, before_round=round_.number)
        rule_terms = handicap_terms(before, round_.number, unknown.values())
        terms_found |= {
            key: rule_terms[frozenset(pair)] for key, pair in unknown.items() if frozenset(pair) in rule_terms
        }
    return terms_found


def handicap_by_rule(round_: Round, pairing: Pairing) -> int | None:
    """Of a table with loaded seats; None where the rule does not say one."""
    rule = terms_by_rule(round_, [pairing]).get(pairing.pk)
    return None if rule is None else rule.handicap


def unlike_rule(pairing: Pairing, rule: RuleTerms | None) -> str:
    """What the rule gives a table with loaded seats where that is something else; else empty."""
    if rule is None:
        return ""
    if rule.handicap != pairing.handicap:
        rule_text = game_text(rule.handicap)
        return gettext("differs from the rule, which says: %(handicap)s") % {"handicap": rule_text}
    seats = {seat.entry.number: seat for seat in pairing.seated}
    if rule.black in seats and seats[rule.black].colour != "first":
        name = plain_name(seats[rule.black].entry.player)
        return gettext("differs from the rule, which says: %(black)s is Black") % {"black": name}
    return ""
