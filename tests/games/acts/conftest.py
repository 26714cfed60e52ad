from __future__ import annotations

from tests.tournaments.acts.conftest import cast, drafted, entered, published, report_all

__all__ = ["cast", "drafted", "entered", "published", "report_all"]
