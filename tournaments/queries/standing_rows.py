"""Of frozen standings what somebody wants to know, taken out by the database: a whole table with its
arithmetic is some hundred kilobytes, of 2,000 players six megabytes, and somebody may stand in sixty.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Func, JSONField


class PointsOf(Func):
    """``{number: points}``, both as texts: ``PointsOf(data)``."""

    output_field = JSONField()

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> tuple[str, tuple[Any, ...]]:
        each = (
            "(SELECT jsonb_object_agg(one ->> 'number', one ->> 'points') "
            "FROM jsonb_array_elements(%(expressions)s -> 'rows') AS one)"
        )
        return self.as_sql(compiler, connection, template=each)

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> tuple[str, tuple[Any, ...]]:
        each = (
            "(SELECT json_group_object(json_extract(value, '$.number'), json_extract(value, '$.points')) "
            "FROM json_each(%(expressions)s, '$.rows'))"
        )
        return self.as_sql(compiler, connection, template=each)


class OwnRow(Func):
    """Select ``[row, rows]``: the row of a number, null where there is none, and how many rows there are.

    Both at once: to unpack the table is what it costs."""

    output_field = JSONField()

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> tuple[str, tuple[Any, ...]]:
        # OFFSET keeps the planner from putting the rows in twice.
        both = (
            "(SELECT jsonb_build_array(jsonb_path_query_first(whole.rows, '$[*] ? (@.number == $n)', "
            "jsonb_build_object('n', {number})), jsonb_array_length(whole.rows)) "
            "FROM (SELECT {data} -> 'rows' AS rows OFFSET 0) AS whole)"
        )
        return self._filled(both, compiler)

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> tuple[str, tuple[Any, ...]]:
        each = (
            "(SELECT json_array("
            "json(max(CASE WHEN json_extract(value, '$.number') = {number} THEN value END)), count(*)) "
            "FROM json_each({data}, '$.rows'))"
        )
        return self._filled(each, compiler)

    def _filled(self, template: str, compiler: Any) -> tuple[str, tuple[Any, ...]]:
        """Each of the two stands in the text once; in which order says the template."""
        data, number = (compiler.compile(expression) for expression in self.get_source_expressions())
        first, second = (
            (data, number) if template.index("{data}") < template.index("{number}") else (number, data)
        )
        return template.format(data=data[0], number=number[0]), (*first[1], *second[1])
