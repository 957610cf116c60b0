from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.erro import Erro
from ...models.sku_canal import SkuCanal
from ...models.sku_canal_entrada import SkuCanalEntrada
from ...types import UNSET, Response, Unset


def _get_kwargs(
    sku: str,
    *,
    body: list[SkuCanalEntrada],
    usuario_id: str,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_request_id, Unset):
        headers["X-Request-Id"] = x_request_id

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    params: dict[str, Any] = {}

    params["usuarioId"] = usuario_id

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/sku/{sku}/Canal".format(
            sku=quote(str(sku), safe=""),
        ),
        "params": params,
    }

    _kwargs["json"] = []
    for body_item_data in body:
        body_item = body_item_data.to_dict()
        _kwargs["json"].append(body_item)

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Erro | list[SkuCanal] | None:
    if response.status_code == 200:
        response_200 = []
        _response_200 = response.json()
        for response_200_item_data in _response_200:
            response_200_item = SkuCanal.from_dict(response_200_item_data)

            response_200.append(response_200_item)

        return response_200

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

    if response.status_code == 408:
        response_408 = Erro.from_dict(response.json())

        return response_408

    if response.status_code == 409:
        response_409 = Erro.from_dict(response.json())

        return response_409

    if response.status_code == 412:
        response_412 = Erro.from_dict(response.json())

        return response_412

    if response.status_code == 413:
        response_413 = Erro.from_dict(response.json())

        return response_413

    if response.status_code == 415:
        response_415 = Erro.from_dict(response.json())

        return response_415

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

    if response.status_code == 507:
        response_507 = Erro.from_dict(response.json())

        return response_507

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Erro | list[SkuCanal]]:
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
    body: list[SkuCanalEntrada],
    usuario_id: str,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Response[Erro | list[SkuCanal]]:
    """Substitui as configurações de um SKU em todos os canais

     Os canais que não estão na lista perdem as suas.

    Args:
        sku (str): O código de um SKU, à escolha da aplicação, único por usuário.
        usuario_id (str):
        x_request_id (str | Unset):
        idempotency_key (str | Unset):
        if_match (str | Unset):
        body (list[SkuCanalEntrada]):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Erro | list[SkuCanal]]
    """

    kwargs = _get_kwargs(
        sku=sku,
        body=body,
        usuario_id=usuario_id,
        x_request_id=x_request_id,
        idempotency_key=idempotency_key,
        if_match=if_match,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    sku: str,
    *,
    client: AuthenticatedClient | Client,
    body: list[SkuCanalEntrada],
    usuario_id: str,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Erro | list[SkuCanal] | None:
    """Substitui as configurações de um SKU em todos os canais

     Os canais que não estão na lista perdem as suas.

    Args:
        sku (str): O código de um SKU, à escolha da aplicação, único por usuário.
        usuario_id (str):
        x_request_id (str | Unset):
        idempotency_key (str | Unset):
        if_match (str | Unset):
        body (list[SkuCanalEntrada]):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Erro | list[SkuCanal]
    """

    return sync_detailed(
        sku=sku,
        client=client,
        body=body,
        usuario_id=usuario_id,
        x_request_id=x_request_id,
        idempotency_key=idempotency_key,
        if_match=if_match,
    ).parsed


async def asyncio_detailed(
    sku: str,
    *,
    client: AuthenticatedClient | Client,
    body: list[SkuCanalEntrada],
    usuario_id: str,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Response[Erro | list[SkuCanal]]:
    """Substitui as configurações de um SKU em todos os canais

     Os canais que não estão na lista perdem as suas.

    Args:
        sku (str): O código de um SKU, à escolha da aplicação, único por usuário.
        usuario_id (str):
        x_request_id (str | Unset):
        idempotency_key (str | Unset):
        if_match (str | Unset):
        body (list[SkuCanalEntrada]):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Erro | list[SkuCanal]]
    """

    kwargs = _get_kwargs(
        sku=sku,
        body=body,
        usuario_id=usuario_id,
        x_request_id=x_request_id,
        idempotency_key=idempotency_key,
        if_match=if_match,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    sku: str,
    *,
    client: AuthenticatedClient | Client,
    body: list[SkuCanalEntrada],
    usuario_id: str,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Erro | list[SkuCanal] | None:
    """Substitui as configurações de um SKU em todos os canais

     Os canais que não estão na lista perdem as suas.

    Args:
        sku (str): O código de um SKU, à escolha da aplicação, único por usuário.
        usuario_id (str):
        x_request_id (str | Unset):
        idempotency_key (str | Unset):
        if_match (str | Unset):
        body (list[SkuCanalEntrada]):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Erro | list[SkuCanal]
    """

    return (
        await asyncio_detailed(
            sku=sku,
            client=client,
            body=body,
            usuario_id=usuario_id,
            x_request_id=x_request_id,
            idempotency_key=idempotency_key,
            if_match=if_match,
        )
    ).parsed
