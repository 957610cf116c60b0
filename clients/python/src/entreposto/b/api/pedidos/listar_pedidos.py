from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.listar_pedidos_direcao_ordenacao import ListarPedidosDirecaoOrdenacao
from ...models.listar_pedidos_enum_tipo_filtro_data import (
    ListarPedidosEnumTipoFiltroData,
)
from ...models.registro_pedido import RegistroPedido
from ...models.resultado_operacao import ResultadoOperacao
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    data_inicial: str | Unset = UNSET,
    data_final: str | Unset = UNSET,
    enum_tipo_filtro_data: ListarPedidosEnumTipoFiltroData
    | Unset = ListarPedidosEnumTipoFiltroData.DATAPEDIDO,
    direcao_ordenacao: ListarPedidosDirecaoOrdenacao
    | Unset = ListarPedidosDirecaoOrdenacao.DESC,
    email: str | Unset = UNSET,
    sku: str | Unset = UNSET,
    valido: bool | Unset = UNSET,
    lista_pedidos_ids: list[int] | Unset = UNSET,
    apenas_assinaturas: bool | Unset = UNSET,
    situacoes_pedido: list[int] | Unset = UNSET,
    formas_pagamento: list[int] | Unset = UNSET,
    pagina: int | Unset = 1,
    quantidade_registros: int | Unset = 50,
    cursor: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_request_id, Unset):
        headers["X-Request-Id"] = x_request_id

    params: dict[str, Any] = {}

    params["dataInicial"] = data_inicial

    params["dataFinal"] = data_final

    json_enum_tipo_filtro_data: str | Unset = UNSET
    if not isinstance(enum_tipo_filtro_data, Unset):
        json_enum_tipo_filtro_data = enum_tipo_filtro_data.value

    params["enumTipoFiltroData"] = json_enum_tipo_filtro_data

    json_direcao_ordenacao: str | Unset = UNSET
    if not isinstance(direcao_ordenacao, Unset):
        json_direcao_ordenacao = direcao_ordenacao.value

    params["direcaoOrdenacao"] = json_direcao_ordenacao

    params["email"] = email

    params["sku"] = sku

    params["valido"] = valido

    json_lista_pedidos_ids: list[int] | Unset = UNSET
    if not isinstance(lista_pedidos_ids, Unset):
        json_lista_pedidos_ids = lista_pedidos_ids

    params["listaPedidosIds"] = json_lista_pedidos_ids

    params["apenasAssinaturas"] = apenas_assinaturas

    json_situacoes_pedido: list[int] | Unset = UNSET
    if not isinstance(situacoes_pedido, Unset):
        json_situacoes_pedido = situacoes_pedido

    params["situacoesPedido"] = json_situacoes_pedido

    json_formas_pagamento: list[int] | Unset = UNSET
    if not isinstance(formas_pagamento, Unset):
        json_formas_pagamento = formas_pagamento

    params["formasPagamento"] = json_formas_pagamento

    params["pagina"] = pagina

    params["quantidadeRegistros"] = quantidade_registros

    params["cursor"] = cursor

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/pedidos",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ResultadoOperacao | list[RegistroPedido] | None:
    if response.status_code == 200:
        response_200 = []
        _response_200 = response.json()
        for response_200_item_data in _response_200:
            response_200_item = RegistroPedido.from_dict(response_200_item_data)

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
) -> Response[ResultadoOperacao | list[RegistroPedido]]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    data_inicial: str | Unset = UNSET,
    data_final: str | Unset = UNSET,
    enum_tipo_filtro_data: ListarPedidosEnumTipoFiltroData
    | Unset = ListarPedidosEnumTipoFiltroData.DATAPEDIDO,
    direcao_ordenacao: ListarPedidosDirecaoOrdenacao
    | Unset = ListarPedidosDirecaoOrdenacao.DESC,
    email: str | Unset = UNSET,
    sku: str | Unset = UNSET,
    valido: bool | Unset = UNSET,
    lista_pedidos_ids: list[int] | Unset = UNSET,
    apenas_assinaturas: bool | Unset = UNSET,
    situacoes_pedido: list[int] | Unset = UNSET,
    formas_pagamento: list[int] | Unset = UNSET,
    pagina: int | Unset = 1,
    quantidade_registros: int | Unset = 50,
    cursor: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[ResultadoOperacao | list[RegistroPedido]]:
    """Lista pedidos de um período

     Por data e depois por número. Páginas pedidas uma após a outra, por número ou por `Link`, não perdem
    nem repetem um pedido que continua na lista, mesmo que ele mude no meio. Onde outra leitura da mesma
    lista ficou aberta há menos de 15 minutos, algum pode vir de novo no fim.

    Args:
        data_inicial (str | Unset):
        data_final (str | Unset):
        enum_tipo_filtro_data (ListarPedidosEnumTipoFiltroData | Unset):  Default:
            ListarPedidosEnumTipoFiltroData.DATAPEDIDO.
        direcao_ordenacao (ListarPedidosDirecaoOrdenacao | Unset):  Default:
            ListarPedidosDirecaoOrdenacao.DESC.
        email (str | Unset):
        sku (str | Unset):
        valido (bool | Unset):
        lista_pedidos_ids (list[int] | Unset):
        apenas_assinaturas (bool | Unset):
        situacoes_pedido (list[int] | Unset):
        formas_pagamento (list[int] | Unset):
        pagina (int | Unset):  Default: 1.
        quantidade_registros (int | Unset):  Default: 50.
        cursor (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ResultadoOperacao | list[RegistroPedido]]
    """

    kwargs = _get_kwargs(
        data_inicial=data_inicial,
        data_final=data_final,
        enum_tipo_filtro_data=enum_tipo_filtro_data,
        direcao_ordenacao=direcao_ordenacao,
        email=email,
        sku=sku,
        valido=valido,
        lista_pedidos_ids=lista_pedidos_ids,
        apenas_assinaturas=apenas_assinaturas,
        situacoes_pedido=situacoes_pedido,
        formas_pagamento=formas_pagamento,
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
    data_inicial: str | Unset = UNSET,
    data_final: str | Unset = UNSET,
    enum_tipo_filtro_data: ListarPedidosEnumTipoFiltroData
    | Unset = ListarPedidosEnumTipoFiltroData.DATAPEDIDO,
    direcao_ordenacao: ListarPedidosDirecaoOrdenacao
    | Unset = ListarPedidosDirecaoOrdenacao.DESC,
    email: str | Unset = UNSET,
    sku: str | Unset = UNSET,
    valido: bool | Unset = UNSET,
    lista_pedidos_ids: list[int] | Unset = UNSET,
    apenas_assinaturas: bool | Unset = UNSET,
    situacoes_pedido: list[int] | Unset = UNSET,
    formas_pagamento: list[int] | Unset = UNSET,
    pagina: int | Unset = 1,
    quantidade_registros: int | Unset = 50,
    cursor: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> ResultadoOperacao | list[RegistroPedido] | None:
    """Lista pedidos de um período

     Por data e depois por número. Páginas pedidas uma após a outra, por número ou por `Link`, não perdem
    nem repetem um pedido que continua na lista, mesmo que ele mude no meio. Onde outra leitura da mesma
    lista ficou aberta há menos de 15 minutos, algum pode vir de novo no fim.

    Args:
        data_inicial (str | Unset):
        data_final (str | Unset):
        enum_tipo_filtro_data (ListarPedidosEnumTipoFiltroData | Unset):  Default:
            ListarPedidosEnumTipoFiltroData.DATAPEDIDO.
        direcao_ordenacao (ListarPedidosDirecaoOrdenacao | Unset):  Default:
            ListarPedidosDirecaoOrdenacao.DESC.
        email (str | Unset):
        sku (str | Unset):
        valido (bool | Unset):
        lista_pedidos_ids (list[int] | Unset):
        apenas_assinaturas (bool | Unset):
        situacoes_pedido (list[int] | Unset):
        formas_pagamento (list[int] | Unset):
        pagina (int | Unset):  Default: 1.
        quantidade_registros (int | Unset):  Default: 50.
        cursor (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ResultadoOperacao | list[RegistroPedido]
    """

    return sync_detailed(
        client=client,
        data_inicial=data_inicial,
        data_final=data_final,
        enum_tipo_filtro_data=enum_tipo_filtro_data,
        direcao_ordenacao=direcao_ordenacao,
        email=email,
        sku=sku,
        valido=valido,
        lista_pedidos_ids=lista_pedidos_ids,
        apenas_assinaturas=apenas_assinaturas,
        situacoes_pedido=situacoes_pedido,
        formas_pagamento=formas_pagamento,
        pagina=pagina,
        quantidade_registros=quantidade_registros,
        cursor=cursor,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    data_inicial: str | Unset = UNSET,
    data_final: str | Unset = UNSET,
    enum_tipo_filtro_data: ListarPedidosEnumTipoFiltroData
    | Unset = ListarPedidosEnumTipoFiltroData.DATAPEDIDO,
    direcao_ordenacao: ListarPedidosDirecaoOrdenacao
    | Unset = ListarPedidosDirecaoOrdenacao.DESC,
    email: str | Unset = UNSET,
    sku: str | Unset = UNSET,
    valido: bool | Unset = UNSET,
    lista_pedidos_ids: list[int] | Unset = UNSET,
    apenas_assinaturas: bool | Unset = UNSET,
    situacoes_pedido: list[int] | Unset = UNSET,
    formas_pagamento: list[int] | Unset = UNSET,
    pagina: int | Unset = 1,
    quantidade_registros: int | Unset = 50,
    cursor: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[ResultadoOperacao | list[RegistroPedido]]:
    """Lista pedidos de um período

     Por data e depois por número. Páginas pedidas uma após a outra, por número ou por `Link`, não perdem
    nem repetem um pedido que continua na lista, mesmo que ele mude no meio. Onde outra leitura da mesma
    lista ficou aberta há menos de 15 minutos, algum pode vir de novo no fim.

    Args:
        data_inicial (str | Unset):
        data_final (str | Unset):
        enum_tipo_filtro_data (ListarPedidosEnumTipoFiltroData | Unset):  Default:
            ListarPedidosEnumTipoFiltroData.DATAPEDIDO.
        direcao_ordenacao (ListarPedidosDirecaoOrdenacao | Unset):  Default:
            ListarPedidosDirecaoOrdenacao.DESC.
        email (str | Unset):
        sku (str | Unset):
        valido (bool | Unset):
        lista_pedidos_ids (list[int] | Unset):
        apenas_assinaturas (bool | Unset):
        situacoes_pedido (list[int] | Unset):
        formas_pagamento (list[int] | Unset):
        pagina (int | Unset):  Default: 1.
        quantidade_registros (int | Unset):  Default: 50.
        cursor (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ResultadoOperacao | list[RegistroPedido]]
    """

    kwargs = _get_kwargs(
        data_inicial=data_inicial,
        data_final=data_final,
        enum_tipo_filtro_data=enum_tipo_filtro_data,
        direcao_ordenacao=direcao_ordenacao,
        email=email,
        sku=sku,
        valido=valido,
        lista_pedidos_ids=lista_pedidos_ids,
        apenas_assinaturas=apenas_assinaturas,
        situacoes_pedido=situacoes_pedido,
        formas_pagamento=formas_pagamento,
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
    data_inicial: str | Unset = UNSET,
    data_final: str | Unset = UNSET,
    enum_tipo_filtro_data: ListarPedidosEnumTipoFiltroData
    | Unset = ListarPedidosEnumTipoFiltroData.DATAPEDIDO,
    direcao_ordenacao: ListarPedidosDirecaoOrdenacao
    | Unset = ListarPedidosDirecaoOrdenacao.DESC,
    email: str | Unset = UNSET,
    sku: str | Unset = UNSET,
    valido: bool | Unset = UNSET,
    lista_pedidos_ids: list[int] | Unset = UNSET,
    apenas_assinaturas: bool | Unset = UNSET,
    situacoes_pedido: list[int] | Unset = UNSET,
    formas_pagamento: list[int] | Unset = UNSET,
    pagina: int | Unset = 1,
    quantidade_registros: int | Unset = 50,
    cursor: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> ResultadoOperacao | list[RegistroPedido] | None:
    """Lista pedidos de um período

     Por data e depois por número. Páginas pedidas uma após a outra, por número ou por `Link`, não perdem
    nem repetem um pedido que continua na lista, mesmo que ele mude no meio. Onde outra leitura da mesma
    lista ficou aberta há menos de 15 minutos, algum pode vir de novo no fim.

    Args:
        data_inicial (str | Unset):
        data_final (str | Unset):
        enum_tipo_filtro_data (ListarPedidosEnumTipoFiltroData | Unset):  Default:
            ListarPedidosEnumTipoFiltroData.DATAPEDIDO.
        direcao_ordenacao (ListarPedidosDirecaoOrdenacao | Unset):  Default:
            ListarPedidosDirecaoOrdenacao.DESC.
        email (str | Unset):
        sku (str | Unset):
        valido (bool | Unset):
        lista_pedidos_ids (list[int] | Unset):
        apenas_assinaturas (bool | Unset):
        situacoes_pedido (list[int] | Unset):
        formas_pagamento (list[int] | Unset):
        pagina (int | Unset):  Default: 1.
        quantidade_registros (int | Unset):  Default: 50.
        cursor (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ResultadoOperacao | list[RegistroPedido]
    """

    return (
        await asyncio_detailed(
            client=client,
            data_inicial=data_inicial,
            data_final=data_final,
            enum_tipo_filtro_data=enum_tipo_filtro_data,
            direcao_ordenacao=direcao_ordenacao,
            email=email,
            sku=sku,
            valido=valido,
            lista_pedidos_ids=lista_pedidos_ids,
            apenas_assinaturas=apenas_assinaturas,
            situacoes_pedido=situacoes_pedido,
            formas_pagamento=formas_pagamento,
            pagina=pagina,
            quantidade_registros=quantidade_registros,
            cursor=cursor,
            x_request_id=x_request_id,
        )
    ).parsed
