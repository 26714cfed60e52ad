"""A server that speaks S3, on 127.0.0.1, which knows one key and one bucket and refuses everybody else."""

from __future__ import annotations

import json
import signal
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import boto3

from portal.ops.supervisor import port_is_free
from tests.services import Service

BUCKET = "published"
MAY_ALL = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}
Answer = tuple[dict[str, str], bytes]


class ObjectStore(Service):
    END = signal.SIGTERM

    def command(self) -> list[str]:
        serve = "from moto.server import main; main()"
        return [sys.executable, "-c", serve, "-H", "127.0.0.1", "-p", str(self.port)]

    def user(self) -> dict[str, object]:
        """Whoever runs the tests: it is a program of this environment."""
        return {}

    def answers(self) -> bool:
        return not port_is_free("127.0.0.1", self.port)

    def start(self) -> None:
        super().start()
        people = self._client("iam", "anybody", "anything")
        people.create_user(UserName="qiyuan")
        made = people.create_access_key(UserName="qiyuan")["AccessKey"]
        people.put_user_policy(UserName="qiyuan", PolicyName="all", PolicyDocument=json.dumps(MAY_ALL))
        self.key, self.secret = made["AccessKeyId"], made["SecretAccessKey"]
        self._client("s3", "anybody", "anything").create_bucket(Bucket=BUCKET)
        # From now on it looks at keys.
        strict = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/moto-api/reset-auth", b"0", {"Content-Type": "text/plain"}
        )
        urllib.request.urlopen(strict).close()  # noqa: S310  our own server

    def _client(self, service: str, key: str, secret: str) -> Any:
        return boto3.client(
            service,
            endpoint_url=f"http://127.0.0.1:{self.port}",
            region_name="us-east-1",
            aws_access_key_id=key,
            aws_secret_access_key=secret,
        )

    def address(self, *, key: str = "", bucket: str = BUCKET) -> str:
        """As the settings have it."""
        return f"s3+http://{key or self.key}:{self.secret}@127.0.0.1:{self.port}/{bucket}"

    def empty(self) -> None:
        bucket = self._client("s3", self.key, self.secret)
        for name in self.names():
            bucket.delete_object(Bucket=BUCKET, Key=name)

    def names(self) -> set[str]:
        """Of all that it holds."""
        pages = self._client("s3", self.key, self.secret).get_paginator("list_objects_v2")
        return {item["Key"] for page in pages.paginate(Bucket=BUCKET) for item in page.get("Contents", ())}

    def get(self, name: str) -> Answer:
        """As who has its key gets it: headers by their names in small letters, and bytes as they are."""
        answer = self._client("s3", self.key, self.secret).get_object(Bucket=BUCKET, Key=name)
        return dict(answer["ResponseMetadata"]["HTTPHeaders"]), answer["Body"].read()


@contextmanager
def object_store() -> Iterator[ObjectStore]:
    with tempfile.TemporaryDirectory(prefix="qiyuan-objects-") as folder:
        Path(folder).chmod(0o777)
        server = ObjectStore(Path(folder))
        try:
            server.start()
            yield server
        finally:
            server.stop()
