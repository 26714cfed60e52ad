"""Say what pages of games are where their addresses are shared; on a game's picture stands its final
position."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from games.pages import weiqi_board
from games.pages.boards import GLYPHS, LEFT, STEP, TOP
from games.queries.game_lists import EventGameList, GameList, GameRow
from games.queries.public_games import GamePage, PlayedMoves
from games.weiqi.positions import placed_stones
from games.weiqi.values import star_points
from games.wording.openings import OPENINGS
from games.xiangqi.fen import PIECE_LETTERS, START_POSITION, read_fen
from portal.published.drawing import Board, Card, Disc, Row
from tournaments.pages.sharing import (
    ROWS,
    PageDescription,
    page_description,
    results_words,
    shared_name,
    shared_part,
)
from tournaments.wording.names import plain_name

WOOD = "#ecd9ae"
RED, BLACK = "#a32a1d", "#1c1b19"


@page_description.register
def _(page: GamePage) -> PageDescription:
    table = gettext("table %(table)s") % {"table": page.table}
    where = f"{gettext('Round %(number)s') % {'number': page.round}} · {table}"
    facts = [plain_name(page.section), where]
    if page.results:
        facts.append(results_words(page.results))
    if page.opening:
        facts.append(str(OPENINGS[page.opening]))
    card = Card(
        above=plain_name(page.event),
        title=f"{plain_name(page.first)} – {plain_name(page.second)}",
        facts=facts,
        board=_xiangqi(page.record) if page.section.game == "xiangqi" else _weiqi(page.record),
    )
    players = [{"@type": "Person", "name": player.name} for player in (page.first, page.second)]
    return PageDescription(
        card, "", shared_part(page, f"{where}: {card.title}", None) | {"competitor": players}
    )


@page_description.register
def _(page: GameList) -> PageDescription:
    return _list(page.games, f"{plain_name(page.event)} · {plain_name(page.section)}")


@page_description.register
def _(page: EventGameList) -> PageDescription:
    return _list(page.games, plain_name(page.event))


def _list(games: Sequence[GameRow], above: str) -> PageDescription:
    number = ngettext("%(games)s game", "%(games)s games", len(games)) % {"games": len(games)}
    rows = [
        Row(
            f"{row.round}.{row.table}",
            f"{shared_name(row.first)} – {shared_name(row.second)}",
            results_words(row.results),
        )
        for row in games[:ROWS]
    ]
    return PageDescription(Card(above=above, title=gettext("Games"), facts=[number], rows=rows))


def _xiangqi(record: PlayedMoves) -> Board:
    final = read_fen(record.final_fen)[0] or START_POSITION
    right, bottom = LEFT + 8 * STEP, TOP + 9 * STEP
    banks = TOP + 4 * STEP, TOP + 5 * STEP
    lines = [(LEFT, TOP + STEP * rank, right, TOP + STEP * rank) for rank in range(10)]
    for file in range(9):
        x = LEFT + STEP * file
        if file in (0, 8):
            lines.append((x, TOP, x, bottom))
        else:
            lines += [(x, TOP, x, banks[0]), (x, banks[1], x, bottom)]
    left, far = LEFT + 3 * STEP, LEFT + 5 * STEP
    for top in (TOP, TOP + 7 * STEP):
        lines += [(left, top, far, top + 2 * STEP), (far, top, left, top + 2 * STEP)]
    discs = []
    for square, piece in enumerate(final.squares):
        if piece:
            letter = PIECE_LETTERS[piece]
            x, y = LEFT + STEP * (square // 10), TOP + STEP * (9 - square % 10)
            discs.append(Disc(x, y, 9.2, "#fdf6e3", RED if letter.isupper() else BLACK, GLYPHS[letter]))
    return Board(right + LEFT, bottom + TOP, WOOD, lines, discs)


def _weiqi(record: PlayedMoves) -> Board:
    size, held = placed_stones(record.start_fen)
    for play in record.plays:
        weiqi_board.change(held, play.split())
    edge, step = weiqi_board.EDGE, weiqi_board.STEP
    far = edge + step * (size - 1)
    at = [edge + step * number for number in range(size)]
    lines = [(edge, y, far, y) for y in at] + [(x, edge, x, far) for x in at]
    stars = [weiqi_board.point_place(point) for point in star_points(size)]
    discs = [Disc(star["x"], star["y"], 2.2, "#6b5d46", "#6b5d46") for star in stars]
    for stone in weiqi_board.stones(held):
        fill = BLACK if stone["letter"] == "b" else "#ffffff"
        discs.append(Disc(stone["x"], stone["y"], 9.4, fill, BLACK))
    return Board(far + edge, far + edge, WOOD, lines, discs)
