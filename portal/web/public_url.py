"""Write the address of the site and of other hosts as browsers send them: small letters, encoded, no usual
port."""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import NamedTuple
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

PORTS = {"http": 80, "https": 443}
# What the two versions of the standard for international names encode differently (UTS 46, section 7).
READ_OTHERWISE = re.compile("[ßẞς\u200c\u200d]")
LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")


# What would answer every request with 400 is refused in words here, when the settings are read.
class PublicUrl(NamedTuple):
    scheme: str
    # As it stands in `ALLOWED_HOSTS`: an address of version 6 in brackets.
    host: str
    port: int | None

    def __str__(self) -> str:
        return f"{self.scheme}://{self.host}" + (f":{self.port}" if self.port else "")


def read_public_url(text: str) -> PublicUrl:
    """Read ``PUBLIC_URL``; raise ImproperlyConfigured, with what to write instead."""
    stripped = text.strip()
    try:
        parts = urlsplit(stripped)
        name, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise _refused(text, f"this is no address ({error}).") from None
    if parts.username is not None or parts.password is not None:
        # Not repeated: what stands there may be a password.
        raise ImproperlyConfigured("PUBLIC_URL has a user name or a password in it: leave them out.")
    if "://" not in stripped or not parts.scheme:
        raise _refused(text, f"it must begin with https://, as in https://{stripped or 'your.site'}.")
    if parts.scheme not in PORTS:
        raise _refused(text, f"{parts.scheme}:// is not spoken here. Begin it with https://.")
    if parts.path.strip("/") or parts.query or parts.fragment or stripped.endswith(("?", "#")):
        raise _refused(text, "Qiyuan needs a host of its own. Leave away what stands behind the host.")
    if not name:
        raise _refused(text, "it names no host.")
    try:
        host = encoded_host(f"[{name}]" if ":" in name else name)
    except ValueError as error:
        raise _refused(text, str(error)) from None
    if port == 0:
        raise _refused(text, "nothing listens on port 0.")
    return PublicUrl(parts.scheme, host, None if port == PORTS[parts.scheme] else port)


def encoded_host(name: str) -> str:
    """Write ``Müller.example`` as ``xn--mller-kva.example``; raise ValueError, with what is wrong."""
    bare = name.strip().lower().removesuffix(".")
    if bare.startswith("["):
        try:
            return f"[{IPv6Address(bare[1:-1]).compressed}]"
        except AddressValueError:
            raise ValueError(f"{name} is no address of version 6.") from None
    if READ_OTHERWISE.search(bare):
        raise ValueError(f"browsers do not agree on how to encode {name}. Write it in its form with xn--.")
    try:
        host = bare.encode("idna").decode("ascii").lower()
    except UnicodeError:
        raise ValueError(f"{name} is no name that a host can have.") from None
    labels = host.split(".")
    if not all(LABEL.fullmatch(label) for label in labels):
        raise ValueError(f"{name} is no name that a host can have: letters, digits, points and hyphens.")
    if labels[-1].isdecimal():
        try:
            IPv4Address(host)
        except AddressValueError:
            raise ValueError(f"{name} is no address of version 4.") from None
    return host


def encoded_setting(setting: str, name: str) -> str:
    try:
        return encoded_host(name)
    except ValueError as error:
        raise ImproperlyConfigured(f"{setting}: {error}") from None


def _refused(text: str, why: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"PUBLIC_URL is {text or 'empty'}: {why}")
