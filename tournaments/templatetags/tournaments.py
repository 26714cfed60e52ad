"""Write names, sides, results and times as every page does."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cache
from html import escape
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext

from tournaments.models import Entry, ResultReport, Round, Section
from tournaments.pairing.reasons import Reason
from tournaments.presets import GO_RULEBOOK
from tournaments.queries.modes import RoundMode, mode_of
from tournaments.queries.public.public import PublicPerson, PublicResult
from tournaments.queries.public.public import person as public_person
from tournaments.queries.public.public_crosstable import PublicCell
from tournaments.queries.public.public_matches import MatchLine, TeamRef
from tournaments.queries.public.public_now import Leader
from tournaments.queries.public.public_rounds import NameLine, PairingChange, Place, PublicTable, RoundPage
from tournaments.queries.public.public_sections import PlayerLine
from tournaments.queries.public.public_standings import PublicStanding, Sum
from tournaments.queries.tables import TableRow
from tournaments.requests.menus import Menu, MenuLink, menu_on_page, site_menu
from tournaments.state.causes import CAUSES, CauseRow, ResultCause, cause_outcome, causes_of
from tournaments.state.conditions import Condition, Verdict
from tournaments.state.namesakes import Apart
from tournaments.views.rounds.table_window import leading_to
from tournaments.wording import lists
from tournaments.wording.appeals import article_path, article_words, link_article
from tournaments.wording.causes import cause_text, finish_text
from tournaments.wording.conditions import condition_text, verdict_text
from tournaments.wording.grounds import stored_reason_text
from tournaments.wording.handicaps import handicap_text
from tournaments.wording.links import linked_text
from tournaments.wording.money.money import money_text
from tournaments.wording.names import (
    both_names,
    federation_name,
    first_text,
    name_lang,
    plain_name,
    reads_chinese,
)
from tournaments.wording.official import departing_rounds, departure_mark, departure_words
from tournaments.wording.options import (
    RESULTS,
    acts_by_itself,
    rated_text,
    result_text,
    rulebook_name,
    rulebook_path,
    rules_in_force,
)
from tournaments.wording.people import doubt_text
from tournaments.wording.places import clock_name, country_name
from tournaments.wording.reasons import reason_text as pair_reason_text
from tournaments.wording.refusals import tables_text
from tournaments.wording.seals import seal_text, upright_name
from tournaments.wording.settings import game_points_text
from tournaments.wording.sides import SIGNS, move_words, side_word, sign_of, turns_text
from tournaments.wording.standings import (
    criterion_name,
    criterion_short_name,
    kind_name,
    ranking_name,
    reading_note,
)
from tournaments.wording.times import day_of_week, days_text, hall_words, on_the_clock, time_left, time_text
from tournaments.wording.titles import grade_text, title_text

register = template.Library()

register.simple_tag(result_text)
register.simple_tag(turns_text)
register.simple_tag(move_words, name="move")
register.simple_tag(side_word)
register.simple_tag(days_text, name="days")
register.simple_tag(lists.full_stop, name="stop")
register.simple_tag(leading_to)
register.filter("plain_title", plain_name)
register.filter("stones", handicap_text)
register.filter("tables", tables_text)
register.filter("reason", stored_reason_text)
register.filter("listed", lists.listed)
register.filter("criterion", criterion_name)
register.filter("criterion_short", criterion_short_name)
register.filter("ranking", ranking_name)
register.simple_tag(reading_note)
register.filter("kind", kind_name)
register.filter("linked", linked_text)
register.filter("money", money_text)
register.filter(doubt_text)
register.filter(title_text)
register.filter(grade_text)
register.filter(clock_name)
register.filter(time_left)
register.filter(country_name)
register.filter(departure_mark)
register.filter(departure_words)
register.filter(departing_rounds)


@register.simple_tag
def choice_words(option: Any, game: str) -> str:
    """A choice of a result; who wins by forfeit is called by the colour of the game."""
    match str(option.data["value"]):
        case "+-":
            winner, loser = "first", "second"
        case "-+":
            winner, loser = "second", "first"
        case _:
            return str(option.choice_label)
    sides = {"winner": side_word(winner, game), "loser": side_word(loser, game)}
    return gettext("%(winner)s wins, %(loser)s forfeits") % sides


@register.simple_tag
def article(number: str, game: str) -> SafeString | str:
    """``WXC 4.3`` as a link to its text; nothing where a ruling cites none."""
    if not number:
        return ""
    path = f"{reverse('home')}{article_path(number, game)}"
    return format_html('<a class="cited" href="{}">{}</a>', path, article_words(number, game))


@register.simple_tag
def cited_ruling(words: str, ruling: Any, section: Any) -> SafeString | str:
    """What was ruled in ``words``, with the article of a `Foul` behind it, or of a `ResultReport` in it, as a
    link to its text."""
    if getattr(ruling, "kind", ""):
        return format_html("{} {}", words, article(ruling.article, section.game))
    return link_article(words, section.rulebook, ruling.article)


# ``WXC 4.3``, as sentences of every language cite it.
_CITED = re.compile(r"WXC (\d+(?:\.\d+)?)")


@register.filter
def cites(text: str) -> SafeString:
    """Make the articles of the World Championship's rules in a sentence links to their text."""
    parts = [article(part, "xiangqi") if at % 2 else part for at, part in enumerate(_CITED.split(text))]
    return format_html_join("", "{}", ((part,) for part in parts))


