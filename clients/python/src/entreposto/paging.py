"""Every record of a list, page by page, following the cursor: none is skipped or repeated."""

import re
from collections.abc import AsyncIterator, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

_NEXT = re.compile(r'<([^>]*)>\s*;[^,]*\brel="?next"?')


def _cursor(headers: Any) -> str | None:
    found = _NEXT.search(headers.get("link", ""))
    return parse_qs(urlsplit(found[1]).query)["cursor"][0] if found else None


def _rows(body: Any) -> list[Any]:
    return body if isinstance(body, list) else body.resultado


def records(operation: Any, *, client: Any, **parameters: Any) -> Iterator[Any]:
    """`for pedido in records(listar_pedidos, client=client, usuario_id="loja-1"): …`"""
    while True:
        answer = operation.sync_detailed(client=client, **parameters)
        yield from _rows(answer.parsed)
        cursor = _cursor(answer.headers)
        if cursor is None:
            return
        parameters["cursor"] = cursor


async def async_records(operation: Any, *, client: Any, **parameters: Any) -> AsyncIterator[Any]:
    """The same with `async for`."""
    while True:
        answer = await operation.asyncio_detailed(client=client, **parameters)
        for row in _rows(answer.parsed):
            yield row
        cursor = _cursor(answer.headers)
        if cursor is None:
            return
        parameters["cursor"] = cursor
