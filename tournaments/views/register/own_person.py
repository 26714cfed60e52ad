"""Let a person propose what the register says, and keep the own contact and photo."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.acts.register.corrections import propose_particulars
from tournaments.acts.register.own_person import remove_own_photo, set_own_contact, set_own_photo
from tournaments.forms.base import ActForm
from tournaments.forms.register.persons import OwnContactForm, PhotoForm, ProposalForm, RemoveOwnPhotoForm
from tournaments.models import PersonContact
from tournaments.queries.notices.logos import portrait_of
from tournaments.queries.register.corrections import answered_of, asked_for, waiting_of
from tournaments.requests.act_urls import act_url, page_url
from tournaments.requests.private import LINK, LinkAccess


def _page(request: HttpRequest, access: LinkAccess, failed: ActForm | None = None) -> HttpResponse:
    player = access.entry.player
    person = player.person
    context = {
        "secret": access.secret,
        "event": access.section.event,
        "entry": access.entry,
        "form": failed if isinstance(failed, ProposalForm) else ProposalForm.about(player),
        "waiting": [asked_for(correction) for correction in waiting_of(player)],
        "answered": [asked_for(correction) for correction in answered_of(player)],
        # Only since when: an organiser can give the link to themselves.
        "contact_since": PersonContact.objects.filter(person=person).values_list("at", flat=True).first(),
        "contact": failed if isinstance(failed, OwnContactForm) else OwnContactForm(),
        "owner": person,
        "portrait": portrait_of(person) if person.listed else None,
        "photo": failed if isinstance(failed, PhotoForm) else PhotoForm(),
        "remove_photo": RemoveOwnPhotoForm(),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/private/person.html", context, status=status)


PLAYERS_LINK = [
    page_url("person/", "my_person", _page, None, entrance=LINK),
    act_url(
        "person/propose/",
        propose_particulars,
        ProposalForm,
        page=_page,
        to="my_person",
        entrance=LINK,
    ),
    act_url(
        "person/contact/",
        set_own_contact,
        OwnContactForm,
        page=_page,
        to="my_person",
        entrance=LINK,
    ),
    act_url(
        "person/photo/",
        set_own_photo,
        PhotoForm,
        page=_page,
        to="my_person",
        entrance=LINK,
    ),
    act_url("person/photo/remove/", remove_own_photo, RemoveOwnPhotoForm, to="my_person", entrance=LINK),
]
