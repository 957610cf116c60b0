from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.erro import Erro
from ...models.evento_da_fila import EventoDaFila
from ...models.ler_fila_desde import LerFilaDesde
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    usuario_id: str | Unset = UNSET,
    consumidor: str,
    quantidade: int | Unset = 50,
    visibilidade: int | Unset = 300,
    desde: LerFilaDesde | Unset = UNSET,
    incluir_pedido: bool | Unset = False,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_request_id, Unset):
        headers["X-Request-Id"] = x_request_id

    params: dict[str, Any] = {}

    params["usuarioId"] = usuario_id

    params["consumidor"] = consumidor

    params["quantidade"] = quantidade

    params["visibilidade"] = visibilidade

    json_desde: str | Unset = UNSET
    if not isinstance(desde, Unset):
        json_desde = desde.value

    params["desde"] = json_desde

    params["incluirPedido"] = incluir_pedido

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/Pedido/Fila",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Erro | list[EventoDaFila] | None:
    if response.status_code == 200:
        response_200 = []
        _response_200 = response.json()
        for response_200_item_data in _response_200:
            response_200_item = EventoDaFila.from_dict(response_200_item_data)

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
) -> Response[Erro | list[EventoDaFila]]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    usuario_id: str | Unset = UNSET,
    consumidor: str,
    quantidade: int | Unset = 50,
    visibilidade: int | Unset = 300,
    desde: LerFilaDesde | Unset = UNSET,
    incluir_pedido: bool | Unset = False,
    x_request_id: str | Unset = UNSET,
) -> Response[Erro | list[EventoDaFila]]:
    """Entrega eventos de pedidos a um consumidor

     O consumidor nasce na primeira leitura. O que não for confirmado (`POST /Pedido/Fila/Confirmar`) em
    `visibilidade` segundos é entregue de novo, até dez vezes; depois está morto (`GET
    /Pedido/Fila/Mortos`). Eventos de um pedido vêm na sua ordem. Cada evento chega pelo menos uma vez.
    Uma resposta vazia diz que agora não há nada. `incluirPedido=true` traz junto cada pedido, como está
    agora.

    Args:
        usuario_id (str | Unset):
        consumidor (str):
        quantidade (int | Unset):  Default: 50.
        visibilidade (int | Unset):  Default: 300.
        desde (LerFilaDesde | Unset):
        incluir_pedido (bool | Unset):  Default: False.
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Erro | list[EventoDaFila]]
    """

    kwargs = _get_kwargs(
        usuario_id=usuario_id,
        consumidor=consumidor,
        quantidade=quantidade,
        visibilidade=visibilidade,
        desde=desde,
        incluir_pedido=incluir_pedido,
        x_request_id=x_request_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    usuario_id: str | Unset = UNSET,
    consumidor: str,
    quantidade: int | Unset = 50,
    visibilidade: int | Unset = 300,
    desde: LerFilaDesde | Unset = UNSET,
    incluir_pedido: bool | Unset = False,
    x_request_id: str | Unset = UNSET,
) -> Erro | list[EventoDaFila] | None:
    """Entrega eventos de pedidos a um consumidor

     O consumidor nasce na primeira leitura. O que não for confirmado (`POST /Pedido/Fila/Confirmar`) em
    `visibilidade` segundos é entregue de novo, até dez vezes; depois está morto (`GET
    /Pedido/Fila/Mortos`). Eventos de um pedido vêm na sua ordem. Cada evento chega pelo menos uma vez.
    Uma resposta vazia diz que agora não há nada. `incluirPedido=true` traz junto cada pedido, como está
    agora.

    Args:
        usuario_id (str | Unset):
        consumidor (str):
        quantidade (int | Unset):  Default: 50.
        visibilidade (int | Unset):  Default: 300.
        desde (LerFilaDesde | Unset):
        incluir_pedido (bool | Unset):  Default: False.
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Erro | list[EventoDaFila]
    """

    return sync_detailed(
        client=client,
        usuario_id=usuario_id,
        consumidor=consumidor,
        quantidade=quantidade,
        visibilidade=visibilidade,
        desde=desde,
        incluir_pedido=incluir_pedido,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    usuario_id: str | Unset = UNSET,
    consumidor: str,
    quantidade: int | Unset = 50,
    visibilidade: int | Unset = 300,
    desde: LerFilaDesde | Unset = UNSET,
    incluir_pedido: bool | Unset = False,
    x_request_id: str | Unset = UNSET,
) -> Response[Erro | list[EventoDaFila]]:
    """Entrega eventos de pedidos a um consumidor

     O consumidor nasce na primeira leitura. O que não for confirmado (`POST /Pedido/Fila/Confirmar`) em
    `visibilidade` segundos é entregue de novo, até dez vezes; depois está morto (`GET
    /Pedido/Fila/Mortos`). Eventos de um pedido vêm na sua ordem. Cada evento chega pelo menos uma vez.
    Uma resposta vazia diz que agora não há nada. `incluirPedido=true` traz junto cada pedido, como está
    agora.

    Args:
        usuario_id (str | Unset):
        consumidor (str):
        quantidade (int | Unset):  Default: 50.
        visibilidade (int | Unset):  Default: 300.
        desde (LerFilaDesde | Unset):
        incluir_pedido (bool | Unset):  Default: False.
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Erro | list[EventoDaFila]]
    """

    kwargs = _get_kwargs(
        usuario_id=usuario_id,
        consumidor=consumidor,
        quantidade=quantidade,
        visibilidade=visibilidade,
        desde=desde,
        incluir_pedido=incluir_pedido,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    usuario_id: str | Unset = UNSET,
    consumidor: str,
    quantidade: int | Unset = 50,
    visibilidade: int | Unset = 300,
    desde: LerFilaDesde | Unset = UNSET,
    incluir_pedido: bool | Unset = False,
    x_request_id: str | Unset = UNSET,
) -> Erro | list[EventoDaFila] | None:
    """Entrega eventos de pedidos a um consumidor

     O consumidor nasce na primeira leitura. O que não for confirmado (`POST /Pedido/Fila/Confirmar`) em
    `visibilidade` segundos é entregue de novo, até dez vezes; depois está morto (`GET
    /Pedido/Fila/Mortos`). Eventos de um pedido vêm na sua ordem. Cada evento chega pelo menos uma vez.
    Uma resposta vazia diz que agora não há nada. `incluirPedido=true` traz junto cada pedido, como está
    agora.

    Args:
        usuario_id (str | Unset):
        consumidor (str):
        quantidade (int | Unset):  Default: 50.
        visibilidade (int | Unset):  Default: 300.
        desde (LerFilaDesde | Unset):
        incluir_pedido (bool | Unset):  Default: False.
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Erro | list[EventoDaFila]
    """

    return (
        await asyncio_detailed(
            client=client,
            usuario_id=usuario_id,
            consumidor=consumidor,
            quantidade=quantidade,
            visibilidade=visibilidade,
            desde=desde,
            incluir_pedido=incluir_pedido,
            x_request_id=x_request_id,
        )
    ).parsed
