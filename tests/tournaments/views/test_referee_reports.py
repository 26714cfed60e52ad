"""The chief referee's report at the desk: written, signed, sent, and answered on the organisation's side."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.urls import reverse

from portal.policy import Refusal
from tests.portal.api.callers import Caller
from tests.tournaments.api.addresses import CUP
from tests.tournaments.paper.reading import printed
from tests.world import World
from tournaments.models import Event, Office, Organisation, RefereeReport, Section

Text = Callable[[Any], str]


@pytest.mark.slow
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
    assert "Sign the report" in text(page)
    seen = page.context["reading"].digest
    assert drawn.post("bob", "sign_report", seen="sha256:other").status_code == 409
    assert drawn.post("bob", "sign_report", seen=seen).status_code == 302
    assert "Sign the report" not in text(drawn.get("bob", "referee_report"))
    version = text(drawn.get("bob", "signed_report", 1))
    assert "The hall was cold." in version
    assert seen in version
    assert "Save remarks" in text(drawn.get("bob", "referee_report"))
    assert drawn.post("bob", "submit_report").status_code == 302
    assert "Save remarks" not in text(drawn.get("bob", "referee_report"))

    officer = drawn.client("charlie")
    assert "Referees’ reports" in text(officer.get(reverse("organisation", args=["chn"])))
    address = drawn.url("answer_report")
    refused = officer.post(address, {"answer": "returned", "words": ""})
    assert "Say what is to be put right." in text(refused)
    assert officer.post(address, {"answer": "returned", "words": "Who was absent?"}).status_code == 302
    assert "Who was absent?" in text(drawn.get("bob", "referee_report"))
    assert RefereeReport.objects.get().state == "returned"
    assert drawn.client("frank").post(address, {"answer": "accepted"}).status_code == 403


def signed(drawn: World) -> None:
    Section.objects.filter(pk=drawn.section.pk).update(state=Section.State.FINISHED)
    drawn.section.refresh_from_db()
    drawn.post("bob", "write_report", remarks="The hall was cold.")
    seen = drawn.get("bob", "referee_report").context["reading"].digest
    assert drawn.post("bob", "sign_report", seen=seen).status_code == 302


def test_report_and_files_are_one_archive(drawn: World) -> None:
    assert drawn.get("bob", "report_bundle").status_code == 404
    signed(drawn)
    answer = drawn.get("bob", "report_bundle")
    with ZipFile(BytesIO(answer.content)) as archive:
        names = archive.namelist()
        report = json.loads(archive.read("report.json"))
        files = {name: archive.read(name) for name in names}
    assert (report["version"], report["remarks"]) == (1, "The hall was cold.")
    slug = drawn.section.slug
    assert {f"{slug}-json.json", f"{slug}-trf26.trf"} <= set(names)
    name = drawn.section.entries.get(number=1).player.name
    assert name not in json.dumps(report), "the report itself has numbers"
    assert all(files.values())


@pytest.mark.slow
def test_the_signed_report_is_printed(press: None, drawn: World) -> None:
    Section.objects.filter(pk=drawn.section.pk).update(state=Section.State.FINISHED)
    drawn.section.refresh_from_db()
    with pytest.raises(Refusal, match="paper-no-report"):
        printed(drawn.section, "referee-report")
    signed(drawn)
    paper = printed(drawn.section, "referee-report")
    paper.check_drawable()
    for words in ("The hall was cold.", "Version 1", "bob", "Check sum of the report"):
        assert words in paper.text
    assert "裁判长报告" in printed(drawn.section, "referee-report", language="zh-hans").text


def test_a_program_reads_the_report(drawn: World) -> None:
    address, bob = f"{CUP}/report", Caller(drawn.users["bob"])
    before = bob.get(address).json()
    assert (before["state"], before["version"], before["outdated"]) == ("draft", None, False)
    signed(drawn)
    after = bob.get(address).json()
    assert (after["state"], after["version"], after["remarks"]) == ("signed", 1, "The hall was cold.")
    assert after["signed_digest"] == after["digest"]
    assert after["data"]["players"]["drawn"] == drawn.section.entries.count()
