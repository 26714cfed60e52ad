"""Scoresheets of tables, what reconciling them gave, and the fouls that they propose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from games.models import ProposalRuling, Scoresheets, ScoresheetsAnswer
from portal import outbox
from portal.outbox import Job
from tournaments.fouls import MISSED_MOVES
from tournaments.models import Foul, Pairing, Round, Seat
from tournaments.queries.teams.matches import seat_of


def sheets_key(sheets: Scoresheets) -> str:
    """Under which key the outbox knows the reconciling of two sheets."""
    return f"reconcile:scoresheets:{sheets.pk}"


def current_sheets(pairing: Pairing, game: int) -> Scoresheets | None:
    """The pair that was handed in last."""
    sheets = Scoresheets.objects.filter(pairing=pairing, game=game).select_related("by", "answer")
    return sheets.order_by("-pk").first()


def answer_of(sheets: Scoresheets) -> tuple[ScoresheetsAnswer | None, Job | None]:
    """Find what the worker made of them, and the job while it has not; no query where it is there already."""
    if (there := getattr(sheets, "answer", None)) is not None:
        return there, None
    return outbox.left_by(ScoresheetsAnswer.objects.filter(sheets=sheets).first, sheets_key(sheets))


@dataclass(frozen=True, slots=True)
class Proposal:
    """The fouls that the last sheets of a game propose for one player (WXC 4.3)."""

    sheets: int
    # An id.
    round: int
    pairing: int
    table: int
    game: int
    entry: int
    # ``first`` or ``second``, as the sheets are called.
    moves: str
    fouls: int
    # Of how many nobody has decided.
    left: int


def proposals(round_: Round, pairing: Pairing | None = None) -> list[Proposal]:
    return proposals_in([round_], pairing)


def proposals_in(rounds: Iterable[Round], pairing: Pairing | None = None) -> list[Proposal]:
    """Find the games of these rounds whose sheets propose a foul, in four queries, one where there is
    none."""
    handed_in = Scoresheets.objects.filter(pairing__round__in=list(rounds), answer__isnull=False)
    if pairing is not None:
        handed_in = handed_in.filter(pairing=pairing)
    rows = handed_in.order_by("pk").values_list(
        "pairing",
        "game",
        "pk",
        "pairing__table",
        "pairing__round",
        "answer__data__sheets__first__fouls",
        "answer__data__sheets__second__fouls",
    )
    last = {(row[0], row[1]): row for row in rows}
    counted = [row for row in last.values() if row[5] or row[6]]
    if not counted:
        return []
    keys = [row[0] for row in counted]
    seats = Seat.objects.filter(pairing__in=keys).values_list("pairing", "colour", "entry")
    entries = {(key, colour): entry for key, colour, entry in seats}
    # A foul for missed moves that stands in the register is decided, whoever logged it; so is one that was
    # rejected on these sheets, or confirmed on them and withdrawn since.
    fouls = Foul.objects.in_force().filter(pairing__in=keys, offence=MISSED_MOVES.key)
    fouls = fouls.exclude(status=Foul.Status.WITHDRAWN)
    standing = Counter(fouls.values_list("pairing", "game", "entry"))
    rulings = ProposalRuling.objects.filter(sheets__in=[row[2] for row in counted]).filter(
        Q(foul__isnull=True) | Q(foul__superseded_by__status=Foul.Status.WITHDRAWN)
    )
    rejected = Counter(rulings.values_list("sheets", "entry"))
    proposals_found = []
    for key, game, sheets, table, round_, *proposed in sorted(counted, key=lambda row: (row[3] or 0, row[1])):
        for moves, count in zip(("first", "second"), proposed, strict=True):
            entry = entries[key, seat_of(moves, game)]
            decided = standing[key, game, entry] + rejected[sheets, entry]
            if count:
                left = max(0, count - decided)
                proposals_found.append(
                    Proposal(sheets, round_, key, table or 0, game, entry, moves, count, left)
                )
    return proposals_found


def rulings_on(sheets: Scoresheets) -> list[ProposalRuling]:
    """What was decided about the fouls that these sheets propose, in the order in which it was."""
    return list(ProposalRuling.objects.filter(sheets=sheets).select_related("foul", "by").order_by("pk"))
