from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.alterar_atacarejo_tipo_identificador import (
    AlterarAtacarejoTipoIdentificador,
)
from ...models.atacado_mudado import AtacadoMudado
from ...models.resultado_operacao import ResultadoOperacao
from ...types import UNSET, Response, Unset


def _get_kwargs(
    identificador: str,
    produto_variante_atacado_id: int,
    *,
    body: AtacadoMudado,
    tipo_identificador: AlterarAtacarejoTipoIdentificador | Unset = UNSET,
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
        "url": "/produtos/{identificador}/atacarejo/{produto_variante_atacado_id}".format(
            identificador=quote(str(identificador), safe=""),
            produto_variante_atacado_id=quote(
                str(produto_variante_atacado_id), safe=""
            ),
        ),
        "params": params,
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ResultadoOperacao | str | None:
    if response.status_code == 201:
        response_201 = cast(str, response.json())
        return response_201

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
) -> Response[ResultadoOperacao | str]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    identificador: str,
    produto_variante_atacado_id: int,
    *,
    client: AuthenticatedClient | Client,
    body: AtacadoMudado,
    tipo_identificador: AlterarAtacarejoTipoIdentificador | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[ResultadoOperacao | str]:
    """Altera um preço de atacado

     O que não vem fica como está.

    Args:
        identificador (str):
        produto_variante_atacado_id (int):
        tipo_identificador (AlterarAtacarejoTipoIdentificador | Unset):
        x_request_id (str | Unset):
        body (AtacadoMudado): O que muda em um preço de atacado; o que falta fica como está.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ResultadoOperacao | str]
    """

    kwargs = _get_kwargs(
        identificador=identificador,
        produto_variante_atacado_id=produto_variante_atacado_id,
        body=body,
        tipo_identificador=tipo_identificador,
        x_request_id=x_request_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    identificador: str,
    produto_variante_atacado_id: int,
    *,
    client: AuthenticatedClient | Client,
    body: AtacadoMudado,
    tipo_identificador: AlterarAtacarejoTipoIdentificador | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> ResultadoOperacao | str | None:
    """Altera um preço de atacado

     O que não vem fica como está.

    Args:
        identificador (str):
        produto_variante_atacado_id (int):
        tipo_identificador (AlterarAtacarejoTipoIdentificador | Unset):
        x_request_id (str | Unset):
        body (AtacadoMudado): O que muda em um preço de atacado; o que falta fica como está.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ResultadoOperacao | str
    """

    return sync_detailed(
        identificador=identificador,
        produto_variante_atacado_id=produto_variante_atacado_id,
        client=client,
        body=body,
        tipo_identificador=tipo_identificador,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    identificador: str,
    produto_variante_atacado_id: int,
    *,
    client: AuthenticatedClient | Client,
    body: AtacadoMudado,
    tipo_identificador: AlterarAtacarejoTipoIdentificador | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[ResultadoOperacao | str]:
    """Altera um preço de atacado

     O que não vem fica como está.

    Args:
        identificador (str):
        produto_variante_atacado_id (int):
        tipo_identificador (AlterarAtacarejoTipoIdentificador | Unset):
        x_request_id (str | Unset):
        body (AtacadoMudado): O que muda em um preço de atacado; o que falta fica como está.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ResultadoOperacao | str]
    """

    kwargs = _get_kwargs(
        identificador=identificador,
        produto_variante_atacado_id=produto_variante_atacado_id,
        body=body,
        tipo_identificador=tipo_identificador,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    identificador: str,
    produto_variante_atacado_id: int,
    *,
    client: AuthenticatedClient | Client,
    body: AtacadoMudado,
    tipo_identificador: AlterarAtacarejoTipoIdentificador | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> ResultadoOperacao | str | None:
    """Altera um preço de atacado

     O que não vem fica como está.

    Args:
        identificador (str):
        produto_variante_atacado_id (int):
        tipo_identificador (AlterarAtacarejoTipoIdentificador | Unset):
        x_request_id (str | Unset):
        body (AtacadoMudado): O que muda em um preço de atacado; o que falta fica como está.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ResultadoOperacao | str
    """

    return (
        await asyncio_detailed(
            identificador=identificador,
            produto_variante_atacado_id=produto_variante_atacado_id,
            client=client,
            body=body,
            tipo_identificador=tipo_identificador,
            x_request_id=x_request_id,
        )
    ).parsed
