"""Circuits: the officer's pages, and the standings in public, with the file to check them by."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import re_path
from django.utils.http import content_disposition_header
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.acts.ratings.circuits import (
    OfCircuit,
    add_circuit_category,
    add_circuit_section,
    change_circuit,
    change_circuit_section,
    copy_circuit,
    delete_circuit,
    disqualify_in_circuit,
    draw_circuit_lots,
    make_circuit,
    publish_circuit,
    remove_circuit_category,
    remove_circuit_section,
    set_circuit_bonus,
    set_circuit_eligible,
)
from tournaments.forms.base import ActForm
from tournaments.forms.circuits import (
    AddCircuitSectionForm,
    BonusForm,
    ChangeCircuitSectionForm,
    CircuitCategoryForm,
    CircuitRuleForm,
    CopyCircuitForm,
    DeleteCircuitForm,
    DisqualifyForm,
    DrawLotsForm,
    EligibleForm,
    MakeCircuitForm,
    PublishCircuitForm,
    RemoveCircuitCategoryForm,
    RemoveCircuitSectionForm,
)
from tournaments.models import Circuit, CircuitVersion
from tournaments.organisation_roles import KEEP_CIRCUITS
from tournaments.queries.ratings.circuits import (
    circuit_path,
    circuit_tables,
    every_published_circuit,
    find_circuit_version,
    newest_circuit_version,
    read_circuit,
    same_days,
)
from tournaments.requests.access import OrganisationAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.state.conditions import Condition
from tournaments.views.public.public_search import cacheable, cacheable_page, root
from tournaments.wording.circuits import TIES


def _circuit(request: HttpRequest, access: OrganisationAccess) -> Circuit:
    """Raises Http404."""
    match = request.resolver_match
    circuit = access.organisation.circuits.filter(pk=match.kwargs["circuit"] if match else 0).first()
    if circuit is None:
        raise Http404
    circuit.organisation = access.organisation
    return circuit


def _circuits_page(
    request: HttpRequest, access: OrganisationAccess, failed: ActForm | None = None
) -> HttpResponse:
    context = {
        "may": access.may,
        "organisation": access.organisation,
        "circuits": list(access.organisation.circuits.all()),
        "form": failed or MakeCircuitForm(),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/circuits.html", context, status=status)


def _circuit_page(
    request: HttpRequest, access: OrganisationAccess, failed: ActForm | None = None
) -> HttpResponse:
    circuit = _circuit(request, access)
    reading, version = read_circuit(circuit), newest_circuit_version(circuit)
    tables = circuit_tables(reading.document)
    eligible = Condition.from_json(circuit.eligible)
    names = {row.key: row.person for table in tables.tables for row in table.rows}
    events = {event.key: event for event in tables.events}

    def form(kind: type[ActForm], fresh: ActForm) -> ActForm:
        if not isinstance(failed, kind):
            return fresh
        for name, field in fresh.fields.items():
            if hasattr(field, "choices"):
                failed.fields[name].choices = field.choices  # type: ignore[attr-defined]
        return failed

    context: dict[str, Any] = {
        "may": access.may,
        "organisation": access.organisation,
        "circuit": circuit,
        "version": version,
        "changed": version is None or version.digest != reading.digest,
        "tables": tables,
        "disqualified": [
            (names.get(person), events[str(row.pk)])
            for row in circuit.sections.all()
            for person in row.disqualified
        ],
        "twice": [
            (names[person], events[key]) for key, persons in reading.twice.items() for person in persons
        ],
        "same_days": same_days(circuit),
        "rule_form": form(CircuitRuleForm, CircuitRuleForm(initial=CircuitRuleForm.about(circuit))),
        "eligible": eligible,
        "eligible_form": form(EligibleForm, EligibleForm(initial=EligibleForm.of_condition(eligible))),
        "categories": [(row, Condition.from_json(row.rule)) for row in circuit.categories.all()],
        "category_form": form(CircuitCategoryForm, CircuitCategoryForm()),
        "remove_category": RemoveCircuitCategoryForm(),
        "add": form(AddCircuitSectionForm, AddCircuitSectionForm(of=circuit)),
        "change": form(ChangeCircuitSectionForm, ChangeCircuitSectionForm(of=circuit)),
        "delete": DeleteCircuitForm(),
        "remove": form(RemoveCircuitSectionForm, RemoveCircuitSectionForm(of=circuit)),
        "bonus": form(BonusForm, BonusForm(of=circuit, tables=tables)),
        "disqualify": form(DisqualifyForm, DisqualifyForm(of=circuit, tables=tables)),
        "draw": DrawLotsForm() if reading.without_lots else None,
        "publish": PublishCircuitForm(initial={"seen": reading.digest}),
        "copy": form(CopyCircuitForm, CopyCircuitForm()),
        "root": root(),
        "failed": failed
        if isinstance(
            failed, PublishCircuitForm | RemoveCircuitCategoryForm | DeleteCircuitForm | DrawLotsForm
        )
        else None,
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/circuit.html", context, status=status)


def _to_circuit(_request: HttpRequest, answer: OfCircuit, access: OrganisationAccess) -> HttpResponse:
    return redirect("circuit", access.organisation.slug, answer["circuit"])


def _version(circuit: str, number: str) -> CircuitVersion:
    """Raises Http404."""
    version = find_circuit_version(int(circuit), int(number) if number else None)
    if version is None:
        raise Http404
    return version


@require_safe
def public_circuits(_request: HttpRequest) -> HttpResponse:
    """Every circuit with published standings, the newest season first."""
    context = {"circuits": every_published_circuit()}
    return cacheable_page("tournaments/public/circuits.html", context, findable=True)


@require_safe
def public_circuit(_request: HttpRequest, circuit: str, number: str = "") -> HttpResponse:
    version = _version(circuit, number)
    circuit_row = version.circuit
    newest = version if not number else _version(circuit, "")
    context = {
        "circuit": circuit_row,
        "version": version,
        "newest": newest,
        "tables": circuit_tables(version.data),
        "ties": [TIES[tie] for tie in version.data["rule"].get("ties", ())],
        "path": f"{circuit_path(circuit_row)}v{number}/" if number else circuit_path(circuit_row),
    }
    return cacheable_page("tournaments/public/circuit.html", context, findable=not number)


@require_safe
def circuit_file(_request: HttpRequest, circuit: str, number: str) -> HttpResponse:
    version = _version(circuit, number)
    document = json.dumps({**version.data, "digest": version.digest}, ensure_ascii=False)
    answer = HttpResponse(document.encode(), content_type="application/json")
    name = f"circuit-{circuit}-v{number}.json"
    answer.headers["Content-Disposition"] = content_disposition_header(True, name) or ""
    return cacheable(answer)


_SAVED = gettext_lazy("Saved.")
_ALL = "desk/-/organisations/<slug:organisation>/circuits/"
_ONE_CIRCUIT = f"{_ALL}<int:circuit>/"
SITE = [
    page_url(_ALL, "circuits", _circuits_page, KEEP_CIRCUITS),
    act_url(
        f"{_ALL}-/make/",
        make_circuit,
        MakeCircuitForm,
        page=_circuits_page,
        to=_to_circuit,
        success_message=gettext_lazy("Circuit created."),
    ),
    page_url(_ONE_CIRCUIT, "circuit", _circuit_page, KEEP_CIRCUITS),
    *(
        act_url(
            f"{_ONE_CIRCUIT}{address}/", act, kind, page=_circuit_page, to=_to_circuit, success_message=_SAVED
        )
        for address, act, kind in (
            ("change", change_circuit, CircuitRuleForm),
            ("eligible", set_circuit_eligible, EligibleForm),
            ("categories/add", add_circuit_category, CircuitCategoryForm),
            ("categories/remove", remove_circuit_category, RemoveCircuitCategoryForm),
            ("sections/add", add_circuit_section, AddCircuitSectionForm),
            ("sections/change", change_circuit_section, ChangeCircuitSectionForm),
            ("sections/remove", remove_circuit_section, RemoveCircuitSectionForm),
            ("bonus", set_circuit_bonus, BonusForm),
            ("disqualify", disqualify_in_circuit, DisqualifyForm),
            ("lots", draw_circuit_lots, DrawLotsForm),
            ("copy", copy_circuit, CopyCircuitForm),
        )
    ),
    act_url(
        f"{_ONE_CIRCUIT}delete/",
        delete_circuit,
        DeleteCircuitForm,
        page=_circuit_page,
        to="circuits",
        success_message=gettext_lazy("Circuit deleted."),
    ),
    act_url(
        f"{_ONE_CIRCUIT}publish/",
        publish_circuit,
        PublishCircuitForm,
        page=_circuit_page,
        to=_to_circuit,
        success_message=gettext_lazy("Standings published."),
    ),
]
_CIRCUIT, _NUMBER = r"^circuits/(?P<circuit>[0-9]{1,18})/", r"v(?P<number>[0-9]{1,4})/"
PUBLIC = [
    re_path(r"^circuits/$", public_circuits, name="public_circuits"),
    re_path(rf"{_CIRCUIT}$", public_circuit, name="public_circuit"),
    re_path(rf"{_CIRCUIT}{_NUMBER}$", public_circuit, name="public_circuit_version"),
    re_path(rf"{_CIRCUIT}{_NUMBER}circuit\.json$", circuit_file, name="public_circuit_file"),
]
