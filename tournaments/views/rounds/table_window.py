"""Cut a large round to the tables that a page shows, beginning with one (the *key*), by who waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, QueryDict
from django_htmx.middleware import HtmxDetails

from tournaments.queries.journal import is_id
from tournaments.queries.tables import TableRow

WHOLE, ON_A_PAGE = 100, 50
ALL, OPEN, REVIEW = "", "open", "review"


@dataclass(frozen=True, slots=True)
class WindowWay:
    """Where another part is; ``query`` begins with a question mark."""

    key: str
    query: str
    at: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """Hold a part of the tables; ``first`` and ``last``: of those shown, 0 where none is."""

    rows: Sequence[TableRow]
    is_part: bool = False
    count: int = 0
    first: int = 0
    last: int = 0
    before: str = ""
    after: str = ""
    shows: Sequence[WindowWay] = ()


def asked_by(request: HttpRequest) -> Mapping[str, str]:
    """What the page asks for: of a part that a script puts in it, the page that is open."""
    address = HtmxDetails(request).current_url
    return QueryDict(urlsplit(address).query).dict() if address else request.GET


def chosen_window(
    query: Mapping[str, str], rows: Sequence[TableRow], kinds: Mapping[str, Callable[[TableRow], bool]]
) -> Window:
    """Choose the part of ``rows`` that was asked for: ``from`` a table on, ``show`` one of ``kinds``."""
    # Byes are no tables.
    rows = [row for row in rows if row.table is not None]
    if len(rows) <= WHOLE:
        return Window(rows)
    # What makes no sense asks for nothing.
    show = query.get("show", ALL) if query.get("show", ALL) in kinds else ALL
    chosen = [row for row in rows if show == ALL or kinds[show](row)]
    ways = [WindowWay(kind, _query(None, kind), kind == show) for kind in (ALL, *kinds)]
    return replace(_cut(query, chosen, show), shows=ways)


def chosen_part(query: Mapping[str, str], chosen: Sequence[TableRow], show: str) -> Window:
    """Choose a part of tables that were ``chosen`` already, which the address calls ``show``."""
    return _cut(query, chosen, show) if len(chosen) > WHOLE else Window(chosen)


def _cut(query: Mapping[str, str], chosen: Sequence[TableRow], show: str) -> Window:
    begin = int(query["from"]) if is_id(query.get("from", "")) else 1
    at = next((place for place, row in enumerate(chosen) if (row.table or 0) >= begin), 0)
    rows_here = chosen[at : at + ON_A_PAGE]
    before = chosen[max(at - ON_A_PAGE, 0)] if at else None
    after = chosen[at + ON_A_PAGE] if at + ON_A_PAGE < len(chosen) else None
    return Window(
        rows_here,
        is_part=True,
        count=len(chosen),
        first=(rows_here[0].table or 0) if rows_here else 0,
        last=(rows_here[-1].table or 0) if rows_here else 0,
        before=_query(before, show) if before else "",
        after=_query(after, show) if after else "",
    )


def _query(begin: TableRow | None, show: str) -> str:
    table = (begin.table or 1) if begin else 1
    return "?" + urlencode({"from": table} | ({"show": show} if show else {}))


def leading_to(table: int) -> str:
    """Return what stands behind the address of a round's page: the part with a table, and its row."""
    begin = (table - 1) // ON_A_PAGE * ON_A_PAGE + 1
    # A round that is shown whole does not mind the part.
    return ("?" + urlencode({"from": begin}) if begin > 1 else "") + f"#t{table}"
