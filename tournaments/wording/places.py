"""Where a hall is, as its time zone tells: the country, and the city that its time is called by."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from babel import Locale
from babel.core import get_global
from babel.dates import get_timezone_location
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, gettext_lazy, to_locale

# Where the federations' name is another one than that of the land.
AS_FEDERATIONS: Mapping[str, Promise] = {
    "HK": gettext_lazy("Hong Kong, China"),
    "MO": gettext_lazy("Macau, China"),
    "TW": gettext_lazy("Chinese Taipei"),
}
NOWHERE = {"ZZ", "001"}


def locale_name() -> str:
    """The reader's language as Babel names it."""
    code = get_language() or "en"
    return {"en": "en_GB"}.get(code, to_locale(code))


def zone_country(zone: str) -> str:
    """ISO 3166, two letters; empty for a zone that is nobody's, as UTC."""
    code = get_global("zone_territories").get(zone, "")
    return "" if code in NOWHERE else str(code)


def zones_of(country: str) -> list[str]:
    """Every time zone of a country."""
    return [zone for zone, code in get_global("zone_territories").items() if code == country]


def country_name(code: str) -> str:
    """In the reader's language."""
    if code in AS_FEDERATIONS:
        return str(AS_FEDERATIONS[code])
    return str(Locale.parse(locale_name()).territories.get(code, code))


def clock_name(zone: str) -> str:
    """What the clock in the hall is called: ``Kuching time``."""
    return _clock_name(zone, get_language() or "en")


@lru_cache(maxsize=512)
def _clock_name(zone: str, language: str) -> str:
    if not zone_country(zone):
        return "UTC" if zone in {"UTC", "Etc/UTC"} else zone
    # The tables know some zones under an earlier name only: Asia/Saigon.
    names = Locale.parse(locale_name()).time_zones
    earlier = (old for old, now in get_global("zone_aliases").items() if now == zone)
    city_name = next((names[name]["city"] for name in earlier if "city" in names.get(name, {})), "")
    city = city_name or get_timezone_location(zone, locale=locale_name(), return_city=True)
    return gettext("%(city)s time") % {"city": city}
