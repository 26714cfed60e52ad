"""A restored journal says whatever its file says: what cannot be undone is refused with a sentence, and
nothing is changed; the page of the journal is shown all the same."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from portal import outbox
from portal.accounts.models import User
from portal.journal.models import JournalEntry
from portal.outbox.models import Job
from portal.policy import Refusal
from tests.tournaments.backups.files import backup_of, everything_there_is
from tests.world import World
from tournaments.acts.backups import ask_restoring
from tournaments.acts.undo._inverses import INVERSES
from tournaments.acts.undo.undo import undo
from tournaments.models import Event, Restoration
from tournaments.policy import acts_of
from tournaments.views.journal import ON_A_PAGE

pytestmark = pytest.mark.django_db

ODD: list[Any] = [None, {}, [], "text", 7]
WRONG = ["x", -1, 2**70, None, True, [], {}, {"x": "y"}, {"1": "y"}, "2015-09-21"]
NAMES = ["status", "round", "absent", "withdrawn_after", "teams", "team", "kind", "first", "second"]
NAMES += ["user", "role", "may_pair", "start_times", "online", "table", "game", "value", "forfeit", "agreed"]


def forgeries(world: World) -> list[JournalEntry]:
    """Every act that has an inverse, with facts that are missing or of another kind, and an unknown act."""
    section, round_ = world.section, world.round()
    entry = section.entries.get(number=1)
    targets = [f"section:{section.pk}", f"round:{round_.pk}", f"entry:{entry.pk}"]
    nowhere = ["round:0", "round:x", "round:²", "", f"event:{world.event.pk}", "round:" + "9" * 30]
    facts = [*ODD, *(dict.fromkeys(NAMES, value) for value in WRONG)]
    made = [("conquer", targets[0], {})]
    made += [(act, target, fact) for act in INVERSES for target in targets for fact in facts]
    made += [(act, target, {}) for act in INVERSES for target in nowhere]
    scope = f"event:{world.event.pk}"
    return JournalEntry.objects.bulk_create(
        JournalEntry(act=act, scope=scope, target=target, before=fact, after=fact, party="entry:x")
        for act, target, fact in made
    )


@pytest.mark.slow
def test_what_is_forged_is_refused_and_changes_nothing(drawn: World) -> None:
    drawn.published()
    users = [drawn.users[name] for name in ("alice", "bob")]
    rights = {user: acts_of(user, drawn.event) for user in users}
    # These need no facts: they undo what stands, whatever the journal says of it.
    forged = [forgery for forgery in forgeries(drawn) if forgery.act not in ("reinstate", "close_round")]
    before = everything_there_is()
    for forgery in forged:
        by = next(
            user for user in users if forgery.act == "conquer" or INVERSES[forgery.act].act in rights[user]
        )
        with pytest.raises(Refusal):
            undo(event=drawn.event, entry=forgery.pk, reason="x", by=by)
    assert everything_there_is() == before
    url = reverse("undo", args=[drawn.event.slug])
    untold = next(forgery for forgery in forged if forgery.act == "check_in")
    answer = drawn.client("alice").post(url, {"entry": untold.pk, "reason": "x"})
    assert answer.status_code == 409
    assert "does not hold enough detail" in answer.content.decode()


@pytest.mark.long
def test_the_page_of_such_a_journal_is_shown(drawn: World) -> None:
    pages = -(-len(forgeries(drawn)) // ON_A_PAGE)
    url = reverse("journal", args=[drawn.event.slug])
    client = drawn.client("alice")
    assert {client.get(url, {"page": page}).status_code for page in range(1, pages + 1)} == {200}


def test_whose_right_was_taken_away_meanwhile_is_told_so_once(drawn: World) -> None:
    admin = User.objects.get(username="admin")
    ask_restoring(body=backup_of(drawn.event), slug="again", by=admin)
    User.objects.filter(pk=admin.pk).update(is_superuser=False)
    outbox.drain()
    job = Job.objects.get(kind="restore")
    assert (job.state, job.attempts) == (Job.State.REFUSED, 1)
    assert job.outcome["code"] == "restore-denied"
    assert not Event.objects.filter(slug="again").exists()
    assert bytes(Restoration.objects.get().body) == b""
