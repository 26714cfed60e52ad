"""Fees of licences as amounts: what was typed as words, ``20 SGD``, is read; what is no amount is asked anew."""

from __future__ import annotations

import re

from babel.numbers import get_currency_precision, list_currencies
from django.db import migrations, models


def read_fees(apps, schema_editor):
    for kind in apps.get_model("tournaments", "LicenceKind").objects.exclude(fee=""):
        typed = re.fullmatch(r"(\d{1,9})(?:\.(\d+))? ?([A-Z]{3})", kind.fee.strip().upper())
        if typed is None or typed[3] not in list_currencies():
            continue
        digits = int(get_currency_precision(typed[3]))
        if len(typed[2] or "") > digits:
            continue
        kind.fee_amount = int(typed[1] + (typed[2] or "").ljust(digits, "0"))
        kind.fee_currency = typed[3]
        kind.save(update_fields=["fee_amount", "fee_currency"])


def _amount() -> models.PositiveBigIntegerField:
    return models.PositiveBigIntegerField(blank=True, null=True, verbose_name="fee")


def _currency() -> models.CharField:
    return models.CharField(blank=True, db_default="", default="", max_length=3, verbose_name="currency")


class Migration(migrations.Migration):
    contracts = "no version has had the fee as words"
    dependencies = [("tournaments", "0115_kept_presets")]

    operations = [
        migrations.AddField("licencekind", "fee_amount", _amount()),
        migrations.AddField("licencekind", "fee_currency", _currency()),
        migrations.AddField("licence", "fee_amount", _amount()),
        migrations.AddField("licence", "fee_currency", _currency()),
        migrations.RunPython(read_fees, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField("licencekind", "fee"),
    ]
