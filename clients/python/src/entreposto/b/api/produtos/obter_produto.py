from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.obter_produto_campos_adicionais_item import (
    ObterProdutoCamposAdicionaisItem,
)
from ...models.obter_produto_tipo_identificador import ObterProdutoTipoIdentificador
from ...models.produto import Produto
from ...models.resultado_operacao import ResultadoOperacao
from ...types import UNSET, Response, Unset


def _get_kwargs(
    identificador: str,
    *,
    tipo_identificador: ObterProdutoTipoIdentificador | Unset = UNSET,
    campos_adicionais: list[ObterProdutoCamposAdicionaisItem] | Unset = UNSET,
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

    json_campos_adicionais: list[str] | Unset = UNSET
    if not isinstance(campos_adicionais, Unset):
        json_campos_adicionais = []
        for campos_adicionais_item_data in campos_adicionais:
            campos_adicionais_item = campos_adicionais_item_data.value
            json_campos_adicionais.append(campos_adicionais_item)

    params["camposAdicionais"] = json_campos_adicionais

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/produtos/{identificador}".format(
            identificador=quote(str(identificador), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Produto | ResultadoOperacao | None:
    if response.status_code == 200:
        response_200 = Produto.from_dict(response.json())

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
) -> Response[Produto | ResultadoOperacao]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    identificador: str,
    *,
    client: AuthenticatedClient | Client,
    tipo_identificador: ObterProdutoTipoIdentificador | Unset = UNSET,
    campos_adicionais: list[ObterProdutoCamposAdicionaisItem] | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Produto | ResultadoOperacao]:
    """Lê um produto

     Com `camposAdicionais` vem mais.

    Args:
        identificador (str):
        tipo_identificador (ObterProdutoTipoIdentificador | Unset):
        campos_adicionais (list[ObterProdutoCamposAdicionaisItem] | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Produto | ResultadoOperacao]
    """

    kwargs = _get_kwargs(
        identificador=identificador,
        tipo_identificador=tipo_identificador,
        campos_adicionais=campos_adicionais,
        x_request_id=x_request_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    identificador: str,
    *,
    client: AuthenticatedClient | Client,
    tipo_identificador: ObterProdutoTipoIdentificador | Unset = UNSET,
    campos_adicionais: list[ObterProdutoCamposAdicionaisItem] | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Produto | ResultadoOperacao | None:
    """Lê um produto

     Com `camposAdicionais` vem mais.

    Args:
        identificador (str):
        tipo_identificador (ObterProdutoTipoIdentificador | Unset):
        campos_adicionais (list[ObterProdutoCamposAdicionaisItem] | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Produto | ResultadoOperacao
    """

    return sync_detailed(
        identificador=identificador,
        client=client,
        tipo_identificador=tipo_identificador,
        campos_adicionais=campos_adicionais,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    identificador: str,
    *,
    client: AuthenticatedClient | Client,
    tipo_identificador: ObterProdutoTipoIdentificador | Unset = UNSET,
    campos_adicionais: list[ObterProdutoCamposAdicionaisItem] | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Produto | ResultadoOperacao]:
    """Lê um produto

     Com `camposAdicionais` vem mais.

    Args:
        identificador (str):
        tipo_identificador (ObterProdutoTipoIdentificador | Unset):
        campos_adicionais (list[ObterProdutoCamposAdicionaisItem] | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Produto | ResultadoOperacao]
    """

    kwargs = _get_kwargs(
        identificador=identificador,
        tipo_identificador=tipo_identificador,
        campos_adicionais=campos_adicionais,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    identificador: str,
    *,
    client: AuthenticatedClient | Client,
    tipo_identificador: ObterProdutoTipoIdentificador | Unset = UNSET,
    campos_adicionais: list[ObterProdutoCamposAdicionaisItem] | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Produto | ResultadoOperacao | None:
    """Lê um produto

     Com `camposAdicionais` vem mais.

    Args:
        identificador (str):
        tipo_identificador (ObterProdutoTipoIdentificador | Unset):
        campos_adicionais (list[ObterProdutoCamposAdicionaisItem] | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Produto | ResultadoOperacao
    """

    return (
        await asyncio_detailed(
            identificador=identificador,
            client=client,
            tipo_identificador=tipo_identificador,
            campos_adicionais=campos_adicionais,
            x_request_id=x_request_id,
        )
    ).parsed
