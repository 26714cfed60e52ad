"""Every operation of the description, with what it allows and with what it does not: no answer is
undocumented, none is a fault of the program, and nothing that is not allowed is taken."""

from __future__ import annotations

import logging
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import positive_data_acceptance

from portal.api.authentication import ByCaller
from tests.portal.api.callers import Caller
from tests.world import World

THERE = {"event": "cup", "section": "men", "number": 1, "after": 1, "table": 1, "game": 1}
"""Parts of addresses under which there is something."""
JUDGED_BY_THE_ACT = [positive_data_acceptance]
"""What the description allows may still be refused by the state of the round."""
OFTEN = "1000000/min"


@pytest.fixture
def played(drawn: World) -> World:
    """A round that is public, a record at table 1."""
    drawn.published()
    return drawn


@pytest.mark.slow
@pytest.mark.parametrize("examples", [1, pytest.param(6, marks=pytest.mark.long)])
def test_every_operation_keeps_its_word(
    played: World, django: WSGIHandler, monkeypatch: pytest.MonkeyPatch, examples: int
) -> None:
    monkeypatch.setattr(logging.getLogger("django.request"), "disabled", True)
    monkeypatch.setattr(ByCaller, "THROTTLE_RATES", dict.fromkeys(("api", "public", "check", "live"), OFTEN))
    bob = Caller(played.users["bob"])
    headers = {"Authorization": f"Bearer {bob.made.secret}", "Accept-Encoding": "identity"}
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.yaml", django)
    operations = [get_all_operation.ok() for get_all_operation in schema.get_all_operations()]
    assert len(operations) > 30
    wrong: list[str] = []
    for operation in operations:
        there = {part.name: _there(part.name, played) for part in operation.path_parameters}
        # Of an address that takes nothing but its parts, nothing can be asked that it does not allow.
        takes = bool(operation.query or operation.body or not there)
        for mode in (GenerationMode.POSITIVE, *([GenerationMode.NEGATIVE] if takes else [])):
            try:
                _ask(operation, mode, examples, there, headers)
                if there and mode == GenerationMode.POSITIVE:
                    _ask(operation, mode, 1, {}, headers)
            except Unsatisfiable:
                # A body without fields cannot be wrong in one of them.
                assert mode == GenerationMode.NEGATIVE
            except FailureGroup as get_all_operation:
                wrong += [
                    f"{operation.label} {mode.value}: {failure}" for failure in get_all_operation.exceptions
                ]
    assert wrong == [], "\n".join(wrong)


def _there(name: str, world: World) -> Any:
    if name == "entry":
        return world.section.entries.order_by("pk")[0].pk
    return THERE.get(name, 1)


def _ask(operation: Any, mode: GenerationMode, examples: int, parts: dict[str, Any], headers: Any) -> None:
    strategy = operation.as_strategy(generation_mode=mode, **({"path_parameters": parts} if parts else {}))

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=strategy)
    def ask_once(case: Case) -> None:
        answer = case.call(headers=headers)
        # Refused by its size before anybody looks what it says: schemathesis would call that accepted.
        if answer.status_code != 413:
            case.validate_response(answer, headers=headers, excluded_checks=JUDGED_BY_THE_ACT)

    ask_once()