@register.simple_tag
def rules_of_play(section: Any) -> SafeString:
    """By which rulebook a section plays, a link to its text, and whether it acts by itself."""
    if european := _european_rules(section):
        return SafeString(escape(european + _colours_text(section)))
    name = rulebook_name(section.rulebook)
    link = format_html('<a href="{}{}">{}</a>', reverse("home"), rulebook_path(section.rulebook), name)
    words = rules_in_force(section.rulebook, automatic=_is_automatic(section), name="\0")
    return SafeString(escape(words + _colours_text(section)).replace("\0", link))


@register.filter
def rules_text(section: Any) -> str:
    """The same as a line of a paper."""
    words = _european_rules(section) or rules_in_force(section.rulebook, automatic=_is_automatic(section))
    return gettext("Rules of play: %(rules)s") % {"rules": words + _colours_text(section)}


def _european_rules(section: Any) -> str:
    """Return what stands in place of the rulebook where a tournament is paired as those of European go."""
    if not section.is_by_value or section.rulebook != GO_RULEBOOK:
        return ""
    # Their rules are not the Chinese ones by which a record is looked through.
    return rules_in_force(section.rulebook, automatic=False, name=str(Section.Game.WEIQI.label))


def _colours_text(section: Any) -> str:
    """What is published of colours that are decided at the table; nothing where they are as paired."""
    how = section.first_move
    words = gettext("colours: %(how)s")
    return f" · {words % {'how': Section.FirstMove(how).label}}" if how else ""


@register.filter("acts_by_itself")
def _is_automatic(section: Any) -> bool:
    if isinstance(section, Section):
        return acts_by_itself(section.rulebook, online=section.online)
    return bool(section.automatic)


@register.simple_tag(takes_context=True)
def person(context: Context, who: Any) -> SafeString:
    """Return both names, each in its language, the reader's first; ``who``: a person, or an entry."""
    apart = getattr(who, "apart", None)
    if isinstance(who, Entry):
        # Namesakes are told apart in a list of the page's section; a list over several sections has none.
        section = context["section"]
        who, apart = who.player, section.namesakes.get(who.pk) if section else None
    return _named(who, apart)


def _named(who: Any, apart: Apart | None) -> SafeString:
    code = first_text(who, "federation_id", "federation")
    spans = " ".join(_span(name, code) for name in both_names(who))
    return SafeString(f'<span class="name">{spans}{_behind(apart)}</span>')


@register.simple_tag
def seated_cells(line: NameLine, met: PublicPerson, section_url: str, sign: str) -> SafeString:
    """Of somebody at a table, in a list by name: one of thousands of rows, in half the time of own tags."""
    who, stones = line.person, handicap_of(line, "black")
    below = f'<br><span class="small soft">{escape(stones)}</span>' if stones else ""
    return SafeString(
        f'<th scope="row"><span data-player="{who.number}" data-colour="{line.place}">'
        f'{player_link(who, section_url)} <span class="fed">{escape(who.federation)}</span></span></th>'
        f'<td class="fig strong" data-at>{line.table}</td>'
        f'<td><div class="seat">{sign}<span data-player="{met.number}">'
        f'{_named(met, met.apart)} <span class="fed">{escape(met.federation)}</span>{below}</span></div></td>'
    )


