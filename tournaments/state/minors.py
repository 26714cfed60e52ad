"""Players under age, as far as a year of birth tells: for whom a parent or guardian says whether name and
results are published.

From which age somebody agrees alone is the law of the country in which the event is played. The ages are
those of consent to the processing of personal data, with their sources in `docs/guide/minors.md`. Where the
table
has no country, who is not of age does not agree alone.
"""

from __future__ import annotations

from collections.abc import Mapping

OF_AGE = 18
# By country (ISO 3166).
AGREE_ALONE: Mapping[str, int] = {
    # GDPR, article 8: 16, or less where a member state says so
    **dict.fromkeys(("BE", "EE", "FI", "LV", "MT", "PT", "SE"), 13),
    **dict.fromkeys(("AT", "BG", "CY", "ES", "IT", "LT"), 14),
    **dict.fromkeys(("CZ", "DK", "FR", "GR", "SI"), 15),
    **dict.fromkeys(("DE", "HR", "HU", "IE", "LU", "NL", "PL", "RO", "SK"), 16),
    # Personal Information Protection Law, article 31
    "CN": 14,
    # Decree 13/2023/ND-CP, article 20, with the Law on Children, article 1
    "VN": 16,
}


def agrees_from(country: str) -> int:
    """Return the age from which a player agrees alone; ``country``: empty where it is not known."""
    return AGREE_ALONE.get(country, OF_AGE)


def is_minor(birth_year: int | None, year: int, country: str) -> bool:
    """Tell whether who was born in ``birth_year`` can still be too young in ``year`` to agree alone."""
    # Who comes to that age in this year, on a day that nobody knows, is too young until it is over.
    return birth_year is not None and year - birth_year <= agrees_from(country)
