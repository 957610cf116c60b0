// The loop over the order queue of interface A. It outlives restarts of the service.
import type { components } from './a.js';
import { type Answer, RequestFailed, successful } from './answer.js';
import type { ClientA } from './connection.js';

export type EventoDaFila = components['schemas']['EventoDaFila'];

export interface Loop {
  /** Only this user's orders. */
  usuarioId?: string;
  /** Where a new reader begins: at the first event that is kept (also when not given), or behind the last one. */
  since?: 'inicio' | 'agora';
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
  /** Told of each time that the service could not be asked. */
  away?: (error: unknown) => void;
}

/** What no waiting mends: a wrong parameter, a wrong key, an unknown user. */
const FINAL = new Set([400, 401, 403, 404]);
const LONGEST_WAIT = 60_000;

/** Waits, at most until the end of the loop. */
function rest(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}

/** The body of the answer, asked for once and until there is one: only a refusal for good is thrown. Nothing at the end. */
async function asked<T>(ask: () => Promise<Answer<T>>, { signal, away }: Loop): Promise<T | undefined> {
  for (let pause = 1_000; ; pause = Math.min(LONGEST_WAIT, 2 * pause)) {
    try {
      return await successful(ask());
    } catch (error) {
      if (error instanceof RequestFailed && FINAL.has(error.status)) throw error;
      away?.(error);
    }
    await rest(pause * (0.5 + Math.random() / 2), signal);
    if (signal?.aborted) return undefined;
  }
}

/** The order of an event; nothing at the end. */
function order(client: ClientA, event: EventoDaFila, loop: Loop): Promise<EventoDaFila['pedido']> {
  const params = { path: { pedidoId: event.pedidoId }, query: { usuarioId: event.usuarioId } };
  return asked(() => client.GET('/Pedido/{pedidoId}', { params }), loop);
}

/**
 * Calls `handle` with each event, which has its order in `event.pedido`, and confirms what it has done. What throws
 * is not confirmed: it comes again after its lease, and with it the later events of its order. While the service is
 * away or busy the loop waits, at most a minute at a time, and goes on; only 400, 401, 403 and 404 end it.
 */
export async function consume(
  client: ClientA,
  consumidor: string,
  handle: (event: EventoDaFila) => unknown,
  loop: Loop = {},
): Promise<void> {
  const { usuarioId, since, batch = 100, lease = 300, idle = 5_000, signal, failed } = loop;
  while (!signal?.aborted) {
    const query = {
      usuarioId, consumidor, desde: since, quantidade: batch, visibilidade: lease, incluirPedido: true,
    };
    const events = (await asked(() => client.GET('/Pedido/Fila', { params: { query } }), loop)) ?? [];
    const done: { recibo: string }[] = [];
    const waiting = new Set<number>();
    for (const event of events) {
      if (waiting.has(event.pedidoId)) continue;
      try {
        // the orders of one answer may be too long together
        event.pedido ??= await order(client, event, loop);
        if (!event.pedido) break;
        await handle(event);
        done.push({ recibo: event.recibo });
      } catch (error) {
        waiting.add(event.pedidoId);
        failed?.(error, event);
      }
    }
    if (done.length > 0) {
      const params = { query: { usuarioId } };
      await asked(() => client.POST('/Pedido/Fila/Confirmar', { params, body: done }), loop);
    }
    if (events.length === 0) await rest(idle, signal);
  }
}
