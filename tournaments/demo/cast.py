"""The accounts of the demonstration. All have one password, made at the first start of this machine and
kept beside its database: a password that stands in a source would open whatever the demonstration becomes."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction

from portal.accounts.models import User
from tournaments.models import Role


@dataclass(frozen=True, slots=True)
class DemoPart:
    """One account; ``role`` at every event, None for the site's administrator and a team's captain."""

    username: str
    first_name: str
    last_name: str
    role: Role | None


ADMIN = DemoPart("admin", "Ada", "Site", None)
CHIEF = DemoPart("chief", "Alice", "Tan", Role.CHIEF_ORGANISER)
REFEREE = DemoPart("referee", "Bob", "Keller", Role.CHIEF_REFEREE)
DESK = DemoPart("desk", "Grace", "Lim", Role.DESK)
# Goes from table to table.
TABLES = DemoPart("referee2", "Carol", "Nguyen", Role.REFEREE)
CAPTAIN = DemoPart("captain", "Henry", "Lau", None)
PARTS = (
    CHIEF,
    DemoPart("organiser", "Frank", "Ong", Role.ORGANISER),
    REFEREE,
    TABLES,
    DemoPart("referee3", "Dave", "Park", Role.REFEREE),
    DESK,
    DemoPart("supervisor", "Eve", "Moreau", Role.SUPERVISOR),
    CAPTAIN,
    ADMIN,
)


def password_file() -> Path:
    return settings.DATA_DIR / "demo-password"


def password() -> str:
    """The password of every demonstration account on this machine; made when there is none."""
    path = password_file()
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(9) + "\n")
    return path.read_text().strip()


def ensure_cast() -> dict[str, User]:
    """The accounts by user name. Those that are missing are made; the others keep what they have."""
    users = {user.username: user for user in User.objects.filter(username__in=[p.username for p in PARTS])}
    missing = [part for part in PARTS if part.username not in users]
    if missing:
        # Hashing is slow on purpose; these accounts share their password, so they may share its hash.
        hashed = make_password(password())
        with transaction.atomic():
            for part in missing:
                users[part.username] = User.objects.create(
                    username=part.username,
                    first_name=part.first_name,
                    last_name=part.last_name,
                    password=hashed,
                    is_staff=part is ADMIN,
                    is_superuser=part is ADMIN,
                )
    return users
