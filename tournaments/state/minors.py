"""Players under age, as far as a year of birth tells."""

from __future__ import annotations

OF_AGE = 18


def is_minor(birth_year: int | None, year: int) -> bool:
    """Whether who was born in ``birth_year`` can still be under age in ``year``: who comes of age in it, on a
    day that nobody knows, is a minor until it is over. Of whom no year is known, nothing is said."""
    return birth_year is not None and year - birth_year <= OF_AGE
