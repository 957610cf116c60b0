// The loop over the order queue of interface A.
import type { components } from './a.js';
import { successful } from './answer.js';
import type { ClientA } from './connection.js';

export type EventoDaFila = components['schemas']['EventoDaFila'];

export interface Loop {
  /** Only this user's orders. */
  usuarioId?: string;
  /** Events at a time, at most 500; 100 unless given. */
  batch?: number;
  /** Seconds until what is not confirmed comes again; 300 unless given. */
  lease?: number;
  /** Milliseconds between looks at an empty queue; 5,000 unless given. */
  idle?: number;
  /** Ends the loop after the batch at hand. */
  signal?: AbortSignal;
  /** Told of each event whose handling failed. */
  failed?: (error: unknown, event: EventoDaFila) => void;
}

/**
 * Calls `handle` with each event, which has its order in `event.pedido`, and confirms what it has done. What throws
 * is not confirmed: it comes again after its lease, and with it the later events of its order.
 */
export async function consume(
  client: ClientA,
  consumidor: string,
  handle: (event: EventoDaFila) => unknown,
  { usuarioId, batch = 100, lease = 300, idle = 5_000, signal, failed }: Loop = {},
): Promise<void> {
  while (!signal?.aborted) {
    const query = { usuarioId, consumidor, quantidade: batch, visibilidade: lease, incluirPedido: true };
    const events = await successful(client.GET('/Pedido/Fila', { params: { query } }));
    const done: { recibo: string }[] = [];
    const waiting = new Set<number>();
    for (const event of events) {
      if (waiting.has(event.pedidoId)) continue;
      try {
        await handle(event);
        done.push({ recibo: event.recibo });
      } catch (error) {
        waiting.add(event.pedidoId);
        failed?.(error, event);
      }
    }
    if (done.length > 0) {
      await successful(client.POST('/Pedido/Fila/Confirmar', { params: { query: { usuarioId } }, body: done }));
    }
    if (events.length === 0) await new Promise((next) => setTimeout(next, idle));
  }
}
