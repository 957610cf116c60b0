from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.resultado_operacao import ResultadoOperacao
from ...models.usuario_registro import UsuarioRegistro
from ...types import UNSET, Response, Unset


def _get_kwargs(
    cnpj: str,
    *,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_request_id, Unset):
        headers["X-Request-Id"] = x_request_id

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/usuarios/cnpj/{cnpj}".format(
            cnpj=quote(str(cnpj), safe=""),
        ),
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ResultadoOperacao | UsuarioRegistro | None:
    if response.status_code == 200:
        response_200 = UsuarioRegistro.from_dict(response.json())

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
) -> Response[ResultadoOperacao | UsuarioRegistro]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    cnpj: str,
    *,
    client: AuthenticatedClient | Client,
    x_request_id: str | Unset = UNSET,
) -> Response[ResultadoOperacao | UsuarioRegistro]:
    """Lê um comprador pelo CNPJ

     Com ou sem pontuação.

    Args:
        cnpj (str):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ResultadoOperacao | UsuarioRegistro]
    """

    kwargs = _get_kwargs(
        cnpj=cnpj,
        x_request_id=x_request_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    cnpj: str,
    *,
    client: AuthenticatedClient | Client,
    x_request_id: str | Unset = UNSET,
) -> ResultadoOperacao | UsuarioRegistro | None:
    """Lê um comprador pelo CNPJ

     Com ou sem pontuação.

    Args:
        cnpj (str):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ResultadoOperacao | UsuarioRegistro
    """

    return sync_detailed(
        cnpj=cnpj,
        client=client,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    cnpj: str,
    *,
    client: AuthenticatedClient | Client,
    x_request_id: str | Unset = UNSET,
) -> Response[ResultadoOperacao | UsuarioRegistro]:
    """Lê um comprador pelo CNPJ

     Com ou sem pontuação.

    Args:
        cnpj (str):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ResultadoOperacao | UsuarioRegistro]
    """

    kwargs = _get_kwargs(
        cnpj=cnpj,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    cnpj: str,
    *,
    client: AuthenticatedClient | Client,
    x_request_id: str | Unset = UNSET,
) -> ResultadoOperacao | UsuarioRegistro | None:
    """Lê um comprador pelo CNPJ

     Com ou sem pontuação.

    Args:
        cnpj (str):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ResultadoOperacao | UsuarioRegistro
    """

    return (
        await asyncio_detailed(
            cnpj=cnpj,
            client=client,
            x_request_id=x_request_id,
        )
    ).parsed
