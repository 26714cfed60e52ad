"""Say to which categories an entry belongs: also long after it was made."""

from __future__ import annotations

from collections.abc import Collection

from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.common import Answer
from tournaments.acts.frame import ENTRY, Done, act, unchanged
from tournaments.acts.rounds import ask_for_standings
from tournaments.models import Entry, Round
from tournaments.policy import Act


@act(on=ENTRY, right=Act.CORRECT_PLAYER)
def set_categories(*, entry: Entry, categories: Collection[str], by: User, once: str = "") -> Done[Answer]:
    """``categories``: keys, all of them. Prizes and rankings of the newest frozen standings are made anew.
    Answers ``{"entry": id, "categories": [key, …]}``. Refusals: ``unknown-category``."""
    known = {category.key: category for category in entry.section.categories.all()}
    for key in categories:
        if key not in known:
            raise Refusal("unknown-category", field="categories", category=key)
    before = sorted(category.key for category in entry.categories.all())
    after = sorted(set(categories))
    answer: Answer = {"entry": entry.pk, "categories": after}
    if before == after:
        return unchanged(answer)
    entry.categories.set([known[key] for key in after])
    closed = entry.section.round_set.filter(state=Round.State.CLOSED).order_by("number").last()
    if closed is not None:
        ask_for_standings(entry.section, since=closed.number, by=by)
    pages.section_changed(entry.section)
    return Done(answer, before={"categories": before}, after={"categories": after})
