"""The register of persons at the desk: who stands in it, likely twins, merging and splitting."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy, ngettext

from portal.journal.models import JournalEntry
from tournaments.acts.frame import AnyAct
from tournaments.acts.register.corrections import accept_correction, reject_correction, reopen_correction
from tournaments.acts.register.licences import ask_for_licence, issue_licence, set_licence_state
from tournaments.acts.register.own_person import remove_photo, set_person_contact
from tournaments.acts.register.person_particulars import (
    add_person_name,
    end_person_number,
    remove_from_person,
    set_person_number,
    set_person_rating,
    set_person_title,
)
from tournaments.acts.register.person_twins import doubt_again, tell_apart
from tournaments.acts.register.persons import (
    FIELDS,
    Merged,
    Undone,
    change_person,
    kept_by,
    merge_persons,
    split_person,
    undo_merger,
)
from tournaments.forms.base import ActForm
from tournaments.forms.register.licences import AskForLicenceForm, IssueLicenceForm, LicenceStateForm
from tournaments.forms.register.persons import (
    AcceptForm,
    ContactForm,
    DoubtAgainForm,
    EndNumberForm,
    MergeForm,
    NameForm,
    NumberForm,
    PersonForm,
    RatingForm,
    RejectForm,
    RemoveForm,
    RemovePhotoForm,
    ReopenForm,
    SplitForm,
    TellApartForm,
    TitleForm,
    UndoMergerForm,
)
from tournaments.models import Correction
from tournaments.organisation_roles import persons_kept
from tournaments.policy import Act
from tournaments.queries.journal import journal_lines
from tournaments.queries.notices.logos import portrait_of
from tournaments.queries.register.corrections import (
    asked_for,
    decided_corrections,
    standing_value,
    waiting_corrections,
    with_corrections,
)
from tournaments.queries.register.licences import licences_of
from tournaments.queries.register.persons import (
    LONGEST,
    MOST,
    apart_from,
    copies_of,
    in_federations,
    likely_twins,
    look_up_persons,
    merger_preview,
    open_mergers,
    twins_of,
)
from tournaments.requests.access import PersonAccess, SiteAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.wording import lists
from tournaments.wording.register.persons import TWINS, left_text, particular_text

LONGEST_KEY = 19
# Lines of the journal on a person's page.
MOST_DONE = 30
# Forms of a page that have no field beside which a refusal could stand, or stand there several times.
SINGLE_BUTTONS = (LicenceStateForm, UndoMergerForm, AcceptForm, RejectForm, ReopenForm, EndNumberForm)


def _persons(request: HttpRequest, access: SiteAccess) -> HttpResponse:
    """Look up persons: ``q``: name or number, ``show``: ``waiting`` corrections or ``twins``."""
    query = "".join(filter(str.isprintable, request.GET.get("q", "")[:LONGEST])).strip()
    federations, show = in_federations(), request.GET.get("show", "")
    code = request.GET.get("federation", "")
    federation = code if code in {item.pk for item in federations} else ""
    twins, waiting = show == "twins", show == "waiting"
    within = persons_kept(access.user)
    persons = (
        with_corrections(federation, within)
        if waiting
        else []
        if twins
        else look_up_persons(query, federation, within)
    )
    context = {
        "may": access.may,
        "asked": query,
        "federations": federations,
        "federation": federation,
        "persons": persons[:MOST],
        "more": len(persons) > MOST,
        "show_twins": twins,
        "waiting": waiting,
        "twins": [(item, TWINS[item.why]) for item in likely_twins(federation, within)] if twins else [],
    }
    return render(request, "tournaments/desk/persons.html", context)


def _person(request: HttpRequest, access: PersonAccess, failed: ActForm | None = None) -> HttpResponse:
    person, copies = access.person, copies_of(access.person, access.user)
    within, held = persons_kept(access.user), licences_of(person)
    done = JournalEntry.objects.filter(scope=f"person:{person.pk}").select_related("by")[:MOST_DONE]
    context = {
        "may": access.may,
        "person": person,
        "copies": copies,
        "apart": apart_from(person, within),
        "history": journal_lines(done, settings.TIME_ZONE),
        "twins": [(item, TWINS[item.why]) for item in twins_of(person, within)]
        if not person.merged_into
        else [],
        "corrections": [
            (
                *asked_for(item),
                ""
                if item.column == Correction.FURTHER
                else particular_text(item.column, standing_value(item)),
            )
            for item in waiting_corrections(person)
        ],
        "decided": [asked_for(item) for item in decided_corrections(person)],
        "form": failed if isinstance(failed, PersonForm) else PersonForm(initial=PersonForm.about(person)),
        "number": failed if isinstance(failed, NumberForm) else NumberForm(),
        "title": failed if isinstance(failed, TitleForm) else TitleForm(),
        "rating": failed if isinstance(failed, RatingForm) else RatingForm(),
        "name": failed if isinstance(failed, NameForm) else NameForm(),
        "held_licences": held,
        "licences": [(licence, LicenceStateForm.about(licence)) for licence in held],
        "issue": failed if isinstance(failed, IssueLicenceForm) else IssueLicenceForm(user=access.user),
        "ask": failed if isinstance(failed, AskForLicenceForm) else AskForLicenceForm(user=access.user),
        "remove": failed if isinstance(failed, RemoveForm) else RemoveForm(person=person),
        "contact": failed if isinstance(failed, ContactForm) else ContactForm.about(person),
        "portrait": portrait_of(person),
        "remove_photo": failed if isinstance(failed, RemovePhotoForm) else RemovePhotoForm(),
        "end_number": EndNumberForm(),
        "accept": AcceptForm(),
        "reject": RejectForm(),
        "reopen": ReopenForm(),
        "mergers": open_mergers(person, within),
        "undo": failed if isinstance(failed, UndoMergerForm) else UndoMergerForm(),
        "split": failed if isinstance(failed, SplitForm) else SplitForm(person=person, copies=copies),
        "failed": failed if isinstance(failed, SINGLE_BUTTONS) else None,
    }
    return render(request, "tournaments/desk/person.html", context, status=failed.status if failed else 200)


def _merge(request: HttpRequest, access: PersonAccess, failed: MergeForm | None) -> HttpResponse:
    """What would come along, and in what the two differ."""
    other_key = (failed.data if failed else request.GET).get("other", "")
    if not (other_key.isdecimal() and len(other_key) < LONGEST_KEY):
        raise Http404
    other = kept_by(access.user, int(other_key)).filter(erased_at=None).exclude(pk=access.person.pk).first()
    if other is None:
        raise Http404
    merger = merger_preview(access.person, other, FIELDS, access.user)
    form = failed or MergeForm(initial={"other": other.pk})
    form.show(merger)
    context = {
        "may": access.may,
        "person": access.person,
        "other": other,
        "found": merger,
        "form": form,
        "apart": any(person.pk == other.pk for person in apart_from(access.person)),
        "tell": TellApartForm(),
        "doubt": DoubtAgainForm(),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/person_merge.html", context, status=status)


def _merged(answer: Merged, _access: PersonAccess) -> str:
    count = answer["players"]
    message = ngettext("Merged. %(count)s event moved.", "Merged. %(count)s events moved.", count)
    return message % {"count": count}


def _undone(answer: Undone, _access: PersonAccess) -> str:
    if not answer["left"]:
        return gettext("Merger undone. Everything is as before.")
    left = lists.listed([left_text(item) for item in dict.fromkeys(answer["left"])])
    return gettext("Merger undone. Changed since and left as it is: %(left)s.") % {"left": left}


# What the register holds besides the names in force: by the end of the address the act and its form.
PARTICULARS: tuple[tuple[str, AnyAct, type[ActForm]], ...] = (
    ("number", set_person_number, NumberForm),
    ("number/end", end_person_number, EndNumberForm),
    ("title", set_person_title, TitleForm),
    ("rating", set_person_rating, RatingForm),
    ("name", add_person_name, NameForm),
    ("remove", remove_from_person, RemoveForm),
    ("licences/issue", issue_licence, IssueLicenceForm),
    ("licences/ask", ask_for_licence, AskForLicenceForm),
    ("licences/state", set_licence_state, LicenceStateForm),
    ("contact", set_person_contact, ContactForm),
    ("photo/remove", remove_photo, RemovePhotoForm),
)

SITE = [
    page_url("desk/-/persons/", "persons", _persons, Act.KEEP_REGISTER),
    page_url("desk/-/persons/<int:person>/", "person", _person, Act.KEEP_REGISTER),
    act_url(
        "desk/-/persons/<int:person>/merge/",
        merge_persons,
        MergeForm,
        page=_merge,
        read=Act.KEEP_REGISTER,
        to="person",
        success_message=_merged,
    ),
    act_url(
        "desk/-/persons/<int:person>/change/",
        change_person,
        PersonForm,
        page=_person,
        to="person",
        success_message=gettext_lazy("Saved."),
    ),
    *(
        act_url(
            f"desk/-/persons/<int:person>/{address}/",
            act,
            form,
            page=_person,
            to="person",
            success_message=gettext_lazy("Saved."),
        )
        for address, act, form in PARTICULARS
    ),
    *(
        act_url(address, act, form, to="person", success_message=gettext_lazy("Saved."))
        for address, act, form in (
            ("desk/-/persons/<int:person>/apart/", tell_apart, TellApartForm),
            ("desk/-/persons/<int:person>/doubt/", doubt_again, DoubtAgainForm),
        )
    ),
    act_url(
        "desk/-/persons/<int:person>/accept/",
        accept_correction,
        AcceptForm,
        page=_person,
        to="person",
        success_message=gettext_lazy("Correction saved in the register."),
    ),
    act_url(
        "desk/-/persons/<int:person>/reject/",
        reject_correction,
        RejectForm,
        page=_person,
        to="person",
        success_message=gettext_lazy("Correction rejected. The register stays as it is."),
    ),
    act_url(
        "desk/-/persons/<int:person>/reopen/",
        reopen_correction,
        ReopenForm,
        page=_person,
        to="person",
        success_message=gettext_lazy("Decision withdrawn. The correction waits again."),
    ),
    act_url(
        "desk/-/persons/<int:person>/undo-merger/",
        undo_merger,
        UndoMergerForm,
        page=_person,
        to="person",
        success_message=_undone,
    ),
    act_url(
        "desk/-/persons/<int:person>/split/",
        split_person,
        SplitForm,
        page=_person,
        to=lambda _request, answer, _access: redirect("person", answer["other"]),
        success_message=gettext_lazy("Record split. This is the new one."),
    ),
]
