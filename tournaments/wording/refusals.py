"""Words for why an act was refused, for every code of `portal.policy.Refusal` and of refused work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop

from portal.policy import Refusal
from portal.web.bidi import escape_bidi
from tournaments.pairing.reasons import Notice, NoticeCode
from tournaments.pairing.values import CannotPair, InputCode, PairingInputError, RefusalCode
from tournaments.wording.acts import STATES, act_name, done_name
from tournaments.wording.adjourning import ADJOURNING
from tournaments.wording.entering.applications import APPLICATION_REFUSALS, FIELD_NAMES
from tournaments.wording.entering.organisations import ORGANISATION_REFUSALS
from tournaments.wording.event_refusals import EVENT_WORDS, event_params
from tournaments.wording.gotha import REFUSALS as GO_REFUSALS
from tournaments.wording.gotha import go_params
from tournaments.wording.lists import listed, named
from tournaments.wording.money.fees import FEE_REFUSALS
from tournaments.wording.notices.refusals_told import TOLD
from tournaments.wording.official import OFFICIAL, leaving_words
from tournaments.wording.options import result_text
from tournaments.wording.paper_refusals import PAPER
from tournaments.wording.ratings import RATING_REFUSALS
from tournaments.wording.reasons import Name, input_error_text, notice_text, number_text, refusal_text
from tournaments.wording.register.persons import PERSON_REFUSALS
from tournaments.wording.settings import REFUSALS as SETTING_REFUSALS
from tournaments.wording.settings import refused_setting
from tournaments.wording.teams.team_refusals import TEAM, team_params

MOST_TABLES = 12

WORDS: Mapping[str, str] = {
    **EVENT_WORDS,
    **TOLD,
    **TEAM,
    **PAPER,
    **PERSON_REFUSALS,
    **APPLICATION_REFUSALS,
    **FEE_REFUSALS,
    **ORGANISATION_REFUSALS,
    **RATING_REFUSALS,
    # what comes from outside
    "reading-busy": gettext_noop("Too many files are being read right now. Try again in a few seconds."),
    "reading-too-slow": gettext_noop(
        "Reading this took more than %(seconds)s seconds and was stopped. Nothing has been changed. "
        "Submit less at a time, or another file."
    ),
    "reading-too-costly": gettext_noop(
        "Reading this took more than %(megabytes)s MB of memory and was stopped. Nothing has been "
        "changed. Submit less at a time, or another file."
    ),
    "reading-failed": gettext_noop(
        "This could not be read. Nothing has been changed. The site's log gives the reason."
    ),
    **SETTING_REFUSALS,
    **GO_REFUSALS,
    **ADJOURNING,
    **OFFICIAL,
    "changed-meanwhile": gettext_noop(
        "Someone else has changed this while your page was open. Nothing has been saved: check the "
        "marked fields and decide."
    ),
    "placed-meanwhile": gettext_noop(
        "%(player)s is now in the team %(team)s: someone else changed that while your page was open. "
        "Nothing has been saved."
    ),
    "schedule-days": gettext_noop(
        "Round %(round)s would start outside the days of the event (%(days)s). First set other days in the "
        "settings of the event, or move everything by some days there."
    ),
    "rules-of-xiangqi": gettext_noop(
        "These rules are for xiangqi. For weiqi, choose the World Mind Sports Games 2008, a round robin "
        "or a knock-out."
    ),
    "rounds-impossible": gettext_noop(
        "%(count)s players have opponents for %(most)s rounds, not for %(rounds)s. Choose fewer rounds, or "
        "a round robin."
    ),
    "too-few-for-rounds": gettext_noop(
        "%(count)s players have opponents for %(most)s rounds, and this section has %(rounds)s. Add "
        "players before lots are drawn, or create a section with fewer rounds or a round robin and "
        "enter the players there."
    ),
    "schedule-order": gettext_noop("Round %(round)s must start later than round %(earlier)s."),
    "section-finished": gettext_noop("The section is finished; no more players can be entered."),
    "section-over": gettext_noop("The section is finished; its teams can no longer be changed."),
    "team-needs-name": gettext_noop("Enter a team name."),
    "team-name-taken": gettext_noop("There is already a team “%(name)s”."),
    "no-such-team": gettext_noop("This team no longer exists."),
    "team-has-players": gettext_noop("The team still has players. Remove them first."),
    "no-such-entry": gettext_noop("One of these players is no longer entered."),
    "category-key-taken": gettext_noop("There is already a category “%(key)s”."),
    "places-out-of-range": gettext_noop("A prize list must have 1 to 100 prizes, not %(places)s."),
    "no-such-category": gettext_noop("This category no longer exists."),
    "no-such-prizes": gettext_noop("This prize list no longer exists."),
    # people
    "role-held-already": gettext_noop("This person already has that role."),
    "one-chief-referee": gettext_noop(
        "An event has only one chief referee. Remove that role from the current one first."
    ),
    "no-such-membership": gettext_noop("This role has already been removed."),
    "last-chief-organiser": gettext_noop("An event must keep at least one chief organiser."),
    "delegate-to-organiser": gettext_noop(
        "Pairing can be delegated only to an organiser of this event (WXC 2.4)."
    ),
    # forgetting
    "player-erased": gettext_noop("This player's data has been erased; there is nothing left to change."),
    "erase-confirm": gettext_noop("Type the name exactly as shown above. Erased data cannot be recovered."),
    "erase-elsewhere": gettext_noop(
        "This person also plays at events where you are not chief organiser. Ask a site administrator "
        "to do it."
    ),
    # undoing
    "no-inverse": gettext_noop("This cannot be undone from the journal."),
    "undone-already": gettext_noop("%(by)s has already undone this."),
    "undo-untold": gettext_noop("The journal does not hold enough detail to undo this."),
    "undo-too-late": gettext_noop("This has been changed again since, so it can no longer be undone."),
    # what the public sees
    "no-such-place": gettext_noop("This is not published."),
    "withheld-already": gettext_noop("This is already unpublished."),
    "not-withheld": gettext_noop("This is already public."),
    # backups
    "backup-foreign": gettext_noop("This file is not a Qiyuan backup, or it is incomplete."),
    "backup-damaged": gettext_noop("This backup is damaged at “%(where)s”. Nothing was restored."),
    "backup-newer": gettext_noop(
        "This backup was made by a newer release of Qiyuan (%(release)s). Nothing was restored."
    ),
    "backup-federations": gettext_noop(
        "Unknown federations: %(federations)s. A site administrator can add them or restore the file. "
        "Nothing was restored."
    ),
    "backup-too-large": gettext_noop(
        "Unpacked, this backup is larger than %(most)s MB. Nothing was restored."
    ),
    "backup-too-many-rows": gettext_noop(
        "This backup has more than %(most)s rows and can only be restored from the command line. "
        "Nothing was restored."
    ),
    "backup-file-too-large": gettext_noop(
        "Backups of up to %(most)s MB can be restored here; restore larger ones on the command line."
    ),
    "bad-setting": gettext_noop("This setting cannot have that value."),
    "event-slug-invalid": gettext_noop("A URL name has lower-case letters, digits and hyphens only."),
    "restore-denied": gettext_noop(
        "The person who uploaded this file is no longer allowed to restore events."
    ),
    "no-such-restoration": gettext_noop("This file is no longer available. Upload it again."),
    # screens
    "no-such-screen": gettext_noop("This screen no longer exists."),
    "too-many-screens": gettext_noop("An event has at most %(limit)s screens."),
    "screen-shows-nothing": gettext_noop("Choose at least one thing for the screen to show."),
    "screen-seconds": gettext_noop("A page must be shown for %(least)s to %(most)s seconds."),
    # logos, marks, photos
    "image-empty": gettext_noop("The file is empty."),
    "image-too-large": gettext_noop("The image has %(size)s MB; the limit is %(limit)s MB."),
    "image-too-many-pixels": gettext_noop(
        "The image has %(width)s × %(height)s pixels; the limit is %(limit)s million. Make it smaller."
    ),
    "image-unreadable": gettext_noop("This is not a PNG, JPEG or WebP image."),
    "no-logo": gettext_noop("The event no longer has a logo."),
    "no-mark": gettext_noop("The organisation no longer has a mark."),
    # paper
    "invited-already": gettext_noop("This person has already been invited to that role."),
    "no-such-invitation": gettext_noop("Unknown invitation. The link may not have been copied completely."),
    "invitation-revoked": gettext_noop("This invitation has been revoked."),
    "invitation-expired": gettext_noop("This invitation has expired."),
    "invitation-accepted": gettext_noop("This invitation has already been used."),
    # entries
    "name-needed": gettext_noop("Enter the player's name."),
    "name-too-long": gettext_noop("The text has %(length)s characters; the limit is %(limit)s."),
    "name-not-printable": gettext_noop("The text contains invisible characters."),
    "name-not-latin": gettext_noop("“%(name)s” is not in Latin letters."),
    "name-in-hanzi": gettext_noop(
        "“%(name)s” is not in Latin letters. Write the name as in the passport, such as %(proposal)s."
    ),
    "name-invisible": gettext_noop("The text has no visible characters."),
    "unknown-federation": gettext_noop("Unknown federation code “%(federation)s”."),
    "already-entered": gettext_noop("%(name)s (%(federation)s) is already entered in this section."),
    "withdrawn-already": gettext_noop(
        "%(name)s (%(federation)s) has withdrawn from this section. You can reinstate the player on the "
        "entry's page."
    ),
    "entry-not-withdrawn": gettext_noop("Not withdrawn: %(names)s. Nothing has been changed."),
    "unknown-category": gettext_noop("This section has no category “%(category)s”."),
    "bad-group": gettext_noop("The draw group must be 1 or 2."),
    "no-late-entry": gettext_noop(
        "Lots have been drawn, and a round robin has a fixed number of players: late entries are not "
        "possible."
    ),
    "nothing-to-import": gettext_noop("No row of the list can be imported."),
    "check-in-closed": gettext_noop(
        "Check-in is closed: round 1 is paired, or the section is not published. Go to the desk."
    ),
    "entry-withdrawn": gettext_noop("Already withdrawn: %(names)s. Nothing has been changed."),
    "nobody-selected": gettext_noop("Select at least one player."),
    "no-such-round": gettext_noop("There is no round %(round)s: the section has %(rounds)s rounds."),
    "lots-drawn-already": gettext_noop("Lots have already been drawn; they are drawn only once."),
    "too-few-entries": gettext_noop("Drawing lots takes at least two players; there are %(count)s."),
    # rounds
    "lots-not-drawn": gettext_noop("Lots have not been drawn yet, so players have no numbers."),
    "players-unconfirmed": gettext_noop(
        "Not confirmed for round %(round)s: %(players)s. They were never checked in, or lost their last "
        "game as no-shows. Confirm who plays, then pair."
    ),
    "confirmed-meanwhile": gettext_noop(
        "Someone else has confirmed these players in the meantime: %(players)s. Nothing has been saved."
    ),
    "nobody-named": gettext_noop("Name at least one player."),
    "full-byes-not-known": gettext_noop("Full-point byes are granted only where FIDE's Dutch system pairs."),
    "points-of-dutch": gettext_noop(
        "FIDE's Dutch system pairs where losing and staying away give nothing and a draw gives both the same."
    ),
    "points-of-baku": gettext_noop("Baku's acceleration needs a win that is worth two draws (C.04.7)."),
    "half-byes-not-allowed": gettext_noop("This section does not allow half-point byes."),
    "half-bye-too-late": gettext_noop(
        "A half-point bye can be taken up to round %(last)s, not in round %(round)s. Mark an absence instead."
    ),
    "half-byes-used": gettext_noop(
        "No half-point bye left for %(names)s; the limit is %(limit)s. Mark an absence instead."
    ),
    "here-and-away": gettext_noop("These players are marked both present and absent: %(players)s."),
    "previous-round-open": gettext_noop("Round %(round)s is not closed yet."),
    "reason-needed": gettext_noop("Give a reason; it is recorded in the journal."),
    "still-pairing": gettext_noop("Round %(round)s is still being paired."),
    "publishing": gettext_noop("Round %(round)s is being published."),
    "closing": gettext_noop("Round %(round)s is being closed."),
    "draft-changed": gettext_noop(
        "The draft of round %(round)s has changed since you opened this page. Review it again before "
        "you publish."
    ),
    "round-changed": gettext_noop(
        "Round %(round)s has changed since you opened this page: it is now %(now)s (%(done)s, %(by)s). "
        "Nothing has been saved. Check it, then send again if it still applies."
    ),
    "draft-outdated": gettext_noop(
        "Entries, rulings or earlier results have changed since round %(round)s was paired. Pair it again."
    ),
    "round-public": gettext_noop("Round %(round)s has already been published."),
    "changed": gettext_noop("This has changed since you opened the page. Check it and try again."),
    "no-such-player": gettext_noop("No entry has number %(player)s."),
    "same-player": gettext_noop("No. %(player)s cannot play against himself or herself. Choose two players."),
    "not-playing": gettext_noop("No. %(player)s does not play in round %(round)s."),
    "already-ruled": gettext_noop("There is already a ruling on one of these two players."),
    "until-before": gettext_noop("A ruling from round %(first)s cannot end with round %(last)s."),
    "no-such-rule": gettext_noop("This ruling has already been removed."),
    "later-round-paired": gettext_noop(
        "Round %(round)s can no longer be reopened: round %(later)s has been paired on its results."
    ),
    "not-seated": gettext_noop("No. %(player)s has no table in this round."),
    "same-table": gettext_noop(
        "No. %(first)s and No. %(second)s are at the same table. Switch its colours instead."
    ),
    "has-bye-already": gettext_noop("No. %(player)s already has the bye."),
    "table-has-result": gettext_noop("This would move players who already have a result: %(tables)s."),
    # a section from a file
    "unsupported-system": gettext_noop("Sections of the system “%(system)s” cannot be imported yet."),
    "unknown-criteria": gettext_noop("The file names unknown tie-breaks."),
    "table-needed": gettext_noop("Every game in the file needs a table number."),
    "foul-without-game": gettext_noop("The file has a foul by a player who had no game in that round."),
    "replay-colours": gettext_noop("Colours must alternate from game to game of a match."),
    # a section as a file
    "cannot-write": gettext_noop("Cannot export %(format)s: %(why)s"),
    # results
    "no-such-table": gettext_noop("Round %(round)s has no table %(table)s."),
    "unknown-result": gettext_noop("“%(value)s” is not a result."),
    "draw-by-forfeit": gettext_noop("A game that was not played cannot be a draw."),
    "none-by-play": gettext_noop("0–0 is possible only if nobody played: mark it as a forfeit."),
    "no-such-game": gettext_noop(
        "Table %(table)s has no game %(game)s to report: a match goes on only until it has a winner."
    ),
    "no-such-report": gettext_noop("Table %(table)s has no result to correct."),
    "seats-changed": gettext_noop(
        "Your page showed %(shown)s at table %(table)s; the players are now %(now)s. Nothing has been "
        "saved. Check who plays there, then report their result."
    ),
    "opponent-changed": gettext_noop(
        "Your page showed %(shown)s as your opponent; your opponent is now %(now)s. Nothing has been saved."
    ),
    "not-own-slip": gettext_noop(
        "The result of table %(table)s cannot be undone here. A referee can correct it, giving a reason."
    ),
    "result-needed": gettext_noop("The round is closed, so table %(table)s must have a result. Enter it."),
    "lost-by-fouls": gettext_noop(
        "No. %(player)s has %(count)s fouls and has lost this game. If that is wrong, withdraw a foul first."
    ),
    # fouls
    "table-has-foul": gettext_noop("This would move players who have a foul: %(tables)s."),
    "unknown-offence": gettext_noop("Unknown offence for this game: “%(offence)s”."),
    "unknown-kind": gettext_noop("Unknown kind of foul: “%(kind)s”."),
    "unknown-ladder": gettext_noop("Unknown foul rule: “%(ladder)s”."),
    "bad-ply": gettext_noop("%(ply)s is not a possible ply."),
    "note-needed": gettext_noop("Write the note first."),
    "note-too-long": gettext_noop("A note has at most %(most)s characters."),
    "foul-confirmed": gettext_noop("This foul has already been confirmed."),
    "foul-withdrawn": gettext_noop("This foul has already been withdrawn."),
    "foul-changed": gettext_noop("%(by)s has already decided this foul. Check its current status."),
    "disputed": gettext_noop(
        "The players at table %(table)s reported different results: a referee must decide."
    ),
    "result-stands": gettext_noop("Table %(table)s already has a result. If it is wrong, tell a referee."),
    "draw-impossible": gettext_noop(
        "With the komi of this section, no count ends in a draw. If the game has no result, tell a referee."
    ),
    "both-told": gettext_noop("You and your opponent reported different results. Go to a referee together."),
    "not-online": gettext_noop("This section is played over the board: players are checked in the hall."),
    "too-early": gettext_noop("Too early: a no-show can be forfeited only ten minutes after the start."),
    "table-plays": gettext_noop("Table %(table)s shows activity now. Check it again."),
    "is-there": gettext_noop("No. %(player)s is marked present at table %(table)s."),
    "no-game-of-yours": gettext_noop("You have no opponent in round %(round)s."),
    "not-yours": gettext_noop("Your link does not allow this: it is not one of your games."),
    "no-link": gettext_noop("This player has no private link."),
    "results-missing": gettext_noop("Round %(round)s still has results missing: %(tables)s."),
    "token-needs-name": gettext_noop("Give the token a name that says what it is for."),
    "token-needs-scope": gettext_noop("Choose at least one permission."),
    "token-days": gettext_noop("A token cannot be valid for this many days."),
    "too-many-tokens": gettext_noop("You already have %(limit)s valid tokens. Revoke one first."),
    # the same key for two things: a form that was sent twice with different contents
    "once-reused": gettext_noop("This form has already been sent. Check the result, then fill in a new one."),
}


_more: dict[str, str] = {}


def register_refusals(words: Mapping[str, str]) -> None:
    """The words for another app's refusals; called in ``AppConfig.ready()``."""
    _more.update(words)


