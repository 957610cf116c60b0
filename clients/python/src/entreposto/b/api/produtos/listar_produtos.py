from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.listar_produtos_campos_adicionais_item import (
    ListarProdutosCamposAdicionaisItem,
)
from ...models.produto import Produto
from ...models.resultado_operacao import ResultadoOperacao
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    produto_variante_id_de: int | Unset = UNSET,
    alterados_partir_de: str | Unset = UNSET,
    somente_validos: bool | Unset = False,
    categorias: list[int] | Unset = UNSET,
    fabricantes: list[int] | Unset = UNSET,
    centros_distribuicao: list[int] | Unset = UNSET,
    campos_adicionais: list[ListarProdutosCamposAdicionaisItem] | Unset = UNSET,
    pagina: int | Unset = 1,
    quantidade_registros: int | Unset = 50,
    cursor: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_request_id, Unset):
        headers["X-Request-Id"] = x_request_id

    params: dict[str, Any] = {}

    params["produtoVarianteIdDe"] = produto_variante_id_de

    params["alteradosPartirDe"] = alterados_partir_de

    params["somenteValidos"] = somente_validos

    json_categorias: list[int] | Unset = UNSET
    if not isinstance(categorias, Unset):
        json_categorias = categorias

    params["categorias"] = json_categorias

    json_fabricantes: list[int] | Unset = UNSET
    if not isinstance(fabricantes, Unset):
        json_fabricantes = fabricantes

    params["fabricantes"] = json_fabricantes

    json_centros_distribuicao: list[int] | Unset = UNSET
    if not isinstance(centros_distribuicao, Unset):
        json_centros_distribuicao = centros_distribuicao

    params["centrosDistribuicao"] = json_centros_distribuicao

    json_campos_adicionais: list[str] | Unset = UNSET
    if not isinstance(campos_adicionais, Unset):
        json_campos_adicionais = []
        for campos_adicionais_item_data in campos_adicionais:
            campos_adicionais_item = campos_adicionais_item_data.value
            json_campos_adicionais.append(campos_adicionais_item)

    params["camposAdicionais"] = json_campos_adicionais

    params["pagina"] = pagina

    params["quantidadeRegistros"] = quantidade_registros

    params["cursor"] = cursor

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/produtos",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ResultadoOperacao | list[Produto] | None:
    if response.status_code == 200:
        response_200 = []
        _response_200 = response.json()
        for response_200_item_data in _response_200:
            response_200_item = Produto.from_dict(response_200_item_data)

            response_200.append(response_200_item)

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

    if response.status_code == 413:
        response_413 = ResultadoOperacao.from_dict(response.json())

        return response_413

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
) -> Response[ResultadoOperacao | list[Produto]]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    produto_variante_id_de: int | Unset = UNSET,
    alterados_partir_de: str | Unset = UNSET,
    somente_validos: bool | Unset = False,
    categorias: list[int] | Unset = UNSET,
    fabricantes: list[int] | Unset = UNSET,
    centros_distribuicao: list[int] | Unset = UNSET,
    campos_adicionais: list[ListarProdutosCamposAdicionaisItem] | Unset = UNSET,
    pagina: int | Unset = 1,
    quantidade_registros: int | Unset = 50,
    cursor: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[ResultadoOperacao | list[Produto]]:
    """Lista produtos

     Por `produtoVarianteId`. Para ler todos, siga `Link`, ou repita com `produtoVarianteIdDe` enquanto
    `x-tem-proxima-pagina` for verdadeiro: nenhum falta nem se repete.

    Args:
        produto_variante_id_de (int | Unset):
        alterados_partir_de (str | Unset):
        somente_validos (bool | Unset):  Default: False.
        categorias (list[int] | Unset):
        fabricantes (list[int] | Unset):
        centros_distribuicao (list[int] | Unset):
        campos_adicionais (list[ListarProdutosCamposAdicionaisItem] | Unset):
        pagina (int | Unset):  Default: 1.
        quantidade_registros (int | Unset):  Default: 50.
        cursor (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ResultadoOperacao | list[Produto]]
    """

    kwargs = _get_kwargs(
        produto_variante_id_de=produto_variante_id_de,
        alterados_partir_de=alterados_partir_de,
        somente_validos=somente_validos,
        categorias=categorias,
        fabricantes=fabricantes,
        centros_distribuicao=centros_distribuicao,
        campos_adicionais=campos_adicionais,
        pagina=pagina,
        quantidade_registros=quantidade_registros,
        cursor=cursor,
        x_request_id=x_request_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    produto_variante_id_de: int | Unset = UNSET,
    alterados_partir_de: str | Unset = UNSET,
    somente_validos: bool | Unset = False,
    categorias: list[int] | Unset = UNSET,
    fabricantes: list[int] | Unset = UNSET,
    centros_distribuicao: list[int] | Unset = UNSET,
    campos_adicionais: list[ListarProdutosCamposAdicionaisItem] | Unset = UNSET,
    pagina: int | Unset = 1,
    quantidade_registros: int | Unset = 50,
    cursor: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> ResultadoOperacao | list[Produto] | None:
    """Lista produtos

     Por `produtoVarianteId`. Para ler todos, siga `Link`, ou repita com `produtoVarianteIdDe` enquanto
    `x-tem-proxima-pagina` for verdadeiro: nenhum falta nem se repete.

    Args:
        produto_variante_id_de (int | Unset):
        alterados_partir_de (str | Unset):
        somente_validos (bool | Unset):  Default: False.
        categorias (list[int] | Unset):
        fabricantes (list[int] | Unset):
        centros_distribuicao (list[int] | Unset):
        campos_adicionais (list[ListarProdutosCamposAdicionaisItem] | Unset):
        pagina (int | Unset):  Default: 1.
        quantidade_registros (int | Unset):  Default: 50.
        cursor (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ResultadoOperacao | list[Produto]
    """

    return sync_detailed(
        client=client,
        produto_variante_id_de=produto_variante_id_de,
        alterados_partir_de=alterados_partir_de,
        somente_validos=somente_validos,
        categorias=categorias,
        fabricantes=fabricantes,
        centros_distribuicao=centros_distribuicao,
        campos_adicionais=campos_adicionais,
        pagina=pagina,
        quantidade_registros=quantidade_registros,
        cursor=cursor,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    produto_variante_id_de: int | Unset = UNSET,
    alterados_partir_de: str | Unset = UNSET,
    somente_validos: bool | Unset = False,
    categorias: list[int] | Unset = UNSET,
    fabricantes: list[int] | Unset = UNSET,
    centros_distribuicao: list[int] | Unset = UNSET,
    campos_adicionais: list[ListarProdutosCamposAdicionaisItem] | Unset = UNSET,
    pagina: int | Unset = 1,
    quantidade_registros: int | Unset = 50,
    cursor: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[ResultadoOperacao | list[Produto]]:
    """Lista produtos

     Por `produtoVarianteId`. Para ler todos, siga `Link`, ou repita com `produtoVarianteIdDe` enquanto
    `x-tem-proxima-pagina` for verdadeiro: nenhum falta nem se repete.

    Args:
        produto_variante_id_de (int | Unset):
        alterados_partir_de (str | Unset):
        somente_validos (bool | Unset):  Default: False.
        categorias (list[int] | Unset):
        fabricantes (list[int] | Unset):
        centros_distribuicao (list[int] | Unset):
        campos_adicionais (list[ListarProdutosCamposAdicionaisItem] | Unset):
        pagina (int | Unset):  Default: 1.
        quantidade_registros (int | Unset):  Default: 50.
        cursor (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ResultadoOperacao | list[Produto]]
    """

    kwargs = _get_kwargs(
        produto_variante_id_de=produto_variante_id_de,
        alterados_partir_de=alterados_partir_de,
        somente_validos=somente_validos,
        categorias=categorias,
        fabricantes=fabricantes,
        centros_distribuicao=centros_distribuicao,
        campos_adicionais=campos_adicionais,
        pagina=pagina,
        quantidade_registros=quantidade_registros,
        cursor=cursor,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    produto_variante_id_de: int | Unset = UNSET,
    alterados_partir_de: str | Unset = UNSET,
    somente_validos: bool | Unset = False,
    categorias: list[int] | Unset = UNSET,
    fabricantes: list[int] | Unset = UNSET,
    centros_distribuicao: list[int] | Unset = UNSET,
    campos_adicionais: list[ListarProdutosCamposAdicionaisItem] | Unset = UNSET,
    pagina: int | Unset = 1,
    quantidade_registros: int | Unset = 50,
    cursor: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> ResultadoOperacao | list[Produto] | None:
    """Lista produtos

     Por `produtoVarianteId`. Para ler todos, siga `Link`, ou repita com `produtoVarianteIdDe` enquanto
    `x-tem-proxima-pagina` for verdadeiro: nenhum falta nem se repete.

    Args:
        produto_variante_id_de (int | Unset):
        alterados_partir_de (str | Unset):
        somente_validos (bool | Unset):  Default: False.
        categorias (list[int] | Unset):
        fabricantes (list[int] | Unset):
        centros_distribuicao (list[int] | Unset):
        campos_adicionais (list[ListarProdutosCamposAdicionaisItem] | Unset):
        pagina (int | Unset):  Default: 1.
        quantidade_registros (int | Unset):  Default: 50.
        cursor (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ResultadoOperacao | list[Produto]
    """

    return (
        await asyncio_detailed(
            client=client,
            produto_variante_id_de=produto_variante_id_de,
            alterados_partir_de=alterados_partir_de,
            somente_validos=somente_validos,
            categorias=categorias,
            fabricantes=fabricantes,
            centros_distribuicao=centros_distribuicao,
            campos_adicionais=campos_adicionais,
            pagina=pagina,
            quantidade_registros=quantidade_registros,
            cursor=cursor,
            x_request_id=x_request_id,
        )
    ).parsed
