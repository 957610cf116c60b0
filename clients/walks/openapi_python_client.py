"""The clients of openapi-python-client."""

from common import A, B, KEY_A, KEY_B, LAST_MONTHS, LOJA, next_cursor, whole
from opc_a import AuthenticatedClient as ClientA
from opc_a.api.pedido import listar_pedidos, mover_pedido, obter_pedido
from opc_a.api.sku import alterar_estoque, criar_sku
from opc_a.models import Ajuste, MudancaStatus, SkuEntrada, StatusPedido
from opc_b import AuthenticatedClient as ClientB
from opc_b.api.categorias import listar_categorias
from opc_b.api.pedidos import listar_pedidos as listar_pedidos_b
from opc_b.api.produtos import listar_produtos

client = ClientA(A, KEY_A, prefix="Basic")
numbers, paid, cursor = [], [], None
while True:
    where = {"quantidade_registros": 7} | ({"cursor": cursor} if cursor else {})
    page = listar_pedidos.sync_detailed(client=client, usuario_id=LOJA, **where)
    numbers += [pedido.pedido_id for pedido in page.parsed.resultado]
    paid += [pedido.pedido_id for pedido in page.parsed.resultado if pedido.status == StatusPedido.PAGO]
    if not (cursor := next_cursor(page.headers)):
        break
whole(numbers)

criar_sku.sync_detailed(client=client, usuario_id=LOJA, body=SkuEntrada(sku="OPC", nome="Produto", estoque=10))
for _ in range(2):
    change = Ajuste(variacao=-3)
    saldo = alterar_estoque.sync("OPC", client=client, usuario_id=LOJA, body=change, idempotency_key="opc")
    assert saldo.estoque == 7, saldo

read = obter_pedido.sync_detailed(paid[0], client=client, usuario_id=LOJA)
to = {"client": client, "usuario_id": LOJA, "body": MudancaStatus(status=StatusPedido.FATURADO)}
assert mover_pedido.sync_detailed(paid[0], **to, if_match='"outra"').status_code == 412
moved = mover_pedido.sync_detailed(paid[0], **to, if_match=read.headers["etag"])
assert moved.parsed.status == StatusPedido.FATURADO, moved

store = ClientB(B, KEY_B, prefix="Basic")
begin, end = LAST_MONTHS
found = []
for number in range(1, 4):
    page = listar_pedidos_b.sync(
        client=store, data_inicial=begin, data_final=end, quantidade_registros=7, pagina=number
    )
    found += [pedido.pedido_id for pedido in page]
whole(found)
assert listar_categorias.sync(client=store) and listar_categorias.sync(client=store, hierarquia=True)
assert listar_produtos.sync(client=store)
