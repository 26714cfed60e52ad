"""What an organiser sets of a pair's value, by name, and what is switched on and off."""

from __future__ import annotations

import pytest

from tournaments.presets import CARDS
from tournaments.state.gotha.choices import GEO, LESS_HANDICAP, WEIGHTS, values_of, with_values
from tournaments.state.gotha.settings import (
    MCMAHON,
    MCMAHON_SYSTEM,
    MOST,
    SWISS,
    SWISS_SYSTEM,
    Additional,
    Seeding,
)


def changed(settings=MCMAHON, system=MCMAHON_SYSTEM, **values):
    return with_values(settings, system, {**values_of(settings, system), **values})


@pytest.mark.parametrize(("key", "name"), WEIGHTS.items())
def test_a_weight_is_a_number_up_to_the_most_of_opengotha(key, name):
    assert getattr(changed(**{key: 3}).weights, name) == 3
    assert getattr(changed(**{key: MOST[name]}).weights, name) == MOST[name]
    for odd in (-1, MOST[name] + 1, "3", True, 0.5):
        with pytest.raises(ValueError, match=key):
            changed(**{key: odd})


def test_what_is_switched_on_has_its_usual_weight_until_another_is_set():
    assert changed(geography=False).weights.geo == 0
    without = changed(geography=False)
    assert changed(without, geography=True).weights.geo == GEO
    assert changed(without, geography_weight=7).weights.geo == 7
    assert changed(changed(geography_weight=7), clubs_groups="").weights.geo == 7
    assert changed(less_handicap=True).weights.handicap == LESS_HANDICAP
    assert changed(less_handicap=True, handicap_weight=5).weights.handicap == 5
    assert changed(grade_categories="1d").weights.category == LESS_HANDICAP
    # What a file has set stays when something else is changed.
    plain = changed(changed(grade_categories="1d"), category_weight=0)
    assert changed(plain, bar="2d").weights.category == 0
    assert changed(plain, grade_categories="1d, 5k").weights.category == 0


def test_the_thresholds_of_geography_and_the_order_of_equals():
    weights = changed(rank_ends_geography="3k", bar_ends_geography=False, floats_balanced=False).weights
    assert (weights.rank_threshold, weights.bar_threshold, weights.compensate) == (-3, False, False)
    weights = changed(first_order="grade", second_order="rating").weights
    assert (weights.first_additional, weights.second_additional) == (Additional.RANK, Additional.RATING)
    with pytest.raises(ValueError, match="first_order"):
        changed(first_order="luck")
    assert "bar_ends_geography" not in values_of(SWISS, SWISS_SYSTEM)


def test_the_card_with_categories_is_opengothas_profile():
    """M13, the third column."""
    card = CARDS["go-categories"]
    result = changed(SWISS, SWISS_SYSTEM, **card.settings)
    scoring, handicaps, weights = result.scoring, result.handicaps, result.weights
    assert card.settings["tiebreaks"] == ["CAT", "NBW", "EXT", "EXR"]
    assert (scoring.floor, scoring.bar, scoring.zero, scoring.categories) == (-30, 8, -30, (0, -5))
    assert (scoring.absent_nbw2, scoring.bye_nbw2) == (0, 2)
    assert (handicaps.by_mms, handicaps.threshold) == (True, 8)
    assert (handicaps.correction, handicaps.ceiling) == (1, 9)
    assert (weights.category, weights.handicap, weights.geo) == (2 * 10**13,) * 3
    assert (weights.country, weights.club, weights.secondary) == (1, 3, 2 * 10**13)
    assert (weights.first_seeding, weights.last_round_of_first) == (Seeding.RANDOM, 2)
    assert weights.second_seeding is Seeding.FOLD
    assert (weights.first_additional, weights.second_additional) == (Additional.RATING, Additional.NONE)
    assert (weights.bar_threshold, weights.rank_threshold, weights.wins_threshold) == (True, 0, True)
