"""What goes to a device is what RFC 8291 says, and what RFC 8292 says of the site."""

from __future__ import annotations

from base64 import urlsafe_b64decode

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management import call_command

from portal.push.encryption import MOST, BadKeyError, checked_keys, encrypted
from portal.push.keys import base64url, public_point, site_key
from portal.push.models import PushDevice, PushKey
from portal.push.work import payload

# RFC 8291, section 5 and appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
OUR_PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
OUR_PUBLIC = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def raw(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_the_example_of_the_rfc() -> None:
    private = ec.derive_private_key(int.from_bytes(raw(OUR_PRIVATE)), ec.SECP256R1())
    assert base64url(public_point(private)) == OUR_PUBLIC
    assert base64url(encrypted(TEXT, P256DH, AUTH, private=private, salt=raw(SALT))) == BODY


def test_no_two_messages_are_alike() -> None:
    assert encrypted(TEXT, P256DH, AUTH) != encrypted(TEXT, P256DH, AUTH)


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", AUTH),
        (P256DH, ""),
        (P256DH[:-4], AUTH),
        (P256DH + "AAAA", AUTH),
        (P256DH, AUTH[:-4]),
        (P256DH, "ünicode"),
        ("*" * 87, AUTH),
        (base64url(b"\x04" + b"\x01" * 64), AUTH),
    ],
)
def test_a_key_that_is_none_is_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(BadKeyError):
        checked_keys(p256dh, auth)


def test_a_long_text_is_cut_to_what_a_message_holds() -> None:
    about = {"title": "棋" * 40, "body": "棋院" * 3000, "tag": "x"}
    assert MOST - 8 <= len(payload(about)) <= MOST


@pytest.mark.django_db
def test_the_key_is_made_once_and_signs_for_one_service() -> None:
    key = site_key()
    assert site_key().public == key.public
    assert PushKey.objects.count() == 1
    scheme, _, parameters = key.authorization("https://push.example").partition(" ")
    fields = dict(part.split("=", 1) for part in parameters.split(", "))
    about = jwt.decode(fields["t"], key.private.public_key(), ["ES256"], audience="https://push.example")
    assert (scheme, fields["k"]) == ("vapid", key.public)
    assert about["sub"].startswith(("mailto:", "https:"))


@pytest.mark.django_db
def test_another_key_ends_all_devices(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("push_keys")
    first = capsys.readouterr().out.strip()
    assert first == site_key().public
    PushDevice.objects.create(endpoint="https://localhost/a", digest="a", language="en", time_zone="UTC")
    call_command("push_keys", "--new")
    forgotten, second = capsys.readouterr().out.strip().split("\n")
    assert (forgotten, second) == ("Devices forgotten: 1", site_key().public)
    assert second != first
    assert not PushDevice.objects.exists()
