from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.erro import Erro
from ...models.saldo_em_centro import SaldoEmCentro
from ...types import UNSET, Response, Unset


def _get_kwargs(
    sku: str,
    *,
    usuario_id: str,
    if_none_match: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(if_none_match, Unset):
        headers["If-None-Match"] = if_none_match

    if not isinstance(x_request_id, Unset):
        headers["X-Request-Id"] = x_request_id

    params: dict[str, Any] = {}

    params["usuarioId"] = usuario_id

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/sku/{sku}/Centro".format(
            sku=quote(str(sku), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | Erro | list[SaldoEmCentro] | None:
    if response.status_code == 200:
        response_200 = []
        _response_200 = response.json()
        for response_200_item_data in _response_200:
            response_200_item = SaldoEmCentro.from_dict(response_200_item_data)

            response_200.append(response_200_item)

        return response_200

    if response.status_code == 304:
        response_304 = cast(Any, None)
        return response_304

    if response.status_code == 400:
        response_400 = Erro.from_dict(response.json())

        return response_400

    if response.status_code == 401:
        response_401 = Erro.from_dict(response.json())

        return response_401

    if response.status_code == 404:
        response_404 = Erro.from_dict(response.json())

        return response_404

    if response.status_code == 405:
        response_405 = Erro.from_dict(response.json())

        return response_405

    if response.status_code == 409:
        response_409 = Erro.from_dict(response.json())

        return response_409

    if response.status_code == 412:
        response_412 = Erro.from_dict(response.json())

        return response_412

    if response.status_code == 429:
        response_429 = Erro.from_dict(response.json())

        return response_429

    if response.status_code == 500:
        response_500 = Erro.from_dict(response.json())

        return response_500

    if response.status_code == 503:
        response_503 = Erro.from_dict(response.json())

        return response_503

    if response.status_code == 504:
        response_504 = Erro.from_dict(response.json())

        return response_504

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Any | Erro | list[SaldoEmCentro]]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    sku: str,
    *,
    client: AuthenticatedClient | Client,
    usuario_id: str,
    if_none_match: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Any | Erro | list[SaldoEmCentro]]:
    """Lê o estoque de um SKU em cada centro de distribuição

     Só os centros em que ele já esteve; no 1 está sempre.

    Args:
        sku (str): O código de um SKU, à escolha da aplicação, único por usuário.
        usuario_id (str):
        if_none_match (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Erro | list[SaldoEmCentro]]
    """

    kwargs = _get_kwargs(
        sku=sku,
        usuario_id=usuario_id,
        if_none_match=if_none_match,
        x_request_id=x_request_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    sku: str,
    *,
    client: AuthenticatedClient | Client,
    usuario_id: str,
    if_none_match: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Any | Erro | list[SaldoEmCentro] | None:
    """Lê o estoque de um SKU em cada centro de distribuição

     Só os centros em que ele já esteve; no 1 está sempre.

    Args:
        sku (str): O código de um SKU, à escolha da aplicação, único por usuário.
        usuario_id (str):
        if_none_match (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Erro | list[SaldoEmCentro]
    """

    return sync_detailed(
        sku=sku,
        client=client,
        usuario_id=usuario_id,
        if_none_match=if_none_match,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    sku: str,
    *,
    client: AuthenticatedClient | Client,
    usuario_id: str,
    if_none_match: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Any | Erro | list[SaldoEmCentro]]:
    """Lê o estoque de um SKU em cada centro de distribuição

     Só os centros em que ele já esteve; no 1 está sempre.

    Args:
        sku (str): O código de um SKU, à escolha da aplicação, único por usuário.
        usuario_id (str):
        if_none_match (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Erro | list[SaldoEmCentro]]
    """

    kwargs = _get_kwargs(
        sku=sku,
        usuario_id=usuario_id,
        if_none_match=if_none_match,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    sku: str,
    *,
    client: AuthenticatedClient | Client,
    usuario_id: str,
    if_none_match: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Any | Erro | list[SaldoEmCentro] | None:
    """Lê o estoque de um SKU em cada centro de distribuição

     Só os centros em que ele já esteve; no 1 está sempre.

    Args:
        sku (str): O código de um SKU, à escolha da aplicação, único por usuário.
        usuario_id (str):
        if_none_match (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Erro | list[SaldoEmCentro]
    """

    return (
        await asyncio_detailed(
            sku=sku,
            client=client,
            usuario_id=usuario_id,
            if_none_match=if_none_match,
            x_request_id=x_request_id,
        )
    ).parsed
