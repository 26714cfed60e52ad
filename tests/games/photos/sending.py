"""A photo of a scoresheet, sent from the page of a table."""

from __future__ import annotations

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.world import World


def send(world: World, raw: bytes, side: str = "first", who: str = "carol") -> str:
    """The page that answers; of a photo that was taken, the page it leads to."""
    file = SimpleUploadedFile("photo.jpg", raw, "image/jpeg")
    answer = world.post(who, "scoresheets_photo", 1, 1, side=side, photo=file)
    assert answer.status_code in (302, 422), answer.content
    return (world.get(who, "scoresheets", 1, 1) if answer.status_code == 302 else answer).content.decode()
