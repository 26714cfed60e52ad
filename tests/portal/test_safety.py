"""Unsafe values are refused, a hall is not locked out, scanners do not fill the log."""

import logging
import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from portal.accounts.models import User
from portal.checks import public_site


def check(**environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=settings.BASE_DIR,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_debug_is_refused_where_others_can_see_it() -> None:
    refused = check(DEBUG="1", PUBLIC_URL="http://qiyuan.example")
    assert refused.returncode != 0
    assert "DEBUG shows secrets to everybody" in refused.stderr
    assert check(DEBUG="1", PUBLIC_URL="http://127.0.0.1:8000").returncode == 0


def test_processes_that_count_apart_are_named_where_that_is_known(settings) -> None:
    def named() -> set[str | None]:
        return {message.id for message in public_site(None)}

    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    settings.BROKER_URL = "filesystem://"
    assert "qiyuan.W002" not in named()
    settings.BROKER_URL = "redis://broker:6379/0"
    assert "qiyuan.W002" in named()
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache"}}
    assert "qiyuan.W002" not in named()


@pytest.fixture
def fresh_limits() -> None:
    cache.clear()


def wrong(client: Client, name: str) -> None:
    client.post("/en/account/login/", {"login": name, "password": "wrong wrong wrong"})


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("fresh_limits")
def test_wrong_names_from_one_address_do_not_lock_the_hall_out(client: Client) -> None:
    User.objects.create_user("bob", password="right right right")
    for n in range(15):
        wrong(client, f"nobody{n}")
    answer = client.post("/en/account/login/", {"login": "bob", "password": "right right right"})
    assert answer.status_code == 302


@pytest.mark.django_db
@pytest.mark.usefixtures("fresh_limits")
def test_guessing_at_one_name_is_stopped(client: Client) -> None:
    User.objects.create_user("bob", password="right right right")
    for _ in range(21):
        wrong(client, "bob")
    answer = client.post("/en/account/login/", {"login": "bob", "password": "right right right"})
    assert answer.status_code == 200
    assert "Too many" in answer.content.decode()


@pytest.mark.django_db
def test_another_host_is_refused_without_a_line_in_the_log(client: Client) -> None:
    assert client.get("/en/account/login/", headers={"host": "evil.example"}).status_code == 400
    refusals = logging.getLogger("django.security.DisallowedHost")
    assert not refusals.propagate
    assert any(type(handler) is logging.NullHandler for handler in refusals.handlers)
