"""The words for acts: what one can do (``DOES``) and what was done (``DONE``, for the journal)."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from portal.web.words import Words
from tournaments.wording.settings import SETTINGS

DOES: Mapping[str, Words] = {
    "set_site": gettext_lazy("Change the site settings"),
    "create_event": gettext_lazy("Create an event"),
    "copy_event": gettext_lazy("Copy an event"),
    "archive_event": gettext_lazy("Archive an event and unarchive it"),
    "delete_event": gettext_lazy("Delete an event of which nothing was ever public"),
    "edit_event": gettext_lazy("Change the event; create, publish and delete sections"),
    "award_prizes": gettext_lazy("Award prizes and correct the awards"),
    "set_schedule": gettext_lazy("Set the schedule"),
    "set_official_mode": gettext_lazy("Enter official mode and leave it"),
    "grant_role": gettext_lazy("Assign and remove roles"),
    "delegate_pairing": gettext_lazy("Delegate pairing to an organiser"),
    "manage_webhooks": gettext_lazy("Manage webhooks"),
    "see_desk": gettext_lazy("View staff pages"),
    "read_draft": gettext_lazy("View drafts with their reasons"),
    "read_journal": gettext_lazy("View the journal"),
    "enter_player": gettext_lazy("Enter and import players"),
    "delete_application": gettext_lazy("Delete applications, also after the end"),
    "correct_player": gettext_lazy("Edit player details"),
    "erase_player": gettext_lazy("Erase personal data"),
    "set_teams": gettext_lazy("Create teams and add players"),
    "set_roster": gettext_lazy("Put a team's roster in order"),
    "hand_in_line_up": gettext_lazy("Submit one's own team's line-up, until the deadline"),
    "see_line_ups": gettext_lazy("View line-ups before they are revealed"),
    "reveal_line_ups": gettext_lazy("Reveal line-ups before the deadline"),
    "give_line_up": gettext_lazy("Enter or change a team's line-up"),
    "forfeit_match": gettext_lazy("Forfeit a match of teams, or decide a level one"),
    "penalise_team": gettext_lazy("Deduct points from a team"),
    "check_in": gettext_lazy("Check players in"),
    "set_absence": gettext_lazy("Mark an absence"),
    "ask_team_absence": gettext_lazy("Report that oneself, or one's own team, does not play a round"),
    "withdraw": gettext_lazy("Withdraw a player"),
    "reinstate": gettext_lazy("Reinstate a player"),
    "draw_lots": gettext_lazy("Draw lots"),
    "rule_pair": gettext_lazy("Fix or forbid a pair"),
    "pair_round": gettext_lazy("Pair a round"),
    "adjust_round": gettext_lazy("Adjust a round"),
    "publish_round": gettext_lazy("Publish a round"),
    "issue_links": gettext_lazy("Issue and revoke private links"),
    "take_seat": gettext_lazy("Mark oneself present (online)"),
    "tell_result": gettext_lazy("Report one's own result"),
    "propose_person": gettext_lazy("Change one's own contact and photo, propose corrections of oneself"),
    "tell_board_result": gettext_lazy("Report the results of one's own team's boards"),
    "report_result": gettext_lazy("Enter result"),
    "correct_result": gettext_lazy("Correct a result"),
    "log_foul": gettext_lazy("Log a foul"),
    "confirm_foul": gettext_lazy("Confirm a foul"),
    "withdraw_foul": gettext_lazy("Withdraw a foul"),
    "note_table": gettext_lazy("Add a note to a table"),
    "adjourn_game": gettext_lazy("Adjourn a game and resume it"),
    "close_round": gettext_lazy("Close a round"),
    "reopen_round": gettext_lazy("Reopen a round"),
    "print_paper": gettext_lazy("Create printouts"),
    "set_screen": gettext_lazy("Manage screens"),
    "set_logo": gettext_lazy("Change the logo"),
    "announce": gettext_lazy("Write announcements, correct and withdraw them"),
    "unpublish": gettext_lazy("Unpublish pages and publish them again"),
    "back_up_event": gettext_lazy("Create and download backups"),
    "restore_event": gettext_lazy("Restore an event from a backup"),
    "confirm_rating_class": gettext_lazy("Confirm the rating class of a go section"),
    "hand_over_event": gettext_lazy("Offer the event to another organisation"),
    "pay_fee": gettext_lazy("Pay one's own fee online"),
    "keep_fees": gettext_lazy("Set fees, book payments and see who has paid"),
    "see_organisation": gettext_lazy("View the pages of an organisation at the desk"),
    "found_organisation": gettext_lazy("Create organisations below"),
    "edit_organisation": gettext_lazy("Change what an organisation says of itself, and its series"),
    "name_officer": gettext_lazy("Assign and remove offices"),
    "accept_event": gettext_lazy("Accept an event that is handed over"),
    "move_organisation": gettext_lazy("Change the level of an organisation, and what it is a part of"),
    "set_federation": gettext_lazy("Say whose persons a national organisation keeps, or take them back"),
    "keep_archives": gettext_lazy("Keep collections of games, and import archives into them"),
    "keep_register": gettext_lazy("See and change the register of persons; merge and split persons"),
    "apply": gettext_lazy("Confirm, change and withdraw one's own application"),
    "keep_ratings": gettext_lazy("Compute, publish and correct rating lists"),
    "keep_circuits": gettext_lazy("Keep circuits: events whose places bring points over a season"),
    "keep_apps": gettext_lazy("Register apps that sign people in with this site, and delete them"),
    "enter_own_players": gettext_lazy(
        "Enter, change and withdraw the players and teams of one's own federation"
    ),
    "load_rating_list": gettext_lazy("Load rating lists and delete them"),
    "give_tables": gettext_lazy("Give tables to referees"),
    "set_appeal_rules": gettext_lazy("Set whether and how long rulings can be appealed"),
    "submit_appeal": gettext_lazy("Appeal a ruling on oneself or one's own team"),
    "note_deposit": gettext_lazy("Note the deposit of an appeal"),
    "decide_appeal": gettext_lazy("Enter the decision on an appeal, with its correction"),
    "open_section": gettext_lazy("Publish a section"),
    "delete_entry": gettext_lazy("Delete an entry"),
}

DONE: dict[str, Words] = {
    "reset_link_shown": gettext_lazy("link for a new password shown"),
    "demo_loaded": gettext_lazy("demonstration loaded"),
    "begin_site": gettext_lazy("site set up"),
    "draft_ready": gettext_lazy("draft ready"),
    "round_published": gettext_lazy("round published"),
    "standings_frozen": gettext_lazy("standings computed"),
    "line_ups_revealed": gettext_lazy("line-ups revealed"),
    "absent_by_rule": gettext_lazy("lost by not being seated, applied automatically"),
    "provider_paid": gettext_lazy("payment booked, as the payment provider reports"),
    "provider_told": gettext_lazy("report of the payment provider, nothing booked"),
    "answers_deleted": gettext_lazy("answers of applicants deleted"),
    "application_moved_up": gettext_lazy("moved up from the waiting list"),
    "person_link_changed": gettext_lazy("link to a player’s page over all events changed, in the register"),
}
"""What is no act; what an act has done, its declaration says (`acts.frame`)."""

STATES: Mapping[str, Words] = {
    "planned": pgettext_lazy("round", "not paired yet"),
    "draft": pgettext_lazy("round", "a draft"),
    "published": pgettext_lazy("round", "published"),
    "playing": pgettext_lazy("round", "being played"),
    "closed": pgettext_lazy("round", "closed"),
}

PERMISSIONS: Mapping[str, Words] = {
    "allowed": pgettext_lazy("permission", "yes"),
    "warn": pgettext_lazy("permission", "yes, with a warning"),
    "refused": pgettext_lazy("permission", "no"),
}

FACTS: Mapping[str, Words] = {
    **SETTINGS,
    "announcement": gettext_lazy("announcement"),
    "audience": gettext_lazy("group"),
    "devices": gettext_lazy("devices"),
    "entrants": gettext_lazy("entrants"),
    "letters": gettext_lazy("e-mails"),
    "message": gettext_lazy("message"),
    "unreached": gettext_lazy("not reached"),
    "appeal": gettext_lazy("appeal"),
    "appeal_minutes": gettext_lazy("minutes to appeal"),
    "appeal_deposit": gettext_lazy("deposit"),
    "appeals_public": gettext_lazy("decisions are public"),
    "appeal_decision": gettext_lazy("decision on the appeal"),
    "app": gettext_lazy("app"),
    "absent": gettext_lazy("absent"),
    "adjourned": gettext_lazy("adjourned"),
    "mms_correction": gettext_lazy("added to the McMahon score"),
    "after": gettext_lazy("after round"),
    "awarded": gettext_lazy("awarded on"),
    "issuer": gettext_lazy("issuer"),
    "former": gettext_lazy("former"),
    "on": gettext_lazy("as of"),
    "rating": gettext_lazy("rating"),
    "circuit": gettext_lazy("circuit"),
    "season": gettext_lazy("season"),
    "bonus_points": gettext_lazy("bonus points"),
    "title": gettext_lazy("title"),
    "other": gettext_lazy("other person"),
    "account": gettext_lazy("account of the entry"),
    "amount": gettext_lazy("amount"),
    "charged": gettext_lazy("entries charged"),
    "currency": gettext_lazy("currency"),
    "fees": gettext_lazy("fees"),
    "late_from": gettext_lazy("late from"),
    "merchant": gettext_lazy("online payment"),
    "receipt": gettext_lazy("receipt"),
    "ledger_row": gettext_lazy("row of the account"),
    "open_to_all": gettext_lazy("everybody may apply"),
    "quotas": gettext_lazy("quotas"),
    "refunds": gettext_lazy("refund on withdrawal"),
    "surcharge": gettext_lazy("surcharge"),
    "applications": gettext_lazy("applications"),
    "approval": gettext_lazy("approval"),
    "asks": gettext_lazy("fields asked"),
    "closes_at": gettext_lazy("entries close"),
    "decision": gettext_lazy("decision"),
    "drafts": gettext_lazy("unconfirmed applications"),
    "kept_days": gettext_lazy("days for which answers are kept"),
    "late_until": gettext_lazy("late entries until"),
    "moves_up": gettext_lazy("waiting list moves up"),
    "opens_at": gettext_lazy("entries open"),
    "questions": gettext_lazy("own questions"),
    "turn": gettext_lazy("turn"),
    "organisation": gettext_lazy("organisation"),
    "office": gettext_lazy("office"),
    "series": gettext_lazy("series of events"),
    "level": gettext_lazy("level"),
    "agreed": gettext_lazy("agreed by both players"),
    "allow_rematch": gettext_lazy("rematches allowed"),
    "here": gettext_lazy("present and playing"),
    "half_point": gettext_lazy("half-point bye"),
    "full_point": gettext_lazy("full-point bye"),
    "host": gettext_lazy("receiver"),
    "topics": gettext_lazy("topics"),
    "topic": gettext_lazy("topic"),
    "article": gettext_lazy("article"),
    "cause": gettext_lazy("cause"),
    "first_clock": gettext_lazy("clock of the first side, seconds"),
    "second_clock": gettext_lazy("clock of the second side, seconds"),
    "first_overtime": gettext_lazy("overtime of the first side"),
    "second_overtime": gettext_lazy("overtime of the second side"),
    "margin": gettext_lazy("margin"),
    "missed": gettext_lazy("missed moves"),
    "missed_fouls": gettext_lazy("fouls for it"),
    "away": gettext_lazy("absent this round"),
    "bye": gettext_lazy("bye"),
    "categories": gettext_lazy("categories"),
    "condition": gettext_lazy("open to"),
    "grades": gettext_lazy("grades"),
    "komi": gettext_lazy("komi"),
    "check_in_needed": gettext_lazy("check-in required"),
    "change": gettext_lazy("change"),
    "handicap": gettext_lazy("handicap"),
    "black": gettext_lazy("Black"),
    "fouls": gettext_lazy("fouls in this game"),
    "creators": gettext_lazy("who may create events"),
    "copied": gettext_lazy("copied from"),
    "digest": gettext_lazy("digest"),
    "dropped": gettext_lazy("manual changes discarded"),
    "document": gettext_lazy("document"),
    "document_kind": gettext_lazy("kind"),
    "ends": gettext_lazy("last day"),
    "entered": gettext_lazy("entered"),
    "entries": gettext_lazy("entries"),
    "entry": gettext_lazy("entry"),
    "roster_places": gettext_lazy("places in the roster"),
    "faulty": gettext_lazy("skipped"),
    "fields": gettext_lazy("fields changed"),
    "first": gettext_lazy("first"),
    "forfeit": gettext_lazy("forfeit"),
    "foul": gettext_lazy("foul"),
    "game": gettext_lazy("game"),
    "group": gettext_lazy("group"),
    "invitation": gettext_lazy("invitation"),
    "kind": gettext_lazy("kind"),
    "languages": gettext_lazy("languages"),
    "links": gettext_lazy("links"),
    "loaded": gettext_lazy("loaded"),
    "known": gettext_lazy("already known"),
    "list": gettext_lazy("list"),
    "rows": gettext_lazy("players"),
    "skipped": gettext_lazy("lines left out"),
    "rating_class": gettext_lazy("rating class"),
    "country": gettext_lazy("country"),
    "may_pair": gettext_lazy("may pair"),
    "name": pgettext_lazy("of a thing", "name"),
    "native_name": gettext_lazy("Chinese name"),
    "place": gettext_lazy("venue"),
    "time_zone": gettext_lazy("time zone"),
    "officials_shown": gettext_lazy("officials shown in public"),
    "titles_shown": gettext_lazy("titles shown with names"),
    "framed_by": gettext_lazy("sites that may show its tables"),
    "texts": gettext_lazy("texts changed"),
    "told": gettext_lazy("told in public"),
    "number": gettext_lazy("number"),
    "numbers": gettext_lazy("numbers drawn"),
    "ladder": gettext_lazy("foul rule"),
    "offence": gettext_lazy("offence"),
    "online": gettext_lazy("online"),
    "options": gettext_lazy("options"),
    "places": gettext_lazy("places"),
    "official": gettext_lazy("official"),
    "official_mode": gettext_lazy("official mode"),
    "leaving": gettext_lazy("left with"),
    "outcome": gettext_lazy("outcome"),
    "pinned": gettext_lazy("pinned"),
    "urgent": gettext_lazy("urgent"),
    "player": gettext_lazy("player"),
    "prize": gettext_lazy("prize list"),
    "ply": gettext_lazy("ply"),
    "preset": gettext_lazy("rules"),
    "replaced": gettext_lazy("replaced"),
    "results": gettext_lazy("results"),
    "resumes": gettext_lazy("resumes"),
    "role": gettext_lazy("role"),
    "roles": gettext_lazy("roles"),
    "round": gettext_lazy("round"),
    "rounds": gettext_lazy("rounds"),
    "sealed": gettext_lazy("sealed move"),
    "second": gettext_lazy("second"),
    "section": gettext_lazy("section"),
    "sections": gettext_lazy("sections"),
    "seed": gettext_lazy("seed"),
    "shown": gettext_lazy("shown to the public"),
    "slug": gettext_lazy("URL name"),
    "stage": gettext_lazy("stage"),
    "start_times": gettext_lazy("start times"),
    "move_days": gettext_lazy("moved by days"),
    "times": gettext_lazy("times that moved with it"),
    "match_start": gettext_lazy("own start"),
    "starts": gettext_lazy("first day"),
    "state": gettext_lazy("state"),
    "status": gettext_lazy("status"),
    "system": gettext_lazy("system"),
    "table": gettext_lazy("table"),
    "tables": gettext_lazy("tables"),
    "referee_tables": gettext_lazy("tables of the referee"),
    "team": gettext_lazy("team"),
    "team_absence": gettext_lazy("scores"),
    "team_numbers": gettext_lazy("teams' numbers drawn"),
    "line_up": gettext_lazy("line-up"),
    "lost_by": gettext_lazy("lost by"),
    "decided_for": gettext_lazy("goes on"),
    "decided_by": gettext_lazy("decided by"),
    "step": gettext_lazy("step"),
    "begins": gettext_lazy("moves first"),
    "players": gettext_lazy("players"),
    "captain": gettext_lazy("captain"),
    "matches": gettext_lazy("matches"),
    "match_points": gettext_lazy("match points"),
    "board_points": gettext_lazy("board points"),
    "at_end": gettext_lazy("counted after the last round only"),
    "standings_only": gettext_lazy("not counted when rounds are paired"),
    "teams": gettext_lazy("teams"),
    "draw_groups": gettext_lazy("draw groups"),
    "last_ranks": gettext_lazy("ranks at the last event"),
    "until": gettext_lazy("until round"),
    "scopes": gettext_lazy("permissions of an app"),
    "user": gettext_lazy("person"),
    "what": gettext_lazy("what"),
    "value": gettext_lazy("result"),
    "version": gettext_lazy("version"),
    "withdrawn_after": gettext_lazy("withdrawn after round"),
}
"""The words for the keys of ``before`` and ``after`` in the journal."""

ORIGINS: Mapping[str, Words] = {
    "web": pgettext_lazy("origin of an act", "web"),
    "worker": pgettext_lazy("origin of an act", "worker"),
    "command": pgettext_lazy("origin of an act", "command"),
    "api": pgettext_lazy("origin of an act", "access token"),
}
"""Where an act came from; what follows the first word is a network."""


_more_does: dict[str, Words] = {}
_more_facts: dict[str, Words] = {}
_more_values: dict[str, Mapping[str, Words]] = {}


def register_acts(
    does: Mapping[str, Words],
    facts: Mapping[str, Words] | None = None,
    values: Mapping[str, Mapping[str, Words]] | None = None,
    done: Mapping[str, Words] | None = None,
) -> None:
    """The words for the acts of another app; called in ``AppConfig.ready()``. ``values``: the words for the
    codes of a fact; ``done``: what stands in the journal without being an act of the frame."""
    DONE.update(done or {})
    _more_does.update(does)
    _more_facts.update(facts or {})
    _more_values.update(values or {})


def act_name(act: str) -> str:
    """What the act is, as one would offer it."""
    return str(DOES[act] if act in DOES else _more_does[act])


def done_name(act: str) -> str:
    """What was done. An act that this version does not know keeps its own name: the journal is older."""
    return str(DONE.get(act, act))


def fact_name(key: str) -> str:
    """What a value in the journal is about; a key that this version does not know stays as it is."""
    return str(FACTS.get(key) or _more_facts.get(key, key))


def value_name(key: str, value: str) -> str:
    """What a code of another app's fact says; one that this version does not know stays as it is."""
    return str(_more_values.get(key, {}).get(value, value))


def origin_name(origin: str) -> str:
    """``web 192.0.2.0/24`` in the reader's language; an origin that this version does not know stays."""
    kind, blank, network = origin.partition(" ")
    return f"{ORIGINS.get(kind, kind)}{blank}{network}"


SCOPES: Mapping[str, Words] = {
    "read": _("View what staff see: entries, drafts, reports, fouls"),
    "entries": _("Enter players, check them in, mark absences and withdrawals"),
    "rounds": _("Pair, publish, close and reopen rounds"),
    "results": _("Enter and correct results"),
    "fouls": _("Log, confirm and withdraw fouls"),
    "events": _("Create, change and delete events and sections, with all that is set for them"),
    "announcements": _("Write, correct and withdraw announcements"),
    "fees": _("Set fees, book payments and issue receipts"),
    "staff": _("Give and take roles and offices"),
    "ratings": _("Load rating lists, keep rating systems"),
    "site": _("Change the site’s settings"),
    "persons": _("Edit, merge and split persons of the register"),
    "organisations": _("Create and change organisations, accept their events"),
}
