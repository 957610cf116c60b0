from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.resultado_operacao import ResultadoOperacao
from ...models.status_do_pedido import StatusDoPedido
from ...types import UNSET, Response, Unset


def _get_kwargs(
    pedido_id: int,
    *,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_request_id, Unset):
        headers["X-Request-Id"] = x_request_id

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/pedidos/{pedido_id}/status".format(
            pedido_id=quote(str(pedido_id), safe=""),
        ),
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ResultadoOperacao | StatusDoPedido | None:
    if response.status_code == 200:
        response_200 = StatusDoPedido.from_dict(response.json())

        return response_200

    if response.status_code == 400:
        response_400 = ResultadoOperacao.from_dict(response.json())

        return response_400

    if response.status_code == 401:
        response_401 = ResultadoOperacao.from_dict(response.json())

        return response_401

    if response.status_code == 404:
        response_404 = ResultadoOperacao.from_dict(response.json())

        return response_404

    if response.status_code == 405:
        response_405 = ResultadoOperacao.from_dict(response.json())

        return response_405

    if response.status_code == 429:
        response_429 = ResultadoOperacao.from_dict(response.json())

        return response_429

    if response.status_code == 500:
        response_500 = ResultadoOperacao.from_dict(response.json())

        return response_500

    if response.status_code == 503:
        response_503 = ResultadoOperacao.from_dict(response.json())

        return response_503

    if response.status_code == 504:
        response_504 = ResultadoOperacao.from_dict(response.json())

        return response_504

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ResultadoOperacao | StatusDoPedido]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    pedido_id: int,
    *,
    client: AuthenticatedClient | Client,
    x_request_id: str | Unset = UNSET,
) -> Response[ResultadoOperacao | StatusDoPedido]:
    """Lê a situação de um pedido

     Com nota fiscal e rastreio.

    Args:
        pedido_id (int):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ResultadoOperacao | StatusDoPedido]
    """

    kwargs = _get_kwargs(
        pedido_id=pedido_id,
        x_request_id=x_request_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    pedido_id: int,
    *,
    client: AuthenticatedClient | Client,
    x_request_id: str | Unset = UNSET,
) -> ResultadoOperacao | StatusDoPedido | None:
    """Lê a situação de um pedido

     Com nota fiscal e rastreio.

    Args:
        pedido_id (int):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ResultadoOperacao | StatusDoPedido
    """

    return sync_detailed(
        pedido_id=pedido_id,
        client=client,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    pedido_id: int,
    *,
    client: AuthenticatedClient | Client,
    x_request_id: str | Unset = UNSET,
) -> Response[ResultadoOperacao | StatusDoPedido]:
    """Lê a situação de um pedido

     Com nota fiscal e rastreio.

    Args:
        pedido_id (int):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ResultadoOperacao | StatusDoPedido]
    """

    kwargs = _get_kwargs(
        pedido_id=pedido_id,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    pedido_id: int,
    *,
    client: AuthenticatedClient | Client,
    x_request_id: str | Unset = UNSET,
) -> ResultadoOperacao | StatusDoPedido | None:
    """Lê a situação de um pedido

     Com nota fiscal e rastreio.

    Args:
        pedido_id (int):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ResultadoOperacao | StatusDoPedido
    """

    return (
        await asyncio_detailed(
            pedido_id=pedido_id,
            client=client,
            x_request_id=x_request_id,
        )
    ).parsed
