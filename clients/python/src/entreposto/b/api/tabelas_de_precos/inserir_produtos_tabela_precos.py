from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.preco_de_tabela import PrecoDeTabela
from ...models.resultado_operacao import ResultadoOperacao
from ...models.resultado_tabela import ResultadoTabela
from ...types import UNSET, Response, Unset


def _get_kwargs(
    tabela_preco_id: int,
    *,
    body: list[PrecoDeTabela],
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_request_id, Unset):
        headers["X-Request-Id"] = x_request_id

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/tabelaPrecos/{tabela_preco_id}/produtos".format(
            tabela_preco_id=quote(str(tabela_preco_id), safe=""),
        ),
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
) -> ResultadoOperacao | ResultadoTabela | None:
    if response.status_code == 200:
        response_200 = ResultadoTabela.from_dict(response.json())

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

    if response.status_code == 408:
        response_408 = ResultadoOperacao.from_dict(response.json())

        return response_408

    if response.status_code == 413:
        response_413 = ResultadoOperacao.from_dict(response.json())

        return response_413

    if response.status_code == 415:
        response_415 = ResultadoOperacao.from_dict(response.json())

        return response_415

    if response.status_code == 422:
        response_422 = ResultadoOperacao.from_dict(response.json())

        return response_422

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

    if response.status_code == 507:
        response_507 = ResultadoOperacao.from_dict(response.json())

        return response_507

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ResultadoOperacao | ResultadoTabela]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    tabela_preco_id: int,
    *,
    client: AuthenticatedClient | Client,
    body: list[PrecoDeTabela],
    x_request_id: str | Unset = UNSET,
) -> Response[ResultadoOperacao | ResultadoTabela]:
    """Põe até 50 SKUs em uma tabela

     O mesmo preço outra vez já está feito; outro preço se muda com `PUT`.

    Args:
        tabela_preco_id (int):
        x_request_id (str | Unset):
        body (list[PrecoDeTabela]):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ResultadoOperacao | ResultadoTabela]
    """

    kwargs = _get_kwargs(
        tabela_preco_id=tabela_preco_id,
        body=body,
        x_request_id=x_request_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    tabela_preco_id: int,
    *,
    client: AuthenticatedClient | Client,
    body: list[PrecoDeTabela],
    x_request_id: str | Unset = UNSET,
) -> ResultadoOperacao | ResultadoTabela | None:
    """Põe até 50 SKUs em uma tabela

     O mesmo preço outra vez já está feito; outro preço se muda com `PUT`.

    Args:
        tabela_preco_id (int):
        x_request_id (str | Unset):
        body (list[PrecoDeTabela]):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ResultadoOperacao | ResultadoTabela
    """

    return sync_detailed(
        tabela_preco_id=tabela_preco_id,
        client=client,
        body=body,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    tabela_preco_id: int,
    *,
    client: AuthenticatedClient | Client,
    body: list[PrecoDeTabela],
    x_request_id: str | Unset = UNSET,
) -> Response[ResultadoOperacao | ResultadoTabela]:
    """Põe até 50 SKUs em uma tabela

     O mesmo preço outra vez já está feito; outro preço se muda com `PUT`.

    Args:
        tabela_preco_id (int):
        x_request_id (str | Unset):
        body (list[PrecoDeTabela]):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ResultadoOperacao | ResultadoTabela]
    """

    kwargs = _get_kwargs(
        tabela_preco_id=tabela_preco_id,
        body=body,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    tabela_preco_id: int,
    *,
    client: AuthenticatedClient | Client,
    body: list[PrecoDeTabela],
    x_request_id: str | Unset = UNSET,
) -> ResultadoOperacao | ResultadoTabela | None:
    """Põe até 50 SKUs em uma tabela

     O mesmo preço outra vez já está feito; outro preço se muda com `PUT`.

    Args:
        tabela_preco_id (int):
        x_request_id (str | Unset):
        body (list[PrecoDeTabela]):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ResultadoOperacao | ResultadoTabela
    """

    return (
        await asyncio_detailed(
            tabela_preco_id=tabela_preco_id,
            client=client,
            body=body,
            x_request_id=x_request_id,
        )
    ).parsed
