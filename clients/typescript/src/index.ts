// Client of Entreposto. `a.ts` and `b.ts` are generated; this layer adds what the documents cannot say: pages,
// retries, the loop over the order queue, signatures of calls.
export type { components as SchemasA, paths as PathsA } from './a.js';
export type { components as SchemasB, paths as PathsB } from './b.js';
export { type Answer, RequestFailed, successful } from './answer.js';
export { type ClientA, type ClientB, connectA, connectB, type Options } from './connection.js';
export { records } from './paging.js';
export { consume, type EventoDaFila, type Loop } from './queue.js';
export { InvalidSignature, verify } from './webhook.js';
