"""Printed sheets as a camera would have them: rendered, written on, tilted, shaded, packed as JPEG."""

from __future__ import annotations

from io import BytesIO

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray
from PIL import Image, ImageDraw

Grey = NDArray[np.uint8]
SCALE = 8
"""Dots to the millimetre."""


def rendered(body: bytes, page: int = 0) -> Grey:
    """A page of a PDF, in grey."""
    document = pypdfium2.PdfDocument(body)
    sheet = document[page]
    picture = sheet.render(scale=SCALE * 25.4 / 72).to_pil().convert("L")
    sheet.close()
    document.close()
    return np.asarray(picture)


def written(paper: Grey, left: float, top: float, width: float, height: float) -> Grey:
    """A stroke across a box, which is in millimetres."""
    picture = Image.fromarray(paper)
    ends = [(left + width * 0.2, top + height * 0.75), (left + width * 0.8, top + height * 0.25)]
    ImageDraw.Draw(picture).line([(x * SCALE, y * SCALE) for x, y in ends], fill=30, width=6)
    return np.asarray(picture)


def photographed(
    paper: Grey, *, turn: float = 4.0, tilt: float = 0.04, shade: float = 0.4, quarter: int = 0
) -> Grey:
    """``turn`` in degrees, ``tilt`` as a share of the width that the far edge is shorter on either side,
    ``shade``: how much darker the right edge is; ``quarter`` turns of the camera."""
    height, width = paper.shape
    room = int(0.15 * max(height, width))
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)
    seen = corners + np.array([(tilt * width, 0), (-tilt * width, 0), (0, 0), (0, 0)], dtype=np.float32)
    middle, angle = np.array([width / 2, height / 2]), np.deg2rad(turn)
    rotation = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    seen = ((seen - middle) @ rotation.T + middle + room).astype(np.float32)
    across = cv2.getPerspectiveTransform(corners, seen)
    table = np.full((height + 2 * room, width + 2 * room), 110, np.uint8)
    photo = cv2.warpPerspective(
        paper, across, table.shape[::-1], dst=table, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT
    )
    light = np.linspace(1.0, 1.0 - shade, photo.shape[1])
    photo = np.clip(cv2.GaussianBlur(photo, (0, 0), 1.2) * light, 0, 255).astype(np.uint8)
    return np.rot90(photo, quarter).copy()


def packed(picture: Grey, kind: str = "JPEG", **more: object) -> bytes:
    stream = BytesIO()
    Image.fromarray(picture).save(stream, kind, **more)  # type: ignore[arg-type]
    return stream.getvalue()
