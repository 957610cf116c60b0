"""The clients of openapi-generator, `python`."""

import entreposto_a as a
import entreposto_b as b
from common import A, B, KEY_A, KEY_B, LAST_MONTHS, LOJA, header, next_cursor, whole


def client(package, address, key):
    configuration = package.Configuration(host=address)
    configuration.api_key["chave"] = key
    configuration.api_key_prefix["chave"] = "Basic"
    return package.ApiClient(configuration)


pedidos, skus = a.PedidoApi(client(a, A, KEY_A)), a.SkuApi(client(a, A, KEY_A))
numbers, paid, cursor = [], [], None
while True:
    page = pedidos.listar_pedidos_with_http_info(LOJA, quantidade_registros=7, cursor=cursor)
    numbers += [pedido.pedido_id for pedido in page.data.resultado]
    paid += [pedido.pedido_id for pedido in page.data.resultado if pedido.status == "Pago"]
    if not (cursor := next_cursor(page.headers)):
        break
whole(numbers)

skus.criar_sku(LOJA, a.SkuEntrada(sku="OG-PY", nome="Produto", estoque=10))
for _ in range(2):
    change = a.Ajuste(variacao=-3)
    saldo = skus.alterar_estoque(sku="OG-PY", usuario_id=LOJA, ajuste=change, idempotency_key="og-py")
    assert saldo.estoque == 7, saldo

read = pedidos.obter_pedido_with_http_info(pedido_id=paid[0], usuario_id=LOJA)
to = {"pedido_id": paid[0], "usuario_id": LOJA, "mudanca_status": a.MudancaStatus(status="Faturado")}
try:
    pedidos.mover_pedido(**to, if_match='"outra"')
    raise AssertionError("moved without having been read")
except a.ApiException as refused:
    assert refused.status == 412, refused
assert pedidos.mover_pedido(**to, if_match=header(read.headers, "etag")).status == "Faturado"

store = client(b, B, KEY_B)
begin, end = LAST_MONTHS
found = [
    pedido.pedido_id
    for page in range(1, 4)
    for pedido in b.PedidosApi(store).listar_pedidos(
        data_inicial=begin, data_final=end, quantidade_registros=7, pagina=page
    )
]
whole(found)
assert b.PedidosApi(store).obter_pedido(found[0]).itens
assert b.CategoriasApi(store).listar_categorias() and b.CategoriasApi(store).listar_categorias(hierarquia=True)
assert b.ProdutosApi(store).listar_produtos()
