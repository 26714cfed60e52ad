"""Tables as files to keep: CSV and, wherever that is offered, XLSX, which any spreadsheet opens."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import HttpResponse
from django.utils.http import content_disposition_header

from tournaments.exchange.spreadsheet import Table, to_csv, to_xlsx

# By the ending of the file's name: its type, and what writes it.
WRITERS: Mapping[str, tuple[str, Callable[[Table], bytes]]] = {
    "csv": ("text/csv; charset=utf-8", to_csv),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", to_xlsx),
}


def table_file(table: Table, name: str, ending: str) -> HttpResponse:
    """A table as ``name.ending``, to be kept. ``ending``: one of `WRITERS`."""
    content_type, write = WRITERS[ending]
    response = HttpResponse(write(table), content_type=content_type)
    response.headers["Content-Disposition"] = content_disposition_header(True, f"{name}.{ending}")
    return response
