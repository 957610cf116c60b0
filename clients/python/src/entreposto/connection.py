"""Connections that repeat what may be repeated, and raise `RequestFailed` at what is refused."""

import asyncio
import random
import time
import uuid
from collections.abc import Iterator
from typing import Any

import httpx

from .a.client import AuthenticatedClient as ClientA
from .b.client import AuthenticatedClient as ClientB
from .errors import raise_refused, raise_refused_async

SAFE = {"GET", "HEAD", "OPTIONS"}
# what the service answers when it has done nothing
UNDONE = {429, 503, 507}
# the answer to a repetition that came while the first request was still being worked on
UNKNOWN = {504}
LONGEST_WAIT = 30.0


class _Policy:
    def __init__(self, retries: int, keys: bool) -> None:
        self.retries, self.keys = retries, keys

    def prepare(self, request: httpx.Request) -> None:
        """A write has a key of its own, so that repeating it does it once."""
        if self.keys and request.method not in SAFE and "idempotency-key" not in request.headers:
            request.headers["idempotency-key"] = str(uuid.uuid4())

    def again(self, request: httpx.Request, response: httpx.Response | None) -> bool:
        safe = request.method in SAFE or "idempotency-key" in request.headers
        if response is None:
            return safe
        if response.status_code == 409:
            return safe and "retry-after" in response.headers
        return response.status_code in UNDONE or (safe and response.status_code in UNKNOWN)

    def waits(self) -> Iterator[float]:
        for attempt in range(self.retries):
            yield min(LONGEST_WAIT, 0.25 * 2**attempt) * random.uniform(0.5, 1.0)

    @staticmethod
    def wait(response: httpx.Response | None, otherwise: float) -> float:
        asked = response.headers.get("retry-after", "") if response is not None else ""
        return min(LONGEST_WAIT, float(asked)) if asked.isdigit() else otherwise


class _Retrying(httpx.BaseTransport):
    def __init__(self, policy: _Policy) -> None:
        self._policy, self._inner = policy, httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self._policy.prepare(request)
        for pause in self._policy.waits():
            response = None
            try:
                response = self._inner.handle_request(request)
            except httpx.TransportError:
                if not self._policy.again(request, None):
                    raise
            else:
                if not self._policy.again(request, response):
                    return response
                response.close()
            time.sleep(self._policy.wait(response, pause))
        return self._inner.handle_request(request)

    def close(self) -> None:
        self._inner.close()


class _AsyncRetrying(httpx.AsyncBaseTransport):
    def __init__(self, policy: _Policy) -> None:
        self._policy, self._inner = policy, httpx.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._policy.prepare(request)
        for pause in self._policy.waits():
            response = None
            try:
                response = await self._inner.handle_async_request(request)
            except httpx.TransportError:
                if not self._policy.again(request, None):
                    raise
            else:
                if not self._policy.again(request, response):
                    return response
                await response.aclose()
            await asyncio.sleep(self._policy.wait(response, pause))
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        await self._inner.aclose()


def _connect(kind: Any, base_url: str, key: str, policy: _Policy, timeout: float) -> Any:
    client = kind(base_url=base_url, token=key, prefix="Basic", timeout=httpx.Timeout(timeout))
    headers = {"Authorization": f"Basic {key}"}
    common = {"base_url": base_url, "headers": headers, "timeout": timeout}
    hooks, async_hooks = {"response": [raise_refused]}, {"response": [raise_refused_async]}
    client.set_httpx_client(httpx.Client(transport=_Retrying(policy), event_hooks=hooks, **common))
    client.set_async_httpx_client(
        httpx.AsyncClient(transport=_AsyncRetrying(policy), event_hooks=async_hooks, **common)
    )
    return client


def connect_a(base_url: str, key: str, *, retries: int = 4, timeout: float = 30.0) -> ClientA:
    """Interface A, with an application's key. Every write gets an `Idempotency-Key` unless it has one."""
    return _connect(ClientA, base_url, key, _Policy(retries, True), timeout)


def connect_b(base_url: str, key: str, *, retries: int = 4, timeout: float = 30.0) -> ClientB:
    """Interface B, with a store's key. It knows no idempotency keys: a write of unknown outcome is not repeated."""
    return _connect(ClientB, base_url, key, _Policy(retries, False), timeout)
