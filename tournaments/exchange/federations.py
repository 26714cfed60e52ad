"""The list of federations: CSV with the columns code, name_en, name_zh_hans and, if wanted, name_zh_hant,
name_vi. UTF-8 only: it is a file of the house, not one that strangers send."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.exchange.faults import Fault, ListErrorCode
from tournaments.exchange.tables import MOST_BYTES, MOST_SHOWN, decode, records
from tournaments.state.lots import canonical

REQUIRED = ("code", "name_en", "name_zh_hans")
COLUMNS = (*REQUIRED, "name_zh_hant", "name_vi")
FURTHER_NAMES = {"中国台北": "TPE"}
"""How lists write one besides its names here."""
LONGEST = {"name_en": 80, "name_zh_hans": 40, "name_zh_hant": 40, "name_vi": 80}
_CODE = re.compile(r"[A-Z]{3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Federation:
    """``code``: three capital letters, as the IOC writes them where it has one."""

    code: str
    name_en: str
    name_zh_hans: str
    name_zh_hant: str = ""
    name_vi: str = ""


@dataclass(frozen=True, slots=True)
class FederationsReport:
    federations: tuple[Federation, ...] = ()
    faults: tuple[Fault, ...] = ()


def read_federations(data: bytes) -> FederationsReport:
    """The federations in a CSV file; a row with a fault is left out and named. Never raises on any bytes."""
    if len(data) > MOST_BYTES:
        fault = Fault(ListErrorCode.TOO_LARGE, {"bytes": len(data), "most": MOST_BYTES})
        return FederationsReport(faults=(fault,))
    decoded = decode(data, "utf-8", lambda cells: 0)
    faults = list(decoded.faults)
    _, rows, _, _ = records(decoded.text)
    heading = next(rows, None)
    if heading is None:
        return FederationsReport(faults=(*faults, Fault(ListErrorCode.EMPTY)))
    columns = [cell.strip().casefold() for cell in heading.cells]
    for name in REQUIRED:
        if name not in columns:
            params = {"column": name, "found": ", ".join(columns)[:MOST_SHOWN]}
            faults.append(Fault(ListErrorCode.COLUMN_MISSING, params, heading.line))
    if any(fault.code is ListErrorCode.COLUMN_MISSING for fault in faults):
        return FederationsReport(faults=tuple(faults))
    found: dict[str, Federation] = {}
    lines: dict[str, int] = {}
    for record in rows:
        cells = dict.fromkeys(COLUMNS, "") | {
            name: " ".join(cell.split())
            for name, cell in zip(columns, record.cells, strict=False)
            if name in COLUMNS
        }
        code = cells["code"]
        wrong = _faults(cells, record.line)
        if code in lines:
            wrong.append(Fault(ListErrorCode.CODE_TWICE, {"first_line": lines[code]}, record.line, code))
        if record.unbalanced:
            wrong.append(
                Fault(ListErrorCode.UNBALANCED_QUOTE, line=record.line, text=record.text[:MOST_SHOWN])
            )
        faults.extend(wrong)
        if not wrong:
            found[code] = Federation(**cells)
        lines.setdefault(code, record.line)
    if not lines:
        faults.append(Fault(ListErrorCode.ONLY_HEADER, line=heading.line))
    return FederationsReport(tuple(found.values()), tuple(faults))


def _faults(cells: dict[str, str], line: int) -> list[Fault]:
    faults = []
    if not _CODE.fullmatch(cells["code"]):
        faults.append(Fault(ListErrorCode.BAD_CODE, line=line, text=cells["code"][:MOST_SHOWN]))
    faults.extend(
        Fault(ListErrorCode.MISSING, {"column": name}, line) for name in REQUIRED[1:] if not cells[name]
    )
    faults.extend(
        Fault(ListErrorCode.LOST_CHARACTERS, {"column": name}, line, cell[:MOST_SHOWN])
        for name, cell in cells.items()
        if "\ufffd" in cell
    )
    for name, most in LONGEST.items():
        if len(cells[name]) > most:
            params: dict[str, str | int] = {"column": name, "length": len(cells[name]), "most": most}
            faults.append(Fault(ListErrorCode.TOO_LONG, params, line, cells[name][:MOST_SHOWN]))
    return faults


def codes_by_name(federations: Iterable[Federation]) -> dict[str, str]:
    """Code by canonical name in every language, for lists that write the name."""
    listed = {
        canonical(name): f.code
        for f in federations
        for name in (f.name_vi, f.name_zh_hant, f.name_zh_hans, f.name_en)
        if name
    }
    known = set(listed.values())
    return {canonical(name): code for name, code in FURTHER_NAMES.items() if code in known} | listed
