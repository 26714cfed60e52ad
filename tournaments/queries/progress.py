"""Under which keys the outbox knows the work of a round, and how far the round is."""

from __future__ import annotations

from django.db.models import CharField, Q, Value
from django.db.models.functions import Cast, Concat

from portal.journal.models import JournalEntry
from portal.outbox import Job, pending
from tournaments.models import ResultReport, Round, Section


def pair_key(round_: Round) -> str:
    return f"pair:round:{round_.pk}"


def round_publish_key(round_: Round) -> str:
    return f"publish:round:{round_.pk}"


def close_key(round_: Round) -> str:
    return f"close:round:{round_.pk}"


WORK_ON_ROUNDS = (
    Q(key__startswith="pair:round:") | Q(key__startswith="publish:round:") | Q(key__startswith="close:round:")
)


def standings_key(section: Section, after: int) -> str:
    return f"standings:section:{section.pk}:{after}"


def scope_of_work(section: Section) -> str:
    """Name the turn in which the outbox does work on a section."""
    # The work on one event, its pages included, takes turns (`portal.published.renderers.event_of`).
    return f"e/{section.event.slug}"


def in_hand(round_: Round) -> Job | None:
    """The work on the round that somebody waits for."""
    return pending(pair_key(round_), round_publish_key(round_), close_key(round_))


def open_before(round_: Round) -> Round | None:
    """The first of the rounds before this one that is not closed."""
    if round_.number == 1:
        return None
    earlier = round_.section.round_set.filter(number__lt=round_.number)
    return earlier.exclude(state=Round.State.CLOSED).order_by("number").first()


def acts_done(section: Section) -> int:
    """Count the acts of the event: while they are as many, nothing that a round rests on has changed."""
    # Counted, because ids are given out before the commit.
    return JournalEntry.objects.filter(scope=f"event:{section.event_id}").count()


# After these acts on a round its draft still rests on the same.
_IDLE = ("adjust_round", "publish_round")


def touched_since_paired(round_: Round) -> bool:
    """Tell whether anything was done since the draft was made that it could rest on; two queries."""
    target = f"round:{round_.pk}"
    made = JournalEntry.objects.filter(target=target, act="draft_ready").values_list("pk", flat=True).first()
    if made is None:
        return True
    since = JournalEntry.objects.filter(scope=f"event:{round_.section.event_id}", pk__gt=made)
    so_far = round_.section.round_set.filter(number__lte=round_.number).order_by()
    targets = so_far.values_list(Concat(Value("round:"), Cast("pk", CharField())), flat=True)
    # Of acts on rounds those on this one and on earlier ones.
    elsewhere = since.filter(target__startswith="round:").exclude(target__in=targets)
    return since.exclude(pk__in=elsewhere).exclude(target=target, act__in=_IDLE).exists()


def round_revision(round_: Round) -> str:
    """Return a text that changes with every step of the round and every change of its tables."""
    match round_.state:
        case Round.State.PLANNED:
            return "planned"
        case Round.State.DRAFT:
            return round_.draft_digest
        case Round.State.CLOSED:
            return f"closed.{round_.closed_at.isoformat() if round_.closed_at else ''}"
        case _:
            return f"public.{round_.versions.count()}"


def is_as_read(round_: Round) -> bool:
    """Whether it is in the state, and its draft the one, that it was read with. One query."""
    now = Round.objects.filter(pk=round_.pk, state=round_.state, draft_digest=round_.draft_digest)
    return now.exists()


def stand_with_results(round_: Round) -> str:
    """The same, which changes with every report as well: what closing rests on."""
    return f"{round_revision(round_)}.{ResultReport.objects.filter(pairing__round=round_).count()}"
