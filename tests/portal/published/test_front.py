"""The front answers what Django's view answers, header by header, and nothing that it is not sure of."""

import gzip

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client

from portal import outbox, published
from portal.accounts.models import User
from portal.published import memory as memory_module
from portal.published.front import Front
from portal.published.memory import Memory, memory
from portal.published.views import page
from tests.front import ADDRESS, ask

ETAG, PLAIN = "the page's", "the page's, not compressed"
NOW = "v=now"
REQUESTS = {
    "200": {},
    "200 in Chinese": {"path": "/zh-hans/e/x/men/"},
    "200 to HEAD": {"method": "HEAD"},
    "200 to an open page with an old version": {"query": "v=0"},
    "200 to somebody with another page": {"HTTP_IF_NONE_MATCH": '"other"'},
    "204 to an open page with this version": {"query": NOW},
    "204 to an open page whose address says more": {"query": f"fbclid=x&{NOW}&utm_source=y"},
    "200 to an address that somebody has shared": {"query": "fbclid=Iw_x-1&v=x"},
    "200 to who takes no gzip": {"HTTP_ACCEPT_ENCODING": "identity"},
    "200 to who refuses gzip": {"HTTP_ACCEPT_ENCODING": "gzip;q=0, br"},
    "200 to HEAD without gzip": {"method": "HEAD", "HTTP_ACCEPT_ENCODING": ""},
    "304 without gzip": {"HTTP_ACCEPT_ENCODING": "", "HTTP_IF_NONE_MATCH": PLAIN},
    "304": {"HTTP_IF_NONE_MATCH": ETAG},
    "304 to a tag that a proxy weakened": {"HTTP_IF_NONE_MATCH": f'"other", W/{ETAG}'},
    "304 to a star": {"HTTP_IF_NONE_MATCH": "*"},
    "200 to a cookie": {"HTTP_COOKIE": f"session={'a' * 32}; csrf={'b' * 32}"},
    "200 to a reader of another language": {"HTTP_ACCEPT_LANGUAGE": "zh-hans"},
}


def answer_to(query: str, version: int) -> str:
    return query.replace(NOW, f"v={version}")


@pytest.mark.parametrize("name", REQUESTS)
def test_the_front_and_the_view_give_the_same_answer(
    name: str, front_with_pages: Front, django: WSGIHandler
) -> None:
    request = dict(REQUESTS[name])
    response = published.get("e/x/men/", "en")
    request["query"] = answer_to(request.get("query", ""), response.version)
    if "HTTP_IF_NONE_MATCH" in request:
        tags = request["HTTP_IF_NONE_MATCH"].replace(PLAIN, f'"{response.etag}"')
        request["HTTP_IF_NONE_MATCH"] = tags.replace(ETAG, f'"{response.etag}-gz"')
    by_front = ask(front_with_pages, **request)
    by_django = ask(django, **request)
    assert by_front == by_django
    assert by_front[0] == int(name[:3])
    headers = dict(by_front[1])
    assert headers["Vary"] == "Accept-Encoding"
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert not {"Set-Cookie", "Last-Modified"} & set(headers)


@pytest.mark.slow
def test_under_https_behind_a_proxy_both_say_the_same_too(
    front_with_pages: Front, django: WSGIHandler, settings
) -> None:
    settings.PUBLIC_URL = "https://qiyuan.example"
    settings.ALLOWED_HOSTS = ["qiyuan.example"]
    settings.SECURE = settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = 3600
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    mine = Memory(limit=10)
    secure = Front(front_with_pages._django, mine)
    proxied = {"HTTP_HOST": "qiyuan.example", "HTTP_X_FORWARDED_PROTO": "https"}
    django.load_middleware()
    by_django = ask(django, **proxied)
    slots = memory.slots[ADDRESS]
    response = published.get("e/x/men/", "en")
    mine.remember(ADDRESS, slots.path, memory_module.shown_of(response))
    assert ask(secure, **proxied) == by_django
    assert dict(by_django[1])["Strict-Transport-Security"].startswith("max-age=3600")
    assert ask(secure, HTTP_HOST="qiyuan.example")[0] == 599, "plain http is Django's to redirect"


