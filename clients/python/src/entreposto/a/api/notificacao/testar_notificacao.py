from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.entrega import Entrega
from ...models.erro import Erro
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: int,
    *,
    destino: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_request_id, Unset):
        headers["X-Request-Id"] = x_request_id

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    params: dict[str, Any] = {}

    params["destino"] = destino

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/Notificacao/{id}/Testar".format(
            id=quote(str(id), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Entrega | Erro | None:
    if response.status_code == 200:
        response_200 = Entrega.from_dict(response.json())

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
) -> Response[Entrega | Erro]:
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
    destino: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[Entrega | Erro]:
    """Envia um evento de teste

     Um evento inventado, do tipo `teste`, uma vez, agora, qualquer que seja a situação da notificação.
    Responde a entrega, ainda por fazer.

    Args:
        id (int):
        destino (str | Unset):
        x_request_id (str | Unset):
        idempotency_key (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Entrega | Erro]
    """

    kwargs = _get_kwargs(
        id=id,
        destino=destino,
        x_request_id=x_request_id,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    destino: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Entrega | Erro | None:
    """Envia um evento de teste

     Um evento inventado, do tipo `teste`, uma vez, agora, qualquer que seja a situação da notificação.
    Responde a entrega, ainda por fazer.

    Args:
        id (int):
        destino (str | Unset):
        x_request_id (str | Unset):
        idempotency_key (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Entrega | Erro
    """

    return sync_detailed(
        id=id,
        client=client,
        destino=destino,
        x_request_id=x_request_id,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    destino: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[Entrega | Erro]:
    """Envia um evento de teste

     Um evento inventado, do tipo `teste`, uma vez, agora, qualquer que seja a situação da notificação.
    Responde a entrega, ainda por fazer.

    Args:
        id (int):
        destino (str | Unset):
        x_request_id (str | Unset):
        idempotency_key (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Entrega | Erro]
    """

    kwargs = _get_kwargs(
        id=id,
        destino=destino,
        x_request_id=x_request_id,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    destino: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Entrega | Erro | None:
    """Envia um evento de teste

     Um evento inventado, do tipo `teste`, uma vez, agora, qualquer que seja a situação da notificação.
    Responde a entrega, ainda por fazer.

    Args:
        id (int):
        destino (str | Unset):
        x_request_id (str | Unset):
        idempotency_key (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Entrega | Erro
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            destino=destino,
            x_request_id=x_request_id,
            idempotency_key=idempotency_key,
        )
    ).parsed
