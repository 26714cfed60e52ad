"""Decide at the table who moves first: by nigiri (weiqi 10) or by lot, where the section says so."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from games.acts._targets import TABLE_RESULT
from games.models import ColourDecision, authored
from games.policy import RecordAct
from games.queries.first_move import decision_of, has_begun, may_be_left_open, seated_in_order
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Reason
from tournaments.acts.frame import NOT_CLOSING, SECTION, ActResult, act, no_change
from tournaments.models import Entry, Pairing, PlayerLink, ResultReport, Seat, Section
from tournaments.policy import Act

MOST_STONES = 361


class FirstMoveSet(TypedDict):
    first_move: Annotated[str, Section.FirstMove]


# By the numbers of the entries.
class ColoursDecided(TypedDict):
    table: int
    first: int
    second: int


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("who moves first: set"))
def set_first_move(
    *,
    section: Section,
    first_move: Annotated[
        str,
        Field(
            choices=Section.FirstMove.values,
            label=_("Who moves first"),
            help=_("By nigiri or lot: either player or a referee enters it at the table."),
        ),
    ],
    by: User,
    once: str = "",
) -> ActResult[FirstMoveSet]:
    """Set how the first move is decided at tables that have no colours yet."""
    if section.first_move == first_move:
        return no_change({"first_move": first_move})
    if first_move and not may_be_left_open(section):
        raise Refusal("colours-by-system", field="first_move")
    before = section.first_move
    section.first_move = first_move
    section.save(update_fields=["first_move"])
    pages.section_changed(section)
    return ActResult(
        {"first_move": first_move}, before={"first_move": before}, after={"first_move": first_move}
    )


@act(
    on=TABLE_RESULT,
    right=RecordAct.DECIDE_COLOURS,
    refuse_while=NOT_CLOSING,
    done=_("colours decided at the table"),
)
def decide_colours(
    *,
    pairing: Pairing,
    first: Annotated[int, Field(least=1, help=_("Number of the entry that moves first."))],
    guess: Annotated[
        str, Field(choices=ColourDecision.Guess.values, label=_("Guessed"), help=_("May be left open."))
    ] = "",
    stones: Annotated[
        int | None, Field(least=0, most=MOST_STONES, label=_("Stones held"), help=_("May be left open."))
    ] = None,
    reason: Reason = "",
    by: User | PlayerLink,
    once: str = "",
) -> ActResult[ColoursDecided]:
    """Decide who moves first; ``guess`` is of the one who did not hold the stones."""
    how = pairing.round.section.first_move
    if not how:
        raise Refusal("colours-as-paired")
    if pairing.table is None:
        raise Refusal("bye-has-no-game")
    if pairing.handicap:
        raise Refusal("colours-by-handicap", table=pairing.table)
    if ResultReport.objects.in_force().filter(pairing=pairing).exists():
        raise Refusal("result-stands", table=pairing.table)
    both = seated_in_order(pairing.pk)
    mover = next((entry for entry in both if entry.number == first), None)
    if mover is None or len(both) != 2:
        raise Refusal("not-at-this-table", field="first", player=first, table=pairing.table)
    # The one of the lower number holds the stones, the other guesses odd or even; who guesses right has
    # Black. The article says only that nigiri decides, the rest is custom (`docs/reference/rulings.md`).
    holder, guesser = both
    other = holder if mover == guesser else guesser
    if how == Section.FirstMove.NIGIRI:
        _check_guess(guess, stones, guessed_right=mover == guesser)
    decision = decision_of(pairing.pk, both)
    answer: ColoursDecided = {"table": pairing.table, "first": first, "second": other.number or 0}
    if decision is not None and decision.first_id == mover.pk:
        return no_change(answer)
    # Once a move is played, or to decide otherwise, a referee says why.
    if decision is not None or has_begun(pairing.pk):
        code = "colours-decided" if decision is not None else "colours-game-began"
        if isinstance(by, PlayerLink):
            if decision is None:
                raise Refusal(code, table=pairing.table)
            raise Conflict(code, table=pairing.table, first=decision.first.number, by=decision.author)
        if not reason:
            raise Refusal("reason-needed", field="reason")
    nigiri = how == Section.FirstMove.NIGIRI
    ColourDecision.objects.create(
        pairing=pairing,
        how=how,
        first=mover,
        second=other,
        holder=holder if nigiri else None,
        guess=guess if nigiri else "",
        stones=stones if nigiri else None,
        reason=reason,
        **authored(by),
    )
    # The pairing stays what it was: only the colours of the seats are set, on which everything rests that
    # counts colours.
    _seat(pairing, mover, other)
    pages.results_changed(pairing.round)
    before = {"table": pairing.table, "first": decision.first.number} if decision else None
    return ActResult(
        answer,
        before=before,
        after={"table": pairing.table, "first": first, "first_move": how},
        reason=reason,
    )


def _check_guess(guess: str, stones: int | None, *, guessed_right: bool) -> None:
    """Refuse guess and stones that say the opposite of who is said to move first."""
    if guess and stones is not None:
        is_right = (stones % 2 == 1) == (guess == ColourDecision.Guess.ODD)
        if is_right != guessed_right:
            raise Refusal("nigiri-differs", field="stones", stones=stones)


def _seat(pairing: Pairing, first: Entry, second: Entry) -> None:
    """Set the colours of a table so that each is taken once, at any moment."""
    seats = {seat.entry_id: seat for seat in pairing.seats.all()}
    if seats[first.pk].colour == Seat.Colour.FIRST:
        return
    rows = Seat.objects.filter(pairing=pairing)
    rows.filter(entry=first).update(colour=Seat.Colour.BYE)
    rows.filter(entry=second).update(colour=Seat.Colour.SECOND)
    rows.filter(entry=first).update(colour=Seat.Colour.FIRST)
