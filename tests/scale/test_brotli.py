"""nginx shows a page of the folder as Brotli to who takes it, as gzip or plain to others: the same page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import brotli
import pytest

from portal import outbox, published
from portal.published.folder import Folder
from portal.published.mirror import Mirror
from tests import factories, machine
from tests import nginx as nginx_site
from tests.nginx import Nginx
from tests.world import World

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("db")]
PAGE = "/en/e/cup/men/"


@pytest.fixture
def nginx(world: World, tmp_path: Path) -> Iterator[Nginx]:
    if packages := nginx_site.missing():
        pytest.skip(machine.missing(" ".join(packages)))
    if not nginx_site.BROTLI.exists():
        pytest.skip(machine.missing("libnginx-mod-http-brotli-static"))
    factories.announce(world.section)
    outbox.drain()
    published.get("e/cup/men/", "en")
    Mirror(Folder(tmp_path / "pages", brotli=True)).look()
    with nginx_site.running(nginx_site.make(tmp_path, pages=tmp_path / "pages", brotli=True)) as nginx:
        yield nginx


def test_who_takes_it_gets_brotli(nginx: Nginx) -> None:
    _, headers, plain = nginx.get(PAGE, Accept_Encoding="identity")
    assert "content-encoding" not in headers
    status, headers, packed = nginx.get(PAGE, Accept_Encoding="gzip, deflate, br, zstd")
    assert (status, headers["content-encoding"], headers["vary"]) == (200, "br", "Accept-Encoding")
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert brotli.decompress(packed) == plain
    _, headers, by_gzip = nginx.get(PAGE, Accept_Encoding="gzip")
    assert headers["content-encoding"] == "gzip"
    assert len(packed) < len(by_gzip) < len(plain)
    _, headers, _ = nginx.get(PAGE, Accept_Encoding="gzip, br")
    assert nginx.get(PAGE, Accept_Encoding="gzip, br", If_None_Match=headers["etag"])[0] == 304
