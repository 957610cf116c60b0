from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.alterar_canal_body import AlterarCanalBody
from ...models.canal import Canal
from ...models.erro import Erro
from ...types import UNSET, Response, Unset


def _get_kwargs(
    canal_id: str,
    *,
    body: AlterarCanalBody,
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
        "method": "patch",
        "url": "/Canal/{canal_id}".format(
            canal_id=quote(str(canal_id), safe=""),
        ),
        "params": params,
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/merge-patch+json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Canal | Erro | None:
    if response.status_code == 200:
        response_200 = Canal.from_dict(response.json())

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
) -> Response[Canal | Erro]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    canal_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: AlterarCanalBody,
    usuario_id: str,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Response[Canal | Erro]:
    """Altera membros de um canal

     JSON merge patch. Um segredo devolvido como `********` fica como está; `tipoCanal` não muda.

    Args:
        canal_id (str): O identificador de um canal, à escolha da aplicação, único por usuário.
        usuario_id (str):
        x_request_id (str | Unset):
        idempotency_key (str | Unset):
        if_match (str | Unset):
        body (AlterarCanalBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Canal | Erro]
    """

    kwargs = _get_kwargs(
        canal_id=canal_id,
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
    canal_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: AlterarCanalBody,
    usuario_id: str,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Canal | Erro | None:
    """Altera membros de um canal

     JSON merge patch. Um segredo devolvido como `********` fica como está; `tipoCanal` não muda.

    Args:
        canal_id (str): O identificador de um canal, à escolha da aplicação, único por usuário.
        usuario_id (str):
        x_request_id (str | Unset):
        idempotency_key (str | Unset):
        if_match (str | Unset):
        body (AlterarCanalBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Canal | Erro
    """

    return sync_detailed(
        canal_id=canal_id,
        client=client,
        body=body,
        usuario_id=usuario_id,
        x_request_id=x_request_id,
        idempotency_key=idempotency_key,
        if_match=if_match,
    ).parsed


async def asyncio_detailed(
    canal_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: AlterarCanalBody,
    usuario_id: str,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Response[Canal | Erro]:
    """Altera membros de um canal

     JSON merge patch. Um segredo devolvido como `********` fica como está; `tipoCanal` não muda.

    Args:
        canal_id (str): O identificador de um canal, à escolha da aplicação, único por usuário.
        usuario_id (str):
        x_request_id (str | Unset):
        idempotency_key (str | Unset):
        if_match (str | Unset):
        body (AlterarCanalBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Canal | Erro]
    """

    kwargs = _get_kwargs(
        canal_id=canal_id,
        body=body,
        usuario_id=usuario_id,
        x_request_id=x_request_id,
        idempotency_key=idempotency_key,
        if_match=if_match,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    canal_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: AlterarCanalBody,
    usuario_id: str,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Canal | Erro | None:
    """Altera membros de um canal

     JSON merge patch. Um segredo devolvido como `********` fica como está; `tipoCanal` não muda.

    Args:
        canal_id (str): O identificador de um canal, à escolha da aplicação, único por usuário.
        usuario_id (str):
        x_request_id (str | Unset):
        idempotency_key (str | Unset):
        if_match (str | Unset):
        body (AlterarCanalBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Canal | Erro
    """

    return (
        await asyncio_detailed(
            canal_id=canal_id,
            client=client,
            body=body,
            usuario_id=usuario_id,
            x_request_id=x_request_id,
            idempotency_key=idempotency_key,
            if_match=if_match,
        )
    ).parsed
