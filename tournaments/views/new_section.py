"""A section is made in three steps, each a page of one address: what is played, how long, who may enter."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.acts.sections import SectionCreated, create_section
from tournaments.forms.new_section import ENTRY, ENTRY_DETAILS, LENGTH, LENGTH_DETAILS, NewSectionForm
from tournaments.models import Section
from tournaments.policy import Act
from tournaments.presets import CARDS
from tournaments.queries.recommended_rounds import advise
from tournaments.requests.access import EventAccess
from tournaments.requests.acting import act_url
from tournaments.wording.options import rounds_warning
from tournaments.wording.presets import CARD_WORDS, CardWords


@dataclass(frozen=True, slots=True)
class ShownCard:
    key: str
    words: CardWords


@dataclass(frozen=True, slots=True)
class GameChoice:
    """The cards of one game."""

    name: str
    cards: tuple[ShownCard, ...]


@dataclass(frozen=True, slots=True)
class FormStep:
    """``fields``: those that everybody is asked; ``details``: those that have the card's value; ``carried``:
    what was typed in the other step. ``open``: whether something among the details is wrong."""

    number: int
    fields: tuple[BoundField, ...]
    details: tuple[BoundField, ...]
    carried: tuple[BoundField, ...]
    open: bool


def _page(request: HttpRequest, access: EventAccess, failed: NewSectionForm | None) -> HttpResponse:
    """The first step without a card; the second until what it asks can be played; then the third."""
    data = request.POST if failed else request.GET
    card = CARDS.get(data.get("card", ""))
    context = {"event": access.event, "may": access.may}
    if card is None:
        status = 422 if failed else 200
        return render(
            request, "tournaments/desk/section_create.html", context | {"games": _games()}, status=status
        )
    posted = data if "step" in data else None
    form = failed or NewSectionForm(posted, card=card, event=access.event)
    step = _step(form, data.get("step", "3" if failed else "2"))
    sent = failed is not None and "create" in request.POST
    context |= {
        "form": form,
        "card": ShownCard(card.key, CARD_WORDS[card.key]),
        "step": step,
        "rounds": form.rounds() if step.number == 3 else None,
    }
    status = form.status if sent else 200
    return render(request, "tournaments/desk/section_create.html", context, status=status)


def _games() -> list[GameChoice]:
    return [
        GameChoice(
            str(game.label),
            tuple(ShownCard(key, CARD_WORDS[key]) for key, card in CARDS.items() if card.game == game),
        )
        for game in Section.Game
    ]


def _step(form: NewSectionForm, step: str) -> FormStep:
    number = 3 if form.is_bound and form.has_length() and step == "3" else 2
    groups = (LENGTH, LENGTH_DETAILS) if number == 2 else (ENTRY, ENTRY_DETAILS)
    other = ENTRY + ENTRY_DETAILS if number == 2 else LENGTH + LENGTH_DETAILS
    fields, details = (tuple(form[name] for name in form.names_of(keys)) for keys in groups)
    if "create" not in form.data and number == 3:
        # Nobody has been asked yet what stands on this page.
        for field in (*fields, *details):
            form.errors.pop(field.name, None)
    return FormStep(
        number,
        fields,
        details,
        tuple(form[name] for name in form.names_of(other)),
        any(field.errors for field in details),
    )


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
