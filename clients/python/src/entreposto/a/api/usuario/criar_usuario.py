from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.erro import Erro
from ...models.usuario import Usuario
from ...models.usuario_entrada import UsuarioEntrada
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: UsuarioEntrada,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_request_id, Unset):
        headers["X-Request-Id"] = x_request_id

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/Usuario",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Erro | Usuario | None:
    if response.status_code == 200:
        response_200 = Usuario.from_dict(response.json())

        return response_200

    if response.status_code == 201:
        response_201 = Usuario.from_dict(response.json())

        return response_201

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
) -> Response[Erro | Usuario]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: UsuarioEntrada,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[Erro | Usuario]:
    """Cria um usuário

     O mesmo usuário outra vez não muda nada (200); com outro conteúdo é 409.

    Args:
        x_request_id (str | Unset):
        idempotency_key (str | Unset):
        body (UsuarioEntrada): Uma loja cujos dados a aplicação administra.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Erro | Usuario]
    """

    kwargs = _get_kwargs(
        body=body,
        x_request_id=x_request_id,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: UsuarioEntrada,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Erro | Usuario | None:
    """Cria um usuário

     O mesmo usuário outra vez não muda nada (200); com outro conteúdo é 409.

    Args:
        x_request_id (str | Unset):
        idempotency_key (str | Unset):
        body (UsuarioEntrada): Uma loja cujos dados a aplicação administra.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Erro | Usuario
    """

    return sync_detailed(
        client=client,
        body=body,
        x_request_id=x_request_id,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: UsuarioEntrada,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[Erro | Usuario]:
    """Cria um usuário

     O mesmo usuário outra vez não muda nada (200); com outro conteúdo é 409.

    Args:
        x_request_id (str | Unset):
        idempotency_key (str | Unset):
        body (UsuarioEntrada): Uma loja cujos dados a aplicação administra.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Erro | Usuario]
    """

    kwargs = _get_kwargs(
        body=body,
        x_request_id=x_request_id,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: UsuarioEntrada,
    x_request_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Erro | Usuario | None:
    """Cria um usuário

     O mesmo usuário outra vez não muda nada (200); com outro conteúdo é 409.

    Args:
        x_request_id (str | Unset):
        idempotency_key (str | Unset):
        body (UsuarioEntrada): Uma loja cujos dados a aplicação administra.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Erro | Usuario
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            x_request_id=x_request_id,
            idempotency_key=idempotency_key,
        )
    ).parsed
