"""The chief referee's report at the desk: written, signed, sent, and answered on the organisation's side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.urls import reverse

from tests.world import World
from tournaments.models import Event, Office, Organisation, RefereeReport, Section

Text = Callable[[Any], str]


def test_from_the_remarks_to_the_answer(drawn: World, text: Text) -> None:
    federation = Organisation.objects.create(slug="chn", name="Federation", level="nation")
    for name in ("frank", "charlie"):
        office = Office.Role.OFFICER if name == "charlie" else Office.Role.TREASURER
        Office.objects.create(organisation=federation, user=drawn.users[name], role=office)
    Event.objects.filter(pk=drawn.event.pk).update(organisation=federation)
    assert "The report is signed when the section is over." in text(drawn.get("bob", "referee_report"))
    Section.objects.filter(pk=drawn.section.pk).update(state=Section.State.FINISHED)

    assert drawn.post("bob", "write_report", remarks="The hall was cold.").status_code == 302
    page = drawn.get("bob", "referee_report")
    assert "The hall was cold." in page.content.decode()
    seen = page.context["reading"].digest
    assert drawn.post("bob", "sign_report", seen="sha256:other").status_code == 409
    assert drawn.post("bob", "sign_report", seen=seen).status_code == 302
    version = text(drawn.get("bob", "signed_report", 1))
    assert "The hall was cold." in version
    assert seen in version
    assert drawn.post("bob", "submit_report").status_code == 302

    officer = drawn.client("charlie")
    assert "Referees’ reports" in text(officer.get(reverse("organisation", args=["chn"])))
    address = drawn.url("answer_report")
    refused = officer.post(address, {"answer": "returned", "words": ""})
    assert "Say what is to be put right." in text(refused)
    assert officer.post(address, {"answer": "returned", "words": "Who was absent?"}).status_code == 302
    assert "Who was absent?" in text(drawn.get("bob", "referee_report"))
    assert RefereeReport.objects.get().state == "returned"
    assert drawn.client("frank").post(address, {"answer": "accepted"}).status_code == 403
