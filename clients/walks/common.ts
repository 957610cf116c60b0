// What the walks in TypeScript have in common.
const setting = (name: string) => process.env[`ENTREPOSTO_${name}`] ?? '';
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

export const A = { address: setting('A'), key: `Basic ${setting('KEY_A')}` };
export const B = { address: setting('B'), key: `Basic ${setting('KEY_B')}` };
export const usuarioId = 'loja-1';
export const lastMonths = { dataInicial: day(150), dataFinal: day(0) };

export function check(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

/** Where the next page begins, by the header `Link`. */
export function nextCursor(answer: Response): string | undefined {
  const link = /<([^>]*)>/.exec(answer.headers.get('link') ?? '')?.[1];
  return link ? new URL(link, A.address).searchParams.get('cursor') ?? undefined : undefined;
}

export function whole(numbers: number[]) {
  check(numbers.length > 14 && new Set(numbers).size === numbers.length, `the pages hold ${numbers}`);
}
