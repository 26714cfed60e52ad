"""Show what the desk's counting page and the players' own have alike: a position, a board being marked, a
count."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.translation import gettext

from games.acts.counts import board_of, dead_of
from games.forms.counts import CountForm, PositionForm
from games.models import BoardCount
from games.pages.weiqi_board import lines, points
from games.pages.weiqi_count import figures
from games.queries.counts import count_result, current_count, is_settled, ruling_of
from games.queries.records import current_record
from games.weiqi.counting import CountOutcome, toggle
from games.weiqi.positions import placed_stones, write_drawing
from games.weiqi.settings import Settings
from games.weiqi.values import BLACK, parse_point, point_name, spoken_point
from games.wording.weiqi import outcome_text
from portal.policy import Refusal
from tournaments.models import Pairing
from tournaments.wording.lists import listed

Context = dict[str, Any]
# Points of a difference that are named.
MOST_POINTS = 12


# While stones are being marked nothing is kept: the address holds the position and what is marked, so that
# the page works without scripts, outlives being loaded anew and can be handed to somebody else. A count is
# kept when it is proposed.
@dataclass(frozen=True, slots=True)
class Work:
    """A board whose dead stones are being marked."""

    position: str
    dead: frozenset[int]
    handicap: bool
    # Whose final position the board is.
    record: int | None


def count_page(pairing: Pairing, game: int, data: Any) -> tuple[Context, int]:
    """Show the count in force; or, as the address says, a position to be typed in or marked; with the
    status."""
    current = current_count(pairing, game)
    if "text" in data:
        form = PositionForm(data)
        if not form.is_valid():
            return typing(pairing, form), form.status
        work = Work(form.cleaned_data["text"], frozenset(), _handicap(data), None)
        return marking(pairing, game, work), 200
    if "new" in data:
        return typing(pairing, _drawn(pairing, data.get("position", ""))), 200
    if "position" in data:
        return marking(pairing, game, asked_work(data)), 200
    if current is not None and "again" not in data:
        return in_force(current), 200
    recorded = _recorded(pairing, game)
    return (marking(pairing, game, recorded) if recorded else typing(pairing, _drawn(pairing, ""))), 200


def marked(pairing: Pairing, game: int, sent: Any, form: CountForm) -> tuple[Context, int]:
    """The board as it was marked, with the form that was not taken and its status."""
    context = marking(pairing, game, asked_work(sent), form)
    form.ask_again(context["current"])
    return context, form.status


def asked_work(data: Any) -> Work:
    """Read what the address, or a form that was not taken, holds. What is no board is not found."""
    try:
        board = board_of(data["position"])
        dead = dead_of(board, data.get("dead", "").split())
        if data.get("tap"):
            dead = toggle(board, dead, parse_point(data["tap"]))
        record = int(data["record"]) if data.get("record") else None
    except (Refusal, ValueError, IndexError, KeyError):
        raise Http404 from None
    return Work(data["position"], dead, _handicap(data), record)


def typing(pairing: Pairing, form: PositionForm) -> Context:
    settings = Settings.of(pairing.round.section.options)
    return {
        "stage": "type",
        "form": form,
        "board": lines(settings.size) | {"points": points(settings.size)},
        "with_handicap": settings.handicap_return and not pairing.handicap,
    }


def marking(pairing: Pairing, game: int, work: Work, form: CountForm | None = None) -> Context:
    settings = Settings.of(pairing.round.section.options)
    current = current_count(pairing, game)
    board = board_of(work.position)
    price = settings.price(pairing.handicap, pairing.komi, stones_told=work.handicap)
    dead = " ".join(sorted(map(point_name, work.dead)))
    initial = {
        "seen": current.pk if current else None,
        "record": work.record,
        "position": work.position,
        "dead": dead,
        "handicap": work.handicap,
    }
    return {
        "stage": "mark",
        "work": work,
        "dead": dead,
        "current": current,
        "proposed": outcome_text(CountOutcome(current.margin)) if current else "",
        "settled": current is not None and is_settled(current),
        "form": form or CountForm(initial=initial),
        **figures(board, work.dead, *price),
    }


def in_force(current: BoardCount) -> Context:
    board = board_of(current.position)
    voices = {consent.voice: consent for consent in current.consents.all()}
    return {
        "stage": "counted",
        "current": current,
        "settled": is_settled(current),
        "ruled": ruling_of(current),
        "differs": list(_differences(current)),
        "voices": voices,
        "sides": [(side, side in voices) for side in ("first", "second")],
        "value": count_result(current),
        **figures(board, dead_of(board, current.dead), current.compensation, current.handicap_return),
    }


def _differences(current: BoardCount) -> Iterator[str]:
    """What a count says otherwise than the count that it answers, a sentence each."""
    before = current.supersedes
    if before is None or (before.position == current.position and before.dead == current.dead):
        return
    size, held = placed_stones(current.position)
    _, held_before = placed_stones(before.position)
    if points := {point for point in {*held, *held_before} if held.get(point) != held_before.get(point)}:
        yield gettext("Other stones on the board: %(points)s.") % {"points": _points(points, size)}
    dead, dead_before = ({parse_point(name) for name in count.dead} for count in (current, before))
    if more := dead - dead_before:
        yield gettext("Counted as dead now: %(points)s.") % {"points": _points(more, size)}
    if fewer := dead_before - dead:
        yield gettext("No longer counted as dead: %(points)s.") % {"points": _points(fewer, size)}
    outcomes = [outcome_text(CountOutcome(count.margin)) for count in (before, current)]
    if outcomes[0] != outcomes[1]:
        yield gettext("Before: %(before)s. Now: %(now)s.") % {"before": outcomes[0], "now": outcomes[1]}


def _points(points: Collection[int], size: int) -> str:
    names = [spoken_point(point, size) for point in sorted(points)]
    return listed(names if len(names) <= MOST_POINTS else [*names[:MOST_POINTS], "…"])


def _handicap(data: Any) -> bool:
    return data.get("handicap") in ("on", "True", "1")


def _recorded(pairing: Pairing, game: int) -> Work | None:
    """The final position of the record, if one was read that has moves."""
    record = current_record(pairing, game)
    reading = getattr(record, "reading", None)
    if record is None or reading is None or not reading.data["plies"]:
        return None
    return Work(reading.data["final_fen"], frozenset(), reading.data["handicap"] > 0, record.pk)


def _drawn(pairing: Pairing, position: str) -> PositionForm:
    """Make the form for a position, with what is to be changed, an empty board, or the fixed handicap
    stones in it."""
    settings = Settings.of(pairing.round.section.options)
    placed = dict.fromkeys(settings.fixed_stones(pairing.handicap), BLACK)
    try:
        size, held = placed_stones(position) if position else (settings.size, placed)
    except ValueError:
        raise Http404 from None
    return PositionForm(initial={"text": write_drawing(size, held)})