def refusal_sentence(code: str, params: Mapping[str, Any], name: Name | None = None) -> str:
    """One sentence for a refusal. ``name`` gives the words for an entry number; without it, "No. 7"."""
    names = () if name is None else (name,)
    if code in RefusalCode.__members__.values():
        return refusal_text(CannotPair(RefusalCode(code), **params), *names)
    if code in InputCode.__members__.values():
        return input_error_text(PairingInputError(InputCode(code), **params), *names)
    if code in NoticeCode.__members__.values():
        return notice_text(Notice(NoticeCode(code), params), *names)
    values = _in_words(params)
    if code == "state":
        words = gettext("%(act)s: not possible while round %(round)s is %(state)s.")
        return words % {**values, "act": act_name(str(params["act"])), "state": STATES[str(params["state"])]}
    if code in OFFICIAL and "what" in params:
        values["what"] = leaving_words(params)
    if "setting" in values:
        values |= refused_setting(params)
    values |= event_params(code, params) | go_params(code, params)
    if code == "person-incomplete":
        values["missing"] = FIELD_NAMES[params["missing"]]
    if code in TEAM:
        values |= team_params(params, name)
    if "tables" in values:
        values["tables"] = tables_text(params["tables"])
    if code == "round-changed":
        values |= {"now": STATES[params["now"]], "done": done_name(params["done"]), "by": params["by"] or "–"}
    if code in ("seats-changed", "opponent-changed"):
        who = name or number_text
        values |= {key: " – ".join(who(number) for number in params[key]) for key in ("shown", "now")}
    if "players" in values:
        values["players"] = players_text(params["players"], *names)
    return escape_bidi(gettext(WORDS[code] if code in WORDS else _more[code]) % values)


