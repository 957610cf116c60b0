// The clients of hey-api.
import { A, B, check, lastMonths, nextCursor, usuarioId, whole } from './common.js';
import * as a from './hey-api-a/index.js';
import { client as hub } from './hey-api-a/client.gen.js';
import * as b from './hey-api-b/index.js';
import { client as store } from './hey-api-b/client.gen.js';

hub.setConfig({ baseUrl: A.address, headers: { Authorization: A.key } });
store.setConfig({ baseUrl: B.address, headers: { Authorization: B.key } });
const query = { usuarioId };
const numbers: number[] = [], paid: number[] = [];
let cursor: string | undefined;
do {
  const where = { usuarioId, quantidade_registros: 7, cursor };
  const { data, response } = await a.listarPedidos({ query: where, throwOnError: true });
  numbers.push(...data.resultado.map((pedido) => pedido.pedidoId));
  paid.push(...data.resultado.filter((pedido) => pedido.status === 'Pago').map((pedido) => pedido.pedidoId));
  cursor = nextCursor(response);
} while (cursor);
whole(numbers);

await a.criarSku({ query, body: { sku: 'HEY', nome: 'Produto', estoque: 10 }, throwOnError: true });
for (let i = 0; i < 2; i += 1) {
  const change = { path: { sku: 'HEY' }, query, body: { variacao: -3 }, headers: { 'Idempotency-Key': 'hey' } };
  const { data } = await a.alterarEstoque({ ...change, throwOnError: true });
  check(data.estoque === 7, 'the stock was changed twice');
}

const one = { path: { pedidoId: paid[0]! }, query };
const read = await a.obterPedido({ ...one, throwOnError: true });
const move = (tag: string) => a.moverPedido({ ...one, body: { status: 'Faturado' }, headers: { 'If-Match': tag } });
check((await move('"outra"')).response?.status === 412, 'moved without having been read');
check((await move(read.response.headers.get('etag')!)).data?.status === 'Faturado', 'not moved');

const found: number[] = [];
for (let pagina = 1; pagina < 4; pagina += 1) {
  const where = { ...lastMonths, quantidadeRegistros: 7, pagina };
  const { data } = await b.listarPedidos({ query: where, throwOnError: true });
  found.push(...data.map((pedido) => pedido.pedidoId));
}
whole(found);
for (const hierarquia of [false, true]) {
  check((await b.listarCategorias({ query: { hierarquia } })).data?.length, 'no category');
}
check((await b.listarProdutos()).data?.length, 'no product');
