// The types of openapi-typescript, by openapi-fetch.
import createClient from 'openapi-fetch';
import { A, B, check, lastMonths, nextCursor, usuarioId, whole } from './common.js';
import type { paths as PathsA } from './openapi-typescript-a.js';
import type { paths as PathsB } from './openapi-typescript-b.js';

const hub = createClient<PathsA>({ baseUrl: A.address, headers: { Authorization: A.key } });
const numbers: number[] = [], paid: number[] = [];
let cursor: string | undefined;
do {
  const query = { usuarioId, quantidade_registros: 7, cursor };
  const { data, response } = await hub.GET('/Pedido', { params: { query } });
  check(data, 'no page');
  numbers.push(...data.resultado.map((pedido) => pedido.pedidoId));
  paid.push(...data.resultado.filter((pedido) => pedido.status === 'Pago').map((pedido) => pedido.pedidoId));
  cursor = nextCursor(response);
} while (cursor);
whole(numbers);

const body = { sku: 'OTS', nome: 'Produto', estoque: 10 };
check((await hub.POST('/sku', { params: { query: { usuarioId } }, body })).data, 'no SKU');
for (let i = 0; i < 2; i += 1) {
  const params = { path: { sku: 'OTS' }, query: { usuarioId }, header: { 'Idempotency-Key': 'ots' } };
  const saldo = await hub.PUT('/sku/{sku}/Estoque', { params, body: { variacao: -3 } });
  check(saldo.data?.estoque === 7, 'the stock was changed twice');
}

const one = { path: { pedidoId: paid[0]! }, query: { usuarioId } };
const read = await hub.GET('/Pedido/{pedidoId}', { params: one });
const move = (tag: string) =>
  hub.PUT('/Pedido/{pedidoId}/Status', { params: { ...one, header: { 'If-Match': tag } }, body: { status: 'Faturado' } });
check((await move('"outra"')).response.status === 412, 'moved without having been read');
check((await move(read.response.headers.get('etag')!)).data?.status === 'Faturado', 'not moved');

const store = createClient<PathsB>({ baseUrl: B.address, headers: { Authorization: B.key } });
const found: number[] = [];
for (let pagina = 1; pagina < 4; pagina += 1) {
  const query = { ...lastMonths, quantidadeRegistros: 7, pagina };
  found.push(...(await store.GET('/pedidos', { params: { query } })).data!.map((pedido) => pedido.pedidoId));
}
whole(found);
for (const hierarquia of [false, true]) {
  check((await store.GET('/categorias', { params: { query: { hierarquia } } })).data?.length, 'no category');
}
check((await store.GET('/produtos')).data?.length, 'no product');
