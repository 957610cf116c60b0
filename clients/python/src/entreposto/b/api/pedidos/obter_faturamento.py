from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.faturamento import Faturamento
from ...models.resultado_operacao import ResultadoOperacao
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    data_inicial: str,
    data_final: str,
    data_inicial_comparativo: str | Unset = UNSET,
    data_final_comparativo: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_request_id, Unset):
        headers["X-Request-Id"] = x_request_id

    params: dict[str, Any] = {}

    params["dataInicial"] = data_inicial

    params["dataFinal"] = data_final

    params["dataInicialComparativo"] = data_inicial_comparativo

    params["dataFinalComparativo"] = data_final_comparativo

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/dashboard/faturamento",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Faturamento | ResultadoOperacao | None:
    if response.status_code == 200:
        response_200 = Faturamento.from_dict(response.json())

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

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Faturamento | ResultadoOperacao]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    data_inicial: str,
    data_final: str,
    data_inicial_comparativo: str | Unset = UNSET,
    data_final_comparativo: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Faturamento | ResultadoOperacao]:
    """Soma os pedidos pagos de um período

     Situações 1, 9, 11 e 18, pelo dia em que foram feitos, ao lado de outro período. Mais de 100.000
    pedidos é 422.

    Args:
        data_inicial (str):
        data_final (str):
        data_inicial_comparativo (str | Unset):
        data_final_comparativo (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Faturamento | ResultadoOperacao]
    """

    kwargs = _get_kwargs(
        data_inicial=data_inicial,
        data_final=data_final,
        data_inicial_comparativo=data_inicial_comparativo,
        data_final_comparativo=data_final_comparativo,
        x_request_id=x_request_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    data_inicial: str,
    data_final: str,
    data_inicial_comparativo: str | Unset = UNSET,
    data_final_comparativo: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Faturamento | ResultadoOperacao | None:
    """Soma os pedidos pagos de um período

     Situações 1, 9, 11 e 18, pelo dia em que foram feitos, ao lado de outro período. Mais de 100.000
    pedidos é 422.

    Args:
        data_inicial (str):
        data_final (str):
        data_inicial_comparativo (str | Unset):
        data_final_comparativo (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Faturamento | ResultadoOperacao
    """

    return sync_detailed(
        client=client,
        data_inicial=data_inicial,
        data_final=data_final,
        data_inicial_comparativo=data_inicial_comparativo,
        data_final_comparativo=data_final_comparativo,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    data_inicial: str,
    data_final: str,
    data_inicial_comparativo: str | Unset = UNSET,
    data_final_comparativo: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Faturamento | ResultadoOperacao]:
    """Soma os pedidos pagos de um período

     Situações 1, 9, 11 e 18, pelo dia em que foram feitos, ao lado de outro período. Mais de 100.000
    pedidos é 422.

    Args:
        data_inicial (str):
        data_final (str):
        data_inicial_comparativo (str | Unset):
        data_final_comparativo (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Faturamento | ResultadoOperacao]
    """

    kwargs = _get_kwargs(
        data_inicial=data_inicial,
        data_final=data_final,
        data_inicial_comparativo=data_inicial_comparativo,
        data_final_comparativo=data_final_comparativo,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    data_inicial: str,
    data_final: str,
    data_inicial_comparativo: str | Unset = UNSET,
    data_final_comparativo: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Faturamento | ResultadoOperacao | None:
    """Soma os pedidos pagos de um período

     Situações 1, 9, 11 e 18, pelo dia em que foram feitos, ao lado de outro período. Mais de 100.000
    pedidos é 422.

    Args:
        data_inicial (str):
        data_final (str):
        data_inicial_comparativo (str | Unset):
        data_final_comparativo (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Faturamento | ResultadoOperacao
    """

    return (
        await asyncio_detailed(
            client=client,
            data_inicial=data_inicial,
            data_final=data_final,
            data_inicial_comparativo=data_inicial_comparativo,
            data_final_comparativo=data_final_comparativo,
            x_request_id=x_request_id,
        )
    ).parsed
