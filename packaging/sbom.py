"""``sbom.py FILE [--image ROOT]``: the bill of materials as CycloneDX 1.6: hashes from the lock, licences
from what is installed.

``--image``: Debian's packages below that folder as well, by their own list.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
import uuid
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
STATED: dict[str, str] = {
    "async-timeout": "Apache-2.0",
    "brotlicffi": "MIT",
    "colorama": "BSD-3-Clause",
    "uritemplate": "BSD-3-Clause OR Apache-2.0",
    "qrcode": "BSD-3-Clause",
    "pyphen": "LGPL-2.0-or-later OR MPL-1.1",
    "psycopg": "LGPL-3.0-only",
    "psycopg-binary": "LGPL-3.0-only",
    "psycopg-pool": "LGPL-3.0-only",
}
"""Where the package says none, a wrong one, or leaves a choice: read by hand in its files."""
SPDX: dict[str, str] = {
    "apache 2.0": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "apache-2.0": "Apache-2.0",
    "bsd": "BSD-3-Clause",
    "bsd license": "BSD-3-Clause",
    "bsd 3-clause": "BSD-3-Clause",
    "3-clause bsd license": "BSD-3-Clause",
    "mit license": "MIT",
    "the mit license (mit)": "MIT",
    "expat": "MIT",
    "psfl": "PSF-2.0",
    "python software foundation license": "PSF-2.0",
    "isc license (iscl)": "ISC",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "gnu lesser general public license v3 (lgplv3)": "LGPL-3.0-only",
}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(lock: Path) -> dict[str, tuple[str, list[str]]]:
    """Name → version and sums, as the lock pins them."""
    pins: dict[str, tuple[str, list[str]]] = {}
    for entry in re.split(r"\n(?=[a-z])", lock.read_text(encoding="utf-8").strip()):
        match = re.match(r"([a-z0-9-]+)==([^ ]+)", entry)
        if match:
            pins[match[1]] = (match[2], re.findall(r"sha256:([0-9a-f]{64})", entry))
    return pins


def licence_of(distribution: Distribution) -> str:
    """An SPDX expression; empty where the package says nothing that is one."""
    metadata = distribution.metadata
    name = canonical(metadata["Name"])
    if name in STATED:
        return STATED[name]
    if expression := metadata.get("License-Expression"):
        return str(expression)
    classified = [
        text.rpartition(" :: ")[2]
        for text in metadata.get_all("Classifier") or []
        if text.startswith("License ::")
    ]
    for text in (*classified, (metadata.get("License") or "").strip().splitlines()[:1]):
        plain = text if isinstance(text, str) else "".join(text)
        if plain.lower() in SPDX:
            return SPDX[plain.lower()]
        if re.fullmatch(r"[A-Za-z0-9.+-]{2,30}", plain) and plain not in ("UNKNOWN", "License"):
            return plain
    return ""


def component(name: str, version: str, sums: list[str], licence: str) -> dict[str, Any]:
    purl = f"pkg:pypi/{name}@{version}"
    made: dict[str, Any] = {"type": "library", "bom-ref": purl, "purl": purl}
    made |= {"name": name, "version": version}
    if licence:
        made["licenses"] = [{"expression": licence}]
    if sums:
        # Of each file that the index has of this version: whichever is installed is one of them.
        made["externalReferences"] = [
            {
                "type": "distribution",
                "url": purl,
                "hashes": [{"alg": "SHA-256", "content": content} for content in sums],
            }
        ]
    return made


def of_debian(root: Path) -> list[dict[str, Any]]:
    """The packages that dpkg lists below a root."""
    document: list[dict[str, Any]] = []
    for entry in (root / "var/lib/dpkg/status").read_text(encoding="utf-8", errors="replace").split("\n\n"):
        fields = dict(re.findall(r"^(Package|Version|Architecture|Status): (.+)$", entry, re.MULTILINE))
        if fields.get("Status", "").endswith(" installed"):
            purl = f"pkg:deb/debian/{fields['Package']}@{fields['Version']}?arch={fields['Architecture']}"
            document.append(
                {
                    "type": "library",
                    "bom-ref": purl,
                    "name": fields["Package"],
                    "version": fields["Version"],
                    "purl": purl,
                }
            )
    return document


def bill(lock: Path, *, image: Path | None = None) -> dict[str, Any]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    licences = {canonical(found.metadata["Name"]): licence_of(found) for found in distributions()}
    parts = [
        component(name, version, sums, licences.get(name) or STATED.get(name, ""))
        for name, (version, sums) in sorted(locked(lock).items())
    ]
    version = project["version"]
    product = component("qiyuan-portal", version, [], project["license"]) | {"type": "application"}
    engines = component("qiyuan-engines", version, [], project["license"])
    debian = of_debian(image) if image else []
    everything = [engines, *parts, *debian]
    content = json.dumps(everything, sort_keys=True)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        # The same content has the same number: a bill that is made again is equal.
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, content)}",
        "version": 1,
        "metadata": {"component": product},
        "components": everything,
        "dependencies": [
            {"ref": product["bom-ref"], "dependsOn": sorted(part["bom-ref"] for part in everything)}
        ],
    }


def main(arguments: list[str]) -> int:
    image = Path(arguments[2]) if arguments[1:2] == ["--image"] else None
    document = bill(ROOT / "requirements.lock", image=image)
    Path(arguments[0]).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    packages = [part for part in document["components"] if part["purl"].startswith("pkg:pypi/")]
    without = [part["name"] for part in packages if "licenses" not in part]
    print(f"{arguments[0]}: {len(document['components'])} components, without a licence: {without or 'none'}")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
