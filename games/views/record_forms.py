"""Do what the desk's page of a record and the player's own do alike: handing in, correcting, reading live."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from games.forms.records import RecordForm, fixed
from games.models import GameRecord, RecordReading
from games.pages import weiqi_board
from games.pages.boards import BOARDS, record_board_context, typing_board
from games.queries.public_games import played
from games.queries.records import current_record, reading_of, records_of
from games.records import as_text, partial_record
from games.rulebooks import checked
from games.rulebooks.prompting import JUDGES
from games.rulebooks.registry import RULEBOOKS, WEIQI_RULEBOOKS
from games.rulebooks.weiqi import PRACTICE
from games.weiqi.record import HARMLESS
from games.weiqi.settings import Settings
from games.weiqi.writing import empty_record
from games.wording import weiqi
from games.wording.findings import finding_text
from games.wording.rulebooks import rule_path
from games.xiangqi.values import BLACK, SIDE_NAMES
from portal.sandbox import parent
from tournaments.models import Pairing, Section
from tournaments.wording.names import reads_chinese, reads_traditional
from tournaments.wording.refusals import refusal_sentence
from tournaments.wording.sides import move_words, side_word

RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2": "1/2-1/2"}
# So many of the last moves are repeated while somebody types.
LATEST = 6


def prefilled(request: HttpRequest, current: GameRecord | None, game: str) -> tuple[RecordForm, str]:
    """The form with a candidate written into the correction, and what is to be said about it."""
    try:
        place, which = map(int, request.POST.get("fix", "").split("-"))
        fault = current.reading.data["faults"][place] if current else {}
        candidate = fault["candidates"][which]
    except (ValueError, LookupError, RecordReading.DoesNotExist):
        raise Http404 from None
    typed = request.POST.get("text", "")
    text = fixed(typed, fault, candidate)
    reason = request.POST.get("reason") or gettext("%(place)s: %(move)s") % {
        "place": move_words(fault["ply"], game),
        "move": candidate,
    }
    initial = {
        "seen": current.pk if current else None,
        "text": typed if text is None else text,
        "reason": reason,
    }
    message = "" if text is not None else gettext("“%(text)s” is no longer in the text.") % fault
    return RecordForm(game=game, initial=initial), message


def fresh_form(current: GameRecord | None, pairing: Pairing, section: Section) -> RecordForm:
    """Make the form for the first record of a game, or for the correction of the one that is there."""
    game = section.game
    special = pairing.handicap or pairing.komi is not None
    if current is None and special and game == Section.Game.WEIQI:
        # A handicap game's begins with its stones.
        return RecordForm(game=game, initial={"text": empty_text(section, pairing)})
    if current is None:
        return RecordForm(game=game)
    try:
        text = parent.run_sandboxed(as_text.correctable, bytes(current.source.raw), str(game))
    except parent.Stopped:
        # The page is there all the same: whoever corrects the record sends the whole of it.
        text = None
    return RecordForm(game=game, initial={"seen": current.pk, "text": text or ""})


def empty_text(section: Section, pairing: Pairing) -> str:
    """Write how the record of this table's game begins, before its first move; empty in xiangqi."""
    if section.game != Section.Game.WEIQI:
        return ""
    return empty_record(Settings.of(section.options), pairing.handicap, pairing.komi).decode().strip()


def record_context(
    pairing: Pairing,
    game: int,
    *,
    section: Section,
    report: Any,
    form: RecordForm | None,
    rulebook: str = "",
) -> dict[str, Any]:
    """Show where the record stands, what the reader found, and the form; ``rulebook``: another to judge
    by."""
    current = current_record(pairing, game)
    reading, job = reading_of(current) if current else (None, None)
    conflict = form.conflict if form is not None else None
    if form is not None and form.is_bound and conflict is None:
        form.keep()
    context = {
        "current": current,
        "reading": reading,
        "acceptance": getattr(current, "acceptance", None),
        "job": job,
        "history": records_of(pairing, game),
        "form": form or fresh_form(current, pairing, section),
        "conflict": conflict,
        "typing": typing_board(section),
        "typing_template": BOARDS[section.game].template,
        "empty_text": empty_text(section, pairing),
    }
    return context | (
        _reading_context(section, report, reading, pairing, rulebook) if reading is not None else {}
    )


def _reading_context(
    section: Section, report: Any, reading: RecordReading, pairing: Pairing, rulebook: str
) -> dict[str, Any]:
    """What the reader found, as the page shows it."""
    data = reading.data
    value_reported = RESULTS.get(report.value) if report is not None and not report.forfeit else None
    return record_board_context(
        section.game,
        played(
            data,
            rulebook if rulebook in RULEBOOKS else section.rulebook,
            comments=True,
            faulty_variations=True,
        ),
    ) | {
        "headers": reading.headers,
        "study": rulebook in RULEBOOKS and rulebook != section.rulebook,
        "claimed": data["result"],
        "differs": value_reported is not None and data["result"] not in ("*", value_reported),
        "others": data["others"],
        "unlike_section": weiqi.differences(data, section.options, pairing.handicap, pairing.komi)
        if section.game == Section.Game.WEIQI and data["plies"]
        else [],
    }


