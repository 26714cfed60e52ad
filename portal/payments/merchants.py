"""Find the accounts with payment providers that the settings name, in ``PAYMENT_PROVIDERS``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import Promise
from django.utils.module_loading import import_string

from portal import plugged
from portal.ops.extras import extra_of, missing_extra
from portal.payments.provider import Provider
from portal.payments.stand_in import NAME, WORDS, StandIn, is_on

# What is ours of the options of a merchant; the others are the provider's.
PORTAL_OPTIONS = ("provider", "label", "organisation")
_NAME = re.compile(r"[a-z0-9-]{1,40}")


@dataclass(frozen=True, slots=True)
class Merchant:
    name: str
    # What payers press.
    label: str | Promise
    # The URL name of that whose events use it, and of those below; empty for all events of the site.
    organisation: str
    # It knows the secrets, and is not printed.
    provider: Provider = field(repr=False)


def merchants() -> dict[str, Merchant]:
    """Give them by name; raise `ImproperlyConfigured`, which names no secret."""
    providers = {name: _merchant(name, options) for name, options in settings.PAYMENT_PROVIDERS.items()}
    if is_on():
        providers[NAME] = Merchant(NAME, WORDS, "", StandIn({}))
    return providers


def _provider(name: str) -> Callable[[dict[str, str]], Provider]:
    """Find a dotted path, or the name in another package's `qiyuan.payments`; raise ImportError."""
    if "." in name:
        by_path: Callable[[dict[str, str]], Provider] = import_string(name)
        return by_path
    brought: dict[str, Callable[[dict[str, str]], Provider]] = {}
    plugged.load("qiyuan.payments", brought.setdefault)
    if name not in brought:
        raise ImportError(name)
    return brought[name]


def _merchant(name: str, options: Mapping[str, Any]) -> Merchant:
    options_of_ours = {key: str(options.get(key, "")) for key in PORTAL_OPTIONS}
    options_of_provider = {key: str(value) for key, value in options.items() if key not in PORTAL_OPTIONS}
    if not _NAME.fullmatch(name) or name == NAME:
        raise ImproperlyConfigured(f"PAYMENT_PROVIDERS: {name!r} is no name of small letters and digits.")
    try:
        provider = _provider(options_of_ours["provider"])(options_of_provider)
    except ModuleNotFoundError as error:
        extra = extra_of(error)
        if extra is None:
            raise ImproperlyConfigured(f"PAYMENT_PROVIDERS: {name}: {type(error).__name__}.") from None
        raise ImproperlyConfigured(missing_extra(extra, f"PAYMENT_PROVIDERS: {name}")) from None
    except (ImportError, KeyError, ValueError) as error:
        # The error's own text may quote an option.
        raise ImproperlyConfigured(f"PAYMENT_PROVIDERS: {name}: {type(error).__name__}.") from None
    return Merchant(name, options_of_ours["label"] or name, options_of_ours["organisation"], provider)
