"""Make secrets that stand in an address: private links of people and offices, and invitations by e-mail.

A secret is made from a salt that is stored and the site's key, which is not: who prints or sends it can make
it again, and who has only the database cannot. Stored beside the salt is the secret's digest, by which the
address is found; so a link that was handed out still works when the site's key has changed.
"""

from __future__ import annotations

import logging
import re
import secrets
from hashlib import sha256
from typing import TypedDict

from django.utils.crypto import salted_hmac

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
LENGTH = 26
_SAME = str.maketrans("oil", "011")

# Behind which a secret stands in an address: logs, reports, search engines and other sites are told nothing
# more. ``docs/deploy/nginx.conf`` has the same; a test compares both with the site's addresses.
PLACES = (
    "p",
    "t",
    "b",
    "a",
    "q",
    "c",
    "invitation",
    "pay/stand-in",
    "pay",
    "account/reset",
    "account/address",
    "notifications/confirm",
    "notifications/list",
)
_BEFORE = rf"/(?:{'|'.join(PLACES)})/"
# In a text, with capitals or without, as it is or in the query of another address. Group 1 may be shown.
SECRET_ADDRESS = re.compile(
    rf"({_BEFORE.replace('/', '(?:/|%2F)')})[^/\s\"'%]{{8,}}",
    re.IGNORECASE,
)
# The beginning of the path of such an address.
SECRET_PATH = re.compile(rf"(?:/[a-z-]+)?{_BEFORE}.", re.IGNORECASE)


class Stored(TypedDict):
    """What is kept of a secret."""

    salt: str
    secret_digest: str


def new_secret(kind: str) -> Stored:
    """Of a secret that nobody has had before."""
    salt = secrets.token_hex(16)
    return {"salt": salt, "secret_digest": digest(secret_from(kind, salt))}


# 130 bits in the letters and digits of Crockford's alphabet, in small letters: no two of them look alike, and
# typed in capitals they are the same.
def secret_from(kind: str, salt: str) -> str:
    """The secret of ``salt`` under the present key of this site."""
    number = int.from_bytes(salted_hmac(f"qiyuan.{kind}", salt, algorithm="sha256").digest())
    return "".join(ALPHABET[(number >> (5 * place)) & 31] for place in range(LENGTH))


def as_made(secret: str) -> str:
    """As `secret_from` had it, however it was typed."""
    return secret.lower().translate(_SAME)


def digest(secret: str) -> str:
    """Under which a secret is stored and found, however it was typed."""
    return sha256(as_made(secret).encode()).hexdigest()


def secret_again(kind: str, salt: str, stored: str) -> str:
    """Make the secret once more; empty when the site's key has changed since it was made."""
    secret = secret_from(kind, salt)
    return secret if digest(secret) == stored else ""


# Logs are read by more people than hold the link.
class HideSecrets(logging.Filter):
    """Show in logs where a secret stood in an address."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        hidden = SECRET_ADDRESS.sub(r"\1…", message)
        if hidden != message:
            record.msg, record.args = hidden, ()
        return True