FALLS_THROUGH = {
    "another method": {"method": "POST"},
    "another host": {"HTTP_HOST": "evil.example"},
    "another scheme": {"wsgi.url_scheme": "https"},
    "an unknown address": {"path": "/en/e/x/women/"},
    "an address without its slash": {"path": "/en/e/x/men"},
    "a language in another case": {"path": "/EN/e/x/men/"},
    "an address in another case": {"path": "/en/E/x/men/"},
    "a language that is none": {"path": "/fr/e/x/men/"},
}


@pytest.mark.parametrize("name", FALLS_THROUGH)
def test_what_the_front_is_not_sure_of_falls_through_without_a_query(
    name: str, front_with_pages: Front, django_assert_num_queries
) -> None:
    with django_assert_num_queries(0):
        assert ask(front_with_pages, **FALLS_THROUGH[name])[0] == 599


def test_what_the_front_answers_costs_no_query(front_with_pages: Front, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        assert gzip.decompress(ask(front_with_pages)[2]).startswith(b"<!doctype html>")


def test_who_takes_no_gzip_gets_the_same_page_under_another_tag(
    front_with_pages: Front, django: WSGIHandler
) -> None:
    _, compressed, body = ask(django)
    status, plain, content = ask(django, HTTP_ACCEPT_ENCODING="")
    assert (status, gzip.decompress(body)) == (200, content)
    assert dict(plain)["ETag"] != dict(compressed)["ETag"]
    assert "Content-Encoding" not in dict(plain)


def test_a_change_is_known_after_one_refresh_of_one_query_for_all_pages(
    front_with_pages: Front, own_memory: Memory, django_assert_num_queries
) -> None:
    first = published.find("e/x/men/").version
    User.objects.create(username="wang")
    published.invalidate(under=["e/x/"])
    outbox.drain()
    second = published.find("e/x/men/").version
    assert b"wang" not in gzip.decompress(ask(front_with_pages)[2])
    with django_assert_num_queries(2):
        own_memory.refresh()
    assert b"wang" in gzip.decompress(ask(front_with_pages)[2])
    assert second > first
    assert ask(front_with_pages, query=f"v={first}")[0] == 200
    assert ask(front_with_pages, query=f"v={second}")[0] == 204
    published.Page.objects.update(changed_at="2020-01-01T00:00:00Z")
    with django_assert_num_queries(1):
        own_memory.refresh()


@pytest.mark.slow
def test_a_withdrawn_page_is_410_and_an_unknown_one_404(
    front_with_pages: Front, own_memory: Memory, django: WSGIHandler, client: Client
) -> None:
    published.unpublish("e/x/")
    own_memory.refresh()
    assert ask(front_with_pages)[0] == 599, "it is Django's again"
    status, headers, _ = ask(django)
    assert status == 410
    assert dict(headers)["Cache-Control"] == "no-cache"
    assert ask(django, "/en/e/never/")[0] == 404


def test_without_the_database_known_pages_are_shown_for_a_minute(
    front_with_pages: Front, own_memory: Memory
) -> None:
    heard = own_memory.heard
    environ = {"path": ADDRESS}

    def at(seconds: float, **request: str):
        own_memory.heard = heard - seconds
        return ask(front_with_pages, **(environ | request))

    assert at(59)[0] == 200
    assert at(59, query=f"v={published.find('e/x/men/').version}")[0] == 204
    status, headers, _ = at(61)
    assert status == 503
    assert int(dict(headers)["Retry-After"]) > 0
    assert dict(headers)["Cache-Control"] == "no-store"
    assert at(6, path="/en/e/other/")[0] == 503, "no thread may be held by a database that is silent"
    assert at(6, path="/health/pages")[0] == 599
    assert at(1, path="/en/e/other/")[0] == 599


def test_the_memory_is_bounded(pages) -> None:
    small = Memory(limit=3)
    response = published.get("e/x/men/", "en")
    for n in range(10):
        small.remember(f"/en/{n}/", f"{n}/", memory_module.shown_of(response))
    assert list(small.slots) == ["/en/7/", "/en/8/", "/en/9/"]


def test_only_reading_is_allowed(client: Client, pages) -> None:
    assert client.post(ADDRESS).status_code == 405
    assert page.__name__ == "page"
