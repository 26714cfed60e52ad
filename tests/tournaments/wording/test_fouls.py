"""Whatever a foul is logged as has words."""

import pytest

from tournaments.fouls import OFFENCES, FoulKind
from tournaments.models import Foul
from tournaments.wording.fouls import offence_name


@pytest.mark.parametrize("kind", [*FoulKind])
@pytest.mark.parametrize("key", ["", "unheard-of"])
def test_a_foul_without_a_known_offence_is_called_by_its_kind(kind: FoulKind, key: str) -> None:
    assert offence_name(key, kind).casefold() == Foul.Kind(kind).label.casefold()


def test_every_offence_has_a_name_of_its_own() -> None:
    keys = {offence.key for offences in OFFENCES.values() for offence in offences}
    for key in keys:
        assert offence_name(key, "") != key
    assert len({offence_name(key, "") for key in keys}) == len(keys)
