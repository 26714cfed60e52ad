"""Long lists in pages, each naming the next by a cursor: what is added meanwhile shifts nothing."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination

from portal.api.problems import Problem


class Pages(CursorPagination):
    """``?limit=`` up to 200, ``?cursor=`` as the answer before gave it. The order is that of ``ordering``."""

    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200

    def __init__(self, *ordering: str) -> None:
        self.ordering = ordering or ("pk",)

    def get_ordering(self, request: Any, queryset: Any, view: Any) -> tuple[str, ...]:
        return tuple(self.ordering)

    def decode_cursor(self, request: Any) -> Any:
        try:
            return super().decode_cursor(request)
        except (NotFound, ValueError):
            raise Problem(400, "bad-cursor") from None

    def get_page_size(self, request: Any) -> int:
        asked = request.query_params.get(self.page_size_query_param)
        if asked is None:
            return self.page_size
        if not (asked.isascii() and asked.isdigit() and 1 <= int(asked[:9]) <= self.max_page_size):
            raise Problem(400, "bad-query", name="limit")
        return int(asked)