def _span(name: str, federation: str) -> str:
    """One of thousands on a page, for which `format_html` would take a tenth of its time."""
    return f'<span lang="{name_lang(name, federation)}">{escape(name)}</span>'


@register.simple_tag(takes_context=True)
def plain_person(context: Context, entry: Entry) -> str:
    """One name of an entry of the page's section as text, with what `person` puts behind it."""
    return plain_name(public_person(entry, context["section"].namesakes))


def _behind(apart: Apart | None) -> SafeString:
    """Behind a name, what tells it from others."""
    if apart is None:
        return SafeString("")
    looks = "soft of-federation" if apart.is_federation else "soft"
    return format_html(' <small class="{}">{}</small>', looks, plain_name(apart))


@register.simple_tag
def player_link(who: PublicPerson, section_url: str) -> SafeString:
    """Both names, the first leading to the player's card below ``section_url``."""
    return _linked(who, f"{section_url}player/{who.number}/")


@register.simple_tag
def leader_link(leader: Leader, section_url: str) -> SafeString:
    """The same of who leads; a team stands on the page of teams."""
    if leader.team is None:
        return _linked(leader.who, f"{section_url}player/{leader.who.number}/")
    return _linked(leader.team, f"{section_url}teams/#team-{leader.team.number}")


def _linked(who: PublicPerson | TeamRef, address: str) -> SafeString:
    code = who.federation
    first, *others = both_names(who)
    link = f'<a href="{escape(address)}" lang="{name_lang(first, code)}">{escape(first)}</a>'
    others_written = "".join(f" {_span(other, code)}" for other in others)
    behind = _behind(getattr(who, "apart", None))
    called = title_mark(getattr(who, "called", ""))
    return SafeString(f'<span class="name">{link}{others_written}{called}{behind}</span>')


@register.simple_tag
def title_mark(title: str | None) -> SafeString:
    """Mark a title or a grade behind a name, short: its code with the word for it."""
    if not title:
        return SafeString("")
    word = title_text(title)
    if word == title or reads_chinese():
        # A grade, or a title that nobody knows: written as it is, in Chinese in words.
        return format_html(' <small class="soft">{}</small>', grade_text(word) if reads_chinese() else word)
    return format_html(' <small class="soft"><abbr title="{}">{}</abbr></small>', word, title)


@register.simple_tag
def in_both(name: str | None, native: str | None) -> SafeString:
    """A name and its native form, the reader's first; empty where there is neither."""
    pair = [native, name] if reads_chinese() and native else [name, native]
    spans = [
        format_html('<span lang="{}">{}</span>', name_lang(written), written) for written in pair if written
    ]
    return SafeString(" ".join(spans))


@register.simple_tag
def titled(named_object: Any) -> SafeString:
    """A title in the reader's language, the other name lighter beside it."""
    first, *others = both_names(named_object) or [""]
    others_written = [
        format_html(' <span class="native" lang="{}">{}</span>', name_lang(o), o) for o in others
    ]
    return format_html("<span>{}</span>{}", first, SafeString("".join(others_written)))


register.filter(day_of_week)
register.filter(name_lang)


@register.filter("verdict_text")
def _verdict(verdict: Verdict) -> str:
    """What stands against an entry."""
    return verdict_text(verdict)


@register.filter("condition_text")
def _condition(condition: Condition) -> str:
    """Whom something is open to."""
    return condition_text(condition)


@register.filter
def seal(titled: Any) -> str:
    """What the seal of an event or an organisation shows."""
    return seal_text(titled.name, titled.native_name)


@register.filter
def upright(titled: Any) -> str:
    """What stands upright beside a title; empty where the title is in Chinese itself, or there is none."""
    in_chinese = get_language().startswith("zh")
    return "" if in_chinese else upright_name(titled.native_name)


@register.simple_tag(name="side")
def side_sign(side: str, game: str) -> SafeString:
    """The sign of a side, with its word for those who listen."""
    look, character, language = sign_of(side, game)
    return format_html(
        '<span class="side side-{}"><span aria-hidden="true" lang="{}">{}</span></span>'
        '<span class="only-read">{} </span>',
        look,
        language,
        character,
        side_word(side, game),
    )


@register.simple_tag
def disc(side: str, game: str) -> SafeString:
    """A disc in the colour of a side, with its word for those who listen: for large type."""
    look, _character = SIGNS[game, side]
    return format_html(
        '<i class="disc disc-{}" aria-hidden="true"></i><span class="only-read">{} </span>',
        look,
        side_word(side, game),
    )


