import { callNamed } from '#contract/calls.ts';
import {
  addressOf,
  type BodyInputOf,
  type ParamsOf,
  type QueryInputOf,
  type ReplyOf,
} from '#contract/endpoint.ts';
import { ANSWER_MARKER, ApiError, type ErrorCode, errorCatalog } from '#contract/errors.ts';
import type { EndpointName, Endpoints } from '#contract/index.ts';
import type { RowChange } from '#contract/sync.ts';

/** Response timeout. */
const ANSWER_LIMIT_MS = 30_000;

/** No response, or one from something that is not our server (a captive portal). The write stays queued. */
export class NoAnswer extends Error {
  constructor(cause?: unknown, words = "Can't reach the server.") {
    super(words, { cause });
    this.name = 'NoAnswer';
  }
}

/** An API error whose code this version of the app doesn't know; handled by its status. */
export class UnknownApiError extends Error {
  readonly status: number;
  readonly statusText: string;

  constructor(status: number, message: string, statusText = '') {
    super(message);
    this.name = 'UnknownApiError';
    this.status = status;
    this.statusText = statusText;
  }
}

/** The source of bearer tokens. */
export interface Tokens {
  /** The stored access token; null when signed out. */
  current(): Promise<string | null>;
  /**
   * A newer token than the rejected one, from another tab or a refresh. Null if the sign-in has ended. Only
   * one refresh runs at a time across all tabs.
   */
  renew(refused: string): Promise<string | null>;
}

export interface CallInput<Name extends EndpointName> {
  params?: ParamsOf<Endpoints[Name]>;
  query?: QueryInputOf<Endpoints[Name]>;
  body?: BodyInputOf<Endpoints[Name]>;
  /** Instead of a JSON body, for calls that take bytes. */
  bytes?: Uint8Array<ArrayBuffer>;
  /** Instead of a JSON body, for calls that take a form with files. */
  form?: FormData;
  /** For a write that is sent directly: its idempotency key and base version. */
  write?: { key: string; base_version: number; captured_at?: string };
}

export interface ApiClient {
  /** @throws ApiError, UnknownApiError, NoAnswer */
  call<Name extends EndpointName>(name: Name, input?: CallInput<Name>): Promise<ReplyOf<Endpoints[Name]>>;
  /** The raw response of a streaming call; its marker has been checked. */
  open<Name extends EndpointName>(
    name: Name,
    signal: AbortSignal,
    input?: Pick<CallInput<Name>, 'params' | 'query'>,
  ): Promise<Response>;
}

interface Options {
  tokens: Tokens;
  /** Defaults to the browser's. */
  fetch?: typeof fetch;
  /** `Upload` for the worker's append-only token. */
  scheme?: 'Bearer' | 'Upload';
  /** Called if even a renewed token was rejected, or none is available. */
  onSignedOut?: () => void;
  /** Called with the server's clock from each of its responses; all in milliseconds. */
  onServerTime?: (answer: { sent_at: number; received_at: number; server_at: number }) => void;
}

/** A client that can only upload encrypted writes of one device and its user. */
export function uploadClient(uploadToken: string): ApiClient {
  return createApiClient({
    scheme: 'Upload',
    tokens: { current: async () => uploadToken, renew: async () => null },
  });
}

function isOurs(response: Response): boolean {
  return response.headers.get(ANSWER_MARKER) !== null && response.type !== 'opaqueredirect';
}

/** From seconds, the format that our server uses. */
function retryAfterMsOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}

/** No response was received, or not all of it in time, which has its own message (specification, 8). */
function noAnswer(cause: unknown, words?: string): NoAnswer {
  const isLate = cause instanceof DOMException && cause.name === 'TimeoutError';
  return new NoAnswer(cause, isLate ? errorCatalog['server.failed'].message : words);
}

/**
 * The response was not from our server, or was truncated. Lunch and timesheets have their own message
 * (specification, 8).
 */
function notJson(name: EndpointName, cause?: unknown): NoAnswer {
  const saysSo = name.startsWith('lunch.') || name.startsWith('timesheet.');
  return noAnswer(cause, saysSo ? 'Server returned non-JSON response' : undefined);
}

async function apiErrorOf(name: EndpointName, response: Response): Promise<Error> {
  const problem: unknown = await response.json().catch((cause: unknown) => {
    throw notJson(name, cause);
  });
  const { code, message, error, fields, current, changed } = (problem ?? {}) as {
    code: string;
    message?: string;
    /** If something outside of the catalogue answers. */
    error?: string;
    fields?: Record<string, string>;
    current?: unknown;
    changed?: RowChange;
  };
  const words = message || error;
  const { status, statusText } = response;
  if (!Object.hasOwn(errorCatalog, code)) return new UnknownApiError(status, words || statusText, statusText);
  return new ApiError(code as ErrorCode, {
    ...(words ? { message: words } : {}),
    current,
    changed,
    statusText,
    retryAfterMs: retryAfterMsOf(response),
    ...(fields === undefined ? {} : { fields }),
  });
}

/** Creates a client for the calls of the contract. */
export function createApiClient({
  tokens,
  fetch: send = (address, init) => fetch(address, init),
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
    const endpoint = callNamed(name);
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(input.query ?? {})) {
      if (value !== undefined) query.set(key, String(value));
    }
    const address = addressOf(endpoint, input.params as Record<string, string> | undefined);
    const headers: Record<string, string> = { accept: 'application/json' };
    if (token !== null) headers.authorization = `${scheme} ${token}`;
    if (input.body !== undefined) headers['content-type'] = 'application/json';
    if (input.bytes !== undefined) headers['content-type'] = 'application/octet-stream';
    const body =
      input.form ?? input.bytes ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
    if (input.write !== undefined) {
      headers['idempotency-key'] = input.write.key;
      headers['if-match'] = `"${input.write.base_version}"`;
      if (input.write.captured_at !== undefined) headers['x-captured-at'] = input.write.captured_at;
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
      throw noAnswer(cause);
    });
    if (!isOurs(response)) throw notJson(name);
    const server_at = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(server_at)) onServerTime?.({ sent_at, received_at: Date.now(), server_at });
    return response;
  }

  async function authorized(name: EndpointName, input: CallInput<EndpointName>, signal: AbortSignal) {
    if (callNamed(name).policy === 'public') return attempt(name, input, null, signal);
    const token = await tokens.current();
    if (token === null) throw new ApiError('auth.signed-out');
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
      if (!response.ok) throw await apiErrorOf(name, response);
      if (response.status === 204) return undefined as ReplyOf<Endpoints[Name]>;
      return (await response.json().catch((cause: unknown) => {
        throw notJson(name, cause);
      })) as ReplyOf<Endpoints[Name]>;
    },
    async open(name, signal, input = {}) {
      const response = await authorized(name, input as CallInput<EndpointName>, signal);
      if (!response.ok) throw await apiErrorOf(name, response);
      return response;
    },
  };
}
