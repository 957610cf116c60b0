"""The client against the demonstration, as a program would use it."""

import asyncio
import base64
import hashlib
import hmac
import json
import os
import threading
import time
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from entreposto import InvalidSignature, RequestFailed, async_records, connect_a, connect_b, consume, records, verify
from entreposto.a.api.pedido import listar_pedidos, mover_pedido, obter_pedido
from entreposto.a.api.sku import alterar_estoque, criar_sku, obter_sku
from entreposto.a.models import Ajuste, MudancaStatus, SkuEntrada, StatusPedido
from entreposto.b.api.pedidos import listar_pedidos as listar_pedidos_b
from entreposto.b.api.produtos import listar_produtos

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
    criar_sku.sync(client=a, usuario_id=LOJA, body=sku)
    for _ in range(2):
        answer = alterar_estoque.sync_detailed(
            "PYTHON-1", client=a, usuario_id=LOJA, body=Ajuste(variacao=-3), idempotency_key="python-1"
        )
        assert answer.parsed.estoque == 7
    assert answer.headers["idempotent-replayed"] == "true"
    assert obter_sku.sync("PYTHON-1", client=a, usuario_id=LOJA).estoque == 7


def test_an_order_moves_only_as_it_was_read(a):
    read = obter_pedido.sync_detailed(4, client=a, usuario_id=LOJA)
    move = MudancaStatus(status=StatusPedido.FATURADO)

    def to_invoiced(tag):
        return mover_pedido.sync_detailed(4, client=a, usuario_id=LOJA, body=move, if_match=tag)

    with pytest.raises(RequestFailed) as late:
        to_invoiced('"outra"')
    assert late.value.status == 412
    assert to_invoiced(read.headers["etag"]).parsed.status == StatusPedido.FATURADO


def test_a_refused_write_raises(a):
    with pytest.raises(RequestFailed) as refused:
        alterar_estoque.sync("NAO-EXISTE", client=a, usuario_id=LOJA, body=Ajuste(estoque=50))
    assert (refused.value.status, "SKU" in str(refused.value)) == (404, True)
    with pytest.raises(RequestFailed) as unknown:
        obter_sku.sync("X", client=connect_a(os.environ["ENTREPOSTO_A"], "eap_x"), usuario_id=LOJA)
    assert unknown.value.status == 401


def test_money_is_exact(a):
    body = SkuEntrada(sku="PYTHON-2", nome="Produto", preco_por=Decimal("99999999.9999"))
    assert criar_sku.sync(client=a, usuario_id=LOJA, body=body).preco_por == Decimal("99999999.9999")


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

    consume(a, "python", handle, since="inicio", batch=100, lease=1, idle=0.2, stop=enough)
    assert failed[0] in stored
    assert all(pedido.pedido_id == number for number, pedido in stored.items())


def test_a_new_reader_begins_where_it_is_told(a):
    consume(a, "python-now", pytest.fail, since="agora", idle=0, stop=iter([False, True]).__next__)


class Long(BaseHTTPRequestHandler):
    """A service whose orders are too long together to be handed out with their events."""

    def do_GET(self):
        queue = "/Fila" in self.path
        event = {"eventoId": "e", "tipo": "pedido.criado", "status": "Pago", "data": "2026-01-01T00:00:00Z"}
        event |= {"entrega": 1, "recibo": "r", "usuarioId": LOJA, "posicao": 1, "pedidoId": 5}
        self.answer([event] if queue else self.server.order)

    def do_POST(self):
        self.server.confirmed = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.answer([])

    def answer(self, body):
        text = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


def test_an_event_has_its_order(a):
    server = HTTPServer(("127.0.0.1", 0), Long)
    server.order = obter_pedido.sync(5, client=a, usuario_id=LOJA).to_dict()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    seen = []
    client = connect_a(f"http://127.0.0.1:{server.server_port}", "eap_x")
    consume(client, "python", lambda event: seen.append(event.pedido.pedido_id), stop=lambda: bool(seen))
    assert (seen, server.confirmed) == ([5], [{"recibo": "r"}])


class Away(BaseHTTPRequestHandler):
    """A service behind a proxy, which is away for some answers, is there for one, and then knows the key no more."""

    def do_GET(self):
        status, body = self.server.answers.pop(0)
        if status is None:
            self.close_connection = True
            return
        self.send_response(status)
        self.send_header("Retry-After", "0")
        self.send_header("Content-Type", "application/json" if status in (200, 401) else "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def test_the_loop_goes_on_when_the_service_is_back():
    server = HTTPServer(("127.0.0.1", 0), Away)
    away = [(503, b"<html>"), (None, b""), (502, b"<html>"), (429, b""), (500, b"<html>"), (504, b"")]
    server.answers = [answer for each in away for answer in (each, (200, b"[]"))] + [(401, b"{}")]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client = connect_a(f"http://127.0.0.1:{server.server_port}", "eap_x", retries=0)
    with pytest.raises(RequestFailed) as ended:
        consume(client, "python", pytest.fail, idle=0)
    assert (ended.value.status, server.answers) == (401, [])
    server.shutdown()


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