@register.simple_tag
def side_and_word(side: str, game: str) -> SafeString:
    """The sign and its word, both seen."""
    look, character, language = sign_of(side, game)
    return format_html(
        '<span class="side side-{}" aria-hidden="true"><span lang="{}">{}</span></span> <strong>{}</strong>',
        look,
        language,
        character,
        side_word(side, game),
    )


def outcome_sign(cell: PublicCell) -> tuple[str, str]:
    """``+ = −``, ``*`` while adjourned, and its word."""
    words = {"win": ("+", gettext("win")), "draw": ("=", gettext("draw")), "loss": ("−", gettext("loss"))}
    open_ = gettext("adjourned") if cell.adjourned else gettext("no result yet")
    return words.get(cell.outcome or "", ("*" if cell.adjourned else "", open_))


@register.simple_tag
def outcome(cell: PublicCell, game: str) -> SafeString:
    """Return a cell of the crosstable: opponent's rank, side, ``+ = −``, ``*``; or the round's kind."""
    if not cell.opponent or not cell.side:
        return format_html('<span class="soft small">{}</span>', kind_name(cell.kind) if cell.kind else "")
    sign, word = outcome_sign(cell)
    return format_html(
        '{}\u00a0{}<span aria-hidden="true">{}</span><span class="only-read">{}</span>{}',
        cell.opponent_rank,
        side_sign(cell.side, game),
        sign,
        word,
        format_html(" <small>{}</small>", pgettext("forfeit, short", "F")) if cell.kind == "forfeit" else "",
    )


@register.simple_tag
def results_text(results: Sequence[PublicResult]) -> SafeString:
    """Return the results of a table in order, replays after the drawn game."""
    # A forfeit, and a cause that is no ordinary play, in smaller letters.
    return format_html_join(
        ", ", "{}{}", ((RESULTS[result.value], _small_words(result)) for result in results)
    )


def _small_words(result: PublicResult) -> SafeString | str:
    words = [gettext("forfeit")] if result.forfeit else []
    if result.words:
        words.append(result.words)
    if result.rated:
        words.append(rated_text(result.rated))
    return format_html(" <small>{}</small>", ", ".join(words)) if words else ""


@register.simple_tag
def row_result(row: TableRow) -> str:
    """The result of a table; where several games decide, those of all."""
    if row.is_match or row.report is None:
        return results_text(row.results)
    return finish_text(row.report)


@register.filter
def cause_words(cause: str) -> str:
    """How a game ended, by its code."""
    return cause_text(cause)


@register.filter
def cause_letters(game: str) -> str:
    """The keys of what a game played may have ended by, in one text."""
    return "".join(row.key for row in _of_play(game).values())


@register.filter
def cause_hint(game: str) -> str:
    """The same keys with their words."""
    return ", ".join(f"{row.key} {cause_text(cause)}" for cause, row in _of_play(game).items())


def _of_play(game: str) -> dict[ResultCause, CauseRow]:
    played = {"1-0", "0-1", "1/2"}
    return {cause: CAUSES[cause] for cause in causes_of(game, "") if played & set(CAUSES[cause].outcomes)}


@register.filter
def choice_of(report: ResultReport) -> str:
    """The result as the desk's forms write it: ``1-0``, ``+-``."""
    return cause_outcome(report.value, report.forfeit)


register.simple_tag(finish_text)


@register.filter
def of_number(people: Mapping[int, PublicPerson], number: int | None) -> PublicPerson | None:
    """Who has the number of an entry."""
    return people.get(number) if number else None


@register.filter
def points_of_a_game(table: Mapping[str, str]) -> str:
    """What a game over the board gives."""
    return game_points_text(table)


@register.filter
def of_round(modes: Mapping[int, RoundMode], round_: Round) -> RoundMode | None:
    """In which mode the round was paired."""
    return modes.get(round_.pk)


@register.simple_tag
def sums(row: PublicStanding, people: Mapping[int, PublicPerson]) -> list[Sum]:
    """How each value of a row was counted."""
    return row.sums(people)


@register.simple_tag
def sentences(table: PublicTable, people: Mapping[int, PublicPerson]) -> list[str]:
    """Why the two meet."""
    name = _namer(people)
    return [pair_reason_text(Reason.from_json(reason), name) for reason in table.reasons]


