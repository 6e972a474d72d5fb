import {
  addressOf,
  type BodyInputOf,
  type ParamsOf,
  type QueryInputOf,
  type ReplyOf,
} from '#contract/endpoint.ts';
import { ANSWER_MARKER, type ErrorCode, errorCatalogue, Refusal } from '#contract/errors.ts';
import { type EndpointName, type Endpoints, endpointNamed } from '#contract/index.ts';

/** How long an answer may take before it counts as none. */
const ANSWER_LIMIT_MS = 30_000;

/** Nobody answered, or somebody who is not our server (a captive portal). The work stays where it is. */
export class NoAnswer extends Error {
  constructor(cause?: unknown, words = "Can't reach the server.") {
    super(words, { cause });
    this.name = 'NoAnswer';
  }
}

/** A refusal whose code this version of the app does not know; judged by its status. */
export class UnknownRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'UnknownRefusal';
    this.status = status;
  }
}

/** Where the bearer tokens come from. */
export interface Tokens {
  /** The access token that is stored now; nothing when signed out. */
  current(): Promise<string | null>;
  /**
   * A newer token than the refused one: another tab's, or a refreshed one. Nothing
   * where the sign-in has ended. One refresh at a time over all tabs.
   */
  renew(refused: string): Promise<string | null>;
}

export interface CallInput<Name extends EndpointName> {
  params?: ParamsOf<Endpoints[Name]>;
  query?: QueryInputOf<Endpoints[Name]>;
  body?: BodyInputOf<Endpoints[Name]>;
  /** Instead of a JSON body, for a call that takes bytes. */
  bytes?: Uint8Array<ArrayBuffer>;
  /** Of a write that is made at the office at once. Repeated under its key it is answered as the first time. */
  write?: { key: string; base_version: number };
}

export interface ApiClient {
  /** @throws Refusal, UnknownRefusal, NoAnswer */
  call<Name extends EndpointName>(name: Name, input?: CallInput<Name>): Promise<ReplyOf<Endpoints[Name]>>;
  /** The raw answer of a call whose reply is a stream; the marker has been checked. */
  open<Name extends EndpointName>(
    name: Name,
    signal: AbortSignal,
    input?: Pick<CallInput<Name>, 'params'>,
  ): Promise<Response>;
}

interface Options {
  tokens: Tokens;
  /** The browser's own in the product. */
  fetch?: typeof fetch;
  /** `Upload` for the worker's append-only token. */
  scheme?: 'Bearer' | 'Upload';
  /** Called when even a renewed token was refused, or none could be had. */
  onSignedOut?: () => void;
  /** Called with the server's clock as each of its answers tells it; all in milliseconds. */
  onServerTime?: (answer: { sent_at: number; received_at: number; server_at: number }) => void;
}

/** A client that can hand in sealed work of one device and its user, and nothing else. */
export function uploadClient(uploadToken: string): ApiClient {
  return createApiClient({
    scheme: 'Upload',
    tokens: { current: async () => uploadToken, renew: async () => null },
  });
}

function isOurs(response: Response): boolean {
  return response.headers.get(ANSWER_MARKER) !== null && response.type !== 'opaqueredirect';
}

/** Seconds, as our server says them. */
function retryAfterMsOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}

/** Something answered that is not our server, or was cut off. Lunch and timesheets say so (specification, 8). */
function notJson(name: EndpointName, cause?: unknown): NoAnswer {
  const saysSo = name.startsWith('lunch.') || name.startsWith('timesheet.');
  return saysSo ? new NoAnswer(cause, 'Server returned non-JSON response') : new NoAnswer(cause);
}

async function refusalOf(name: EndpointName, response: Response): Promise<Error> {
  const problem: unknown = await response.json().catch((cause: unknown) => {
    throw notJson(name, cause);
  });
  const { code, message, error, fields, current } = (problem ?? {}) as {
    code: string;
    message?: string;
    /** Where something else than the catalogue answers. */
    error?: string;
    fields?: Record<string, string>;
    current?: unknown;
  };
  const words = message || error || response.statusText;
  if (!Object.hasOwn(errorCatalogue, code)) {
    return new UnknownRefusal(response.status, words);
  }
  return new Refusal(code as ErrorCode, {
    message: words,
    current,
    retryAfterMs: retryAfterMsOf(response),
    ...(fields === undefined ? {} : { fields }),
  });
}

/** Calls the server as the contract describes it. */
export function createApiClient({
  tokens,
  fetch: send = fetch,
  scheme = 'Bearer',
  onSignedOut,
  onServerTime,
}: Options): ApiClient {
  async function attempt(
    name: EndpointName,
    input: CallInput<EndpointName>,
    token: string | null,
    signal: AbortSignal,
  ) {
    const endpoint = endpointNamed(name);
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(input.query ?? {})) {
      if (value !== undefined) query.set(key, String(value));
    }
    const address = addressOf(endpoint, input.params as Record<string, string> | undefined);
    const headers: Record<string, string> = { accept: 'application/json' };
    if (token !== null) headers.authorization = `${scheme} ${token}`;
    if (input.body !== undefined) headers['content-type'] = 'application/json';
    if (input.bytes !== undefined) headers['content-type'] = 'application/octet-stream';
    const body = input.bytes ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
    if (input.write !== undefined) {
      headers['idempotency-key'] = input.write.key;
      headers['if-match'] = `"${input.write.base_version}"`;
    }
    const sent_at = Date.now();
    const response = await send(query.size > 0 ? `${address}?${query}` : address, {
      method: endpoint.method,
      headers,
      redirect: 'manual',
      cache: 'no-store',
      signal,
      ...(body === undefined ? {} : { body }),
    }).catch((cause: unknown) => {
      throw new NoAnswer(cause);
    });
    if (!isOurs(response)) throw notJson(name);
    const server_at = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(server_at)) onServerTime?.({ sent_at, received_at: Date.now(), server_at });
    return response;
  }

  async function authorized(name: EndpointName, input: CallInput<EndpointName>, signal: AbortSignal) {
    if (endpointNamed(name).policy === 'public') return attempt(name, input, null, signal);
    const token = await tokens.current();
    if (token === null) throw new Refusal('auth.signed-out');
    const response = await attempt(name, input, token, signal);
    if (response.status !== 401) return response;
    const renewed = await tokens.renew(token);
    if (renewed === null) {
      onSignedOut?.();
      return response;
    }
    const second = await attempt(name, input, renewed, signal);
    if (second.status === 401) onSignedOut?.();
    return second;
  }

  return {
    async call<Name extends EndpointName>(name: Name, input: CallInput<Name> = {}) {
      const response = await authorized(
        name,
        input as CallInput<EndpointName>,
        AbortSignal.timeout(ANSWER_LIMIT_MS),
      );
      if (!response.ok) throw await refusalOf(name, response);
      if (response.status === 204) return undefined as ReplyOf<Endpoints[Name]>;
      return (await response.json().catch((cause: unknown) => {
        throw notJson(name, cause);
      })) as ReplyOf<Endpoints[Name]>;
    },
    async open(name, signal, input = {}) {
      const response = await authorized(name, input as CallInput<EndpointName>, signal);
      if (!response.ok) throw await refusalOf(name, response);
      return response;
    },
  };
}
