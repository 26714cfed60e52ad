"""What a claim is judged by: the moves of a game, the claims before it, and the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from django.db.models import Max, QuerySet

from games.models import Claim, GameRecord
from games.queries.records import accepted_record, current_record
from games.records.game import checked_facts
from games.records.partial_record import typed_game
from games.rulebooks.claims import ClaimKind, ClaimRules, Verdict, judge_by_hand, judge_claim
from games.rulebooks.findings import Claim as AskedClaim
from games.rulebooks.findings import OutOfPlayError
from games.rulebooks.registry import claims_by
from games.rulebooks.wxc2015 import DEDUCTION
from games.xiangqi.cycles import Played
from games.xiangqi.fen import START_POSITION, FenError, Position
from games.xiangqi.values import SIDE_NAMES, Move
from portal.policy import Refusal
from portal.sandbox import parent
from portal.web.fields import Field
from tournaments.models import Foul, Pairing, ResultReport
from tournaments.queries.refereeing.fouls import Tally

MOST_TYPED = 20_000
MOST_SECONDS = 86_400
MOST_PLIES = 1_500
MOST_PLIES_BY_HAND = 10 * MOST_PLIES


@dataclass(frozen=True, slots=True)
class ClaimTyped:
    """A claim as a referee enters it."""

    # A `ClaimKind`.
    kind: Annotated[str, Field(choices=[str(kind) for kind in ClaimKind])]
    # Up to which the claim counts.
    ply: Annotated[int, Field(least=0, most=MOST_PLIES_BY_HAND)]
    # Seconds left to the claimant, None where nobody knows.
    clock: Annotated[int | None, Field(least=0, most=MOST_SECONDS)] = None
    # Moves, where no record is accepted: of the whole game, or from ``fen`` on.
    typed: Annotated[str, Field(longest=MOST_TYPED)] = ""
    # The position before the first typed move; empty for the start of a game.
    fen: Annotated[str, Field(longest=200)] = ""
    # The ply after which that position stood; of a count by hand, the ply of the last capture.
    since: Annotated[int, Field(least=0, most=MOST_PLIES_BY_HAND)] = 0
    # The claimant's checks since then, where the referee has counted by hand; else None.
    checks: Annotated[int | None, Field(least=0, most=MOST_PLIES_BY_HAND)] = None

    @property
    def shift(self) -> int:
        """Count the plies before the first of the moves that are judged: a record has them all."""
        return self.since if self.typed.strip() else 0


@dataclass(frozen=True, slots=True)
class PlyToCount:
    """A move as somebody counts it: what the count begins at, and what of it may be ignored."""

    ply: int
    side: str
    english: str
    chinese: str
    captures: bool
    checks: bool


def claim_revision(pairing: Pairing, game: int) -> str:
    """Name what a ruling on a claim rests on and changes: the last claim, foul, accepted record and
    result."""
    rows = (
        Claim.objects.all(),
        Foul.objects.all(),
        GameRecord.objects.filter(acceptance__isnull=False),
        ResultReport.objects.all(),
    )
    last = (
        rows_of_kind.filter(pairing=pairing, game=game).aggregate(last=Max("pk"))["last"]
        for rows_of_kind in rows
    )
    # A screen names what it showed; whoever rules on anything newer has not seen it.
    return "-".join(str(key or 0) for key in last)


def claims_of(pairing: Pairing) -> QuerySet[Claim]:
    """The claims of a table, the newest first."""
    return Claim.objects.filter(pairing=pairing).select_related("entry__player", "by").order_by("-pk")


def wrong_before(pairing: Pairing, tally: Tally, kind: str) -> int:
    """Count the player's wrong claims of this kind in the game."""
    wrong = Claim.objects.filter(
        pairing=pairing, game=tally.game, entry=tally.entry, kind=kind, right=False
    ).select_related("foul")
    # One whose foul was withdrawn was none.
    return sum(not _is_void(claim) for claim in wrong)


def no_longer_justified(report: ResultReport) -> bool:
    """Say whether a result is the loss by a second wrong claim (WXC 5) and none is left before it."""
    claim = report.claims.filter(right=False).select_related("pairing").first()
    # Who had less than the deduction on the clock loses by one alone.
    if claim is None or (claim.clock is not None and claim.clock < DEDUCTION):
        return False
    earlier = Claim.objects.filter(
        pairing=claim.pairing, game=claim.game, entry=claim.entry, kind=claim.kind, right=False
    ).filter(pk__lt=claim.pk)
    # The fouls of the earlier ones were withdrawn.
    return any(_is_void(report) for report in earlier) and all(_is_void(report) for report in earlier)


def _is_void(claim: Claim) -> bool:
    foul: Foul | None = claim.foul
    return foul is not None and Foul.objects.filter(supersedes=foul, status=Foul.Status.WITHDRAWN).exists()


class JudgedClaim(NamedTuple):
    """A verdict, the record that it rests on, and the moves; neither where somebody has counted by hand."""

    verdict: Verdict
    record: GameRecord | None = None
    played: Played | None = None


