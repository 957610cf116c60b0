from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.erro import Erro
from ...models.estado_entrega import EstadoEntrega
from ...models.retorno_paginado_entrega import RetornoPaginadoEntrega
from ...models.tipo_evento import TipoEvento
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: int,
    *,
    pagina: int | Unset = 1,
    quantidade_registros: int | Unset = 50,
    cursor: str | Unset = UNSET,
    estado: EstadoEntrega | Unset = UNSET,
    tipo: TipoEvento | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_request_id, Unset):
        headers["X-Request-Id"] = x_request_id

    params: dict[str, Any] = {}

    params["pagina"] = pagina

    params["quantidade_registros"] = quantidade_registros

    params["cursor"] = cursor

    json_estado: str | Unset = UNSET
    if not isinstance(estado, Unset):
        json_estado = estado.value

    params["estado"] = json_estado

    json_tipo: str | Unset = UNSET
    if not isinstance(tipo, Unset):
        json_tipo = tipo.value

    params["tipo"] = json_tipo

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/Notificacao/{id}/Entregas".format(
            id=quote(str(id), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Erro | RetornoPaginadoEntrega | None:
    if response.status_code == 200:
        response_200 = RetornoPaginadoEntrega.from_dict(response.json())

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
) -> Response[Erro | RetornoPaginadoEntrega]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    pagina: int | Unset = 1,
    quantidade_registros: int | Unset = 50,
    cursor: str | Unset = UNSET,
    estado: EstadoEntrega | Unset = UNSET,
    tipo: TipoEvento | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Erro | RetornoPaginadoEntrega]:
    """Lista as entregas de uma notificação

     O que foi, está sendo e será enviado, do mais novo ao mais antigo, com as tentativas.

    Args:
        id (int):
        pagina (int | Unset):  Default: 1.
        quantidade_registros (int | Unset):  Default: 50.
        cursor (str | Unset):
        estado (EstadoEntrega | Unset): O que foi feito de uma entrega.
        tipo (TipoEvento | Unset): De que tipo de mudança um evento conta.
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Erro | RetornoPaginadoEntrega]
    """

    kwargs = _get_kwargs(
        id=id,
        pagina=pagina,
        quantidade_registros=quantidade_registros,
        cursor=cursor,
        estado=estado,
        tipo=tipo,
        x_request_id=x_request_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    pagina: int | Unset = 1,
    quantidade_registros: int | Unset = 50,
    cursor: str | Unset = UNSET,
    estado: EstadoEntrega | Unset = UNSET,
    tipo: TipoEvento | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Erro | RetornoPaginadoEntrega | None:
    """Lista as entregas de uma notificação

     O que foi, está sendo e será enviado, do mais novo ao mais antigo, com as tentativas.

    Args:
        id (int):
        pagina (int | Unset):  Default: 1.
        quantidade_registros (int | Unset):  Default: 50.
        cursor (str | Unset):
        estado (EstadoEntrega | Unset): O que foi feito de uma entrega.
        tipo (TipoEvento | Unset): De que tipo de mudança um evento conta.
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Erro | RetornoPaginadoEntrega
    """

    return sync_detailed(
        id=id,
        client=client,
        pagina=pagina,
        quantidade_registros=quantidade_registros,
        cursor=cursor,
        estado=estado,
        tipo=tipo,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    pagina: int | Unset = 1,
    quantidade_registros: int | Unset = 50,
    cursor: str | Unset = UNSET,
    estado: EstadoEntrega | Unset = UNSET,
    tipo: TipoEvento | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Erro | RetornoPaginadoEntrega]:
    """Lista as entregas de uma notificação

     O que foi, está sendo e será enviado, do mais novo ao mais antigo, com as tentativas.

    Args:
        id (int):
        pagina (int | Unset):  Default: 1.
        quantidade_registros (int | Unset):  Default: 50.
        cursor (str | Unset):
        estado (EstadoEntrega | Unset): O que foi feito de uma entrega.
        tipo (TipoEvento | Unset): De que tipo de mudança um evento conta.
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Erro | RetornoPaginadoEntrega]
    """

    kwargs = _get_kwargs(
        id=id,
        pagina=pagina,
        quantidade_registros=quantidade_registros,
        cursor=cursor,
        estado=estado,
        tipo=tipo,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    pagina: int | Unset = 1,
    quantidade_registros: int | Unset = 50,
    cursor: str | Unset = UNSET,
    estado: EstadoEntrega | Unset = UNSET,
    tipo: TipoEvento | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Erro | RetornoPaginadoEntrega | None:
    """Lista as entregas de uma notificação

     O que foi, está sendo e será enviado, do mais novo ao mais antigo, com as tentativas.

    Args:
        id (int):
        pagina (int | Unset):  Default: 1.
        quantidade_registros (int | Unset):  Default: 50.
        cursor (str | Unset):
        estado (EstadoEntrega | Unset): O que foi feito de uma entrega.
        tipo (TipoEvento | Unset): De que tipo de mudança um evento conta.
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Erro | RetornoPaginadoEntrega
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            pagina=pagina,
            quantidade_registros=quantidade_registros,
            cursor=cursor,
            estado=estado,
            tipo=tipo,
            x_request_id=x_request_id,
        )
    ).parsed
