"""Find the model that reads what is written: it lies in the wheel of ``rapidocr`` (the extra ``ocr``)."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

MODEL: Final = Path("models", "PP-OCRv6_rec_small.onnx")
_NEEDED: Final = ("cv2", "zxingcpp", "onnxruntime", "numpy")


# Nothing else of that wheel is used, and nothing is imported.
def model_path() -> Path | None:
    """None where the extra is not installed."""
    if any(find_spec(name) is None for name in _NEEDED):
        return None
    spec = find_spec("rapidocr")
    paths = [Path(place) / MODEL for place in (spec and spec.submodule_search_locations) or ()]
    return next((path for path in paths if path.exists()), None)
