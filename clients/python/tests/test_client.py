"""The client against the demonstration, as a program would use it."""

import asyncio
import base64
import hashlib
import hmac
import os
import time

import pytest

from entreposto import InvalidSignature, RequestFailed, async_records, connect_a, connect_b, consume, records, verify
from entreposto.a.api.pedido import listar_pedidos, mover_pedido, obter_pedido
from entreposto.a.api.sku import alterar_estoque, criar_sku, obter_sku
from entreposto.a.models import Ajuste, MudancaStatus, SkuEntrada, StatusPedido
from entreposto.b.api.pedidos import listar_pedidos as listar_pedidos_b
from entreposto.b.api.produtos import listar_produtos
from entreposto.errors import successful

LOJA = "loja-1"


@pytest.fixture(scope="module")
def a():
    return connect_a(os.environ["ENTREPOSTO_A"], os.environ["ENTREPOSTO_KEY_A"])


@pytest.fixture(scope="module")
def b():
    return connect_b(os.environ["ENTREPOSTO_B"], os.environ["ENTREPOSTO_KEY_B"])


def test_orders_are_walked_page_by_page(a):
    numbers = [p.pedido_id for p in records(listar_pedidos, client=a, usuario_id=LOJA, quantidade_registros=7)]
    assert len(numbers) == len(set(numbers)) > 14


def test_orders_are_walked_asynchronously():
    async def walk():
        client = connect_a(os.environ["ENTREPOSTO_A"], os.environ["ENTREPOSTO_KEY_A"])
        async with client.get_async_httpx_client():
            found = async_records(listar_pedidos, client=client, usuario_id=LOJA, quantidade_registros=50)
            return [pedido.pedido_id async for pedido in found]

    assert len(asyncio.run(walk())) > 14


def test_a_repeated_change_of_stock_is_made_once(a):
    sku = SkuEntrada(sku="PYTHON-1", nome="Produto", estoque=10)
    successful(criar_sku.sync_detailed(client=a, usuario_id=LOJA, body=sku))
    for _ in range(2):
        answer = alterar_estoque.sync_detailed(
            "PYTHON-1", client=a, usuario_id=LOJA, body=Ajuste(variacao=-3), idempotency_key="python-1"
        )
        assert successful(answer).estoque == 7
    assert answer.headers["idempotent-replayed"] == "true"
    assert successful(obter_sku.sync_detailed("PYTHON-1", client=a, usuario_id=LOJA)).estoque == 7


def test_an_order_moves_only_as_it_was_read(a):
    read = obter_pedido.sync_detailed(4, client=a, usuario_id=LOJA)
    move = MudancaStatus(status=StatusPedido.FATURADO)

    def to_invoiced(tag):
        return mover_pedido.sync_detailed(4, client=a, usuario_id=LOJA, body=move, if_match=tag)

    with pytest.raises(RequestFailed) as late:
        successful(to_invoiced('"outra"'))
    assert late.value.status == 412
    assert successful(to_invoiced(read.headers["etag"])).status == StatusPedido.FATURADO


def test_the_queue_hands_every_order_over_and_confirms_it(a):
    seen, stored, failed = [], {}, []

    def handle(event):
        seen.append(event.evento_id)
        if not failed:
            failed.append(event.pedido_id)
            raise RuntimeError("once")
        stored[event.pedido_id] = event.pedido

    start = time.monotonic()

    def enough():
        return bool(failed) and failed[0] in stored or time.monotonic() - start > 20

    consume(a, "python", handle, batch=100, lease=1, idle=0.2, stop=enough)
    assert failed[0] in stored
    assert all(pedido.pedido_id == number for number, pedido in stored.items())


def test_interface_b_is_walked_too(b):
    pedidos = records(
        listar_pedidos_b, client=b, data_inicial="2026-05-01", data_final="2026-05-31", quantidade_registros=2
    )
    assert len(list(pedidos)) == 9
    assert len(list(records(listar_produtos, client=b, quantidade_registros=10))) > 10


def test_a_signature_is_checked():
    key = b"0" * 32
    secret = "whsec_" + base64.b64encode(key).decode()
    sent = str(int(time.time()))
    signed = base64.b64encode(hmac.new(key, f"m1.{sent}.{{}}".encode(), hashlib.sha256).digest()).decode()
    headers = {"Webhook-Id": "m1", "Webhook-Timestamp": sent, "Webhook-Signature": f"v1,AAAA v1,{signed}"}
    verify(secret, headers, b"{}")
    for other in (b"[]", b""):
        with pytest.raises(InvalidSignature):
            verify(secret, headers, other)
    with pytest.raises(InvalidSignature):
        verify(secret, {**headers, "Webhook-Timestamp": "1"}, b"{}")
