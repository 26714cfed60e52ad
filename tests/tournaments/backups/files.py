"""An event into a file and back, and files that somebody has changed."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable

from django.apps import apps

from portal.accounts.models import User
from portal.backup.archive import Reader
from tournaments.acts.backups import restore_event, write_event
from tournaments.acts.public.publication import republish
from tournaments.models import Event

NOT_CARRIED = {
    *("portal.User", "portal.AccessToken", "portal.Job", "portal.Rendered", "portal.Picture"),
    *(
        "portal.PushKey",
        "portal.AccountFollow",
        "portal.IdentityKey",
        "portal.DeviceGrant",
        "portal.PushDevice",
        "portal.AccountFollow",
        "portal.Subscription",
        "portal.SuppressedAddress",
        "portal.Notice",
        "portal.PushMessage",
    ),
    *("portal.Webhook", "portal.Delivery", "tournaments.Erasure", "tournaments.Invitation"),
    *(
        "tournaments.PlayerLink",
        "tournaments.PrivatePage",
        "tournaments.PrivateStamp",
        "tournaments.CaptainLink",
        "games.TableLink",
        # Its address may hold a secret, and what is restored is no longer played.
        "games.Relay",
        # Read from the photo again, should anybody need them.
        "games.SheetCells",
        "tournaments.Correction",
        "tournaments.Series",
    ),
    "tournaments.FormerOrganisationAddress",
    *("tournaments.Paper", "tournaments.Backup", "tournaments.Restoration", "tournaments.FormerAddress"),
    "tournaments.KeptEvent",
    *("tournaments.Site", "tournaments.Creator", "tournaments.SearchKey", "tournaments.Merger"),
    # The ratings that an organisation computes are its own, not an event's.
    *("tournaments.RatingSystem", "tournaments.SystemRules", "tournaments.RatingPeriod"),
    # The site fetches its lists, an organisation says what its norms are.
    *("tournaments.ListAddress", "tournaments.NormTable", "tournaments.NormTable_sections"),
    "tournaments.KeptPreset",
    *("tournaments.PlaceNorm", "tournaments.PlaceNorm_sections"),
    *("tournaments.PercentNorm", "tournaments.PercentNorm_sections"),
    *("tournaments.RatedSection", "tournaments.RatingAdjustment"),
    *("tournaments.ListVersion", "tournaments.ListInput", "tournaments.ListRow"),
    # Licences are of persons, not of events.
    *("tournaments.LicenceKind", "tournaments.Licence"),
    # So are its circuits.
    *("tournaments.Circuit", "tournaments.CircuitCategory", "tournaments.CircuitSection"),
    *("tournaments.CircuitBonus", "tournaments.CircuitVersion", "tournaments.CircuitPlace"),
    *("tournaments.RatingList", "tournaments.ListedPlayer", "tournaments.SentList", "tournaments.Distinct"),
    *(
        "games.GameCollection",
        "games.CollectedGame",
        "games.RecordArchive",
        "games.ArchivePart",
        "games.ArchiveLine",
    ),
    *(
        "tournaments.Payment",
        "tournaments.ProviderNotice",
        "tournaments.Receipt",
        "tournaments.ReceiptSeries",
    ),
    *("tournaments.Organisation", "tournaments.Office", "tournaments.Handover", "tournaments.Mark"),
    *("tournaments.PersonContact", "tournaments.Portrait"),
}
"""``docs/operate/backup.md`` says why."""


def backup_of(event: Event) -> bytes:
    with io.BytesIO() as file:
        write_event(event, file)
        return file.getvalue()


def restore(body: bytes, slug: str, by: User) -> Event:
    answer = restore_event(reader=Reader(io.BytesIO(body)), slug=slug, by=by)
    return Event.objects.get(pk=answer["event"])


def published(body: bytes, slug: str, by: User) -> Event:
    """Restored, and put before the public."""
    event = restore(body, slug, by)
    republish(event=event, what="event", by=by)
    return event


def flipped(body: bytes) -> bytes:
    at = body.index(b"tournaments/results.jsonl") + 200
    return body[:at] + bytes([body[at] ^ 1]) + body[at + 1 :]


def everything_there_is() -> dict[str, int]:
    return {model._meta.label: model._base_manager.count() for model in apps.get_models()}


def forged(body: bytes, change: Callable[[dict[str, bytes]], None]) -> bytes:
    """The same backup with changed members, digests made to fit."""
    from hashlib import sha256

    from portal.backup.archive import MANIFEST, _digest_of

    with zipfile.ZipFile(io.BytesIO(body)) as members:
        there = {name: members.read(name) for name in members.namelist()}
    change(there)
    manifest = json.loads(there.pop(MANIFEST))
    manifest.pop("digest")
    signature = manifest.pop("signature")
    message = manifest["members"]
    manifest["members"] = {
        name: {
            **message.get(name, {"rows": 1} if name.endswith("jsonl") else {}),
            "size": len(part),
            "sha256": sha256(part).hexdigest(),
        }
        for name, part in there.items()
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as members:
        for name, part in there.items():
            members.writestr(name, part)
        members.writestr(
            MANIFEST, json.dumps({**manifest, "digest": _digest_of(manifest), "signature": signature})
        )
    return out.getvalue()


def edit(member: str, old: bytes, new: bytes) -> Callable[[dict[str, bytes]], None]:
    def change(there: dict[str, bytes]) -> None:
        assert old in there[member]
        there[member] = there[member].replace(old, new, 1)

    return change
