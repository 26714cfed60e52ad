"""The formats of whole tournaments and their tables that are written, through one door."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from tournaments.exchange import go_teams, h9, opengotha, spreadsheet, team_tables, tournament_file, trf
from tournaments.exchange.conversion import Writing
from tournaments.standings.ranking import standings
from tournaments.state.gotha.event_info import EventInfo
from tournaments.state.tournament import Tournament

# Tables of sections where teams meet teams.
TABLES_OF_TEAMS = tuple(f"{table}-{key}" for table in team_tables.TABLES for key in ("csv", "xlsx"))
WRITTEN = (
    *(
        "json",
        "trf16",
        "trf26",
        "trf16-ascii",
        "trf26-ascii",
        "h9",
        "opengotha",
        "csv",
        "xlsx",
        "standings-csv",
        "standings-xlsx",
    ),
    *TABLES_OF_TEAMS,
)


def write_tournament(
    tournament: Tournament,
    to: str,
    *,
    headings: Mapping[str, str] | None = None,
    occasion: EventInfo | None = None,
    people: Mapping[int, trf.Particulars] | None = None,
) -> Writing:
    """``to``: one of `WRITTEN`; ``headings``: about the event, by the format's own key; ``people``: what a
    TRF is to say of the players besides; ``occasion``: what OpenGotha's file of teams says of it. Raises
    `CannotWrite` and, for a criterion that is not known, `CriteriaError`."""
    match to:
        case "trf16" | "trf26" | "trf16-ascii" | "trf26-ascii":
            plain = to.endswith("-ascii")
            version = int(to[3:5])
            return trf.write(tournament, version, headings=headings, people=people, ascii_only=plain)
        case "h9":
            return h9.write(tournament, headings=headings)
        case "opengotha" if tournament.teams is not None:
            return go_teams.write(tournament, occasion)
        case "opengotha":
            return opengotha.write(tournament, headings=headings)
        case "json":
            return Writing(tournament_file.dumps(tournament).encode())
    table: spreadsheet.Table
    if to in TABLES_OF_TEAMS:
        table = team_tables.TABLES[to.rpartition("-")[0]](tournament)
    elif to.startswith("standings"):
        table = spreadsheet.standings_table(tournament, standings(tournament))
    else:
        table = spreadsheet.player_table(tournament)
    return Writing(spreadsheet.to_csv(table) if to.endswith("csv") else spreadsheet.to_xlsx(table))


def in_one_archive(files: Mapping[str, bytes]) -> bytes:
    """A ZIP archive of files by their names."""
    body = BytesIO()
    with ZipFile(body, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return body.getvalue()
