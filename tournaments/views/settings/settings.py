"""The settings of a section: what they are, what of them can be changed, and what a change brings with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy, ngettext

from tournaments.acts.change_section import SectionChanged, change_section
from tournaments.acts.kept_presets import keep_preset, remove_preset
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.regulations import nearest_regulations
from tournaments.forms.section_fields import form_fields
from tournaments.forms.settings import SettingsForm
from tournaments.models import Round
from tournaments.policy import Act
from tournaments.queries.kept_presets import presets_kept_with
from tournaments.queries.official import leaving_settings
from tournaments.queries.section_settings import SettingChange, setting_changes, shared_tables, told_changes
from tournaments.requests.access import SectionAccess
from tournaments.requests.act_urls import act_url
from tournaments.setting_rules import SECTION_SETTINGS, WARNED, Consequence, section_stage
from tournaments.views.settings.setting_folds import (
    SettingFold,
    SettingShown,
    fold,
    setting_name,
    shown_text,
    titles_and_keys,
)
from tournaments.views.settings.setting_table import changeable_table
from tournaments.wording.lists import listed
from tournaments.wording.presets import CARD_WORDS
from tournaments.wording.settings import SECTION_STAGES

# With these refusals a change is shown, to be confirmed.
ASKS_BACK = frozenset({"change-needs-reason", "leaves-official"})


@dataclass(frozen=True, slots=True)
class Review:
    """What would be changed, and what follows; ``leaves``: official mode."""

    changes: tuple[SettingChange, ...]
    follows: tuple[str, ...]
    leaves: bool


KeepPresetForm = form_of(keep_preset)
RemovePresetForm = form_of(remove_preset)


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None) -> HttpResponse:
    section = access.section
    form = failed if isinstance(failed, SettingsForm) else SettingsForm(section=section)
    regulations = nearest_regulations(section)
    folds = _folds(form, regulations.departures if regulations else {})
    tables, shared = shared_tables(section)
    stage = section_stage(section)
    changeable = {key: item for key, item in SECTION_SETTINGS.items() if key in form.now}
    context = {
        "event": access.event,
        "section": section,
        "may": access.may,
        "form": form,
        "folds": folds,
        "regulations": CARD_WORDS[regulations.card.key].title if regulations else "",
        "departures": [item for group in folds for item in group.settings if item.departs],
        "warned": any(item.warned and item.fields for group in folds for item in group.settings),
        "review": _review(form) if form.refusal and form.refusal.code in ASKS_BACK else None,
        "stage": SECTION_STAGES[stage],
        "told": told_changes(section),
        "keep": failed if isinstance(failed, KeepPresetForm) else KeepPresetForm(),
        "presets": presets_kept_with(access.event, access.user),
        "failed": failed if isinstance(failed, RemovePresetForm) else None,
        "tables": tables,
        "shared": shared,
        **changeable_table(changeable, SECTION_STAGES, stage),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/section_settings.html", context, status=status)


def _folds(form: SettingsForm, departures: Mapping[str, Any]) -> list[SettingFold]:
    stage = section_stage(form.section)
    folds = []
    for number, title, keys in titles_and_keys(form.now):
        settings_here = tuple(
            SettingShown(
                key,
                setting_name(key),
                tuple(form[name] for name in form_fields(key, form.section)) if key in form.open else (),
                shown_text(key, form.now[key]),
                SECTION_SETTINGS[key].at[stage] is WARNED,
                key in departures,
            )
            for key in keys
        )
        folds.append(fold(number, title, settings_here))
    return folds


def _review(form: SettingsForm) -> Review:
    """What this person changes, before and after."""
    seen = (form.as_loaded() or form).wanted()
    mine = {
        key: value
        for key, value in form.wanted().items()
        if value != form.now[key] and (key not in seen or value != seen[key])
    }
    then = {setting for key in mine for setting in SECTION_SETTINGS[key].then}
    rounds = form.section.round_set
    drafts = list(rounds.filter(state=Round.State.DRAFT).values_list("number", flat=True))
    closed = list(rounds.filter(state=Round.State.CLOSED).values_list("number", flat=True))
    follows = _follows(
        drafts if Consequence.PAIR in then else [], closed if Consequence.FREEZE in then else []
    )
    leaves = bool(leaving_settings(form.section, mine))
    return Review(tuple(setting_changes(form.now, mine)), tuple(follows), leaves)


def _follows(drafts: list[int], standings: list[int]) -> list[str]:
    sentences = []
    if drafts:
        words = ngettext(
            "The draft of round %(rounds)s is paired again.",
            "The drafts of rounds %(rounds)s are paired again.",
            len(drafts),
        )
        sentences.append(words % {"rounds": listed(sorted(drafts))})
    if standings:
        words = ngettext(
            "The standings after round %(rounds)s are computed again.",
            "The standings after rounds %(rounds)s are computed again.",
            len(standings),
        )
        sentences.append(words % {"rounds": listed(sorted(standings))})
    return sentences


def _changed(request: HttpRequest, answer: SectionChanged, access: SectionAccess) -> HttpResponse:
    sentences = [gettext("Settings saved."), *_follows(answer["drafts"], answer["standings"])]
    messages.success(request, " ".join(sentences) if answer["changed"] else gettext("Nothing was changed."))
    return redirect("section_settings", access.event.slug, answer["slug"])


SECTION = [
    act_url(
        "settings/",
        change_section,
        SettingsForm,
        name="section_settings",
        page=_page,
        read=Act.EDIT_EVENT,
        to=_changed,
    ),
    act_url(
        "settings/presets/keep/",
        keep_preset,
        KeepPresetForm,
        page=_page,
        to="section_settings",
        success_message=gettext_lazy("Preset kept. It is offered when a section is created."),
    ),
    act_url("settings/presets/remove/", remove_preset, RemovePresetForm, page=_page, to="section_settings"),
]
