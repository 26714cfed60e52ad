"""``PUBLIC_URL`` is read as browsers send it, or refused in words before anything starts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from portal.web.public_url import encoded_host, read_public_url


@pytest.mark.anywhere
@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://qiyuan.example/", "https://qiyuan.example"),
        (" https://Qiyuan.Example. ", "https://qiyuan.example"),
        ("HTTPS://qiyuan.example:443", "https://qiyuan.example"),
        ("http://192.168.1.10:80", "http://192.168.1.10"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("http://[0:0::1]:8000", "http://[::1]:8000"),
        ("https://müller.de", "https://xn--mller-kva.de"),
        ("https://棋院.中国", "https://xn--31vo68g.xn--fiqs8s"),
        ("https://xn--mller-kva.de", "https://xn--mller-kva.de"),
        ("https://bücher。example:8443", "https://xn--bcher-kva.example:8443"),
        ("http://hall", "http://hall"),
    ],
)
def test_an_address_is_read_as_browsers_send_it(text: str, address: str) -> None:
    assert str(read_public_url(text)) == address


@pytest.mark.anywhere
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "must begin with https://"),
        ("qiyuan.example", "as in https://qiyuan.example"),
        ("qiyuan.example:8000", "must begin with https://"),
        ("//qiyuan.example", "must begin with https://"),
        ("ftp://qiyuan.example", "ftp:// is not spoken here"),
        ("https://qiyuan.example/chess", "a host of its own"),
        ("https://qiyuan.example/?a=b", "a host of its own"),
        ("https://qiyuan.example#top", "a host of its own"),
        ("https://", "names no host"),
        ("https://qiyuan.example:port", "no address"),
        ("https://qiyuan.example:0", "port 0"),
        ("https://qi_yuan.example", "letters, digits, points and hyphens"),
        ("https://*.qiyuan.example", "letters, digits, points and hyphens"),
        ("https://.qiyuan.example", "no name that a host can have"),
        ("https://my site.example", "letters, digits, points and hyphens"),
        ("https://straße.example", "xn--"),
        ("https://300.1.1.1", "version 4"),
        ("https://[::zz]", "no address"),
    ],
)
def test_what_no_browser_can_open_is_refused_in_words(text: str, why: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"PUBLIC_URL is ") as refused:
        read_public_url(text)
    assert why in str(refused.value)


@pytest.mark.anywhere
def test_a_password_is_not_repeated() -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        read_public_url("https://alice:secret@qiyuan.example")
    assert "secret" not in str(refused.value)


@pytest.mark.anywhere
def test_hosts_of_organisations_are_encoded_too() -> None:
    assert encoded_host("Schach.Müller.de") == "schach.xn--mller-kva.de"


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=settings.BASE_DIR,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "portal.settings",
            "ENV_FILE": os.devnull,
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
    )


ASK = """
import django; django.setup()
from django.test import Client
from django.conf import settings
client = Client(raise_request_exception=False)
hosts = ["xn--mller-kva.de", "xn--bcher-kva.example", "xn--schn-7qa.example"]
print([client.get("/health/live", secure=True, headers={"host": host}).status_code for host in hosts])
print(settings.PUBLIC_URL, settings.CSRF_TRUSTED_ORIGINS, settings.DEFAULT_FROM_EMAIL)
"""


@pytest.mark.slow
def test_a_site_with_an_international_name_answers(tmp_path: Path) -> None:
    answer = run(
        "-c",
        ASK,
        PUBLIC_URL="https://müller.de",
        ORGANISATION_HOSTS="bücher.example=wxf",
        EXTRA_HOSTS="schön.example",
        DATA_DIR=str(tmp_path),
    )
    assert answer.returncode == 0, answer.stderr
    codes, address = answer.stdout.splitlines()
    assert "400" not in codes
    assert address == (
        "https://xn--mller-kva.de ['https://xn--mller-kva.de'] Qiyuan <noreply@xn--mller-kva.de>"
    )


@pytest.mark.slow
@pytest.mark.parametrize("command", [("manage.py", "check"), ("-c", "import portal.wsgi")])
def test_it_is_refused_at_check_and_at_start(command: tuple[str, str], tmp_path: Path) -> None:
    refused = run(*command, PUBLIC_URL="https://qiyuan.example/chess", DATA_DIR=str(tmp_path))
    assert refused.returncode != 0
    assert refused.stderr.rstrip().endswith(
        "PUBLIC_URL is https://qiyuan.example/chess: Qiyuan needs a host of its own. "
        "Leave away what stands behind the host."
    )
