"""Show by which regulations a section is played, and what departs from its card, a preset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from portal.accounts.models import User
from tournaments.acts._section_settings import set_settings
from tournaments.models import Event, KeptPreset, Section, time_columns
from tournaments.presets import CARDS, PlayingSystem, PresetCard, cards_of, systems_of
from tournaments.queries.kept_presets import presets_offered
from tournaments.queries.section_settings import settings_of_section
from tournaments.setting_rules import OF_ITS_OWN
from tournaments.state.team_settings import default_of, team_settings_as_json
from tournaments.state.time_control import TimeControl
from tournaments.wording.names import plain_name
from tournaments.wording.presets import CARD_WORDS, CardWords

MOST_OWN_PRESETS = 12
SECTION_PREFIX, PRESET_PREFIX = "like-", "kept-"


@dataclass(frozen=True, slots=True)
class Regulations:
    """Hold regulations; ``departures``: by setting, from the card, which says what is ``usual``."""

    card: PresetCard
    usual: Mapping[str, Any]
    departures: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OfferedCard:
    card: PresetCard
    words: CardWords


def section_by(card: PresetCard, event: Event) -> Section:
    """As the card would make it."""
    rules = card.rules
    section = Section(
        event=event,
        game=card.game,
        system=rules.system,
        rounds=1,
        rulebook=rules.rulebook_for(card.game),
        preset=card.preset,
        tiebreaks=rules.tiebreaks,
        ladder=rules.ladder_for(card.game),
        move_limit=rules.move_limit,
        check_in_needed=not card.teams,
        team_rules=team_settings_as_json(default_of(card.rules.system)) if card.teams else {},
        **time_columns(card.time),
    )
    if card.settings:
        set_settings(section, {**settings_of_section(section), **card.settings}, card.settings)
    return section


def nearest_regulations(section: Section) -> Regulations | None:
    """Those of the cards from which the section departs least; None where its rules are no preset's."""
    now = settings_of_section(section)
    return _nearest(section.event, (section.game, section.preset, section.of_teams), now)


def _nearest(event: Event, made_by: tuple[str, str, bool], now: Mapping[str, Any]) -> Regulations | None:
    """``made_by``: game, preset, whether teams meet."""
    chosen: Regulations | None = None
    for card in CARDS.values():
        if (card.game, card.preset, card.teams) != made_by:
            continue
        usual = settings_of_section(section_by(card, event))
        departures = {
            key: value
            for key, value in now.items()
            if key not in OF_ITS_OWN and key in usual and usual[key] != value
        }
        if chosen is None or len(departures) < len(chosen.departures):
            chosen = Regulations(card, usual, departures)
    return chosen


def own_presets(user: User, game: str, *, teams: bool, system: PlayingSystem) -> list[OfferedCard]:
    """The person's own sections, the newest first: another one can be made with the settings of each."""
    newest = _sections_of(user).filter(game=game).order_by("-pk")[: 4 * MOST_OWN_PRESETS]
    return _fitting(map(_like, newest), teams=teams, system=system)[:MOST_OWN_PRESETS]


def kept_presets(
    event: Event, user: User, game: str, *, teams: bool, system: PlayingSystem
) -> list[OfferedCard]:
    """Those that are kept by name, by their names."""
    rows = presets_offered(event, user).filter(game=game)
    return _fitting((_kept_card(preset, event) for preset in rows), teams=teams, system=system)


def _fitting(
    offered: Iterable[OfferedCard | None], *, teams: bool, system: PlayingSystem
) -> list[OfferedCard]:
    return [item for item in offered if item and (item.card.teams, item.card.played_as) == (teams, system)]


def _sections_of(user: User) -> Any:
    return Section.objects.filter(event__memberships__user=user).select_related("event").distinct()


def _like(section: Section) -> OfferedCard | None:
    title = f"{plain_name(section)} · {plain_name(section.event)}"
    return _own_card(
        f"{SECTION_PREFIX}{section.pk}", title, section.time_control, nearest_regulations(section)
    )


def _kept_card(preset: KeptPreset, event: Event) -> OfferedCard | None:
    nearest = _nearest(event, (preset.game, preset.preset, preset.teams), preset.settings)
    time = TimeControl.parse(preset.settings["time_control"])
    return _own_card(f"{PRESET_PREFIX}{preset.pk}", preset.name, time, nearest)


def _own_card(key: str, title: str, time: TimeControl, regulations: Regulations | None) -> OfferedCard | None:
    if regulations is None:
        return None
    base = regulations.card
    settings = {name: value for name, value in regulations.departures.items() if name != "time_control"}
    card = PresetCard(key, base.game, base.preset, time, {**base.settings, **settings}, base.teams)
    return OfferedCard(card, CardWords(title, CARD_WORDS[base.key].line))


def offered_card(key: str, user: User, event: Event) -> OfferedCard | None:
    """What stands behind a choice in the form."""
    begin, dash, number = key.partition("-")
    if dash and begin + dash in (SECTION_PREFIX, PRESET_PREFIX) and number.isdecimal() and len(number) < 15:
        if begin + dash == PRESET_PREFIX:
            preset = presets_offered(event, user).filter(pk=int(number)).first()
            return _kept_card(preset, event) if preset else None
        section = _sections_of(user).filter(pk=int(number)).first()
        return _like(section) if section else None
    card = CARDS.get(key)
    return OfferedCard(card, CARD_WORDS[key]) if card else None


@dataclass(frozen=True, slots=True)
class Answers:
    """Hold the three questions answered, and the regulations within; ``before``: when the page was made."""

    game: str
    teams: bool
    system: PlayingSystem
    chosen: OfferedCard
    before: str = ""

    @classmethod
    def read(cls, data: Mapping[str, Any], user: User, event: Event) -> Answers:
        """What does not go together with a question before it gives way."""
        key = str(data.get("card", ""))
        chosen = offered_card(key, user, event)
        card = chosen.card if chosen else next(iter(CARDS.values()))
        game = str(data.get("game", card.game))
        game = game if game in Section.Game.values else card.game
        teams = data.get("who", "teams" if card.teams else "players") == "teams"
        systems = systems_of(game, teams=teams)
        wanted = data.get("system", card.played_as)
        system = next((item for item in systems if item == wanted), systems[0])
        if chosen is None or (card.game, card.teams, card.played_as) != (game, teams, system):
            card = cards_of(game, teams=teams, system=system)[0]
            chosen = OfferedCard(card, CARD_WORDS[card.key])
        return cls(game, teams, system, chosen, key)
