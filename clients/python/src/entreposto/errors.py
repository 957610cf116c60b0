"""What is raised when an answer is no success."""

from typing import Any


class RequestFailed(Exception):
    """An answer that is no success; `body` is its JSON as a typed object, where it has one."""

    def __init__(self, status: int, body: Any, request_id: str | None) -> None:
        sentence = getattr(body, "message", None) or getattr(body, "mensagem", None) or "sem corpo"
        super().__init__(f"{status}: {sentence} (X-Request-Id: {request_id})")
        self.status = status
        self.body = body
        self.request_id = request_id


def successful(answer: Any) -> Any:
    """The body of a generated `Response`, or the exception."""
    if 200 <= int(answer.status_code) < 300:
        return answer.parsed
    raise RequestFailed(int(answer.status_code), answer.parsed, answer.headers.get("x-request-id"))