def read_live(
    request: HttpRequest, section: Section, pairing: Pairing, address: str, *, judged: bool = False
) -> HttpResponse:
    """Show what the text says so far: for the board above it, and in words."""
    text = sent = request.POST.get("text", "").replace("\r\n", "\n")
    context: dict[str, Any] = {
        "address": address,
        "game": section.game,
        "too_long": len(text) > partial_record.LONGEST,
    }
    if context["too_long"]:
        return render(request, "games/_so_far.html", context)
    if section.game == Section.Game.WEIQI:
        context |= _weiqi_so_far(text.strip() or empty_text(section, pairing), section)
        return render(request, "games/_so_far.html", context)
    notation: dict[str, Any] = {"chinese": reads_chinese(), "traditional": reads_traditional()}
    try:
        ahead = request.POST.get("ahead", "")
        if ahead.isdecimal() and len(ahead) < len(str(partial_record.LONGEST)):
            # So many of its last moves were tapped before the others had been read.
            text = parent.run_sandboxed(partial_record.with_taps, text, int(ahead), **notation)
        partial = parent.run_sandboxed(partial_record.so_far, text, **notation)
        which = request.POST.get("fix", "")
        # A candidate takes the place of the first fault. A text that is written otherwise then goes back as
        # ``mended``.
        if partial.fault is not None and which.isdecimal() and int(which) < len(partial.fault.candidates):
            wrong = {"line": partial.fault.line, "text": partial.fault.text, "code": partial.fault.code}
            mended = fixed(text, wrong, partial.fault.candidates[int(which)])
            if mended is not None:
                text = mended
                partial = parent.run_sandboxed(partial_record.so_far, text, **notation)
        # What stands by the section's rulebook would help a player who is still at it.
        if judged and section.rulebook in JUDGES:
            moves = list(map(str, partial.game.moves))
            stands = parent.run_sandboxed(checked.standing, partial.game.start.fen(), moves, section.rulebook)
            context["prompts"] = [
                {
                    **prompt,
                    "text": finding_text(prompt),
                    "path": rule_path(prompt["rulebook"], prompt["article"]),
                }
                for prompt in stands
            ]
    except parent.Stopped as stopped:
        context["stopped"] = refusal_sentence(stopped.code, stopped.params)
        return render(request, "games/_so_far.html", context)
    context |= _live(partial) | {"mended": text if text != sent else None}
    return render(request, "games/_so_far.html", context)


def _weiqi_so_far(text: str, section: Section) -> dict[str, Any]:
    """What a text in SGF says, and whether a tap may add to it."""
    settled = Settings.of(section.options)
    rulebook = section.rulebook if section.rulebook in WEIQI_RULEBOOKS else PRACTICE
    try:
        read = parent.run_sandboxed(checked.weiqi_so_far, text, rulebook, settled.placement)
    except parent.Stopped as stopped:
        return {"stopped": refusal_sentence(stopped.code, stopped.params)}
    start, first, *_ = read["start_fen"].split()
    fault = next((fault for fault in read["faults"] if fault["code"] not in HARMLESS), None)
    # A board of another size cannot be tapped here: the page says so once the record is handed in.
    fits = start.count("/") + 1 == settled.size
    plies = weiqi_board.board_shape(played(read, rulebook))["plies"] if fits else []
    side = SIDE_NAMES[("bw".index(first) + read["plies"]) % 2]
    return {
        "start": start if fits else "",
        "moves": ",".join(read["plays"]),
        "following": "sgf" if fits and fault is None and read["one_line"] else "",
        "plies": read["plies"],
        "latest": [f"{ply['number']}. {ply['name']}" for ply in plies[-LATEST:]],
        "side": side,
        "to_move": side_word(side, section.game),
        "ended": fault is None and read["ending"] == "passes",
        "fault": fault
        and {
            "message": BOARDS[Section.Game.WEIQI].fault_text(fault),
            "ply": fault["ply"],
            "line": fault["line"],
        },
    }


def _live(partial: partial_record.PartialRecord) -> dict[str, Any]:
    kind = BOARDS[Section.Game.XIANGQI]
    moves = partial_record.written_moves(
        partial.game, chinese=reads_chinese(), traditional=reads_traditional()
    )
    fault = partial.fault
    return {
        "start": partial.game.start.placement(),
        "late": partial.game.start.side == BLACK,
        "moves": " ".join(str(move) for move in partial.game.moves),
        "following": "|".join(f"{candidate.move}:{candidate.text}" for candidate in partial.following),
        "before": partial.before,
        "plies": len(moves),
        "latest": moves[-LATEST:],
        "side": SIDE_NAMES[partial.side],
        "to_move": side_word(SIDE_NAMES[partial.side], Section.Game.XIANGQI),
        "ended": not partial.following and fault is None,
        "fault": fault
        and {
            "message": kind.fault_text(partial_record.move_words(fault)),
            "candidates": fault.candidates,
            "ply": fault.ply,
            "line": fault.line,
        },
    }