def _in_words(params: Mapping[str, Any]) -> dict[str, Any]:
    """With the names, and the result that stands, as they are read."""
    values = dict(params)
    if "names" in params:
        # Everybody who stood in the way of something that is done to all of them or to none.
        values["names"] = " · ".join(params["names"])
    if "report" in params:
        by = params["by"] or gettext("the players")
        values |= {"theirs": result_text(params["theirs"], params["forfeit"]), "by": by}
    return values


def placed_sentence(refusal: Refusal) -> str:
    """The sentence with the place in a file, where the refusal names one."""
    sentence, params = refusal_sentence(refusal.code, refusal.params), refusal.params
    if "table" in params and "round" in params:
        place = gettext("round %(round)s, table %(table)s") % params
    elif "first" in params and "round" in params:
        place = gettext("round %(round)s, No. %(first)s against No. %(second)s") % params
    elif "number" in params:
        place = gettext("No. %(number)s") % params
    else:
        return sentence
    return f"{place}: {sentence}"


def players_text(numbers: list[int], name: Name = number_text) -> str:
    """The players by name or ``No. 7``; of many the first dozen and how many more."""
    return named([name(number) for number in numbers])


def tables_text(tables: list[int]) -> str:
    """``table 3``, ``tables 3, 4 and 9``; of many the first dozen and how many more."""
    if len(tables) == 1:
        return gettext("table %(table)s") % {"table": tables[0]}
    first = listed(tables[:MOST_TABLES])
    if more := len(tables[MOST_TABLES:]):
        return gettext("tables %(tables)s and %(count)s more") % {"tables": first, "count": more}
    return gettext("tables %(tables)s") % {"tables": first}
