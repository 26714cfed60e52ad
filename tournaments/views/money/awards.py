"""Who wins which prizes: as the final standings say, as awarded, and corrected."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from portal import outbox
from tournaments.acts.money.awards import award_prizes, correct_awards
from tournaments.forms.base import ActForm
from tournaments.forms.money.awards import AwardForm, CorrectAwardsForm
from tournaments.policy import Act
from tournaments.queries.frozen import final_standing
from tournaments.queries.money.awards import newest_award
from tournaments.queries.progress import standings_key
from tournaments.queries.public.public import people
from tournaments.queries.public.public_standings import prizes_of
from tournaments.requests.access import SectionAccess
from tournaments.requests.act_urls import act_url, page_url


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    section = access.section
    award = newest_award(section)
    final = final_standing(section)
    standing = final or section.standings.order_by("after_round", "version").last()
    now = [prize for prize in final.data["prizes"] if prize["places"]] if final else []
    moved = award is not None and final is not None and final.version != award.standing and now != award.data
    data = award.data if award else standing.data["prizes"] if standing else []
    form: ActForm | None = None
    if award is not None:
        form = CorrectAwardsForm.of(section, now if moved else data, award.version)
        if isinstance(failed, CorrectAwardsForm):
            form = failed
            if failed.refusal is not None and failed.refusal.code == "awards-changed":
                # What stands now is shown above: sent again, this is meant.
                failed.put(version=str(award.version))
    elif final is not None:
        # What was refused for having been out of date goes out as it stands now.
        form = AwardForm(initial={"standing": final.version})
    context = {
        "event": access.event,
        "section": section,
        "may": access.may,
        "award": award,
        "final": final,
        "after": standing.after_round if standing else 0,
        "prizes": prizes_of(section, data, people(section)),
        "moved": moved,
        "ranking": standing and outbox.pending(standings_key(section, standing.after_round)),
        "form": form,
        "failed": failed,
    }
    return render(request, "tournaments/desk/winners.html", context, status=failed.status if failed else 200)


on_page = partial(act_url, page=_page, to="winners")
SECTION = [
    page_url("prizes/winners/", "winners", _page, Act.SEE_DESK),
    on_page(
        "prizes/winners/award/", award_prizes, AwardForm, success_message=gettext_lazy("Prizes awarded.")
    ),
    on_page(
        "prizes/winners/correct/",
        correct_awards,
        CorrectAwardsForm,
        success_message=gettext_lazy("Winners corrected."),
    ),
]
