"""How the lines of a page are set: whether it is wider than its window, which words are broken inside, and
names that are long enough to show it."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.asking import ask

LONG = """
from portal import published
from portal.accounts.models import User
from tournaments.models import Category, Event, Federation, Player, Prize, Screen, Section, Team
word = (
    "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
)
words = "Maximilian Featherstonehaugh-Cholmondeley Konstantinopolitanus Oberhauptmannsfrau-Villeneuve zu Lot"
native = "爱新觉罗·欧阳司马上官诸葛慕容皇甫尉迟公孙令狐宇文长孙轩辕鲜于闾丘司徒司空"
for one in Event.objects.all():
    one.name, one.place = word[:120], word[20:]
    one.save()
for model, length in ((Section, 80), (Team, 80), (Category, 80), (Prize, 80)):
    for one in model.objects.all():
        one.name = f"{one.pk}{word}"[:length]
        one.save()
Federation.objects.update(name_en=word[:80], name_vi=word[:80], name_zh_hans=native[:40])
Screen.objects.update(name=word[:40])
for one in User.objects.all():
    one.first_name, one.last_name = word[:120], words[:120]
    one.save()
for number, one in enumerate(Player.objects.order_by("pk")):
    one.name = (f"{word[:70]} {one.name}", f"{one.name} {words}", one.name)[number % 3][:80]
    one.club = word[:80]
    one.native_name = (native[:40], one.native_name)[number % 2]
    one.save()
for path in published.Page.objects.values_list("path", flat=True):
    published.purge(f"{path.rstrip('/')}/")
answer = 0
"""
"""Everything in a demonstration that has a name gets one of as many letters as it may have: in one word, in
words of ordinary length, or in Chinese. In place of many acts of correcting; pages are made anew."""

LINES = r"""() => {
  const found = [];
  const room = document.documentElement.clientWidth;
  const over = document.documentElement.scrollWidth - room;
  const called = (one) => `${one.localName}${one.className ? "." + one.className : ""}`.replaceAll(" ", ".");
  if (over > 0) {
    const wide = [...document.body.querySelectorAll("*")]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > room + 0.5)
      .filter((one) => !one.closest(".scroll, .only-read"));
    const some = [...wide.slice(0, 3), ...wide.slice(-2)].map(called);
    found.push(`wider than the window by ${over} px: ${some}`);
  }
  const read = "code, .address, .only-read, textarea, select, script, style, template, svg, .moves";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!text.parentElement.checkVisibility() || text.parentElement.closest(read)) continue;
    if (text.parentElement.closest("thead")?.clientWidth < 2) continue; // read out only
    for (const word of text.data.matchAll(/[\p{Script=Latin}\p{M}]+/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const parts = [...range.getClientRects()].filter((one) => one.width);
      const lines = new Set(parts.map((one) => Math.round(one.top)));
      if (lines.size < 2) continue;
      // A button hides nothing of what it does: it breaks a word that is longer than itself, and no other.
      const button = text.parentElement.closest(".btn");
      if (button && parts.reduce((sum, one) => sum + one.width, 0) > button.clientWidth) continue;
      found.push(`broken: ${word[0]} in ${called(text.parentElement)}`);
    }
  }
  return [...new Set(found)];
}"""
"""What is an address, a digest or a move may break anywhere."""


def faults(page: Page) -> list[str]:
    """A line each."""
    result: list[str] = ask(page, LINES)
    return result


FRAME = r"""() => {
  const found = [];
  const left = (one) => Math.round(one.getBoundingClientRect().left);
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const at = (selector) => seen(selector).map((one) => [selector, left(one)]);
  const rail = seen(".menu").length > 0;
  const outside = [...at(".brand"), ...at(".colophon"), ...(rail ? at(".menu") : at("main"))];
  const inside = rail ? ["main", "main > .title", ".place", "main > .notice"].flatMap(at) : [];
  for (const edge of [outside, inside]) {
    const edges = new Set(edge.map(([, where]) => where));
    if (edges.size > 1) found.push(`more than one left edge: ${edge.join(" ")}`);
  }
  const header = seen(".masthead > *").map((one) => one.getBoundingClientRect()).filter((one) => one.height);
  if (header.some((one) => one.top >= Math.min(...header.map((other) => other.bottom))))
    found.push("the header has more than one row");
  return found;
}"""
"""Header, menu, content and footer begin at one edge; beside a menu, content and place at another."""

FIRST_ROW = r"""() => {
  const bar = document.querySelector(".bar");
  const floor = bar?.checkVisibility() ? bar.getBoundingClientRect().top : innerHeight;
  const row = [...document.querySelectorAll("main tbody tr")].find((one) => one.checkVisibility());
  if (!row) return [];
  const { top, height } = row.getBoundingClientRect();
  const bottom = Math.round(top + Math.min(height, 56));
  return bottom > floor ? [`the first row of the table ends at ${bottom} of ${Math.round(floor)}`] : [];
}"""


def framed(page: Page) -> list[str]:
    """What is amiss with the frame, a line each."""
    result: list[str] = ask(page, FRAME)
    return result


def first_row(page: Page) -> list[str]:
    """Whether the first row of the page's table is seen without scrolling: the 56 px that a row is drawn with
    on a phone, if a name of many lines makes it higher."""
    result: list[str] = ask(page, FIRST_ROW)
    return result
