// Takes new orders over and confirms them: `take-over <address of interface A> <key>`, until Ctrl-C.
import { connectA, consume, successful, type EventoDaFila } from '@entreposto/client';

const [address = '', key = ''] = process.argv.slice(2);
const client = connectA(address, key);
// stands for the ERP: the order and the event that told of it are stored in one transaction
const erp = { pedidos: new Map<number, { total: number; status: string }>(), eventos: new Set<string>() };

async function takeOver(event: EventoDaFila): Promise<void> {
  // it comes again when the confirmation is lost: the second time changes nothing
  if (erp.eventos.has(event.eventoId)) return;
  const params = { path: { pedidoId: event.pedidoId }, query: { usuarioId: event.usuarioId } };
  const pedido = event.pedido ?? (await successful(client.GET('/Pedido/{pedidoId}', { params })));
  erp.pedidos.set(pedido.pedidoId, { total: pedido.total, status: pedido.status });
  erp.eventos.add(event.eventoId);
}

const end = new AbortController();
process.once('SIGINT', () => end.abort());
await consume(client, 'erp-typescript', takeOver, {
  // what there was before is taken over as well, as an ERP that is new wants it: without writing stock off
  since: 'inicio',
  signal: end.signal,
  away: (error) => console.error('the service will be asked again:', error),
  failed: (error, event) => console.error(`event ${event.eventoId} will come again:`, error),
});
console.log(`${erp.pedidos.size} orders were taken over`);
