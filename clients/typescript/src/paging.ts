// Every record of a list, page by page, following the cursor: none is skipped or repeated.
import { successful, type Answer } from './answer.js';

type Page<T> = T[] | { resultado: T[] };

function next(response: Response): string | undefined {
  const link = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(response.headers.get('link') ?? '');
  return link?.[1] ? new URL(link[1], response.url).searchParams.get('cursor') ?? undefined : undefined;
}

/** `for await (const pedido of records((cursor) => a.GET('/Pedido', { params: { query: { usuarioId, cursor } } })))` */
export async function* records<T>(ask: (cursor?: string) => Promise<Answer<Page<T>>>): AsyncGenerator<T, void> {
  let cursor: string | undefined;
  do {
    const asked = ask(cursor);
    const body = await successful(asked);
    yield* Array.isArray(body) ? body : body.resultado;
    cursor = next((await asked).response);
  } while (cursor !== undefined);
}
