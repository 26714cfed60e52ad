"""A list made by hand: what it breaks, and what the rule's own pairing was."""

from dataclasses import replace

from tests.tournaments.pairing.builders import swiss, with_entry
from tournaments.pairing import Table, judge_pairs, pair
from tournaments.state.tournament import Entry, FixedPair, Tournament

FIELD = swiss(6, "1-2 1-0, 3-4 1-0, 5-6 1-0")


def codes(notices):
    return [str(notice.code) for notice in notices]


def test_the_rules_own_pairing_has_nothing_to_note():
    rule = pair(FIELD, 2)

    judged = judge_pairs(FIELD, 2, [Table(p.first, p.second) for p in reversed(rule.pairs)])

    assert judged.possible
    assert judged.pairs == rule.pairs
    assert judged.broken == ()
    assert judged.rule == rule


def test_round_1_keeps_the_order_that_exchanges_of_one_federation_leave():
    nations = ["CHN", "CHN", "CHN", "VIE", "GER", "USA"]
    entries = tuple(Entry(number, federation=nation) for number, nation in enumerate(nations, start=1))
    field = Tournament("wxc2015", entries)
    rule = pair(field, 1)

    judged = judge_pairs(field, 1, [Table(p.second, p.first) for p in reversed(rule.pairs)])

    assert rule.as_numbers() == ((1, 1, 6), (2, 4, 3), (3, 2, 5))
    assert judged.pairs == rule.pairs


def test_a_rematch_and_a_forbidden_pair_break_rules():
    tournament = replace(FIELD, forbidden=((3, 5),))

    judged = judge_pairs(tournament, 2, [Table(1, 2), Table(3, 5), Table(4, 6)])

    assert codes(judged.broken) == ["forbidden-pair", "rematch"]
    assert judged.possible


def test_a_fixed_pair_that_is_gone():
    tournament = replace(FIELD, fixed=(FixedPair(2, 1, 4),))

    judged = judge_pairs(tournament, 2, [Table(1, 3), Table(2, 5), Table(4, 6)])

    assert codes(judged.notices) == ["unfixed-pair"]


def test_given_colours_are_kept_and_noted():
    rule = pair(FIELD, 2)
    turned = [Table(p.second, p.first, colours_given=p.table == 1) for p in rule.pairs]

    judged = judge_pairs(FIELD, 2, turned)

    assert (judged.pairs[0].first, judged.pairs[0].second) == (rule.pairs[0].second, rule.pairs[0].first)
    assert codes(judged.pairs[0].notices) == ["other-colours"]
    assert judged.pairs[1:] == rule.pairs[1:]


def test_given_tables_are_kept():
    judged = judge_pairs(FIELD, 2, [Table(1, 3, table=3), Table(5, 2, table=1), Table(4, 6, table=2)])

    assert [(p.table, {p.first, p.second}) for p in judged.pairs] == [(1, {2, 5}), (2, {4, 6}), (3, {1, 3})]


def test_lists_that_are_no_pairing():
    away = with_entry(FIELD, 6, absences=frozenset({2}))

    assert codes(judge_pairs(FIELD, 2, [Table(1, 3), Table(1, 5)]).notices) == [
        "paired-twice",
        "not-paired",
        "not-paired",
        "not-paired",
    ]
    assert codes(judge_pairs(away, 2, [Table(1, 3), Table(5, 2), Table(4, 6)]).notices) == ["not-present"]
    assert codes(judge_pairs(away, 2, [Table(1, 3), Table(5, 9)], [2]).notices) == [
        "unknown-player",
        "not-paired",
    ]
    assert codes(judge_pairs(FIELD, 2, [Table(1, 3), Table(5, 2)], [4, 6]).notices) == [
        "two-byes",
        "bye-even",
    ]
    assert not judge_pairs(FIELD, 2, [Table(1, 3)]).possible


def test_a_bye_by_hand_that_the_rule_gives_to_somebody_else():
    odd = swiss(5, "1-2 1-0, 3-4 1-0, bye 5")

    judged = judge_pairs(odd, 2, [Table(1, 3), Table(4, 2)], [5])

    assert codes(judged.notices) == ["second-bye", "bye-other"]
    assert judged.notices[1].params == {"player": 5, "opponent": 2}


def test_where_the_rule_refuses_the_hand_made_list_is_still_judged():
    met = swiss(4, "1-2 1-0, 3-4 1-0", "1-3 1-0, 2-4 1-0", "1-4 1-0, 2-3 1-0")

    judged = judge_pairs(met, 4, [Table(1, 2), Table(3, 4)])

    assert judged.rule is None
    assert judged.refusal.code == "no-pairing"
    assert "rematch" in codes(judged.broken)
