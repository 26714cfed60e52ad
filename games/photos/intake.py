"""Take in a photo of a scoresheet: decode it once, find the sheet, make a new picture of it.

Runs in a child of the sandbox and nowhere else. Without OpenCV (the extra ``ocr``) the whole picture is kept,
turned and made smaller.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from games.photos.codes import code_in
from games.photos.layout import LAYOUTS

if TYPE_CHECKING:
    from PIL.Image import Image

    from games.photos.page import Search, Straight

# Seconds of processor time that taking in a picture may need.
SECONDS: Final = 10
# Bytes, those included that libraries only reserve.
MEMORY: Final = 1 << 30
# Bytes of a file: less than a form may have; a phone's picture of 12 megapixels has some 4 million.
MOST_BYTES: Final = 7 * 1024 * 1024
# Dots that the file's head names, looked at before anything of it is decoded.
MOST_DOTS: Final = 50_000_000
# Dots of the longer side in which a sheet is looked for; a JPEG is decoded no larger than need be.
_LONGEST: Final = 3000
_STORED_SIDE: Final = 2000
# Dots to the millimetre of what is stored.
_STORED_SCALE: Final = 6
# Grey of the brightest twentieth below which a picture is too dark.
_DARK: Final = 70
_QUALITY: Final = 80


class PhotoTrouble(StrEnum):
    """Why a picture cannot be taken; as refusals are called."""

    NOT_PICTURE = "photo-not-picture"
    HEIC = "photo-heic"
    TOO_LARGE = "photo-too-many-dots"
    BROKEN = "photo-broken"
    DARK = "photo-too-dark"
    NO_MARKS = "photo-no-marks"
    MARKS_MISSING = "photo-marks-missing"
    NOT_STRAIGHT = "photo-not-straight"
    SEVERAL = "photo-several-sheets"
    OTHER_LAYOUT = "photo-other-layout"


@dataclass(frozen=True, slots=True)
class SheetPicture:
    """A sheet put straight."""

    # Its version, 0 where the picture is the photo as it came.
    layout: int
    # Of its QR code, empty if it could not be read.
    code: str
    # In JPEG.
    picture: bytes
    width: int
    height: int
    # Of each block, where its rows begin and the last ends, in dots of the picture.
    lines: tuple[tuple[float, ...], ...]


# Sheets, or the ``trouble`` for which there are none.
@dataclass(frozen=True, slots=True)
class Intake:
    sheets: tuple[SheetPicture, ...] = ()
    trouble: str = ""


# Only the picture that is made here goes on: it holds nothing of the file that came but what is seen in it,
# no place, no time and no name of a device.
def take_in(raw: bytes) -> Intake:
    """Find what is in a file that somebody sent as a photo."""
    from PIL import Image, UnidentifiedImageError

    if raw[4:8] == b"ftyp":
        return Intake(trouble=PhotoTrouble.HEIC)
    Image.MAX_IMAGE_PIXELS = None  # asked here, in our own words
    try:
        with Image.open(BytesIO(raw), formats=("JPEG", "PNG")) as opened:
            if opened.width * opened.height > MOST_DOTS or min(opened.size) < 1:
                return Intake(trouble=PhotoTrouble.TOO_LARGE)
            picture = _decoded(opened)
    except UnidentifiedImageError:
        return Intake(trouble=PhotoTrouble.NOT_PICTURE)
    except (OSError, ValueError, SyntaxError):
        return Intake(trouble=PhotoTrouble.BROKEN)
    if _is_dark(picture):
        return Intake(trouble=PhotoTrouble.DARK)
    if find_spec("cv2") is None or find_spec("zxingcpp") is None:
        return Intake((_as_it_came(picture),))
    return _straightened(picture)


def _decoded(opened: Image) -> Image:
    """In grey, turned as the camera was held, no larger than it is looked at."""
    from PIL import Image, ImageOps

    opened.draft("L", (_LONGEST, _LONGEST))
    if opened.has_transparency_data:
        clear = opened.convert("RGBA")
        opened = Image.alpha_composite(Image.new("RGBA", clear.size, "white"), clear)
        opened.info |= clear.info
    grey = opened.convert("L")
    grey.thumbnail((_LONGEST, _LONGEST))
    return ImageOps.exif_transpose(grey)


def _is_dark(picture: Image) -> bool:
    counts = picture.histogram()
    brightest, level = sum(counts) / 20, 255
    while level and (brightest := brightest - counts[level]) > 0:
        level -= 1
    return level < _DARK


def _as_it_came(picture: Image) -> SheetPicture:
    smaller = picture.copy()
    smaller.thumbnail((_STORED_SIDE, _STORED_SIDE))
    return SheetPicture(0, "", _packed(smaller), smaller.width, smaller.height, ())


def _packed(picture: Image) -> bytes:
    stream = BytesIO()
    picture.save(stream, "JPEG", quality=_QUALITY)
    return stream.getvalue()


def _straightened(picture: Image) -> Intake:
    import numpy as np

    from games.photos.page import find_sheets

    grey = np.asarray(picture)
    search = find_sheets(grey)
    if search.sheets:
        return Intake(tuple(_sheet(sheet, grey) for sheet in search.sheets))
    return Intake(trouble=_trouble_with(search))


def _trouble_with(search: Search) -> PhotoTrouble:
    """Why a picture in which no sheet can be believed has none."""
    from games.photos.page import FEWEST

    seen = [len(search.seen & set(layout.marks)) for layout in LAYOUTS.values()]
    printed_marks = {number for layout in LAYOUTS.values() for number in layout.marks}
    if search.twice & printed_marks:
        return PhotoTrouble.SEVERAL
    if any(0 < count < FEWEST for count in seen):
        return PhotoTrouble.MARKS_MISSING
    if any(seen):
        return PhotoTrouble.NOT_STRAIGHT
    return PhotoTrouble.OTHER_LAYOUT if len(search.seen) >= FEWEST else PhotoTrouble.NO_MARKS


def _sheet(sheet: Straight, photo: Any) -> SheetPicture:
    from PIL import Image

    from games.photos.page import SCALE

    picture = Image.fromarray(sheet.picture)
    share = _STORED_SCALE / SCALE
    size = (round(picture.width * share), round(picture.height * share))
    lines = tuple(tuple(round(line * share, 1) for line in block) for block in sheet.lines)
    return SheetPicture(
        sheet.layout.version, _code(sheet, photo), _packed(picture.resize(size)), *size, lines
    )


def _code(sheet: Straight, photo: Any) -> str:
    """Read the sheet's QR code."""
    import zxingcpp

    from games.photos.page import SCALE

    box = sheet.layout.code
    room = 4
    top, left = round((box.top - room) * SCALE), round((box.left - room) * SCALE)
    foot, right = round((box.top + box.height + room) * SCALE), round((box.left + box.width + room) * SCALE)
    formats = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])
    texts = [
        code.text
        for code in zxingcpp.read_barcodes(sheet.picture[top:foot, left:right].copy(), formats=formats)
    ]
    # Where it cannot be read in its place, the only one in the photo is meant.
    if not texts:
        texts = [code.text for code in zxingcpp.read_barcodes(photo, formats=formats)]
    codes = {code for text in texts if (code := code_in(text))}
    return codes.pop() if len(codes) == 1 else ""
