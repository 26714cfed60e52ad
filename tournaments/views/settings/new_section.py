"""A section is made on one page: each answer to a question narrows what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.acts.sections import SectionCreated, create_section
from tournaments.forms.new_section import LEADING_SETTINGS, NewSectionForm
from tournaments.forms.regulations import Answers, OfferedCard, kept_presets, own_presets
from tournaments.forms.section_fields import form_fields
from tournaments.models import Section
from tournaments.policy import Act
from tournaments.presets import PlayingSystem, cards_of, systems_of
from tournaments.queries.recommended_rounds import advise
from tournaments.requests.access import EventAccess
from tournaments.requests.act_urls import act_url
from tournaments.views.settings.setting_folds import (
    SettingFold,
    SettingShown,
    fold,
    setting_name,
    shown_text,
    titles_and_keys,
)
from tournaments.wording.options import rounds_warning
from tournaments.wording.presets import CARD_WORDS, SYSTEM_WORDS, WHO_MEETS

# Told of regulations before they are chosen.
BRINGS = (
    *("team_boards", "team_reserves", "team_order", "team_points", "team_tiebreaks"),
    *("grouping", "numbers_by", "bar", "floor", "handicap_threshold", "handicap_correction"),
    *("points", "tiebreaks", "elimination", "best_of", "half_byes_allowed"),
    *("rulebook", "ladder", "board_size", "compensation", "time_control"),
)


# What is usual is not told.
NOTHING: Mapping[str, tuple[Any, ...]] = {
    "elimination": ("",),
    "best_of": (1,),
    "half_byes_allowed": (0,),
    "numbers_by": ("lot",),
}


@dataclass(frozen=True, slots=True)
class PossibleAnswer:
    value: str
    title: str
    line: str
    chosen: bool


def _page(request: HttpRequest, access: EventAccess, failed: NewSectionForm | None) -> HttpResponse:
    answers = failed.answers if failed else Answers.read(request.GET, access.user, access.event)
    form = failed or NewSectionForm(answers=answers, event=access.event, typed=request.GET)
    asked_fields = [form[name] for name in LEADING_SETTINGS if name in form.fields]
    folds = _folds(form)
    context = {
        "event": access.event,
        "may": access.may,
        "form": form,
        "games": [
            PossibleAnswer(game.value, str(game.label), "", game == answers.game) for game in Section.Game
        ],
        "who": [
            PossibleAnswer(key, str(words.title), str(words.line), (key == "teams") == answers.teams)
            for key, words in WHO_MEETS.items()
        ],
        "systems": [_system(system, answers) for system in systems_of(answers.game, teams=answers.teams)],
        "cards": [
            OfferedCard(card, CARD_WORDS[card.key])
            for card in cards_of(answers.game, teams=answers.teams, system=answers.system)
        ],
        "kept": kept_presets(
            access.event, access.user, answers.game, teams=answers.teams, system=answers.system
        ),
        "own": own_presets(access.user, answers.game, teams=answers.teams, system=answers.system),
        "chosen": answers.chosen,
        "asked": asked_fields,
        "proposed": form.proposed(),
        "brings": [
            (setting_name(key), shown_text(key, form.now[key]))
            for key in BRINGS
            if key in form.now
            and form.now[key] not in NOTHING.get(key, ())
            and shown_text(key, form.now[key])
        ],
        "folds": folds,
        "folds_open": any(group.open for group in folds),
    }
    return render(
        request, "tournaments/desk/section_create.html", context, status=failed.status if failed else 200
    )


def _system(system: PlayingSystem, answers: Answers) -> PossibleAnswer:
    words = SYSTEM_WORDS[system]
    return PossibleAnswer(system, str(words.title), str(words.line), system == answers.system)


def _folds(form: NewSectionForm) -> list[SettingFold]:
    """Everything else, as the regulations have it."""
    folds = []
    for number, title, keys in titles_and_keys(form.now):
        other_keys = [key for key in keys if key not in LEADING_SETTINGS]
        settings_here = [
            SettingShown(
                key,
                setting_name(key),
                tuple(form[name] for name in form_fields(key, form.section) if name in form.fields),
                "" if key in ("native_name", "slug") else shown_text(key, form.now[key]),
            )
            for key in other_keys
        ]
        if "rounds" in keys:
            starts = tuple(form[name] for name in ("starts", "ends") if name in form.fields)
            settings_here.insert(0, SettingShown("starts", "", starts, ""))
        if settings_here:
            folds.append(fold(number, title, tuple(settings_here)))
    return folds


def _to_section(request: HttpRequest, answer: SectionCreated, access: EventAccess) -> HttpResponse:
    created = access.event.sections.get(pk=answer["section"])
    players = request.POST.get("players", "")
    advice = advise(created, int(players) if players.isdecimal() else 0)
    if advice and advice.tight:
        messages.warning(request, rounds_warning(advice))
    return redirect("section_desk", *access.place, answer["slug"])


EVENT = [
    act_url(
        "-/new-section/",
        create_section,
        NewSectionForm,
        name="section_create",
        page=_page,
        read=Act.EDIT_EVENT,
        to=_to_section,
    ),
]
