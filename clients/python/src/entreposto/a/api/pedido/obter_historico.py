from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.erro import Erro
from ...models.registro_historico import RegistroHistorico
from ...types import UNSET, Response, Unset


def _get_kwargs(
    pedido_id: int,
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
        "url": "/Pedido/{pedido_id}/Historico".format(
            pedido_id=quote(str(pedido_id), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | Erro | list[RegistroHistorico] | None:
    if response.status_code == 200:
        response_200 = []
        _response_200 = response.json()
        for response_200_item_data in _response_200:
            response_200_item = RegistroHistorico.from_dict(response_200_item_data)

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
) -> Response[Any | Erro | list[RegistroHistorico]]:
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
    usuario_id: str,
    if_none_match: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Any | Erro | list[RegistroHistorico]]:
    """Lê o histórico de um pedido

     Do mais antigo ao mais novo. Um salto é um só registro, que lista os estados pulados; detalhes que
    vieram depois são registros do mesmo estado.

    Args:
        pedido_id (int): O número de um pedido, dado pelo serviço quando entra.
        usuario_id (str):
        if_none_match (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Erro | list[RegistroHistorico]]
    """

    kwargs = _get_kwargs(
        pedido_id=pedido_id,
        usuario_id=usuario_id,
        if_none_match=if_none_match,
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
    usuario_id: str,
    if_none_match: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Any | Erro | list[RegistroHistorico] | None:
    """Lê o histórico de um pedido

     Do mais antigo ao mais novo. Um salto é um só registro, que lista os estados pulados; detalhes que
    vieram depois são registros do mesmo estado.

    Args:
        pedido_id (int): O número de um pedido, dado pelo serviço quando entra.
        usuario_id (str):
        if_none_match (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Erro | list[RegistroHistorico]
    """

    return sync_detailed(
        pedido_id=pedido_id,
        client=client,
        usuario_id=usuario_id,
        if_none_match=if_none_match,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    pedido_id: int,
    *,
    client: AuthenticatedClient | Client,
    usuario_id: str,
    if_none_match: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Any | Erro | list[RegistroHistorico]]:
    """Lê o histórico de um pedido

     Do mais antigo ao mais novo. Um salto é um só registro, que lista os estados pulados; detalhes que
    vieram depois são registros do mesmo estado.

    Args:
        pedido_id (int): O número de um pedido, dado pelo serviço quando entra.
        usuario_id (str):
        if_none_match (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Erro | list[RegistroHistorico]]
    """

    kwargs = _get_kwargs(
        pedido_id=pedido_id,
        usuario_id=usuario_id,
        if_none_match=if_none_match,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    pedido_id: int,
    *,
    client: AuthenticatedClient | Client,
    usuario_id: str,
    if_none_match: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Any | Erro | list[RegistroHistorico] | None:
    """Lê o histórico de um pedido

     Do mais antigo ao mais novo. Um salto é um só registro, que lista os estados pulados; detalhes que
    vieram depois são registros do mesmo estado.

    Args:
        pedido_id (int): O número de um pedido, dado pelo serviço quando entra.
        usuario_id (str):
        if_none_match (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Erro | list[RegistroHistorico]
    """

    return (
        await asyncio_detailed(
            pedido_id=pedido_id,
            client=client,
            usuario_id=usuario_id,
            if_none_match=if_none_match,
            x_request_id=x_request_id,
        )
    ).parsed
