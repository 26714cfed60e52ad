"""What is not installed is named in one sentence, with the extra that brings it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WITHOUT = """
import importlib.util, sys
absent, there = sys.argv[1], importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == absent else there(name, *rest)
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == absent:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Absent())
sys.argv = ["qiyuan", "check"]
from qiyuan_house.command import main
main()
"""
MERCHANT = '{"till": {"provider": "portal.payments.stripe_checkout.StripeCheckout", "label": "x"}}'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "setting", "value", "extra"),
    [
        ("psycopg", "DATABASE_URL", "postgres://db.example/x", "postgres"),
        ("redis", "BROKER_URL", "redis://b.example/0", "redis"),
        ("redis", "CACHE_URL", "redis://b.example/0", "redis"),
        ("storages", "BACKUP_STORE", "s3://a:b@s3.example/c", "s3"),
        ("stripe", "PAYMENT_PROVIDERS", MERCHANT, "stripe"),
    ],
)
def test_a_missing_extra_is_named(module: str, setting: str, value: str, extra: str, tmp_path: Path) -> None:
    which = f"{setting}: till" if setting == "PAYMENT_PROVIDERS" else setting
    sentence = f"{which} needs more: pip install 'qiyuan-portal[{extra}]'."
    environment = {**os.environ, "DATA_DIR": str(tmp_path), "ENV_FILE": os.devnull, setting: value}
    environment["DJANGO_SETTINGS_MODULE"] = "portal.settings"
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, module],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert sentence in done.stderr
    if setting != "PAYMENT_PROVIDERS":
        assert done.stderr == f"{sentence}\n"
