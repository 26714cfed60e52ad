"""Of frozen standings what is said of one player, taken out by the database: a whole table with its
arithmetic is some hundred kilobytes, and somebody may stand in sixty.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Func, IntegerField, JSONField


class OwnRow(Func):
    """The row of a number: ``OwnRow(data, number)``; None where there is none."""

    output_field = JSONField()

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> tuple[str, tuple[Any, ...]]:
        path = (
            "jsonb_path_query_first({data}, '$.rows[*] ? (@.number == $n)', "
            "jsonb_build_object('n', {number}))"
        )
        return self._filled(path, compiler)

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> tuple[str, tuple[Any, ...]]:
        each = (
            "(SELECT value FROM json_each({data}, '$.rows') WHERE json_extract(value, '$.number') = {number})"
        )
        return self._filled(each, compiler)

    def _filled(self, template: str, compiler: Any) -> tuple[str, tuple[Any, ...]]:
        data, number = (compiler.compile(one) for one in self.get_source_expressions())
        return template.format(data=data[0], number=number[0]), (*data[1], *number[1])


class RowCount(Func):
    """How many rows there are."""

    output_field = IntegerField()

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> tuple[str, Any]:
        return self.as_sql(compiler, connection, template="jsonb_array_length(%(expressions)s -> 'rows')")

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> tuple[str, Any]:
        return self.as_sql(compiler, connection, template="json_array_length(%(expressions)s, '$.rows')")
