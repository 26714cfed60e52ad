"""Four people of the demonstration's federation, each before a browser: the secretary gives a licence and
answers a report, the registrar issues the licence, the treasurer books a payment, the chief referee signs the
report again after a correction. On a phone and at a desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import SOON, sign_in
from tests.browser.site import Site, running
from tests.browser.words import BOTH, WIDTHS, Words
from tournaments.demo.federation import CUP, FEDERATION, OPEN

pytestmark = [pytest.mark.browser, pytest.mark.long]
OWING = f"""
from tournaments.models import FeeAccount
answer = FeeAccount.objects.filter(section__event__slug="{OPEN}").latest("pk").reference
"""
BOOKED = """
from tournaments.models import LedgerRow
answer = LedgerRow.objects.filter(kind="paid").count()
"""
CORRECTED = f"""
from portal.accounts.models import User
from tournaments.acts.results import current_report, report_result
from tournaments.models import Pairing
pairings = Pairing.objects.select_related("round__section__event")
pairing = pairings.get(round__section__event__slug="{CUP}", table=2)
before = current_report(pairing)
report_result(
    round_=pairing.round, table=2, value="0-1" if before.value == "1-0" else "1-0", seen=before.pk,
    reason="The scoresheet says so.", by=User.objects.get(username="referee"),
)
answer = 0
"""
MEMBER = """
from tournaments.models import PersonNumber
answer = PersonNumber.objects.get(issuer="sgp", number="200").person_id
"""


@pytest.fixture(scope="module")
def started(site: Site) -> Iterator[Site]:
    site.install("demo")
    with running(site):
        yield site


class Officer:
    """Somebody before a browser."""

    def __init__(self, page: Page, site: Site, say: Words, username: str) -> None:
        self.page, self.site, self.say = page, site, say
        page.set_default_timeout(SOON)
        sign_in(page, site, username, say)

    def go(self, path: str) -> None:
        self.page.goto(f"{self.site.url}/{self.say.language}/{path}")
        width = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0, f"{path} is {width} pixels too wide"

    def press(self, words: str, *, context: str = "") -> None:
        button = self.page.locator("main").get_by_role(
            "button", name=self.say(words, context=context), exact=True
        )
        button.first.click()

    def sees(self, text: str) -> None:
        expect(self.page.locator("main")).to_contain_text(text, timeout=SOON)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", BOTH)
def test_a_federations_year(started: Site, new_page: Callable[..., Page], language: str, width: int) -> None:
    say, tag = Words(language), f"{language}-{width}"

    def officer(username: str) -> Officer:
        page = new_page(viewport={"width": width, "height": 800})
        return Officer(page, started, say, username)

    secretary = officer("chief")
    secretary.go(f"desk/-/organisations/{FEDERATION}/licences/")
    secretary.page.locator("#make-kind-code").fill(tag)
    secretary.page.locator("#make-kind-name").fill(f"Licence {tag}")
    secretary.press("Create licence")
    secretary.sees(tag)
    secretary.go(f"o/{FEDERATION}/")
    secretary.sees("2025")

    registrar = officer("desk")
    registrar.go("desk/-/persons/?show=twins")
    expect(registrar.page.locator("main a[href*='/merge/']").first).to_be_visible(timeout=SOON)
    member = started.ask(MEMBER)
    registrar.go(f"desk/-/persons/{member}/")
    registrar.page.locator("summary").get_by_text(say("Issue a licence"), exact=True).click()
    kind = registrar.page.locator("#issue-licence-kind option", has_text=f"Licence {tag}")
    registrar.page.locator("#issue-licence-kind").select_option(kind.get_attribute("value"))
    registrar.page.locator("#issue-licence-starts").fill("2026-01-01")
    registrar.page.locator("#issue-licence-ends").fill("2026-12-31")
    registrar.press("Issue licence")
    registrar.sees("2026-01-01 – 2026-12-31")

    treasurer = officer("organiser")
    treasurer.go(f"desk/{OPEN}/-/fees/")
    reference = started.ask(OWING)
    form = treasurer.page.locator("form[action$='/-/fees/payment/']")
    form.locator("[name=reference]").fill(reference)
    form.locator("[name=amount]").fill("1.00")
    before = started.ask(BOOKED)
    with treasurer.page.expect_navigation():
        form.get_by_role("button").last.click()
    assert started.ask(BOOKED) == before + 1

    started.ask(CORRECTED)
    referee = officer("referee")
    referee.go(f"desk/{CUP}/cup/report/")
    outdated = "The report was signed before the last correction. The chief referee has to sign it again."
    referee.sees(say(outdated))
    referee.press("Sign the report")
    expect(referee.page.locator("main")).not_to_contain_text(say(outdated), timeout=SOON)
    referee.press("Send to the organisation")
    referee.sees(say("submitted", context="referee's report"))

    secretary.go(f"desk/-/organisations/{FEDERATION}/")
    secretary.sees(say("Referees’ reports"))
    secretary.go(f"desk/{CUP}/cup/report/")
    secretary.page.locator("#answer-answer").select_option("accepted")
    secretary.press("Answer", context="a report")
    expect(secretary.page.locator(".facts-line .badge")).to_have_text(
        say("accepted", context="referee's report"), timeout=SOON
    )
