"""The words for what the register knows of a person."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

FIELDS: Mapping[str, Promise] = {
    "name": gettext_lazy("Name"),
    "given_name": gettext_lazy("Given name"),
    "native_name": gettext_lazy("Native name"),
    "federation_id": gettext_lazy("Federation"),
    "birth_year": gettext_lazy("Year of birth"),
    "gender": gettext_lazy("Gender"),
    "listed": gettext_lazy("Public page"),
    "names": gettext_lazy("Further name"),
    "egf_pin": gettext_lazy("EGF number (PIN)"),
    "ffg_licence": gettext_lazy("FFG licence"),
    "aga_id": gettext_lazy("AGA number"),
    "wxf_id": gettext_lazy("WXF number"),
    "axf_id": gettext_lazy("AXF number"),
    "fide_id": gettext_lazy("FIDE number (ID)"),
    "national_id": gettext_lazy("National number"),
}
# What of a person the journal calls changed, besides the columns that a player has too.
PARTICULARS: Mapping[str, Promise] = {
    "federation_id": gettext_lazy("federation"),
    "listed": gettext_lazy("public page"),
    "names": gettext_lazy("further names"),
    "numbers": gettext_lazy("numbers"),
    "titles": gettext_lazy("titles"),
    "ratings": gettext_lazy("ratings"),
    "contact": gettext_lazy("contact"),
    "photo": gettext_lazy("photo"),
}
TWINS: Mapping[str, Promise] = {
    "number": gettext_lazy("the same number: certain"),
    "name": gettext_lazy("the same name"),
    "native-name": gettext_lazy("the same native name"),
    "pinyin": gettext_lazy("the name of one is the pinyin of the other’s"),
}
LEFT: Mapping[str, Promise] = {
    "players": gettext_lazy("an event's copy"),
    "merged": gettext_lazy("an earlier row"),
    "PersonName": gettext_lazy("a further name"),
    "PersonNumber": gettext_lazy("a number"),
    "PersonTitle": gettext_lazy("a title"),
    "PersonRating": gettext_lazy("a rating"),
    "PersonContact": gettext_lazy("the contact"),
    "Portrait": gettext_lazy("the photo"),
}


def field_name(field: str) -> str:
    return str(FIELDS[field])


def particular_text(field: str, value: object) -> str:
    """A value as a person reads it."""
    if field == "gender":
        return {"f": gettext("woman"), "m": gettext("man")}.get(str(value), "–")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return str(value) if value not in ("", None) else "–"


def left_text(left: str) -> str:
    """What an undoing has left as it is, of ``name`` or ``PersonNumber:3``."""
    kind = left.partition(":")[0]
    return str(LEFT[kind]) if kind in LEFT else field_name(kind)
