"""What is raised when an answer is no success."""

from typing import Any

import httpx


class RequestFailed(Exception):
    """An answer that is no success; `body` is its JSON, where it has one."""

    def __init__(self, status: int, body: Any, request_id: str | None) -> None:
        told = body if isinstance(body, dict) else getattr(body, "__dict__", {})
        sentence = told.get("message") or told.get("mensagem") or "sem corpo"
        super().__init__(f"{status}: {sentence} (X-Request-Id: {request_id})")
        self.status = status
        self.body = body
        self.request_id = request_id


def _failed(response: httpx.Response) -> RequestFailed:
    try:
        body = response.json()
    except ValueError:
        # a proxy in between answers something else
        body = None
    return RequestFailed(response.status_code, body, response.headers.get("x-request-id"))


def raise_refused(response: httpx.Response) -> None:
    """For each answer of a connection: a refusal is never taken for a success."""
    if response.is_error:
        response.read()
        raise _failed(response)


async def raise_refused_async(response: httpx.Response) -> None:
    """The same of an asynchronous connection."""
    if response.is_error:
        await response.aread()
        raise _failed(response)


def successful(answer: Any) -> Any:
    """The body of a generated `Response` of any client, or the exception. What `connect_a` and `connect_b` connect
    raises by itself."""
    if 200 <= int(answer.status_code) < 300:
        return answer.parsed
    raise RequestFailed(int(answer.status_code), answer.parsed, answer.headers.get("x-request-id"))
