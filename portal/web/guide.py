"""Find the page of the guide (``docs/guide``) about an address: what *Help* at the foot of a page leads
to."""

from __future__ import annotations

from collections.abc import Iterable

# The pages that are there in Chinese too, below ``zh/``. Their headings are Chinese: no anchor is kept.
CHINESE = frozenset({"captain.md", "organiser.md", "player.md", "reader.md", "referee.md", "secretary.md"})
_pages: list[tuple[str, str]] = []


def register_guide(pages: Iterable[tuple[str, str]]) -> None:
    """Say how routes begin behind the language, the narrower first, and the guide's page; in
    ``AppConfig.ready()``."""
    _pages.extend(pages)


def page_about(route: str) -> str:
    """Give the page from the guide's folder on; empty where it says nothing of what stands there."""
    _language, _slash, behind = route.partition("/")
    return next((page for beginning, page in _pages if behind.startswith(beginning)), "")


def in_language(page: str, language: str) -> str:
    """Give the page as who reads ``language`` gets it: in English where there is no other."""
    name, _hash, _anchor = page.partition("#")
    return f"zh/{name}" if language.startswith("zh") and name in CHINESE else page
