// Signatures of the calls that notifications and subscriptions make (Standard Webhooks).
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The call is not from the service, or too old to be believed. */
export class InvalidSignature extends Error {}

type Headers = Record<string, string | string[] | undefined>;

/** Throws unless the call was signed with this secret (`whsec_…`) within `tolerance` seconds of now. */
export function verify(secret: string, headers: Headers, body: string | Uint8Array, tolerance = 300): void {
  const known = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
  const [id, sent, signatures] = ['id', 'timestamp', 'signature'].map((part) => known.get(`webhook-${part}`));
  if (!id || !sent || !signatures) throw new InvalidSignature('the call has no signature');
  if (!(Math.abs(Date.now() / 1000 - Number(sent)) <= tolerance)) throw new InvalidSignature('the call is too old');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const good = createHmac('sha256', key).update(`${id}.${sent}.`).update(body).digest();
  const same = (one: string) => {
    const [version, text] = one.split(',', 2);
    const given = Buffer.from(text ?? '', 'base64');
    return version === 'v1' && given.length === good.length && timingSafeEqual(given, good);
  };
  if (!signatures.split(' ').some(same)) throw new InvalidSignature('the signature is another one');
}
