"""One rulebook is in force in a section: what is claimed by it, and by what its records are judged."""

from __future__ import annotations

import pytest

from games.models import Claim
from games.queries.claims import ClaimTyped
from portal.policy import Refusal
from tests.cast import Cast, row, value_of
from tests.games.acts.claiming import QUIET, claim_at, handed_in, rule
from tournaments.models import Section


def set_rulebook(section: Section, rulebook: str, *, online: bool = False) -> None:
    section.rulebook, section.online = rulebook, online
    section.save(update_fields=["rulebook", "online"])


@pytest.mark.parametrize("rulebook", ["tiantian2020", "xiangqi-com", ""])
def test_nothing_is_claimed_where_rules_act_by_themselves_or_are_not_there(
    published: Cast, rulebook: str
) -> None:
    set_rulebook(published.section, rulebook)
    with pytest.raises(Refusal, match="nothing-to-claim"):
        rule(published, claim_at(102, typed=" ".join(QUIET)))
    assert not Claim.objects.exists()


def test_by_the_asian_rules_a_repetition_is_claimed_and_no_natural_limit(published: Cast) -> None:
    set_rulebook(published.section, "axf")
    with pytest.raises(Refusal, match="claim-not-by-rules"):
        rule(published, claim_at(102, typed=" ".join(QUIET)))
    answer = rule(published, ClaimTyped("repetition", 10, typed=" ".join(QUIET)))
    assert (answer["right"], answer["outcome"], value_of(published)) == (True, "draw", "1/2")
    assert {finding["rulebook"] for finding in Claim.objects.get().verdict["findings"]} == {"axf"}


def test_by_the_asian_rules_a_wrong_claim_costs_what_the_ladder_says_and_no_time(published: Cast) -> None:
    set_rulebook(published.section, "axf")
    for ply in (5, 6):
        answer = rule(published, ClaimTyped("repetition", ply, typed=" ".join(QUIET)))
        assert (answer["outcome"], answer["lost"]) == ("technical", False)
        foul = row(answer)
        assert (foul.kind, foul.article, foul.penalty) == ("technical", "", "")
    assert value_of(published) == "none"


def test_a_record_is_judged_by_the_rulebook_of_its_section_alone(published: Cast) -> None:
    set_rulebook(published.section, "tiantian2020")
    record = handed_in(published, b"1. C2=5 H8+7 R1+1 R9+1")
    assert record.reading.data["judged"] == ["tiantian2020"]