def verdict_on(pairing: Pairing, tally: Tally, typed: ClaimTyped) -> JudgedClaim:
    """Judge a claim by the section's rulebook."""
    rules = rules_of_claims(pairing)
    if typed.kind not in list(ClaimKind):
        raise Refusal("unknown-claim", field="kind", kind=typed.kind)
    if typed.kind not in rules.articles:
        raise Refusal("claim-not-by-rules", field="kind", rulebook=rules.rulebook)
    if typed.clock is not None and not 0 <= typed.clock <= MOST_SECONDS:
        raise Refusal("bad-clock", field="clock", clock=typed.clock)
    before = wrong_before(pairing, tally, typed.kind)
    if typed.checks is not None:
        return JudgedClaim(_by_hand(tally, typed, typed.checks, wrong_before=before))
    played, record = _played(pairing, tally.game, typed)
    claim = AskedClaim(SIDE_NAMES.index(tally.moves), typed.ply - typed.shift)
    try:
        verdict = judge_claim(
            played,
            ClaimKind(typed.kind),
            claim,
            wrong_before=before,
            clock=typed.clock,
            rules=rules,
        )
    except OutOfPlayError:
        raise Refusal(
            "claim-out-of-play", field="ply", ply=typed.ply, plies=len(played) + typed.shift
        ) from None
    return JudgedClaim(verdict, record, played)


def rules_of_claims(pairing: Pairing) -> ClaimRules:
    """Say what may be claimed at a table."""
    rulebook = pairing.round.section.rulebook
    rules = claims_by(rulebook)
    # The section's rules act by themselves, or it has none.
    if rules is None:
        raise Refusal("nothing-to-claim", rulebook=rulebook)
    return rules


def _by_hand(tally: Tally, typed: ClaimTyped, checks: int, *, wrong_before: int) -> Verdict:
    if typed.kind != ClaimKind.NATURAL_LIMIT:
        raise Refusal("not-by-hand", field="checks")
    if not 0 <= typed.since < typed.ply <= MOST_PLIES_BY_HAND:
        raise Refusal("capture-after-claim", field="since", capture=typed.since, ply=typed.ply)
    side = SIDE_NAMES.index(tally.moves)
    # Of the plies after the capture: Red moves at the odd ones.
    most = sum(ply % 2 != side for ply in range(typed.since + 1, typed.ply + 1))
    if not 0 <= checks <= most:
        raise Refusal("too-many-checks", field="checks", checks=checks, most=most)
    claim = AskedClaim(side, typed.ply)
    return judge_by_hand(
        claim, since=typed.since, checks=checks, wrong_before=wrong_before, clock=typed.clock
    )


def moves_to_count(pairing: Pairing, game: int) -> list[PlyToCount]:
    """List the moves of the record in force, accepted or not, for who counts by hand; empty without one."""
    record = current_record(pairing, game)
    reading = getattr(record, "reading", None)
    if reading is None:
        return []
    data = reading.data
    moves = [Move.parse(text) for text in data["moves"]["iccs"]]
    start = Position.parse(data["start_fen"])
    return [
        PlyToCount(
            ply,
            SIDE_NAMES[(start.side + ply - 1) % 2],
            data["moves"]["english"][ply - 1],
            data["moves"]["chinese"][ply - 1],
            bool(fact.captured),
            fact.check,
        )
        for ply, fact in enumerate(checked_facts(moves, start), 1)
    ]


def waiting_record(pairing: Pairing, game: int) -> GameRecord | None:
    """Find the record in force that could be read and nobody has accepted, where none is accepted."""
    record = current_record(pairing, game)
    reading = getattr(record, "reading", None)
    waits = reading is not None and reading.data["plies"] and accepted_record(pairing.pk, game) is None
    return record if waits else None


def typed_moves(record: GameRecord) -> dict[str, Any]:
    """Give the moves of a record that is not accepted as a referee would type them: fields of
    `ClaimTyped`."""
    data = record.reading.data
    start = data["start_fen"]
    return {
        "ply": data["plies"],
        "typed": " ".join(data["moves"]["iccs"]),
        "fen": "" if Position.parse(start) == START_POSITION else start,
    }


def _played(pairing: Pairing, game: int, claim: ClaimTyped) -> tuple[Played, GameRecord | None]:
    if claim.typed.strip():
        return _typed(claim), None
    record = accepted_record(pairing.pk, game)
    if record is None:
        waits = waiting_record(pairing, game) is not None
        raise Refusal("record-waits" if waits else "record-not-accepted", field="typed")
    data = record.reading.data
    moves = [Move.parse(text) for text in data["moves"]["iccs"]]
    return Played.of(moves, Position.parse(data["start_fen"])), record


def _typed(claim: ClaimTyped) -> Played:
    if len(claim.typed) > MOST_TYPED:
        raise Refusal("moves-too-long", field="typed", size=len(claim.typed), limit=MOST_TYPED)
    if claim.since and not claim.fen.strip():
        raise Refusal("position-needed", field="fen", ply=claim.since)
    start = START_POSITION
    if claim.fen.strip():
        try:
            start = Position.parse(claim.fen.strip())
        except FenError:
            raise Refusal("bad-position", field="fen", fen=claim.fen[:60]) from None
    # Waited for: typed moves are few, and the referee stands at the table.
    game_typed = parent.run_sandboxed(typed_game, start, claim.typed, field="typed")
    bad = next((fault for fault in game_typed.faults if fault.ply is not None and not fault.variation), None)
    if bad is not None or not game_typed.moves:
        ply = (bad.ply or 1) if bad else 1
        raise Refusal(
            "moves-unreadable",
            field="typed",
            ply=ply + claim.since,
            text=bad.text if bad else claim.typed[:40],
        )
    return Played.of(game_typed.moves[:MOST_PLIES], start)
