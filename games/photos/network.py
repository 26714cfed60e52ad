"""The network that says of a cell how likely each character is at each place.

Only a child of the sandbox imports this module: it needs ONNX Runtime and the model (the extra ``ocr``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from games.photos.model import model_path

_AT_ONCE: Final = 4


@cache
def _session() -> Any:
    import onnxruntime  # not before it is needed: only who reads photos has it

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    return onnxruntime.InferenceSession(str(model_path()), options, providers=["CPUExecutionProvider"])


@cache
def characters() -> tuple[str, ...]:
    """What its columns from 1 on stand for."""
    return tuple(_session().get_modelmeta().custom_metadata_map["character"].splitlines())


def probabilities(views: Sequence[NDArray[np.uint8]]) -> Iterator[Any]:
    """Give (steps, characters) of every view."""
    (entry,) = _session().get_inputs()
    # Only a few are there at a time, for they are large.
    for at in range(0, len(views), _AT_ONCE):
        batch = np.stack(views[at : at + _AT_ONCE]).astype(np.float32) / 127.5 - 1.0
        colours = np.repeat(batch[:, None], 3, axis=1)
        yield from _session().run(None, {entry.name: colours})[0]
