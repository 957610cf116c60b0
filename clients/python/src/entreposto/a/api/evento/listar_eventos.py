from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.erro import Erro
from ...models.eventos import Eventos
from ...models.listar_eventos_tipo_item import ListarEventosTipoItem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    usuario_id: str | Unset = UNSET,
    posicao: int | Unset = 1,
    tipo: list[ListarEventosTipoItem] | Unset = UNSET,
    quantidade: int | Unset = 100,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_request_id, Unset):
        headers["X-Request-Id"] = x_request_id

    params: dict[str, Any] = {}

    params["usuarioId"] = usuario_id

    params["posicao"] = posicao

    json_tipo: list[str] | Unset = UNSET
    if not isinstance(tipo, Unset):
        json_tipo = []
        for tipo_item_data in tipo:
            tipo_item = tipo_item_data.value
            json_tipo.append(tipo_item)

    params["tipo"] = json_tipo

    params["quantidade"] = quantidade

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/Evento",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Erro | Eventos | None:
    if response.status_code == 200:
        response_200 = Eventos.from_dict(response.json())

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
) -> Response[Erro | Eventos]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    usuario_id: str | Unset = UNSET,
    posicao: int | Unset = 1,
    tipo: list[ListarEventosTipoItem] | Unset = UNSET,
    quantidade: int | Unset = 100,
    x_request_id: str | Unset = UNSET,
) -> Response[Erro | Eventos]:
    """Lê o registro de mudanças

     Por posição, a partir de 1, sem buracos: guarde `proximaPosicao`, peça por ela e nada se perde. Com
    `tipo` ou `usuarioId` uma resposta pode trazer menos eventos do que o pedido, ou nenhum, embora haja
    mais: o fim é onde `proximaPosicao` é igual à `posicao` pedida. Uma posição além do fim é 409: o
    registro de onde ela veio não existe mais.

    Args:
        usuario_id (str | Unset):
        posicao (int | Unset):  Default: 1.
        tipo (list[ListarEventosTipoItem] | Unset):
        quantidade (int | Unset):  Default: 100.
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Erro | Eventos]
    """

    kwargs = _get_kwargs(
        usuario_id=usuario_id,
        posicao=posicao,
        tipo=tipo,
        quantidade=quantidade,
        x_request_id=x_request_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    usuario_id: str | Unset = UNSET,
    posicao: int | Unset = 1,
    tipo: list[ListarEventosTipoItem] | Unset = UNSET,
    quantidade: int | Unset = 100,
    x_request_id: str | Unset = UNSET,
) -> Erro | Eventos | None:
    """Lê o registro de mudanças

     Por posição, a partir de 1, sem buracos: guarde `proximaPosicao`, peça por ela e nada se perde. Com
    `tipo` ou `usuarioId` uma resposta pode trazer menos eventos do que o pedido, ou nenhum, embora haja
    mais: o fim é onde `proximaPosicao` é igual à `posicao` pedida. Uma posição além do fim é 409: o
    registro de onde ela veio não existe mais.

    Args:
        usuario_id (str | Unset):
        posicao (int | Unset):  Default: 1.
        tipo (list[ListarEventosTipoItem] | Unset):
        quantidade (int | Unset):  Default: 100.
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Erro | Eventos
    """

    return sync_detailed(
        client=client,
        usuario_id=usuario_id,
        posicao=posicao,
        tipo=tipo,
        quantidade=quantidade,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    usuario_id: str | Unset = UNSET,
    posicao: int | Unset = 1,
    tipo: list[ListarEventosTipoItem] | Unset = UNSET,
    quantidade: int | Unset = 100,
    x_request_id: str | Unset = UNSET,
) -> Response[Erro | Eventos]:
    """Lê o registro de mudanças

     Por posição, a partir de 1, sem buracos: guarde `proximaPosicao`, peça por ela e nada se perde. Com
    `tipo` ou `usuarioId` uma resposta pode trazer menos eventos do que o pedido, ou nenhum, embora haja
    mais: o fim é onde `proximaPosicao` é igual à `posicao` pedida. Uma posição além do fim é 409: o
    registro de onde ela veio não existe mais.

    Args:
        usuario_id (str | Unset):
        posicao (int | Unset):  Default: 1.
        tipo (list[ListarEventosTipoItem] | Unset):
        quantidade (int | Unset):  Default: 100.
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Erro | Eventos]
    """

    kwargs = _get_kwargs(
        usuario_id=usuario_id,
        posicao=posicao,
        tipo=tipo,
        quantidade=quantidade,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    usuario_id: str | Unset = UNSET,
    posicao: int | Unset = 1,
    tipo: list[ListarEventosTipoItem] | Unset = UNSET,
    quantidade: int | Unset = 100,
    x_request_id: str | Unset = UNSET,
) -> Erro | Eventos | None:
    """Lê o registro de mudanças

     Por posição, a partir de 1, sem buracos: guarde `proximaPosicao`, peça por ela e nada se perde. Com
    `tipo` ou `usuarioId` uma resposta pode trazer menos eventos do que o pedido, ou nenhum, embora haja
    mais: o fim é onde `proximaPosicao` é igual à `posicao` pedida. Uma posição além do fim é 409: o
    registro de onde ela veio não existe mais.

    Args:
        usuario_id (str | Unset):
        posicao (int | Unset):  Default: 1.
        tipo (list[ListarEventosTipoItem] | Unset):
        quantidade (int | Unset):  Default: 100.
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Erro | Eventos
    """

    return (
        await asyncio_detailed(
            client=client,
            usuario_id=usuario_id,
            posicao=posicao,
            tipo=tipo,
            quantidade=quantidade,
            x_request_id=x_request_id,
        )
    ).parsed
