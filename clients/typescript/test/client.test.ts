// The client against the demonstration, as a program would use it.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { connectA, connectB, consume, InvalidSignature, records, RequestFailed, successful, verify } from '../src/index.js';

const setting = (name: string) => process.env[`ENTREPOSTO_${name}`] ?? '';
const a = connectA(setting('A'), setting('KEY_A'));
const b = connectB(setting('B'), setting('KEY_B'));
const usuarioId = 'loja-1';

test('orders are walked page by page', async () => {
  const numbers = new Set<number>();
  let count = 0;
  const page = (cursor?: string) =>
    a.GET('/Pedido', { params: { query: { usuarioId, quantidade_registros: 7, cursor } } });
  for await (const pedido of records(page)) {
    numbers.add(pedido.pedidoId);
    count += 1;
  }
  assert.ok(count > 14 && numbers.size === count, `${count} orders, ${numbers.size} numbers`);
});

test('a repeated change of stock is made once', async () => {
  const params = { query: { usuarioId } };
  await successful(a.POST('/sku', { params, body: { sku: 'TS-1', nome: 'Produto', estoque: 10 } }));
  for (let i = 0; i < 2; i += 1) {
    const all = { path: { sku: 'TS-1' }, query: { usuarioId }, header: { 'Idempotency-Key': 'ts-1' } };
    const saldo = await successful(a.PUT('/sku/{sku}/Estoque', { params: all, body: { variacao: -3 } }));
    assert.equal(saldo.estoque, 7);
  }
  const sku = await successful(a.GET('/sku/{sku}', { params: { path: { sku: 'TS-1' }, query: { usuarioId } } }));
  assert.equal(sku.estoque, 7);
});

test('an order moves only as it was read', async () => {
  const one = { path: { pedidoId: 5 }, query: { usuarioId } };
  const read = await a.GET('/Pedido/{pedidoId}', { params: one });
  const move = (tag: string) => {
    const params = { ...one, header: { 'If-Match': tag } };
    return successful(a.PUT('/Pedido/{pedidoId}/Status', { params, body: { status: 'Faturado' } }));
  };
  await assert.rejects(move('"outra"'), (error) => error instanceof RequestFailed && error.status === 412);
  assert.equal((await move(read.response.headers.get('etag') ?? '')).status, 'Faturado');
});

test('the queue hands every order over and confirms it', async () => {
  const stored = new Map<number, unknown>();
  const end = new AbortController();
  const limit = setTimeout(() => end.abort(), 20_000);
  let failed: number | undefined;
  await consume(a, 'typescript', (event) => {
    if (failed === undefined) {
      failed = event.pedidoId;
      throw new Error('once');
    }
    stored.set(event.pedidoId, event.pedido);
    if (event.pedidoId === failed) end.abort();
  }, { since: 'inicio', lease: 1, idle: 200, signal: end.signal });
  clearTimeout(limit);
  assert.ok(failed !== undefined && stored.get(failed) !== undefined);
});

test('a refused write throws', async () => {
  const params = { path: { sku: 'NAO-EXISTE' }, query: { usuarioId } };
  const refused = a.PUT('/sku/{sku}/Estoque', { params, body: { estoque: 50 } });
  await assert.rejects(refused, (error) => error instanceof RequestFailed && error.status === 404);
});

test('the loop goes on when the service is back', async () => {
  const away: [number, string][] = [[503, '<html>'], [0, ''], [502, '<html>'], [429, ''], [500, '<html>'], [504, '']];
  const answers = [...away.flatMap((each) => [each, [200, '[]'] as [number, string]]), [401, '{}'] as [number, string]];
  const server = createServer((request, response) => {
    const [status, body] = answers.shift() ?? [401, '{}'];
    if (status === 0) {
      request.socket.destroy();
      return;
    }
    const type = status === 200 || status === 401 ? 'application/json' : 'text/html';
    response.writeHead(status, { 'content-type': type, 'retry-after': '0' }).end(body);
  });
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done); });
  const { port } = server.address() as AddressInfo;
  const client = connectA(`http://127.0.0.1:${port}`, 'eap_x', { retries: 0 });
  const ended = consume(client, 'typescript', () => assert.fail(), { idle: 0 });
  await assert.rejects(ended, (error) => error instanceof RequestFailed && error.status === 401);
  assert.equal(answers.length, 0);
  server.close();
});

test('an event has its order, and what was handled is confirmed', async () => {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url?.split('?')[0]}`;
    calls.push(call);
    const event = { pedidoId: 7, usuarioId: 'u', recibo: 'r' };
    const bodies: Record<string, unknown> = { 'GET /Pedido/Fila': [event], 'GET /Pedido/7': { pedidoId: 7 } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(bodies[call] ?? []));
  });
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done); });
  const client = connectA(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'eap_x');
  const end = new AbortController();
  let read: number | undefined;
  await consume(client, 'typescript', (event) => {
    read = event.pedido?.pedidoId;
    end.abort();
  }, { signal: end.signal });
  assert.equal(read, 7);
  assert.deepEqual(calls, ['GET /Pedido/Fila', 'GET /Pedido/7', 'POST /Pedido/Fila/Confirmar']);
  server.closeAllConnections();
  server.close();
});

test('a new reader begins where it is told', async () => {
  const end = new AbortController();
  const consumidor = 'typescript-now';
  const ended = consume(a, consumidor, () => assert.fail(), { since: 'agora', idle: 200, signal: end.signal });
  const known = async () => successful(a.GET('/Pedido/Fila/Situacao', { params: { query: { consumidor } } }));
  while ((await known()).length === 0) await new Promise((next) => setTimeout(next, 50));
  end.abort();
  await ended;
});

test('interface B is walked too', async () => {
  const found: number[] = [];
  const page = (cursor?: string) => b.GET('/pedidos', {
    params: { query: { dataInicial: '2026-05-01', dataFinal: '2026-05-31', quantidadeRegistros: 2, cursor } },
  });
  for await (const pedido of records(page)) found.push(pedido.pedidoId);
  assert.equal(new Set(found).size, 9);
});

test('a signature is checked', () => {
  const key = Buffer.alloc(32, '0');
  const secret = `whsec_${key.toString('base64')}`;
  const sent = String(Math.floor(Date.now() / 1000));
  const signed = createHmac('sha256', key).update(`m1.${sent}.{}`).digest('base64');
  const headers = { 'Webhook-Id': 'm1', 'Webhook-Timestamp': sent, 'Webhook-Signature': `v1,AAAA v1,${signed}` };
  verify(secret, headers, '{}');
  assert.throws(() => verify(secret, headers, '[]'), InvalidSignature);
  assert.throws(() => verify(secret, { ...headers, 'Webhook-Timestamp': '1' }, '{}'), InvalidSignature);
});
