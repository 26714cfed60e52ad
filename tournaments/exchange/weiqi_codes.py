"""What weiqi files write in their own way: countries (ISO 3166, but UK) for federation codes (IOC), and
grades for ratings, where 1 dan is 2100 and a grade is worth 100 (the European scale)."""

from __future__ import annotations

import re

from tournaments.exchange.conversion import LossCode, Losses
from tournaments.state.gotha.ranks import rank_of, rank_of_rating, rank_text, rating_of_rank
from tournaments.state.tournament import Entry

# fmt: off
_TWO = {
    "ARG": "AR", "ARM": "AM", "AUS": "AU", "AUT": "AT", "AZE": "AZ", "BEL": "BE", "BIH": "BA", "BLR": "BY",
    "BRA": "BR", "BRU": "BN", "BUL": "BG", "CAM": "KH", "CAN": "CA", "CHI": "CL", "CHN": "CN", "COL": "CO",
    "CRC": "CR", "CRO": "HR", "CUB": "CU", "CYP": "CY", "CZE": "CZ", "DEN": "DK", "ECU": "EC", "ESP": "ES",
    "EST": "EE", "FIN": "FI", "FRA": "FR", "GBR": "UK", "GEO": "GE", "GER": "DE", "GRE": "GR", "GUA": "GT",
    "HKG": "HK", "HUN": "HU", "INA": "ID", "IND": "IN", "IRI": "IR", "IRL": "IE", "ISL": "IS", "ISR": "IL",
    "ITA": "IT", "JPN": "JP", "KAZ": "KZ", "KOR": "KR", "LAO": "LA", "LAT": "LV", "LTU": "LT", "LUX": "LU",
    "MAC": "MO", "MAD": "MG", "MAR": "MA", "MAS": "MY", "MEX": "MX", "MGL": "MN", "MYA": "MM", "NED": "NL",
    "NEP": "NP", "NOR": "NO", "NZL": "NZ", "PAN": "PA", "PER": "PE", "PHI": "PH", "POL": "PL", "POR": "PT",
    "PRK": "KP", "ROU": "RO", "RSA": "ZA", "RUS": "RU", "SGP": "SG", "SLO": "SI", "SRB": "RS", "SUI": "CH",
    "SVK": "SK", "SWE": "SE", "THA": "TH", "TLS": "TL", "TPE": "TW", "TUR": "TR", "UKR": "UA", "URU": "UY",
    "USA": "US", "VEN": "VE", "VIE": "VN",
}
# fmt: on
NOWHERE = "XX"
_THREE = {two: three for three, two in _TWO.items()} | {"GB": "GBR"}


def two_letters(federation: str) -> str:
    """``DE`` for ``GER``; two letters stay as they are; empty for a federation that is no country."""
    if len(federation) == 2 and federation.isascii() and federation.isalpha() and federation.isupper():
        return "" if federation in _THREE else federation
    return _TWO.get(federation, "")


def federation_code(country: str) -> str:
    """``GER`` for ``de``; a country without a federation keeps its two letters; ``XX`` is none."""
    if country.upper() == NOWHERE:
        return ""
    return _THREE.get(country.upper(), country.upper())


_GRADE = re.compile(r"(0?[1-9]|[1-9][0-9])[kdp]", re.IGNORECASE)


def is_grade_code(text: str) -> bool:
    return _GRADE.fullmatch(text) is not None


def rating_of(grade: str) -> int:
    """``1D`` 2100, ``1K`` 2000, ``30K`` -900; professionals as 7 to 9 dan. Raises `ValueError`."""
    return rating_of_rank(rank_of(grade))


def nearest_grade(rating: int) -> str:
    """The grade that a rating lies nearest to: 2050 to 2149 is ``1D``."""
    return rank_text(rank_of_rating(rating))


def country_of(entry: Entry, losses: Losses) -> str:
    """The two letters for an entry's federation, empty for none; what they cannot tell is lost."""
    country = two_letters(entry.federation)
    if federation_code(country) != entry.federation:
        losses.add(LossCode.FEDERATIONS, entry.number)
    return country
