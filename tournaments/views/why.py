"""*Why not Z instead of Y?*: a question to a round of FIDE's Dutch system, of staff."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from tournaments.forms.why import WhyNotForm
from tournaments.models import Round
from tournaments.pairing import CannotPair, PairingInputError
from tournaments.pairing.digests import tournament_from_input
from tournaments.pairing.dutch.why import why_not
from tournaments.pairing.registry import FIDE_DUTCH
from tournaments.policy import Act
from tournaments.queries.tables import entry_namer
from tournaments.requests.access import RoundAccess
from tournaments.requests.act_urls import page_url
from tournaments.views.rounds.round_frame import frame
from tournaments.wording.reasons import input_error_text, refusal_text
from tournaments.wording.why import why_text

# Players of a round that a page asks about: the engine analyses it twice, half a second each (measured).
MOST_ASKED = 400


def _page(request: HttpRequest, access: RoundAccess) -> HttpResponse:
    """Show why the two players of the address do not meet."""
    rests_on = access.round.draft_input
    hidden = access.round.state == Round.State.DRAFT and Act.READ_DRAFT not in access.acts
    if access.section.system != FIDE_DUTCH or not rests_on or hidden:
        raise Http404
    name = entry_namer(access.section)
    numbers = rests_on["present"]
    question = request.GET if "player" in request.GET else None
    form = WhyNotForm(question, people=[(n, name(n)) for n in numbers], odd=len(numbers) % 2 == 1)
    answer = ""
    if len(numbers) > MOST_ASKED:
        answer = gettext("A round of so many players is asked about by a command: pair --why.")
    elif question is not None and form.is_valid():
        try:
            why = why_not(
                # Asked of the input that the round was paired from.
                tournament_from_input(rests_on),
                access.round.number,
                form.cleaned_data["player"],
                form.cleaned_data["other"],
            )
            answer = why_text(why, name)
        except CannotPair as refusal:
            answer = refusal_text(refusal, name)
        except PairingInputError as error:
            answer = input_error_text(error, name)
    context = frame(access) | {"form": form, "answer": answer}
    return render(request, "tournaments/desk/why.html", context)


ROUND = [page_url("why/", "why_not", _page, Act.SEE_DESK)]
