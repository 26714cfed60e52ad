"""What is asked for is asked for once, exactly when the asking transaction commits."""

import pytest
from django.db import IntegrityError, transaction

from portal import outbox
from portal.accounts.models import User
from portal.outbox import FAST, PAIR, PAPER, SLOW, Handler, Job, enqueue, latest, pending, runner

pytestmark = pytest.mark.django_db


def note(key: str = "note:1", target: str = "a", **more) -> Job:
    arguments = enqueue("note", key=key, payload={"target": target}, **({"priority": PAIR} | more))
    return Job.objects.get(pk=arguments)


def test_a_question_waits_as_one_row() -> None:
    alice = User.objects.create(username="alice")
    job = note(digest="seen", by=alice)
    assert (job.state, job.queue, job.attempts, job.asked_by, job.digest) == ("new", FAST, 0, alice, "seen")
    assert pending("note:1") == latest("note:1") == job
    assert pending("note:2") is latest("note:2") is None


def test_a_rolled_back_act_has_asked_for_nothing() -> None:
    with transaction.atomic():
        note()
        transaction.set_rollback(True)
    assert Job.objects.count() == 0


def test_a_second_question_under_the_same_key_replaces_what_the_first_wanted() -> None:
    alice = User.objects.create(username="alice")
    first = note(target="a", priority=PAPER, delay=60, by=alice)
    second = note(target="b", priority=PAIR, digest="newer")
    assert first.pk == second.pk
    assert (second.payload, second.priority, second.digest) == ({"target": "b"}, PAIR, "newer")
    assert second.due_at < first.due_at, "the more urgent of the two"
    assert second.asked_by == alice
    third = note(target="c", delay=60)
    assert (third.due_at, third.priority) == (second.due_at, PAIR)


@pytest.mark.slow
def test_it_is_due_within_the_millisecond_in_which_it_was_asked_for() -> None:
    for number in range(100):
        enqueue("note", key=f"note:{number}", payload={}, priority=PAIR)
        assert runner.due([FAST]).count() == number + 1


def test_a_handler_may_merge_what_was_asked() -> None:
    class Collecting(Handler):
        def merge(self, waiting, added):
            return {"all": waiting["all"] + added["all"]}

    outbox.register("collect", Collecting())
    for n in range(3):
        job = enqueue("collect", key="c", payload={"all": [n]}, priority=PAIR)
    assert Job.objects.get(pk=job).payload == {"all": [0, 1, 2]}


def test_a_question_about_something_in_hand_is_answered_by_a_second_job() -> None:
    first = note()
    assert runner.claim(first.pk) is not None
    second = note()
    assert second.pk != first.pk
    assert pending("note:1") == first, "the one that is running is what people wait for"
    assert outbox.run_next() is None, "jobs of one key run one after the other"


def test_the_database_itself_refuses_two_waiting_jobs_of_one_key() -> None:
    note()
    twin = Job(kind="note", key="note:1", priority=PAIR, queue=FAST)
    with pytest.raises(IntegrityError):
        twin.save()


def test_work_that_nobody_does_is_refused_at_once() -> None:
    with pytest.raises(LookupError, match="nonsense"):
        enqueue("nonsense", key="n", payload={}, priority=PAIR)
    with pytest.raises(ValueError, match="'middling'"):
        outbox.register("note", Handler(), queue="middling")


def test_the_urgent_comes_first_and_each_queue_has_its_own() -> None:
    outbox.register("paper", outbox.work.registered("note").handler, queue=SLOW)
    note("late", "late", priority=PAPER)
    note("soon", "soon", priority=PAIR)
    note("not created yet", "not created yet", delay=30)
    note("waits for its day", "waits for its day", delay=3600)
    enqueue("paper", key="paper", payload={"target": "paper"}, priority=PAPER)
    assert outbox.drain([FAST], early=False) == 2
    assert list(
        Job.objects.filter(state="done").order_by("finished_at", "pk").values_list("key", flat=True)
    ) == [
        "soon",
        "late",
    ]
    assert latest("paper").state == "new"
    assert outbox.drain(early=False) == 1
    assert outbox.drain() == 1
    assert latest("waits for its day").state == "new", "a job that asks for itself anew would never end"
