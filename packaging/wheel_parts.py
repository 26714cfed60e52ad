"""What each of both wheels is made of, and what it says of itself: hatchling's hooks, called by
`packaging/portal` and `packaging/engines`.

Everything lands below `qiyuan_house/house`, which a path file puts on the path: two packages of the index
are called `portal` and `qiyuan`, and folders of that name at the top would be written over each other. No
file is in both wheels, or uninstalling one would break the other.
"""

from __future__ import annotations

import os
import tomllib
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parents[1]
HOUSE = "qiyuan_house/house"
ROOMS = (
    *("games/__init__.py", "games/charsets.py", "games/problems.py"),
    *("games/live", "games/records", "games/rulebooks", "games/scoresheets", "games/weiqi", "games/xiangqi"),
    *("tournaments/__init__.py", "tournaments/fouls.py"),
    *("tournaments/exchange", "tournaments/pairing", "tournaments/ratings", "tournaments/standings"),
    *("tournaments/state", "tournaments/text"),
)
"""The pure rooms, and what they stand in. `games/photos` needs libraries for pictures."""
ENGINES_NEED = ("rustworkx", "defusedxml", "sgfmill", "openpyxl", "pypinyin")
PRODUCT = ("portal", "tournaments", "games", "templates")
TOP_OF_ENGINES = ("qiyuan_house/__init__.py",)
TOP_OF_PORTAL = ("qiyuan_house/__main__.py", "qiyuan_house/command.py")
NOTICES = ("LICENSE", "LICENSES", "REUSE.toml")


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def files_below(name: str) -> list[str]:
    """Paths from the root; what Python and gettext make is left out."""
    path = ROOT / name
    if path.is_file():
        return [name]
    return sorted(
        str(file.relative_to(ROOT))
        for file in path.rglob("*")
        if file.is_file()
        and "__pycache__" not in file.parts
        and file.suffix not in {".pyc", ".po", ".mo", ".new"}
    )


def engines_files() -> list[str]:
    return [file for room in ROOMS for file in files_below(room)]


def portal_files() -> list[str]:
    engines = set(engines_files())
    product = [file for folder in PRODUCT for file in files_below(folder)]
    return [file for file in (*product, "manage.py") if file not in engines]


def compiled(folder: Path) -> dict[str, str]:
    """The catalogues, compiled into ``folder``: made file → its place in the wheel. Their sources stay out,
    so nothing installed is ever older than its source."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    made = {}
    moment = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))
    for source in sorted((ROOT / "portal" / "locale").glob("*/LC_MESSAGES/*.po")):
        fresh = BytesIO()
        with source.open("rb") as stream:
            catalogue = read_po(stream, locale=source.parts[-3])
        # Babel writes the moment into it; two builds of one commit are to be equal.
        catalogue.creation_date = datetime.fromtimestamp(moment, UTC)
        write_mo(fresh, catalogue)
        place = source.relative_to(ROOT).with_suffix(".mo")
        path = folder / "-".join(place.parts)
        path.write_bytes(fresh.getvalue())
        made[str(path)] = f"{HOUSE}/{place}"
    return made


class CustomMetadataHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        told = project()
        metadata["version"] = told["version"]
        metadata["requires-python"] = told["requires-python"]
        metadata["license"] = told["license"]
        readme = "README.md" if metadata["name"] == told["name"] else "docs/develop/engines.md"
        text = (ROOT / readme).read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        if metadata["name"] == "qiyuan-engines":
            metadata["dependencies"] = [
                need for need in told["dependencies"] if need.lower().startswith(ENGINES_NEED)
            ]
        else:
            metadata["dependencies"] = [f"qiyuan-engines=={told['version']}", *told["dependencies"]]
            metadata["optional-dependencies"] = told["optional-dependencies"]


class CustomBuildHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        del version
        engines = self.metadata.name == "qiyuan-engines"
        folder = Path(self.directory) / f"made-for-{self.metadata.name}"
        folder.mkdir(parents=True, exist_ok=True)
        places = {
            str(ROOT / file): f"{HOUSE}/{file}" for file in (engines_files() if engines else portal_files())
        }
        places |= {str(ROOT / file): file for file in (TOP_OF_ENGINES if engines else TOP_OF_PORTAL)}
        if engines:
            path_file = folder / "qiyuan_house.pth"
            path_file.write_text(f"{HOUSE}\n", encoding="utf-8")
            places[str(path_file)] = "qiyuan_house.pth"
        else:
            places |= compiled(folder)
        build_data["force_include"] |= places
        notices = [file for name in NOTICES if (ROOT / name).exists() for file in files_below(name)]
        build_data["force_include"] |= {
            str(ROOT / file): f"qiyuan_house/{'engines' if engines else 'portal'}-licences/{file}"
            for file in notices
        }

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        del version, build_data, artifact_path
        folder = Path(self.directory) / f"made-for-{self.metadata.name}"
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()
