"""Reach object storage that speaks S3, as ``django-storages`` does."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast

from boto3.exceptions import Boto3Error
from boto3.s3.transfer import TransferConfig
from botocore import exceptions
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.core.files.base import File
from django.core.files.storage import storages
from storages.backends.s3 import S3Storage

from portal.ops.object_stores import StoreError

# Objects that are on their way: each takes as long as the store needs to answer.
AT_ONCE = 8
# Seconds until a store that says nothing is taken for silent.
TIMEOUT = 10.0
REFUSED = {"401", "403", "AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch"}
NO_BUCKET = {"NoSuchBucket"}


# Loaded only where a setting names one: Amazon's client is large.
class ObjectStorage(S3Storage):
    """Keep objects with what is said of each; ``of``: what is kept in it."""

    def __init__(self, *, of: str, **options: Any) -> None:
        self.of = of
        config = Config(
            connect_timeout=TIMEOUT / 2,
            read_timeout=TIMEOUT,
            retries={"total_max_attempts": 2, "mode": "standard"},
            s3={"addressing_style": "path"},
            signature_version="s3v4",
            # Stores of others do not know the checksums that Amazon's client adds by itself.
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
            max_pool_connections=AT_ONCE,
        )
        alone = TransferConfig(use_threads=False)
        super().__init__(**options, client_config=config, transfer_config=alone, querystring_auth=False)
        self._of_thread = threading.local()

    def get_object_parameters(self, name: str) -> dict[str, str]:
        return dict(getattr(self._of_thread, "parameters", {}))

    def write(self, name: str, content: File[bytes], parameters: Mapping[str, str]) -> None:
        self._of_thread.parameters = parameters
        self.save(name, content)

    def names(self) -> Iterator[str]:
        prefix = f"{self.location}/" if self.location else ""
        for item in self.bucket.objects.filter(Prefix=prefix):
            yield item.key.removeprefix(prefix)

    @contextmanager
    def named_errors(self) -> Iterator[None]:
        """What goes wrong within, as a `StoreError` in one sentence."""
        try:
            yield
        except (BotoCoreError, ClientError, Boto3Error) as error:
            raise self.as_told(error) from error

    def as_told(self, error: Exception) -> StoreError:
        where = f"The store of {self.of} at {self.endpoint_url}"
        # What carries an upload wraps what the store has said.
        cause = error.__context__ if isinstance(error, Boto3Error) and error.__context__ else error
        if isinstance(cause, exceptions.ConnectionError | exceptions.HTTPClientError):
            return StoreError("silent", f"{where} does not answer.")
        code = cause.response.get("Error", {}).get("Code", "") if isinstance(cause, ClientError) else ""
        if code in REFUSED:
            return StoreError("refused", f"{where} refuses the key {self.access_key}.")
        if code in NO_BUCKET:
            return StoreError("no-bucket", f"{where} has no bucket {self.bucket_name}.")
        return StoreError("failed", f"{where} fails: {cause}")


def storage(name: str) -> ObjectStorage:
    """The one that the settings know by this name, ``published`` or ``backups``."""
    return cast("ObjectStorage", storages[name])


def check_readable(name: str) -> None:
    """Check that it lets itself be read, or raise `StoreError`."""
    storage_asked = storage(name)
    with storage_asked.named_errors():
        storage_asked.connection.meta.client.list_objects_v2(Bucket=storage_asked.bucket_name, MaxKeys=1)
