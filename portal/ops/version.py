"""Say which version this is: `pyproject.toml` says it, and an installed package repeats it."""

import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


@cache
def version() -> str:
    if PROJECT.exists():
        stated: str = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"]
        return stated
    return metadata.version("qiyuan-portal")
