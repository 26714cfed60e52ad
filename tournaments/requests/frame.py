"""What every view of the desk does the same way: sign-in first, acts once, refusals in words.

A view is marked with ``@staff("GET", "POST")``. Who is signed out is sent to sign in; what such a person
had just sent waits in the session and is offered again afterwards (`views.resend_form`). A `Denied`
becomes a page with 403, a `Refusal` that no form took a page with 409.

*Queued*: a form that a page keeps until it has arrived (``portal.web.queued_forms``,
``docs/develop/inside/hall.md``). It is
done for the person alone who has filled it in, and its answer is meant for a script: ``done`` says
that this site has done it. The key of the form makes it count once, however often it comes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.html import conditional_escape
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from portal.accounts.models import User
from portal.accounts.proved import note_session
from portal.journal import OnceReusedError
from portal.policy import Denied, Refusal
from portal.web.queued_forms import ANSWER, DONE, FOR
from tournaments.forms.base import ActForm
from tournaments.queries.tables import Name
from tournaments.wording.acts import act_name
from tournaments.wording.refusals import refusal_sentence

View = Callable[..., HttpResponse]
FORM_KEY = "kept_form"
LATE = "X-Queued-Late"
# Characters of a form that wait in the session, at most: a long list of players, pasted.
MOST_KEPT = 300_000


def staff(*methods: str) -> Callable[[View], View]:
    """The decorator of every desk view. ``methods``: those it answers; HEAD comes with GET."""
    answered = {*methods, "HEAD"} if "GET" in methods else set(methods)

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method not in answered:
                return HttpResponseNotAllowed(methods)
            if is_for_another(request):
                return sign_in_answer()
            note_session(request, signed_in=request.user.is_authenticated)
            if not request.user.is_authenticated:
                return sign_in_first(request)
            try:
                response = view(request, *args, **kwargs)
            except Denied as denied:
                response = denied_page(request, denied)
            except OnceReusedError:
                response = refused_page(request, Refusal("once-reused"))
            except Refusal as refusal:
                response = refused_page(request, refusal)
            # Private, but a page that is gone back to keeps what was typed into it.
            patch_cache_control(response, private=True, no_cache=True)
            return answered_form(request, response) if is_queued(request) else response

        wrapper.keeps_forms = True  # type: ignore[attr-defined]  # a mark on a function has no type
        return wrapper

    return decorate


def sign_in_first(request: HttpRequest) -> HttpResponse:
    """To the sign-in page; a form that was sent waits in the session meanwhile."""
    after = request.get_full_path()
    if request.method == "POST":
        after = reverse("kept" if keep(request) else "desk")
    elif by_script(request):
        after = HtmxDetails(request).current_url_abs_path or reverse("desk")
    return lead(request, redirect_to_login(after, reverse(settings.LOGIN_URL)).url)


def keep(request: HttpRequest, *, signed_in: bool = False) -> bool:
    """Let the form that was sent wait in the session, unless it is too long."""
    data = {key: request.POST.getlist(key) for key in request.POST if key != "csrfmiddlewaretoken"}
    if sum(len(value) for values in data.values() for value in values) > MOST_KEPT:
        return False
    # Of its files the names alone: they are chosen again.
    files = [[name, file.name] for name in request.FILES for file in request.FILES.getlist(name)]
    request.session[FORM_KEY] = {
        "path": request.get_full_path(),
        "data": data,
        "files": files,
        "signed_in": signed_in,
    }
    return True


def lead(request: HttpRequest, url: str) -> HttpResponse:
    """To ``url``, whether a person or a script of the page has asked."""
    return HttpResponseClientRedirect(url) if by_script(request) else redirect(url)


def by_script(request: HttpRequest) -> bool:
    """Whether a script of the page asks, for a part of it."""
    return bool(HtmxDetails(request))


def sent(request: HttpRequest) -> QueryDict | None:
    """What was posted, empty or not; None when the form is only asked for."""
    return request.POST if request.method == "POST" else None


def once_of(request: HttpRequest) -> str:
    """Return the idempotency key of what was sent: the form's own key with its contents, files as well."""
    key = request.POST.get("once", "")
    if not key:
        return ""
    sent = sorted(
        (name, value)
        for name in request.POST
        if name != "csrfmiddlewaretoken"
        for value in request.POST.getlist(name)
    )
    sent += sorted((name, _digest(file)) for name in request.FILES for file in request.FILES.getlist(name))
    # A double tap gives the same key; a form that one goes back to and changes is another act.
    return sha256(repr((request.path, sent)).encode()).hexdigest()


def _digest(file: UploadedFile[bytes]) -> str:
    """Of the contents; they can be read again afterwards."""
    hashed = sha256()
    for part in file.chunks():
        hashed.update(part)
    file.seek(0)
    return hashed.hexdigest()


def attempt(form: ActForm, act: Callable[[], Any], name: Name | None = None) -> Any:
    """Do ``act`` with a form that is valid; None when the form is not or the act refuses."""
    if not form.is_valid():
        return None
    try:
        return act()
    except Refusal as refusal:
        # The form says why, and keeps what was typed.
        form.refusal = refusal
        form.refuse(refusal, name)
        return None


def user_of(request: HttpRequest) -> User:
    """Who is signed in."""
    user = request.user
    if not isinstance(user, User):
        raise Denied("see_desk")
    return user


def denied_page(request: HttpRequest, denied: Denied) -> HttpResponse:
    return render(request, "tournaments/desk/denied.html", {"act": act_name(denied.act)}, status=403)


def refused_page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The sentence, and the way back to where the form was."""
    sentence = refusal_sentence(refusal.code, refusal.params)
    back = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}):
        back = reverse("desk")
    context = {"sentence": sentence, "back": back}
    return render(request, "tournaments/desk/refused.html", context, status=409)


def is_queued(request: HttpRequest) -> bool:
    return FOR in request.headers


def is_for_another(request: HttpRequest) -> bool:
    """Whether somebody else is signed in than the one who has filled the form in."""
    return is_queued(request) and request.headers[FOR] != str(request.user.pk)


def sign_in_answer() -> HttpResponse:
    """Nothing is done; the page goes on keeping the form."""
    return JsonResponse({"sign_in": True}, status=401)


def answered_form(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Answer a form from a page that keeps it, where it is done."""
    if response.status_code == 302:
        # One that comes late is told what would have stood on the next page, which nobody is about to see.
        # As HTML: the article that a message cites is a link.
        texts = [
            conditional_escape(message.message)
            for message in (get_messages(request) if LATE in request.headers else ())
        ]
        response = JsonResponse({"next": response["Location"], "said": texts})
    if response.status_code < 400:
        response[ANSWER] = DONE
    return response
