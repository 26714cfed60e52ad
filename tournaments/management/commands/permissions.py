"""``permissions [--check]``: write docs/reference/permissions.md from the two policy tables, or compare
it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, no_translations
from django.utils import translation

from tournaments.models import Office, Role, Round, Section
from tournaments.organisation_roles import IN_EVENTS, OFFICES
from tournaments.policy import BY_DELEGATION, SECTIONS, SITE_ADMIN, TABLES
from tournaments.setting_rules import EVENT_SETTINGS, SECTION_SETTINGS, EventStage, SectionStage
from tournaments.wording.acts import PERMISSIONS, act_name
from tournaments.wording.acts import STATES as STATE_NAMES
from tournaments.wording.settings import EVENT_STAGES, SECTION_STAGES, SETTINGS, THEN
from tournaments.wording.settings import PERMISSIONS as SETTING_PERMISSIONS

OTHERS = ("player", "captain", "applicant", "office", "site administrator")
PAGE = Path(settings.BASE_DIR) / "docs" / "reference" / "permissions.md"


class Command(BaseCommand):
    help = "Write docs/reference/permissions.md from the policy tables."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the page is stale")

    @no_translations
    def handle(self, *_args: Any, **options: Any) -> None:
        wanted = page()
        if options["check"]:
            if not PAGE.exists() or PAGE.read_text() != wanted:
                self.stderr.write(f"{PAGE.name} is out of date: run manage.py permissions.")
                raise SystemExit(1)
            return
        PAGE.write_text(wanted)


def page() -> str:
    """The documentation page, in English."""
    with translation.override("en"):
        return "\n".join([*_roles(), "", *_offices(), "", *_scopes(), "", *_states(), "", *_settings(), ""])


def _roles() -> list[str]:
    lines = [
        "# Permissions",
        "",
        "Made by `manage.py permissions` from the apps' `policy.py`; do not edit it here.",
        "",
        "Roles are given for one event. Who has no role at an event is told that it is not there (404); who "
        "has one, but not the right, is told so (403).",
        "",
        _row("", *(str(Role(role).label) for role in Role), *OTHERS),
        _row("---", *(":-:" for _ in (*Role, *OTHERS))),
    ]
    for tables in TABLES:
        for act, allowed in tables.roles.items():
            cells = [
                "yes" if role in allowed else "by delegation" if _delegated(act, role) else ""
                for role in Role
            ]
            game_right = "own game" if act in tables.player else ""
            team = "own team" if act in tables.captain else ""
            applied = "own application" if act in tables.applicant else ""
            admin = "yes" if act in SITE_ADMIN else ""
            office = "own players" if act in tables.office else ""
            lines.append(_row(act_name(act), *cells, game_right, team, applied, office, admin))
    lines += [
        "",
        "*By delegation*: an organiser, while the chief referee has recorded it (WXC 2.4). "
        "Delegation and its end are in the journal.",
        "",
        "*Player*: whoever holds the private link of an entry, without an account; only about that entry's "
        "own games. A revoked link may do nothing.",
        "",
        "*Captain*: whoever holds the private link of a team, or the account that the team has as its "
        "captain's; only about that team.",
        "",
        "*Office*: whoever holds the private link of a quota, or an office in the organisation that enters "
        "its players; only about these.",
    ]
    return lines


def _offices() -> list[str]:
    lines = [
        "## In an organisation",
        "",
        "Offices are given for one organisation and reach down to everything below it. A person of the "
        "register belongs to the organisation at whose event he or she was registered, anybody else to the "
        "national one of the federation; the others are kept by site administrators. Rating officers hold no "
        "right of their own yet.",
        "",
        _row("", *(str(role.label) for role in Office.Role), "site administrator"),
        _row("---", *(":-:" for _ in Office.Role), ":-:"),
    ]
    lines += [
        _row(act_name(act), *("yes" if role in holders else "" for role in Office.Role), "yes")
        for act, holders in OFFICES.items()
    ]
    lines += [
        "",
        "At the events of the organisation and of everything below it, without a role there:",
        "",
        _row("", *(str(role.label) for role in Office.Role)),
        _row("---", *(":-:" for _ in Office.Role)),
    ]
    lines += [
        _row(act_name(act), *("yes" if role in holders else "" for role in Office.Role))
        for act, holders in IN_EVENTS.items()
    ]
    return lines


def _scopes() -> list[str]:
    rows: dict[str, set[str]] = {}
    for tables in TABLES:
        for scope, acts in tables.scopes.items():
            for act in acts:
                rows.setdefault(str(act), set()).add(scope)
    scopes = sorted({scope for tables in TABLES for scope in tables.scopes})
    order = [*(str(act) for tables in TABLES for act in tables.roles), *OFFICES]
    return [
        "## By a program",
        "",
        "A token lets a program do what its owner may do, as far as its scopes reach: one that a person has "
        "made, or one of an app that the person has allowed. Each address of the interface names its scope; "
        "the act asks this table again.",
        "",
        _row("", *(f"`{scope}`" for scope in scopes)),
        _row("---", *(":-:" for _ in scopes)),
        *(
            _row(act_name(act), *("yes" if scope in rows[act] else "" for scope in scopes))
            for act in dict.fromkeys(order)
            if act in rows
        ),
    ]


def _delegated(act: str, role: Role) -> bool:
    return role == Role.ORGANISER and act in BY_DELEGATION


def _states() -> list[str]:
    lines = [
        "## When",
        "",
        "What the state of a round says to an act. Acts that are not listed do not depend on it.",
        "",
        _row("", *(str(STATE_NAMES[state]) for state in Round.State)),
        _row("---", *(":-:" for _ in Round.State)),
    ]
    lines += [
        _row(act_name(act), *(str(PERMISSIONS[states[state]]) for state in Round.State))
        for tables in TABLES
        for act, states in tables.states.items()
    ]
    lines += [
        "",
        "What the state of a section says to an act, before the round is asked.",
        "",
        _row("", *(str(state.label) for state in Section.State)),
        _row("---", *(":-:" for _ in Section.State)),
    ]
    lines += [
        _row(act_name(act), *(str(PERMISSIONS["refused" if code else "allowed"]) for code in states.values()))
        for act, states in SECTIONS.items()
    ]
    resting = [act_name(act) for tables in TABLES for act in tables.roles if act in tables.resting]
    lines += ["", "While the event is archived nobody does these:", "", *(f"- {words}" for words in resting)]
    return lines


def _settings() -> list[str]:
    lines = [
        "## Settings of a section",
        "",
        "What can be changed how far into it. Where a reason is needed, everybody reads on the section's "
        "page what was changed and why.",
        "",
        _row("", *(str(SECTION_STAGES[stage]) for stage in SectionStage), "then"),
        _row("---", *(":-:" for _ in SectionStage), "---"),
    ]
    lines += [
        _row(
            str(SETTINGS[key]),
            *(str(SETTING_PERMISSIONS[setting.at[stage]]) for stage in SectionStage),
            ", ".join(str(THEN[then]) for then in sorted(setting.then)),
        )
        for key, setting in SECTION_SETTINGS.items()
    ]
    lines += [
        "",
        "## Settings of an event",
        "",
        "The same of an event; the public reads on the event's page what was changed and why.",
        "",
        _row("", *(str(EVENT_STAGES[stage]) for stage in EventStage)),
        _row("---", *(":-:" for _ in EventStage)),
    ]
    lines += [
        _row(str(SETTINGS[key]), *(str(SETTING_PERMISSIONS[setting.at[stage]]) for stage in EventStage))
        for key, setting in EVENT_SETTINGS.items()
    ]
    return lines


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |".replace("|  |", "| |").replace("|  |", "| |")
