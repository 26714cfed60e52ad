"""Show the calendar of all events, also as a file; it depends on nothing but the address."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from tournaments.forms.notices.calendar import CalendarForm
from tournaments.pages.feeds import calendar_of_events
from tournaments.queries.public.public_calendar import MOST_IN_FILE, calendar, in_time
from tournaments.views.public.public_search import cacheable, cacheable_page

PAGE, FILE = "calendar/", "calendar.ics"


@require_safe
def public_calendar(request: HttpRequest) -> HttpResponse:
    """What cannot be asked shows the form again with what is wrong, and no event."""
    form = CalendarForm(request.GET)
    page = calendar(form.wanted(), form.cleaned_data["after"]) if form.is_valid() else None
    after = page.after if page else ""
    query = _query_string(form)
    context = {
        "page": page,
        "form": form,
        "narrowed": bool(query),
        # What is chosen stands in the fold's own line: open, the fold takes half a phone.
        "chosen": form.choices_made(),
        "behind": bool(form.data.get("after")),
        "path": f"{PAGE}{query}",
        "file": f"{FILE}{query}",
        "further": f"{PAGE}{_query_string(form, after=after)}" if after else "",
    }
    answer = cacheable_page("tournaments/public/calendar.html", context, findable=not request.GET)
    answer.status_code = 200 if page else 422
    return answer


@require_safe
def calendar_file(request: HttpRequest) -> HttpResponse:
    """The same events in iCalendar, at most `MOST_IN_FILE`, whatever page one is on."""
    form = CalendarForm(request.GET)
    if not form.is_valid():
        raise Http404
    title = " · ".join([gettext("Events"), *form.words()])
    events = list(in_time(form.wanted())[:MOST_IN_FILE])
    text = calendar_of_events(events, title, language=get_language() or "en")
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer.headers["Content-Disposition"] = 'inline; filename="events.ics"'
    return cacheable(answer)


def _query_string(form: CalendarForm, **more: str) -> str:
    """What was asked, as it stands in an address."""
    values = {field.name: form.data.get(field.name) for field in form.visible_fields()}
    pairs = {name: value for name, value in (values | more).items() if value}
    return f"?{urlencode(pairs)}" if pairs else ""


SITE = [
    path(PAGE, public_calendar, name="public_calendar"),
    path(FILE, calendar_file, name="calendar_file"),
]
