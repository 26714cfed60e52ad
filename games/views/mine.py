"""Show a player's own page, behind the private link: my table, my result, my games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse

from games.acts.first_move import decide_colours
from games.forms.mine import AgreeForm, OutcomeForm, SeatForm, WithdrawForm
from games.forms.referee import ColoursForm
from games.queries.mine import MyGame, MyTable, own_page, version
from games.queries.photo_games import lacks_own_sheet
from games.requests import OWN_GAME, OwnGameAccess
from games.views.mine_waits import waits_text
from games.views.referee_lines import strokes
from games.weiqi.settings import stands_fixed
from games.wording.citations import CitedText, cited
from games.wording.rulebooks import cited_article, find_article
from tournaments.acts.entering.attendance import check_in
from tournaments.acts.own_table import agree_with_opponent, take_seat, tell_result, withdraw_told
from tournaments.forms.base import ActForm
from tournaments.forms.causes import cause_chips
from tournaments.fouls import MISSED_MOVES
from tournaments.models import Entry, Foul, Pairing, Section
from tournaments.pages import paths
from tournaments.pages.files import files_of
from tournaments.queries.notices.entrant_messages import received_messages
from tournaments.queries.public.public_sections import PlayerCard
from tournaments.queries.refereeing.fouls import tally
from tournaments.queries.refereeing.player_reports import reported_board
from tournaments.requests.act_urls import act_url
from tournaments.requests.paying import own_fee, paying
from tournaments.requests.private import LINK, LinkAccess, private
from tournaments.requests.stored_pages import OF_PLAYERS, stored_page_url
from tournaments.views.appeals import own_rulings
from tournaments.views.money.receipts import own_receipts
from tournaments.wording.appeals import ruling_texts
from tournaments.wording.fouls import count_text, next_step_text, next_text
from tournaments.wording.sides import move_words, side_word


def is_current(request: HttpRequest, access: LinkAccess) -> bool:
    """Whether an open page that asks shows what there is."""
    return "v" in request.GET and request.GET["v"] == version(access.entry)


def frame(access: LinkAccess) -> dict[str, Any]:
    """What every page behind the link knows."""
    section = access.section
    return {
        "secret": access.secret,
        "person": access.person,
        "sender": reverse("my_sender", args=[access.secret]),
        "version": version(access.entry),
        "entry": access.entry,
        "section": section,
        "event": section.event,
        "game": section.game,
        "fixed_stones": stands_fixed(section.options),
        # Of these pages the reader's language is the address's; their own path leads nowhere else.
        "section_path": paths.section_path(section),
    }


def _page(request: HttpRequest, access: LinkAccess, failed: ActForm | None = None) -> HttpResponse:
    """Show where I sit, what I have said, how I stand."""
    # The open page asks with its version.
    if failed is None and is_current(request, access):
        return HttpResponse(status=204)
    # The version before the rows: what is written while they are read is asked for once more.
    context = frame(access)
    entry = access.entry
    table_page = own_page(entry)
    number = table_page.table.round.number if table_page.table else 1
    row = table_page.table.row if table_page.table else None
    due = (row.next_game if row else None) or 1
    context |= {
        "mine": table_page.table,
        "waits": waits_text(table_page),
        "may_draw": reported_board(entry.section).may_draw(
            entry.section, row.handicap if row else 0, row.komi if row else None
        ),
        "form": failed
        if isinstance(failed, OutcomeForm)
        else OutcomeForm(initial={"round": number, "game": due}),
        "causes": cause_chips(entry.section.game, entry.section.rulebook, of_players=True),
        "again": failed if isinstance(failed, WithdrawForm) else None,
        "agree_outcome": _of_opponent(table_page.table),
        **_fouls(entry, table_page.table),
        "standing": table_page.standing,
        "of_opponent": table_page.of_opponent,
        "cause": _cause(table_page.table, entry.section.rulebook),
        "first_move": table_page.first_move,
        "colours_form": failed if isinstance(failed, ColoursForm) else ColoursForm(),
        "seat": table_page.seat,
        "seat_form": failed if type(failed) is SeatForm else SeatForm(initial={"round": number}),
        "checks_in": table_page.checks_in,
        "is_here": table_page.is_here,
        "here_form": ActForm(auto_id="here-%s"),
        "games": table_page.games,
        "next_planned": table_page.next_planned,
        "may_miss": entry.status != Entry.Status.WITHDRAWN,
        "newest_record": next((game for game in table_page.games if game.record or game.owes == "me"), None),
        "photo_wanted": _photo_wanted(entry, table_page.games),
        "received": received_messages(Q(pk=entry.pk)),
        "away": table_page.away,
        **own_fee(access, failed),
        **own_rulings(access),
    }
    if (count := table_page.count) is not None:
        place = [access.secret, count.round, *([count.game] if count.game > 1 else [])]
        context |= {
            "count_url": reverse("my_count", args=place),
            "count_waits": count.waits,
            "ruled": count.ruled,
        }
    if (card := table_page.card) is not None:
        context |= {
            "card": card,
            "my_rounds": _my_rounds(card, table_page.games),
            "own_files": files_of(entry.section.event, entry.section, player=entry.number),
            "card_path": paths.player_path(entry.section, entry.number or 0),
            "public_url": settings.PUBLIC_URL,
            "published": card.frame.published,
            "standings": card.frame.standings,
        }
    status = failed.status if failed is not None else 200
    return render(request, "games/mine/page.html", context, status=status)


def _photo_wanted(entry: Entry, games: Sequence[MyGame]) -> int | None:
    """Find the newest round whose game has ended and lacks its record and the photo of the player's own
    sheet."""
    newest = games[0] if games else None
    if entry.section.game != Section.Game.XIANGQI or newest is None or not newest.owes:
        return None
    return newest.round if lacks_own_sheet(entry, newest.round) else None


def _my_rounds(card: PlayerCard, games: Sequence[MyGame]) -> list[dict[str, Any]]:
    """List the own rounds, the newest first: how each game ended and why, and where its record stands."""
    by_round = {game.round: game for game in games}
    lines = []
    for round_ in reversed(card.rounds):
        game = by_round.get(round_.round)
        ending = game.endings.get(round_.game, "") if game else ""
        has_record = game is not None and round_.game == 1 and bool(game.is_played or game.record)
        lines.append({"round": round_, "ending": ending, "record_of": game if has_record else None})
    return lines


def _cause(table: MyTable | None, rulebook: str) -> CitedText | None:
    """Of the newest result what the list of results leaves out of how the game ended."""
    results = table.row.results if table and table.row else ()
    if not results or results[-1].all_words == results[-1].words:
        return None
    last = results[-1]
    rule = find_article(rulebook, last.article) if last.words else None
    if rule is None:
        return cited(last.all_words, rulebook, last.article)
    # The list says what it was: the article is all that is missing.
    return CitedText("(", cited_article(rulebook, last.article), ")", *rule)


def _fouls(entry: Entry, table: MyTable | None) -> dict[str, Any]:
    """Give the tallies of both, the own first, and each own foul that is confirmed; nothing while there
    are none."""
    if table is None or table.row is None:
        return {}
    # The game that is due, or the last one.
    game = table.row.next_game or (table.row.reports[-1].game if table.row.reports else 1)
    pairing = Pairing.objects.get(pk=table.row.pairing)
    fouls = list(Foul.objects.in_force().filter(pairing=pairing, game=game).select_related("logged_by"))
    both = tally(entry.section, pairing, fouls, game)
    if not any(side_tally.count or side_tally.is_lost for side_tally in both):
        return {}
    lines = []
    for side_tally in sorted(both, key=lambda side_tally: side_tally.entry.pk != entry.pk):
        side = side_word(side_tally.moves, entry.section.game)
        lines.append(
            {
                "mine": side_tally.entry.pk == entry.pk,
                "side": side,
                "count": count_text(side_tally.count, side_tally.ladder),
                "strokes": strokes(side_tally),
                "next": next_text(side_tally.count, side_tally.ladder, side),
                "next_loses": side_tally.ladder.is_lost(side_tally.count + 1),
            }
        )
    confirmed = [
        foul
        for foul in sorted(fouls, key=lambda foul: foul.at)
        if foul.entry_id == entry.pk and foul.status == Foul.Status.CONFIRMED
    ]
    own_fouls = [
        {
            "foul": foul,
            "words": words,
            "move": move_words(foul.ply, entry.section.game),
        }
        for foul, words in zip(confirmed, ruling_texts(confirmed), strict=True)
    ]
    missed = sum(foul.offence == MISSED_MOVES.key for foul in confirmed)
    return {"tallies": lines, "own_fouls": own_fouls, "step": next_step_text(missed)}


def _of_opponent(table: MyTable | None) -> str:
    turned = {"win": "loss", "loss": "win"}
    return turned.get(table.theirs, table.theirs) if table is not None else ""


@private("GET")
def sender(_request: HttpRequest, access: LinkAccess) -> HttpResponse:
    """Say whose link it is: asked before what a page behind it has kept is sent
    (``static/portal/queue.js``)."""
    return JsonResponse({"person": access.person, "token": ""})


def _with_colours(request: HttpRequest, access: OwnGameAccess, failed: ColoursForm) -> HttpResponse:
    # The own addresses of the page name no round.
    return _page(request, LinkAccess(access.link, access.secret, access.entry, access.section), failed)


def _to_mine(_request: HttpRequest, _answer: Any, access: LinkAccess) -> HttpResponse:
    return redirect("my_page", access.secret)


on_page = partial(act_url, page=_page, to="my_page", entrance=LINK)
PLAYERS_LINK = [
    stored_page_url("my_page", _page, OF_PLAYERS),
    path("sender/", sender, name="my_sender"),
    # I say how my game ended.
    on_page("result/", tell_result, OutcomeForm, name="my_result"),
    on_page("result/withdraw/", withdraw_told, WithdrawForm, name="withdraw_told"),
    on_page("result/agree/", agree_with_opponent, AgreeForm, name="agree_with_opponent"),
    # Who moves first, where nigiri or lot decides it at the table.
    act_url(
        "round/<int:number>/colours/",
        decide_colours,
        ColoursForm,
        name="decide_my_colours",
        page=_with_colours,
        to=_to_mine,
        entrance=OWN_GAME,
    ),
    act_url(
        "here/",
        check_in,
        name="my_check_in",
        to="my_page",
        extra_arguments=lambda _access, _form: {"present": True},
        entrance=LINK,
    ),
    # I am at my table, in a round that is played on line.
    on_page("seat/", take_seat, SeatForm, name="take_my_seat"),
    # What my entry costs.
    paying("pay_as_player", page=_page, door=LINK),
    *own_receipts("receipt_as_player", door=LINK),
]
