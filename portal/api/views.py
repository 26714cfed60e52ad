"""The views that the apps' views of the interface are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from hashlib import sha256
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from drf_spectacular.renderers import OpenApiYamlRenderer
from rest_framework.exceptions import NotFound
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from portal.accounts.models import AccessToken, User
from portal.api.authentication import ByCaller, TokenAuthentication
from portal.api.bodies import MOST_BYTES, Body, check_size
from portal.api.problems import Problem
from portal.api.reference import described
from portal.api.schema import document
from portal.identity.granted import GrantedToken
from portal.journal.origin import network_of, origin
from portal.published.answers import matches, version_asked
from portal.published.documents import plain_value
from portal.published.renderers import FOR_ALL_SITES, JSON
from portal.published.views import page_or_file
from portal.web.words import Words


class OnlyJSON(BaseContentNegotiation):
    """Answer in the one form that there is, whatever is asked for."""

    def select_parser(self, request: Request, parsers: Iterable[Any]) -> Any:
        wanted = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == wanted), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[Any], format_suffix: str | None = None
    ) -> tuple[Any, str]:
        only = next(iter(renderers))
        return only, only.media_type


def _as_read(request: Request) -> str:
    """Give the method; HEAD is a GET of which only the head is sent."""
    return "GET" if request.method == "HEAD" else request.method or ""


class ApiView(APIView):
    """Ask for a token with the scope that ``scopes`` names for the method."""

    authentication_classes = [TokenAuthentication]
    throttle_classes = [ByCaller]
    content_negotiation_class = OnlyJSON
    scopes: ClassVar[Mapping[str, str]] = {}
    # The parameters that an address may have.
    queries: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    rate_scope = "api"
    most_bytes = MOST_BYTES
    # No OPTIONS: the description says what is answered, and scripts of other sites send no tokens.
    http_method_names = ["get", "head", "post"]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with ExitStack() as self.until_answered:
            return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        network = network_of(request.META.get("REMOTE_ADDR", ""))
        token = f" #{request.auth.pk}" if request.auth else ""
        self.until_answered.enter_context(origin(f"api{token} {network}".strip()))
        check_size(request, self.most_bytes)
        names_known = self.queries.get(_as_read(request), ())
        for name, values in request.query_params.lists():
            # No column holds a NUL, and PostgreSQL takes it for a fault of ours.
            if name not in names_known or any("\0" in value for value in values):
                raise Problem(400, "bad-query", name=name)

    def check_permissions(self, request: Request) -> None:
        scope = self.scopes.get(_as_read(request))
        if scope is None:
            return
        if scope not in self.token.scopes:
            raise Problem(403, "no-scope", scope=scope)

    @property
    def user(self) -> User:
        user = self.request.user
        if not isinstance(user, User):
            raise Problem(401, "no-token")
        return user

    @property
    def token(self) -> AccessToken | GrantedToken:
        if not isinstance(self.request.auth, AccessToken | GrantedToken):
            raise Problem(401, "no-token")
        return self.request.auth

    def body(self, kind: type[Body]) -> dict[str, Any]:
        """What was sent, checked, as the arguments of its act."""
        form = kind(data=self.request.data)
        form.is_valid(raise_exception=True)
        return form.arguments()

    def page(
        self,
        rows_found: QuerySet[Any],
        shape: Callable[[Any], Any],
        *,
        ordering: Sequence[str] = ("pk",),
    ) -> Response:
        pages = Pages(*ordering)
        rows: Sequence[Model] = pages.paginate_queryset(rows_found, self.request, view=self) or []
        return Response(
            {
                "next": pages.get_next_link(),
                "previous": pages.get_previous_link(),
                "results": [plain_value(shape(row)) for row in rows],
            }
        )


# Headers that a script of another site may send, besides those that need no asking.
ASKED_WITH = ("Content-Type", "If-None-Match")
# Seconds for which a browser need not ask again.
KNOWN_FOR = 86_400


class PublicView(ApiView):
    """Answer what everybody may read: no token is looked at, and scripts of every site may ask."""

    authentication_classes = []
    rate_scope = "public"
    http_method_names = [*ApiView.http_method_names, "options"]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        # A preflight asks about the address, whatever stands behind its question mark; it counts for nothing.
        if request.method != "OPTIONS":
            super().initial(request, *args, **kwargs)

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        """Answer what browsers ask before they let a script of another site ask (CORS). Nothing of a
        token."""
        headers = {
            "Access-Control-Allow-Methods": ", ".join(self.allowed_methods),
            "Access-Control-Allow-Headers": ", ".join(ASKED_WITH),
            "Access-Control-Max-Age": str(KNOWN_FOR),
            "Allow": ", ".join(self.allowed_methods),
        }
        return Response(status=204, headers=headers)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        done = super().finalize_response(request, response, *args, **kwargs)
        for name, value in FOR_ALL_SITES.items():
            done.headers[name] = value
        return done


class PublicList(PublicView):
    """A list; who has the page gets 304."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        done = super().finalize_response(request, response, *args, **kwargs)
        if done.status_code != 200:
            return done
        done.render()
        etag = f'"{sha256(done.content).hexdigest()[:20]}"'
        done.headers["ETag"] = etag
        done.headers["Cache-Control"] = "no-cache"
        if matches(request.headers.get("If-None-Match", ""), etag):
            done.status_code = 304
            done.content = b""
        return done


