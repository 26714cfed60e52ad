"""How long it takes until the phones of 2,000 and 10,000 players of a round have heard of it. A push
service answers after 100 ms, over TLS on the same machine. And by how much the transaction that publishes
is longer for it. SQLite, one process that sends, one that receives.

To reach: 10 s and 45 s, each phone exactly once, publishing not longer by more than 0.1 s.
"""

from __future__ import annotations

import asyncio
import os
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks import shortest
from tests.browser.site import Site
from tests.browser.tls import certify
from tests.services import free_port

GOALS = shortest({2_000: 10.0, 10_000: 45.0}, {20: 10.0})
LONGER = 0.1
PAUSE = 0.1
Figures = dict[str, float]


async def _serve(port: int, certificate: str) -> None:
    """Until its input ends; then it prints how many messages came, and to how many phones."""
    got: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                length = next(
                    line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")
                )
                await reader.readexactly(int(length.partition(b":")[2]))
                await asyncio.sleep(PAUSE)
                got.append(head.split(b" ", 2)[1])
                writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server = await asyncio.start_server(answer, "127.0.0.1", port, ssl=context, backlog=256)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    server.close()
    print(len(got), len(set(got)), flush=True)


def measured(followers: int, service: str) -> Figures:
    """In the process of an installation."""
    from django.conf import settings
    from django.db import transaction
    from django.db.models import Q

    from portal import outbox
    from portal.outbox.enqueueing import wake
    from portal.push.keys import base64url, public_point
    from portal.push.models import PushDevice, PushMessage, Subscription
    from tests import factories, large
    from tests.portal.push.service import Phone
    from tournaments.models import PlayerLink
    from tournaments.pages.followed_scopes import proof_of_link, scope_of_entry, under_event
    from tournaments.pages.notifications import notify_followers_of_round

    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    section = factories.make_section(factories.make_event("told"), rounds=3)
    entries = large.make_players(section, followers)
    round_ = large.publish(section, 1)
    version = round_.versions.select_related("round__section__event").get()

    def published() -> float:
        begin = time.monotonic()
        with transaction.atomic():
            notify_followers_of_round(version)
        return time.monotonic() - begin

    # A process that has just been started pays for its broker with the first wake-up, whatever it is for.
    wake(outbox.FAST, 0)
    alone = published()
    links = PlayerLink.objects.bulk_create(
        [PlayerLink(entry=entry, salt="", secret_digest=f"{entry.pk}") for entry in entries], batch_size=500
    )
    # All have one key: making ten thousand is the phones' work.
    phone = Phone("")
    keys = {"p256dh": base64url(public_point(phone.private)), "auth": base64url(phone.secret)}
    devices = PushDevice.objects.bulk_create(
        [
            PushDevice(endpoint=f"{service}/{key}", digest=str(key), language="en", time_zone="UTC", **keys)
            for key in range(followers)
        ],
        batch_size=500,
    )
    under = under_event(section.event_id)
    Subscription.objects.bulk_create(
        [
            Subscription(
                device=device,
                scope=scope_of_entry(entry.pk),
                under=under,
                proof=proof_of_link(link.pk),
                topics=["paired"],
            )
            for device, entry, link in zip(devices, entries, links, strict=True)
        ],
        batch_size=500,
    )
    begin = time.monotonic()
    used = time.process_time()
    longer = published() - alone
    while outbox.run_next(keys=Q(key__startswith="notice:") | Q(key__startswith="push:")) is not None:
        pass
    seconds = time.monotonic() - begin
    sent = PushMessage.objects.filter(state=PushMessage.State.SENT).count()
    return {"seconds": seconds, "processor": time.process_time() - used, "sent": sent, "longer": longer}


def main() -> None:
    print("| followers | sent | s | goal | s of processor | publishing longer by, s | goal |")
    print("|---|---|---|---|---|---|---|")
    for followers, goal in GOALS.items():
        with tempfile.TemporaryDirectory(prefix="qiyuan-bench-") as folder:
            certificate, port = Path(folder) / "push.pem", free_port()
            certify(certificate)
            os.environ["SSL_CERT_FILE"] = str(certificate)
            site = Site(Path(folder), free_port())
            site.install("ready")
            serving = f"from tests.benchmarks.notifications import serve; serve({port}, {str(certificate)!r})"
            with subprocess.Popen(
                [sys.executable, "-c", serving], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            ) as service:
                assert service.stdout is not None
                service.stdout.readline()
                program = (
                    "from tests.benchmarks.notifications import measured\n"
                    f"answer = measured({followers}, 'https://localhost:{port}')"
                )
                row = site.ask(program, timeout=900)
                came, phones = service.communicate("")[0].split()
            assert (int(came), int(phones), row["sent"]) == (followers, followers, followers)
        reached = "reached" if row["seconds"] <= goal else "MISSED"
        print(
            f"| {followers} | {row['sent']:g} | {row['seconds']:.1f} | {goal:g} {reached} "
            f"| {row['processor']:.1f} | {row['longer']:.3f} "
            f"| {LONGER:g} {'reached' if row['longer'] <= LONGER else 'MISSED'} |"
        )


def serve(port: int, certificate: str) -> None:
    asyncio.run(_serve(port, certificate))


if __name__ == "__main__":
    main()