@register.simple_tag
def match_sentences(match: MatchLine, teams: Mapping[int, TeamRef]) -> list[str]:
    """Why the two teams meet."""
    return [pair_reason_text(Reason.from_json(reason), _team_namer(teams)) for reason in match.reasons]


def _team_namer(teams: Mapping[int, TeamRef]) -> Callable[[int], str]:
    return lambda number: plain_name(teams[number]) if number in teams else str(number)


@register.filter
def handicap_of(game: Any, whose: str = "") -> str:
    """Return the handicap and the komi, in words, of whatever has its own: a row, a table, a game."""
    words = handicap_text(game.handicap, game.komi)
    # The line is not Black's own: it says whose handicap it is.
    return f"{side_word('first', 'weiqi')}{colon()}{words}" if whose and game.handicap else words


@register.simple_tag
def change(moved: PairingChange, page: RoundPage) -> str:
    """What a version changed for one player, in a sentence."""
    name = _namer(page.people)

    def place(where: Place | None) -> str:
        if where is None:
            return gettext("not paired")
        if where.get("bye"):
            return gettext("bye")
        seated = gettext("table %(table)s, %(side)s against %(opponent)s") % {
            "table": where["table"],
            "side": side_word(str(where["side"]), page.section.game),
            "opponent": name(int(where["opponent"])),
        }
        stones = handicap_text(int(where.get("handicap", 0)), int(where["komi"]) if "komi" in where else None)
        return lists.listed([seated, stones]) if stones else seated

    words = {"player": name(moved.number), "now": place(moved.now), "before": place(moved.before)}
    return gettext("%(player)s: %(now)s (before: %(before)s)") % words


def _namer(people: Mapping[int, PublicPerson]) -> Callable[[int], str]:
    return cache(lambda number: plain_name(people[number]) if number in people else f"#{number}")


@register.simple_tag
def federation(who: PlayerLine) -> SafeString:
    """The code, and on wide screens the name of the federation."""
    return format_html(
        '<span class="fed">{}</span> <span class="wide">{}</span>',
        who.federation,
        federation_name(who.federation_names),
    )


@register.simple_tag
def colon() -> str:
    """Between what is named and what is said of it."""
    return lists.name_colon()


@register.simple_tag
def comma(loop: Mapping[str, Any] | None = None) -> str:
    """Between the things of a list; with the ``forloop`` that prints them, not after the last."""
    return "" if loop and loop["last"] else lists.comma()


@register.simple_tag
def local_time(iso: str, zone: str, day: bool = False) -> SafeString:
    """Return a moment on the event's clock: ``14:02``, with ``day`` ``Wed, 23 Sept 2015, 14:02``."""
    moment = on_the_clock(iso, zone)
    # A reader elsewhere is shown his own time, and this one by its city beside it (`times.js`).
    return format_html(
        '<time datetime="{}" data-hall="{}"{}>{}</time>',
        moment.isoformat(timespec="minutes"),
        hall_words(zone),
        SafeString(" data-day" if day else ""),
        time_text(moment, day=day),
    )


@register.simple_tag
def leaf(iso: str) -> SafeString:
    """A day as a leaf of a calendar, beside an event whose days are said in words."""
    day = date.fromisoformat(iso)
    return format_html(
        '<span class="leaf" aria-hidden="true"><b>{}</b>{}</span>', day.day, date_format(day, "M")
    )


@register.simple_tag(takes_context=True)
def desk_menu(context: template.Context) -> Menu | None:
    """The menu of a page of the desk, counted once; None where the page belongs to no event."""
    event = context.get("event")
    if event is None:
        return None
    return menu_on_page(context["request"], event, context.get("section") or None, context.get("round"))


@register.simple_tag(takes_context=True)
def desk_site_menu(context: template.Context) -> tuple[MenuLink, ...]:
    """What stands in the header of a page of the desk that belongs to no event."""
    request = context["request"]
    return site_menu(request.user, request.path) if request.user.is_authenticated else ()


@register.simple_tag
def bye_word(byes: bool) -> str:
    """What it is called to meet nobody in a round: ``byes``, whether the pairing gives byes."""
    return gettext("Bye") if byes else pgettext("round robin", "Sits out")


@register.simple_tag
def round_mode(round_: Round) -> str:
    """Say how a round departs from the regulations; empty where it does not. One query."""
    return departure_words(mode_of(round_))