class Description(PublicView):
    """The description itself, as YAML."""

    throttle_classes = []
    schema = None

    def get(self, request: Request) -> HttpResponse:
        text = OpenApiYamlRenderer().render(described("en"), renderer_context={})
        return HttpResponse(text, content_type="application/yaml; charset=utf-8")


class DocumentView(PublicView):
    """A published page as JSON: the answer of the front, for those whom the front lets through. ``path``, the
    page's, is made of the parts of the address."""

    throttle_classes = []
    path = ""
    queries = {"GET": ("v",)}

    @property
    def default_response_headers(self) -> dict[str, str]:
        # None of the framework's: the front knows nothing of them.
        return {}

    def get(self, request: Request, **parts: Any) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        if query and query != f"v={version_asked(query)}":
            raise Problem(400, "bad-query", name="v")
        return page_or_file(request._request, self.path_of(parts), JSON)

    def path_of(self, parts: dict[str, Any]) -> str:
        return self.path.format(**parts)


def document_view(path: str, kind: str, summary: Words, page: type) -> type[DocumentView]:
    """Make the view of a document: ``page`` is the dataclass that the published page at ``path`` shows."""

    class View(DocumentView):
        __doc__ = DocumentView.__doc__

        @document(kind, summary, page)
        def get(self, request: Request, **parts: Any) -> HttpResponse:
            return super().get(request, **parts)

    View.path = path
    return View


class Pages(CursorPagination):
    """Cut a list into pages: ``?limit=`` up to 200, ``?cursor=`` as the answer before gave it."""

    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200

    def __init__(self, *ordering: str) -> None:
        self.ordering = ordering or ("pk",)

    def get_ordering(self, request: Any, queryset: Any, view: Any) -> tuple[str, ...]:
        return tuple(self.ordering)

    def paginate_queryset(self, queryset: Any, request: Any, view: Any = None) -> Any:
        first, meta = self.ordering[0].removeprefix("-"), queryset.model._meta
        self.field = meta.pk if first == "pk" else meta.get_field(first)
        return super().paginate_queryset(queryset, request, view)

    def decode_cursor(self, request: Any) -> Any:
        try:
            cursor = super().decode_cursor(request)
            if cursor is not None and cursor.position is not None:
                # Whoever makes a cursor up can write anything where the column has a number or a day.
                self.field.to_python(cursor.position)
        except (NotFound, ValueError, ValidationError):
            raise Problem(400, "bad-cursor") from None
        return cursor

    def get_page_size(self, request: Any) -> int:
        size_text = request.query_params.get(self.page_size_query_param)
        if size_text is None:
            return self.page_size
        if not (
            size_text.isascii() and size_text.isdigit() and 1 <= int(size_text[:9]) <= self.max_page_size
        ):
            raise Problem(400, "bad-query", name="limit")
        return int(size_text)
