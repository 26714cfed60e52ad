"""Long lists in pages, each naming the next by a cursor: what is added meanwhile shifts nothing."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
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

    def paginate_queryset(self, queryset: Any, request: Any, view: Any = None) -> Any:
        first, meta = self.ordering[0].removeprefix("-"), queryset.model._meta
        self.field = meta.pk if first == "pk" else meta.get_field(first)
        return super().paginate_queryset(queryset, request, view)

    def decode_cursor(self, request: Any) -> Any:
        try:
            found = super().decode_cursor(request)
            if found is not None and found.position is not None:
                # Whoever makes a cursor up can write anything where the column has a number or a day.
                self.field.to_python(found.position)
        except (NotFound, ValueError, ValidationError):
            raise Problem(400, "bad-cursor") from None
        return found

    def get_page_size(self, request: Any) -> int:
        asked = request.query_params.get(self.page_size_query_param)
        if asked is None:
            return self.page_size
        if not (asked.isascii() and asked.isdigit() and 1 <= int(asked[:9]) <= self.max_page_size):
            raise Problem(400, "bad-query", name="limit")
        return int(asked)
