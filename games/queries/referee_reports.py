"""What the chief referee's report says of games: the claims that were ruled on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from games.models import Claim
from games.wording.claims import ruling_text
from tournaments.models import Section
from tournaments.queries.refereeing.referee_reports import ReportPart


def _claims(section: Section) -> list[Mapping[str, Any]]:
    rows = Claim.objects.filter(pairing__round__section=section).select_related("pairing__round", "entry")
    return [
        {
            "round": claim.pairing.round.number,
            "table": claim.pairing.table,
            "entry": claim.entry.number,
            "kind": claim.kind,
            "right": claim.right,
        }
        for claim in rows
    ]


CLAIMS = ReportPart(
    gettext_lazy("Claims"), _claims, lambda line: ruling_text(line["kind"], right=line["right"])
)
