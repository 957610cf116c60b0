// Connections that repeat what may be repeated, and throw `RequestFailed` at what is refused.
import createClient, { type Client } from 'openapi-fetch';
import type { paths as PathsA } from './a.js';
import { refused } from './answer.js';
import type { paths as PathsB } from './b.js';

export type ClientA = Client<PathsA>;
export type ClientB = Client<PathsB>;

export interface Options {
  /** How often a request is repeated at most; 4 unless given. */
  retries?: number;
  /** Milliseconds until one attempt is given up; 30,000 unless given. */
  timeout?: number;
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const LONGEST_WAIT = 30_000;

const sleep = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

function wait(answer: Response | undefined, attempt: number): number {
  const asked = Number(answer?.headers.get('retry-after') ?? Number.NaN) * 1000;
  const otherwise = 250 * 2 ** attempt * (0.5 + Math.random() / 2);
  return Math.min(LONGEST_WAIT, Number.isNaN(asked) ? otherwise : asked);
}

/** True when repeating does no harm: nothing was done, or it is done once. */
function again(request: Request, answer: Response | undefined): boolean {
  const safe = SAFE.has(request.method) || request.headers.has('idempotency-key');
  if (answer === undefined) return safe;
  if (answer.status === 409) return safe && answer.headers.has('retry-after');
  return [429, 503, 507].includes(answer.status) || (safe && answer.status === 504);
}

function retrying(keys: boolean, { retries = 4, timeout = 30_000 }: Options) {
  return async (request: Request): Promise<Response> => {
    if (keys && !SAFE.has(request.method) && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', crypto.randomUUID());
    }
    for (let attempt = 0; ; attempt += 1) {
      let answer: Response | undefined;
      try {
        answer = await fetch(request.clone(), { signal: AbortSignal.timeout(timeout) });
      } catch (error) {
        if (attempt >= retries || !again(request, undefined)) throw error;
      }
      if (answer && (attempt >= retries || !again(request, answer))) {
        if (answer.status >= 400) throw await refused(answer);
        return answer;
      }
      await sleep(wait(answer, attempt));
    }
  };
}

const settings = (baseUrl: string, key: string, keys: boolean, options: Options) => ({
  baseUrl,
  headers: { authorization: `Basic ${key}` },
  fetch: retrying(keys, options),
  // lists as the service reads them: separated by commas
  querySerializer: { array: { style: 'form' as const, explode: false } },
});

/** Interface A, with an application's key. Every write gets an `Idempotency-Key` unless it has one. */
export function connectA(baseUrl: string, key: string, options: Options = {}): ClientA {
  return createClient<PathsA>(settings(baseUrl, key, true, options));
}

/** Interface B, with a store's key. It knows no idempotency keys: a write of unknown outcome is not repeated. */
export function connectB(baseUrl: string, key: string, options: Options = {}): ClientB {
  return createClient<PathsB>(settings(baseUrl, key, false, options));
}
