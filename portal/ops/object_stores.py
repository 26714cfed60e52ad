"""Read addresses of object storage in the settings, as ``s3://KEY:SECRET@s3.example.org/bucket``."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, unquote

from django.core.exceptions import ImproperlyConfigured

# With TLS; and without, for a store on this machine or in an inner network.
SCHEMES = {"s3": "https", "s3+http": "http"}
# Secrets have slashes, which stand as they are.
ADDRESS = re.compile(
    r"(?P<scheme>s3|s3\+http)://(?P<key>[^:@/]+):(?P<secret>[^@]+)@(?P<host>[^/@?]+)"
    r"/(?P<bucket>[^/?]+)(?P<below>[^?]*)(?:\?(?P<query>.*))?"
)
HOW = "s3://KEY:SECRET@host/bucket, with ?region=… where the store has regions"


# Nothing is loaded that speaks to one.
def storage_at(setting: str, address: str, *, of: str) -> dict[str, Any]:
    """Write the address as `STORAGES` has it; raise ImproperlyConfigured, without the secret."""
    match = ADDRESS.fullmatch(address)
    query = parse_qs(match["query"] or "", keep_blank_values=True) if match else {}
    region = query.pop("region", ["us-east-1"])[-1]
    if match is None or query:
        raise ImproperlyConfigured(f"{setting} is no address of object storage: {HOW}.")
    options = {
        "of": of,
        "access_key": unquote(match["key"]),
        "secret_key": unquote(match["secret"]),
        "endpoint_url": f"{SCHEMES[match['scheme']]}://{match['host']}",
        "region_name": region,
        "bucket_name": match["bucket"],
        "location": match["below"].strip("/"),
    }
    return {"BACKEND": "portal.ops.object_storage.ObjectStorage", "OPTIONS": options}


class StoreError(OSError):
    """What a store did not do; ``code``: ``refused`` (its key), ``no-bucket``, ``silent`` or ``failed``."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
