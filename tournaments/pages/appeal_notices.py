"""What is heard of an appeal once a panel has decided it: by both sides of the table, and by the staff."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy

from portal.push.notices import notify_followers
from portal.push.topics import Facts, Topic, Wording
from tournaments.models import AppealDecision
from tournaments.pages.followed_scopes import (
    ENTRY_SCOPE,
    STAFF_SCOPE,
    TEAM_SCOPE,
    entry_scopes,
    staff_scopes,
    team_scopes,
    under_event,
    where_words,
)
from tournaments.pages.paths import round_path
from tournaments.policy import Act
from tournaments.queries.refereeing.appeals import fouls_beside
from tournaments.wording.appeals import ruling_texts

APPEAL = "appeal"


def notify_followers_of_appeal(decision: AppealDecision) -> None:
    """In the transaction of the act by which it is entered."""
    event = decision.appeal.pairing.round.section.event_id
    notify_followers((APPEAL,), under_event(event), {"appeal": decision.appeal_id})


def _decision(facts: Facts) -> AppealDecision | None:
    rows = AppealDecision.objects.select_related(
        "appeal__pairing__round__section__event", "appeal__foul", "appeal__report"
    )
    return rows.filter(appeal=facts["appeal"]).first()


def _audience(facts: Facts) -> Mapping[str, str]:
    """Who has appealed and who sat there with them, their captains, and who may decide appeals."""
    decision = _decision(facts)
    if decision is None:
        return {}
    pairing = decision.appeal.pairing
    scopes = {
        **entry_scopes(Q(entry__seats__pairing=pairing) | Q(entry=decision.appeal.entry_id)),
        **staff_scopes(pairing.round.section.event_id, Act.DECIDE_APPEAL),
    }
    if pairing.round.section.of_teams:
        scopes |= team_scopes(Q(team__entries__seats__pairing=pairing))
    return scopes


def _words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    """The outcome, and of which ruling; the reasons stand on the pages of those whom they concern."""
    decision = _decision(facts)
    if decision is None:
        return {}
    round_, table = decision.appeal.pairing.round, decision.appeal.pairing.table
    title = gettext("Table %(table)s, round %(round)s: appeal %(outcome)s") % {
        "round": round_.number,
        "table": table,
        "outcome": decision.get_outcome_display(),
    }
    [ruling] = ruling_texts([decision.appeal.ruling], among=fouls_beside([decision.appeal]))
    path = round_path(round_.section, round_.number)
    words = Wording(title, f"{ruling} · {where_words(round_.section)}", path, f"appeal-{decision.appeal_id}")
    return dict.fromkeys(scopes, words)


APPEAL_TOPIC = Topic(
    gettext_lazy("appeals at my table, once decided"),
    frozenset({ENTRY_SCOPE, TEAM_SCOPE, STAFF_SCOPE}),
    _audience,
    _words,
    merges=False,
)
