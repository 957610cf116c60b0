// The clients of openapi-generator, `typescript-fetch`.
import { A, B, check, lastMonths, nextCursor, usuarioId, whole } from './common.js';
import * as a from './typescript-fetch-a/index.js';
import * as b from './typescript-fetch-b/index.js';

const hub = new a.Configuration({ basePath: A.address, apiKey: A.key });
const pedidos = new a.PedidoApi(hub), skus = new a.SkuApi(hub);
const numbers: number[] = [], paid: number[] = [];
let cursor: string | undefined;
do {
  const page = await pedidos.listarPedidosRaw({ usuarioId, quantidadeRegistros: 7, cursor });
  const { resultado } = await page.value();
  numbers.push(...resultado.map((pedido) => pedido.pedidoId));
  paid.push(...resultado.filter((pedido) => pedido.status === 'Pago').map((pedido) => pedido.pedidoId));
  cursor = nextCursor(page.raw);
} while (cursor);
whole(numbers);

await skus.criarSku({ usuarioId, skuEntrada: { sku: 'OG-TS', nome: 'Produto', estoque: 10 } });
for (let i = 0; i < 2; i += 1) {
  const change = { sku: 'OG-TS', usuarioId, ajuste: { variacao: -3 }, idempotencyKey: 'og-ts' };
  check((await skus.alterarEstoque(change)).estoque === 7, 'the stock was changed twice');
}

const pedidoId = paid[0]!;
const read = await pedidos.obterPedidoRaw({ pedidoId, usuarioId });
const to = { pedidoId, usuarioId, mudancaStatus: { status: a.StatusPedido.Faturado } };
const late = await pedidos.moverPedido({ ...to, ifMatch: '"outra"' }).catch((error: unknown) => error);
check(late instanceof a.ResponseError && late.response.status === 412, 'moved without having been read');
const moved = await pedidos.moverPedido({ ...to, ifMatch: read.raw.headers.get('etag')! });
check(moved.status === 'Faturado', `moved to ${moved.status}`);

const store = new b.Configuration({ basePath: B.address, apiKey: B.key });
const found: number[] = [];
for (let pagina = 1; pagina < 4; pagina += 1) {
  const page = await new b.PedidosApi(store).listarPedidos({ ...lastMonths, quantidadeRegistros: 7, pagina });
  found.push(...page.map((pedido) => pedido.pedidoId));
}
whole(found);
const categorias = new b.CategoriasApi(store);
check((await categorias.listarCategorias({})).length > 0, 'no category');
check((await categorias.listarCategorias({ hierarquia: true })).length > 0, 'no tree of categories');
check((await new b.ProdutosApi(store).listarProdutos({})).length > 0, 'no product');
