"""Count attempts to sign in and questions of programs in the shared cache, which holds nothing else."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)
T = TypeVar("T")
# Seconds for which a server that does not answer is not asked again: each question costs its time-out.
LEFT_ALONE = 5.0


# Without it the site goes on, and says in the log and to whoever asks for its health that nothing is counted.
class OpenRedisCache(RedisCache):
    """Take a server that is away, full or refuses for an empty cache that keeps nothing."""

    # Of the whole process; each thread has a cache of its own.
    _alone_until = 0.0

    def add(
        self, key: Any, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        # True: whoever takes a lock by adding it has it.
        return self._try(lambda: super(OpenRedisCache, self).add(key, value, timeout, version), True)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._try(lambda: super(OpenRedisCache, self).get(key, default, version), default)

    def set(
        self, key: Any, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        self._try(lambda: super(OpenRedisCache, self).set(key, value, timeout, version), None)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self._try(lambda: super(OpenRedisCache, self).delete(key, version), False)

    def is_working(self) -> bool:
        """Say whether something can be kept."""
        try:
            # Asks the server, whatever became of earlier questions.
            super().set("health", 1, 10)
        except RedisError as error:
            self._note(error)
            return False
        OpenRedisCache._alone_until = 0.0
        return True

    def _try(self, ask: Callable[[], T], otherwise: T) -> T:
        if monotonic() < OpenRedisCache._alone_until:
            return otherwise
        try:
            return ask()
        except RedisError as error:
            self._note(error)
            return otherwise

    def _note(self, error: RedisError) -> None:
        OpenRedisCache._alone_until = monotonic() + LEFT_ALONE
        logger.warning("Nothing is counted, sign-ins and questions are not limited: the cache: %s", error)
