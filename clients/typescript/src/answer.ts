// An answer is a value, or an exception with what the service says.

/** What openapi-fetch gives back. */
export interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** An answer that is no success; `body` is its JSON. */
export class RequestFailed extends Error {
  readonly status: number;
  readonly requestId: string | null;

  constructor(response: Response, readonly body: unknown) {
    const told = body as { message?: string; mensagem?: string } | undefined;
    const id = response.headers.get('x-request-id');
    super(`${response.status}: ${told?.message ?? told?.mensagem ?? 'sem corpo'} (X-Request-Id: ${id})`);
    this.status = response.status;
    this.requestId = id;
  }
}

/** What a refusal says; a proxy in between says something else than JSON. */
export async function refused(response: Response): Promise<RequestFailed> {
  return new RequestFailed(response, await response.json().catch(() => undefined));
}

/** The body of an answer, or the exception. */
export async function successful<T>(asked: Promise<Answer<T>>): Promise<T> {
  const answer = await asked;
  if (!answer.response.ok) throw new RequestFailed(answer.response, answer.error);
  return answer.data as T;
}
