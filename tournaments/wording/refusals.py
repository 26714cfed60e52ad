"""Words for why an act was refused, for every code of `portal.policy.Refusal` and of refused work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop

from portal.policy import Refusal
from tournaments.pairing.reasons import Notice, NoticeCode
from tournaments.pairing.values import CannotPair, InputCode, PairingInputError, RefusalCode
from tournaments.wording.acts import STATES, act_name, done_name
from tournaments.wording.lists import listed
from tournaments.wording.reasons import Name, input_error_text, notice_text, number_text, refusal_text

MOST_TABLES = 12

WORDS: Mapping[str, str] = {
    # what comes from outside
    "reading-busy": gettext_noop("Too much is being read at this moment. Try again in a few seconds."),
    "reading-too-slow": gettext_noop(
        "Reading this took more than %(seconds)s seconds, so it was stopped. Nothing has been changed. Hand "
        "in less at a time, or another file."
    ),
    "reading-too-costly": gettext_noop(
        "Reading this took more than %(megabytes)s MB of memory, so it was stopped. Nothing has been "
        "changed. Hand in less at a time, or another file."
    ),
    "reading-failed": gettext_noop(
        "This cannot be read: the reader gave up on it. Nothing has been changed; the log of the site "
        "says why."
    ),
    # events and sections
    "event-slug-taken": gettext_noop("Another event has the address “%(slug)s”. Choose another one."),
    "event-dates": gettext_noop("The last day comes before the first."),
    "section-slug-taken": gettext_noop("Another section of this event has the address “%(slug)s”."),
    "unknown-preset": gettext_noop("There are no rules called “%(preset)s”."),
    "unknown-grouping": gettext_noop("There is no grouping called “%(grouping)s”."),
    "even-best-of": gettext_noop("A match is decided by the best of an odd number of games, not %(games)s."),
    "unknown-ruling": gettext_noop("“%(ruling)s” cannot be ruled on this."),
    "board-size": gettext_noop("A board has 19, 13 or 9 lines, not %(size)s."),
    "quarters-out-of-range": gettext_noop("From 0 to %(most)s stones."),
    "final-size": gettext_noop("A final has two or four players, not %(size)s."),
    "final-too-late": gettext_noop(
        "A final after round %(after)s takes %(needed)s more rounds; the section has %(rounds)s."
    ),
    "seed-needed": gettext_noop("The lots need a seed."),
    "rounds-out-of-range": gettext_noop("A section has 1 to 60 rounds, not %(rounds)s."),
    "counted-out-of-range": gettext_noop("Of a team 1 to %(most)s players are counted, not %(count)s."),
    "section-already-open": gettext_noop("The section is open already."),
    "section-not-open": gettext_noop("The section is still in preparation: open it first."),
    "changed-meanwhile": gettext_noop(
        "Somebody else has changed this while your page was open. Nothing has been saved: look at what is "
        "marked, and decide."
    ),
    "placed-meanwhile": gettext_noop(
        "%(player)s plays for %(team)s by now: somebody else has changed that while your page was open. "
        "Nothing has been saved."
    ),
    "schedule-days": gettext_noop(
        "Round %(round)s would start outside the days of the event (%(starts)s to %(ends)s)."
    ),
    "rules-of-xiangqi": gettext_noop(
        "These are rules of xiangqi. Weiqi is paired by the World Mind Sports Games 2008, as a round robin "
        "or as a knock-out: choose one of those."
    ),
    "rounds-impossible": gettext_noop(
        "%(count)s players have opponents for %(most)s rounds, not for %(rounds)s. Choose fewer rounds, or "
        "a round robin."
    ),
    "too-few-for-rounds": gettext_noop(
        "%(count)s players have opponents for %(most)s rounds, and this section has %(rounds)s. Enter more "
        "players before the lots are drawn, or create a section with fewer rounds, or a round robin, and "
        "enter them there."
    ),
    "schedule-order": gettext_noop(
        "Round %(round)s would start before round %(earlier)s, or with it at the same minute."
    ),
    "section-finished": gettext_noop("The section is finished: it takes no more players."),
    "section-over": gettext_noop("The section is finished: its teams stand as they are."),
    "team-needs-name": gettext_noop("A team needs a name."),
    "team-name-taken": gettext_noop("There is a team “%(name)s” already."),
    "no-such-team": gettext_noop("This team is no longer there."),
    "team-has-players": gettext_noop("The team still has players: take them out first."),
    "no-such-entry": gettext_noop("One of these players is no longer entered."),
    "category-key-taken": gettext_noop("There is a category “%(key)s” already."),
    "places-out-of-range": gettext_noop("A list of prizes has 1 to 100 places, not %(places)s."),
    "no-such-category": gettext_noop("This category is no longer there."),
    "no-such-prizes": gettext_noop("This list of prizes is no longer there."),
    # people
    "role-held-already": gettext_noop("This person has that role already."),
    "one-chief-referee": gettext_noop(
        "An event has one chief referee: take the role from the present one first."
    ),
    "no-such-membership": gettext_noop("This role has been taken away already."),
    "last-chief-organiser": gettext_noop("An event keeps at least one chief organiser."),
    "delegate-to-organiser": gettext_noop("Pairing is delegated to an organiser of this event (WXC 2.4)."),
    # forgetting
    "player-erased": gettext_noop("This person has been forgotten: there is nothing left to change."),
    "erase-confirm": gettext_noop("Type the name as it stands above: what is forgotten stays forgotten."),
    "erase-elsewhere": gettext_noop(
        "This person also plays at events of which you are not chief organiser. "
        "A site administrator can do it."
    ),
    # undoing
    "no-inverse": gettext_noop("This cannot be undone by another act."),
    "undone-already": gettext_noop("This was undone already, by %(by)s."),
    "undo-untold": gettext_noop("The journal does not say enough of this act to undo it."),
    "undo-too-late": gettext_noop("Something else has been done since: what this act did no longer stands."),
    # what the public sees
    "no-such-place": gettext_noop("This is not published."),
    "withheld-already": gettext_noop("This has been taken back already."),
    "not-withheld": gettext_noop("This is before the public already."),
    # backups
    "backup-foreign": gettext_noop("This file is no backup of Qiyuan, or only a part of one."),
    "backup-damaged": gettext_noop("This backup is damaged at “%(where)s”. Nothing was restored."),
    "backup-newer": gettext_noop(
        "This backup was made by a newer release of Qiyuan (%(release)s). Nothing was restored."
    ),
    "backup-federations": gettext_noop(
        "This site does not have these federations: %(federations)s. A site administrator adds them, or "
        "restores the file. Nothing was restored."
    ),
    "backup-too-large": gettext_noop("Unpacked this backup has more than %(most)s MB. Nothing was restored."),
    "backup-too-many-rows": gettext_noop(
        "This backup has more than %(most)s rows; one like that is restored at the command line. Nothing was "
        "restored."
    ),
    "backup-file-too-large": gettext_noop(
        "Here a backup may have %(most)s MB; a larger one is restored at the command line."
    ),
    "event-slug-invalid": gettext_noop("An address has lower-case letters, digits and hyphens only."),
    "restore-denied": gettext_noop("Whoever has sent this file may not restore events any more."),
    "no-such-restoration": gettext_noop("This file is no longer there: send it again."),
    # screens
    "no-such-screen": gettext_noop("This screen is no longer there."),
    "too-many-screens": gettext_noop("An event has at most %(limit)s screens."),
    "screen-shows-nothing": gettext_noop("Choose at least one thing that the screen shows."),
    "screen-seconds": gettext_noop("A page stands for %(least)s to %(most)s seconds."),
    # logo
    "logo-empty": gettext_noop("The file is empty."),
    "logo-too-large": gettext_noop("The picture has %(size)s bytes; at most %(limit)s are taken."),
    "logo-too-many-pixels": gettext_noop(
        "The picture has %(width)s × %(height)s pixels; at most 4 million are taken. Make it smaller."
    ),
    "logo-unreadable": gettext_noop("This is no picture that can be read as PNG or JPEG."),
    "no-logo": gettext_noop("The event has no logo any more."),
    # paper
    "unknown-paper": gettext_noop("There is no paper called “%(kind)s”."),
    "unknown-language": gettext_noop("Qiyuan does not speak the language “%(language)s”."),
    "paper-no-round": gettext_noop("Round %(round)s is not published yet: there is nothing to print."),
    "paper-no-pairings": gettext_noop("Round %(round)s has no pairings: there is nothing to print."),
    "paper-no-standings": gettext_noop(
        "There are no standings after round %(round)s yet: close the round first."
    ),
    "paper-no-teams": gettext_noop("This section has no teams."),
    "paper-no-library": gettext_noop(
        "This machine prints no paper: the library Pango is not installed. Its administrator can install it: "
        "%(apt)s"
    ),
    "paper-no-font": gettext_noop(
        "This machine prints no paper: it has no font with Chinese characters. Its administrator can "
        "install one: %(apt)s"
    ),
    "invited-already": gettext_noop("This person has been invited to that role already."),
    "no-such-invitation": gettext_noop("This invitation was never sent, or its link was not copied whole."),
    "invitation-revoked": gettext_noop("This invitation was taken back."),
    "invitation-expired": gettext_noop("This invitation has expired."),
    "invitation-accepted": gettext_noop("This invitation was accepted already; it opens once."),
    # entries
    "name-needed": gettext_noop("A player needs a name."),
    "name-too-long": gettext_noop("%(length)s characters are too many; at most %(limit)s."),
    "name-not-printable": gettext_noop("There are invisible characters in it."),
    "name-invisible": gettext_noop("There is nothing to be seen in it."),
    "unknown-federation": gettext_noop("No federation has the code “%(federation)s”."),
    "already-entered": gettext_noop("%(name)s (%(federation)s) is entered in this section already."),
    "withdrawn-already": gettext_noop(
        "%(name)s (%(federation)s) has withdrawn from this section, and can be reinstated on the page "
        "of the entry."
    ),
    "entry-not-withdrawn": gettext_noop("This player has not withdrawn."),
    "unknown-category": gettext_noop("This section has no category “%(category)s”."),
    "bad-group": gettext_noop("The group of the lots is 1 or 2."),
    "no-late-entry": gettext_noop(
        "The lots are drawn, and a round robin is made for a fixed number of players: nobody enters late."
    ),
    "nothing-to-import": gettext_noop("There is no row in the list that could be entered."),
    "check-in-closed": gettext_noop(
        "Check-in is over: round 1 is paired, or the section is not open. Go to the desk."
    ),
    "entry-withdrawn": gettext_noop("This player has withdrawn."),
    "no-such-round": gettext_noop("There is no round %(round)s: the section has %(rounds)s rounds."),
    # lots
    "lots-drawn-already": gettext_noop("The lots are drawn already; they are drawn once."),
    "too-few-entries": gettext_noop("Lots need at least two players; there are %(count)s."),
    # rounds
    "lots-not-drawn": gettext_noop("The lots are not drawn yet: nobody has a number."),
    "players-unconfirmed": gettext_noop(
        "Nobody has said whether these players play round %(round)s: %(players)s. They were never checked "
        "in, or have lost their last game by not coming. Confirm who plays, then pair."
    ),
    "confirmed-meanwhile": gettext_noop(
        "Somebody else has said meanwhile that these players are here: %(players)s. Nothing has been saved."
    ),
    "nobody-named": gettext_noop("Name at least one player."),
    "here-and-away": gettext_noop("These players are both here and away: %(players)s."),
    "previous-round-open": gettext_noop("Round %(round)s is not closed yet."),
    "reason-needed": gettext_noop("Say why: the reason goes into the journal."),
    "still-pairing": gettext_noop("Round %(round)s is still being paired."),
    "publishing": gettext_noop("Round %(round)s is being published."),
    "closing": gettext_noop("Round %(round)s is being closed."),
    "draft-changed": gettext_noop(
        "The draft of round %(round)s has changed since this page was made. Look at it again, then publish."
    ),
    "round-changed": gettext_noop(
        "Round %(round)s has changed since this page was made: it is %(now)s (%(done)s, %(by)s). Nothing has "
        "been done. Look at it again; if you still mean it, send it once more."
    ),
    "draft-outdated": gettext_noop(
        "Entries, rulings or earlier results have changed since round %(round)s was paired. Pair it again."
    ),
    "round-public": gettext_noop("Round %(round)s is published already."),
    "changed": gettext_noop("What this rests on has changed meanwhile. Look at it again."),
    "no-such-player": gettext_noop("No entry has number %(player)s."),
    "same-player": gettext_noop("No. %(player)s cannot meet himself or herself: choose two players."),
    "not-playing": gettext_noop("No. %(player)s does not play in round %(round)s."),
    "already-ruled": gettext_noop("There is a ruling about one of these two players already."),
    "no-such-rule": gettext_noop("This ruling has been lifted already."),
    "later-round-paired": gettext_noop(
        "Round %(later)s is paired on the results of round %(round)s: it cannot be reopened any more."
    ),
    "not-seated": gettext_noop("No. %(player)s sits at no table of this round."),
    "same-table": gettext_noop(
        "No. %(first)s and No. %(second)s sit at the same table: to turn them round, flip its colours."
    ),
    "has-bye-already": gettext_noop("No. %(player)s has the bye already."),
    "table-has-result": gettext_noop("The change would move players who have a result: %(tables)s."),
    # a section from a file
    "unsupported-system": gettext_noop("Sections of the system “%(system)s” cannot be taken in yet."),
    "unknown-criteria": gettext_noop("The file names criteria that are not known."),
    "table-needed": gettext_noop("Every game in the file needs its table."),
    "foul-without-game": gettext_noop("The file has a foul of a player who had no game in that round."),
    "replay-colours": gettext_noop("In the further games of a match the colours are exchanged in turn."),
    # a section as a file
    "cannot-write": gettext_noop("%(format)s cannot be written: %(why)s"),
    # results
    "no-such-table": gettext_noop("Round %(round)s has no table %(table)s."),
    "unknown-result": gettext_noop("“%(value)s” is no result."),
    "draw-by-forfeit": gettext_noop("A game that was not played cannot be a draw."),
    "none-by-play": gettext_noop("Nobody wins only where nobody played: mark it as a forfeit."),
    "no-such-game": gettext_noop(
        "Table %(table)s has no game %(game)s to report: only a match without a winner is played on."
    ),
    "no-such-report": gettext_noop("Table %(table)s has no result that could be corrected."),
    "seats-changed": gettext_noop(
        "At table %(table)s your page showed %(shown)s; by now %(now)s sit there. Nothing has been reported: "
        "look who plays there, and report the result of these two."
    ),
    "opponent-changed": gettext_noop(
        "Your page showed %(shown)s as your opponent; by now it is %(now)s. Nothing has been reported."
    ),
    "result-conflict": gettext_noop("Somebody else has reported another result for table %(table)s."),
    "contest-decided": gettext_noop(
        "%(by)s has decided meanwhile that the result of table %(table)s stands."
    ),
    "result-needed": gettext_noop(
        "Table %(table)s would have no result, but the round is closed. Say which result it has."
    ),
    "lost-by-fouls": gettext_noop(
        "No. %(player)s has %(count)s fouls and has lost this game. Withdraw a foul first if that is not so."
    ),
    # fouls
    "table-has-foul": gettext_noop("The change would move players who have a foul: %(tables)s."),
    "not-at-table": gettext_noop("No. %(player)s does not sit at table %(table)s."),
    "unknown-offence": gettext_noop("There is no foul called “%(offence)s” in this game."),
    "unknown-kind": gettext_noop("There is no kind of foul called “%(kind)s”."),
    "unknown-ladder": gettext_noop("There is no ladder of fouls called “%(ladder)s”."),
    "bad-ply": gettext_noop("A game has no ply %(ply)s."),
    "note-needed": gettext_noop("Write the note first."),
    "note-too-long": gettext_noop("A note has at most %(most)s characters."),
    "foul-confirmed": gettext_noop("This foul is confirmed already."),
    "foul-withdrawn": gettext_noop("This foul is withdrawn already."),
    "foul-changed": gettext_noop(
        "%(by)s has decided about this foul meanwhile. Look at what stands there now."
    ),
    "disputed": gettext_noop("The players of table %(table)s say different things: a referee decides."),
    "result-stands": gettext_noop("Table %(table)s has its result already. If it is wrong, tell a referee."),
    "draw-impossible": gettext_noop(
        "With the stones that are given back here, no count ends in a draw. If the game has no result, tell "
        "a referee."
    ),
    "both-told": gettext_noop("You have both reported, and differently. Go to a referee together."),
    "not-online": gettext_noop("This section is played in a hall: who is there is seen there."),
    "too-early": gettext_noop(
        "Nobody has lost by absence yet: ten minutes after the start must have passed (Tiantian 2020, 3)."
    ),
    "table-plays": gettext_noop("Table %(table)s has shown a sign of play meanwhile. Look at it again."),
    "is-there": gettext_noop("No. %(player)s has said to be at table %(table)s."),
    "no-game-of-yours": gettext_noop("You have no opponent in round %(round)s."),
    "not-yours": gettext_noop("Your link does not allow this: it is not about a game of yours."),
    "no-link": gettext_noop("This player has no private link."),
    "results-missing": gettext_noop("Round %(round)s still lacks results: %(tables)s."),
    "fouls-open": gettext_noop("Fouls are neither confirmed nor withdrawn at %(tables)s."),
    # webhooks
    "webhook-url": gettext_noop("This is no address to which messages can be sent."),
    "webhook-https": gettext_noop("Messages are sent over https only."),
    "webhook-unresolved": gettext_noop("No server is known by this name."),
    "webhook-private": gettext_noop("This address is inside a private network: nothing is sent there."),
    "webhook-topics": gettext_noop("Choose what is to be told."),
    "webhook-known": gettext_noop("This address is told already."),
    "webhook-ended": gettext_noop("This webhook was ended."),
    "too-many-webhooks": gettext_noop("An event has at most %(limit)s webhooks."),
    "webhook-tls": gettext_noop("Its certificate does not hold."),
    "webhook-slow": gettext_noop("The receiver did not answer in time."),
    "webhook-unreachable": gettext_noop("The receiver could not be reached."),
    "no-such-delivery": gettext_noop("This message is no longer there."),
    # access tokens
    "token-needs-name": gettext_noop("Name the token after what it is for."),
    "token-needs-scope": gettext_noop("Choose what the token may do."),
    "token-days": gettext_noop("A token cannot be made for so many days."),
    "too-many-tokens": gettext_noop("You have %(limit)s tokens that are valid: revoke one first."),
    # the same key for two things: a form that was sent twice with different contents
    "once-reused": gettext_noop("This form was used already. Look at what it did, then fill in a new one."),
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
        return input_error_text(PairingInputError(InputCode(code), **params))
    if code in NoticeCode.__members__.values():
        return notice_text(Notice(NoticeCode(code), params), *names)
    shown = dict(params)
    if code == "state":
        words = gettext("%(act)s: not while round %(round)s is %(state)s.")
        return words % {**shown, "act": act_name(str(params["act"])), "state": STATES[str(params["state"])]}
    if "tables" in shown:
        shown["tables"] = tables_text(params["tables"])
    if code == "round-changed":
        shown |= {"now": STATES[params["now"]], "done": done_name(params["done"]), "by": params["by"] or "–"}
    if code in ("seats-changed", "opponent-changed"):
        who = name or number_text
        shown |= {key: " – ".join(who(number) for number in params[key]) for key in ("shown", "now")}
    if "players" in shown:
        shown["players"] = players_text(params["players"], *names)
    return gettext(WORDS[code] if code in WORDS else _more[code]) % shown


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
    listed = " · ".join(name(number) for number in numbers[:MOST_TABLES])
    if len(numbers) > MOST_TABLES:
        return gettext("%(players)s and %(count)s more") % {
            "players": listed,
            "count": len(numbers) - MOST_TABLES,
        }
    return listed


def tables_text(tables: list[int]) -> str:
    """``table 3``, ``tables 3, 4 and 9``; of many the first dozen and how many more."""
    if len(tables) == 1:
        return gettext("table %(table)s") % {"table": tables[0]}
    shown = listed(tables[:MOST_TABLES])
    if len(tables) > MOST_TABLES:
        return gettext("tables %(tables)s and %(count)s more") % {
            "tables": shown,
            "count": len(tables) - MOST_TABLES,
        }
    return gettext("tables %(tables)s") % {"tables": shown}
