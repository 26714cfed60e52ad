"""Alice organises, Bob is chief referee, Carol is at the desk, Dave is a referee, Charlie works elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection

from tournaments.models import ResultReport


@pytest.fixture
def without_constraint(transactional_db: None) -> Iterator[None]:
    """The database lets a table have two first reports."""
    constraint = next(c for c in ResultReport._meta.constraints if c.name == "result_one_first_report")
    with connection.schema_editor() as editor:
        editor.remove_constraint(ResultReport, constraint)
    yield
    call_command("flush", interactive=False, verbosity=0)
    with connection.schema_editor() as editor:
        editor.add_constraint(ResultReport, constraint)
