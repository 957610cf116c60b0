from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.alterar_precos_em_lote_tipo_identificador import (
    AlterarPrecosEmLoteTipoIdentificador,
)
from ...models.preco_de_produto import PrecoDeProduto
from ...models.resultado_lote import ResultadoLote
from ...models.resultado_operacao import ResultadoOperacao
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: list[PrecoDeProduto],
    tipo_identificador: AlterarPrecosEmLoteTipoIdentificador | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_request_id, Unset):
        headers["X-Request-Id"] = x_request_id

    params: dict[str, Any] = {}

    json_tipo_identificador: str | Unset = UNSET
    if not isinstance(tipo_identificador, Unset):
        json_tipo_identificador = tipo_identificador.value

    params["tipoIdentificador"] = json_tipo_identificador

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/produtos/precos/lote",
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
) -> ResultadoLote | ResultadoOperacao | None:
    if response.status_code == 200:
        response_200 = ResultadoLote.from_dict(response.json())

        return response_200

    if response.status_code == 400:
        response_400 = ResultadoOperacao.from_dict(response.json())

        return response_400

    if response.status_code == 401:
        response_401 = ResultadoOperacao.from_dict(response.json())

        return response_401

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
) -> Response[ResultadoLote | ResultadoOperacao]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: list[PrecoDeProduto],
    tipo_identificador: AlterarPrecosEmLoteTipoIdentificador | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[ResultadoLote | ResultadoOperacao]:
    """Define os preços de até 50 produtos (outro caminho)

     O mesmo que `PUT /produtos/precos`.

    Args:
        tipo_identificador (AlterarPrecosEmLoteTipoIdentificador | Unset):
        x_request_id (str | Unset):
        body (list[PrecoDeProduto]):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ResultadoLote | ResultadoOperacao]
    """

    kwargs = _get_kwargs(
        body=body,
        tipo_identificador=tipo_identificador,
        x_request_id=x_request_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: list[PrecoDeProduto],
    tipo_identificador: AlterarPrecosEmLoteTipoIdentificador | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> ResultadoLote | ResultadoOperacao | None:
    """Define os preços de até 50 produtos (outro caminho)

     O mesmo que `PUT /produtos/precos`.

    Args:
        tipo_identificador (AlterarPrecosEmLoteTipoIdentificador | Unset):
        x_request_id (str | Unset):
        body (list[PrecoDeProduto]):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ResultadoLote | ResultadoOperacao
    """

    return sync_detailed(
        client=client,
        body=body,
        tipo_identificador=tipo_identificador,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: list[PrecoDeProduto],
    tipo_identificador: AlterarPrecosEmLoteTipoIdentificador | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[ResultadoLote | ResultadoOperacao]:
    """Define os preços de até 50 produtos (outro caminho)

     O mesmo que `PUT /produtos/precos`.

    Args:
        tipo_identificador (AlterarPrecosEmLoteTipoIdentificador | Unset):
        x_request_id (str | Unset):
        body (list[PrecoDeProduto]):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ResultadoLote | ResultadoOperacao]
    """

    kwargs = _get_kwargs(
        body=body,
        tipo_identificador=tipo_identificador,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: list[PrecoDeProduto],
    tipo_identificador: AlterarPrecosEmLoteTipoIdentificador | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> ResultadoLote | ResultadoOperacao | None:
    """Define os preços de até 50 produtos (outro caminho)

     O mesmo que `PUT /produtos/precos`.

    Args:
        tipo_identificador (AlterarPrecosEmLoteTipoIdentificador | Unset):
        x_request_id (str | Unset):
        body (list[PrecoDeProduto]):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ResultadoLote | ResultadoOperacao
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            tipo_identificador=tipo_identificador,
            x_request_id=x_request_id,
        )
    ).parsed
