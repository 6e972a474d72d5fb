import type { FastifyReply } from 'fastify';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { EndpointName, Endpoints } from '#contract/index.ts';
import type { BlobStore } from '#server/blob-store.ts';
import type { Config } from '#server/config.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import type { Mailer } from '#server/mail.ts';
import type { Call, RequestContext, SignedInActor } from '#server/records/call.ts';
import type { Tracking } from '#server/tracker/tracking.ts';
import type { AccessTokens } from './access-token.ts';
import type { Answer } from './answer.ts';

type ActorOf<E> = E extends { policy: 'public' | 'upload-token' } ? null : SignedInActor;

interface Asked<Name extends EndpointName> {
  params: ParamsOf<Endpoints[Name]>;
  query: QueryOf<Endpoints[Name]>;
  body: BodyOf<Endpoints[Name]>;
  actor: ActorOf<Endpoints[Name]>;
  context: RequestContext;
}

/**
 * A call in its own transaction, which is read-only (REPEATABLE READ) for GET calls unless the contract says
 * `audited`. For a signed-in caller it gives access to all rows.
 */
export type CallOf<Name extends EndpointName> = Omit<Asked<Name>, 'actor' | 'context'> &
  (ActorOf<Endpoints[Name]> extends null
    ? Pick<Asked<Name>, 'actor' | 'context'> & { tx: Transaction }
    : Call);

/** A call without its own transaction. */
export interface FreeCall<Name extends EndpointName> extends Asked<Name> {
  db: Database;
  /** The credentials as sent, without their scheme; null if there are none. */
  credentials: string | null;
  /** The `Cookie` header. */
  cookies: string | null;
  /** The `User-Agent` header. */
  userAgent: string | null;
  /** Adds a `Set-Cookie` header to the response. */
  setCookie(cookie: string): void;
}

/** A call whose handler writes the response itself, after authorization. */
export interface RawCall<Name extends EndpointName> extends Omit<Asked<Name>, 'body'> {
  db: Database;
  reply: FastifyReply;
  /** Aborted when the caller disconnects or the server stops. */
  signal: AbortSignal;
}

/** A call without a reply in the contract returns nothing. */
type Given<Name extends EndpointName> = Promise<
  undefined extends ReplyOf<Endpoints[Name]> ? void : ReplyOf<Endpoints[Name]>
>;

/** Throws an `ApiError` for every expected error; anything else is answered as `server.failed`. */
export type Handler<Name extends EndpointName> = (call: CallOf<Name>) => Given<Name>;
export type FreeHandler<Name extends EndpointName> = (call: FreeCall<Name>) => Given<Name>;
export type RawHandler<Name extends EndpointName> = (call: RawCall<Name>) => Promise<void>;

export type RawEndpointName = {
  [Name in EndpointName]: Endpoints[Name] extends { isRaw: true } ? Name : never;
}[EndpointName];

/** The server's services, for modules that need more than a transaction. */
export interface Dependencies {
  db: Database;
  config: Config;
  mailer: Mailer;
  tokens: AccessTokens;
  blobs: BlobStore;
  /** Where tickets go. */
  tracking: Tracking;
  /** Mails the scheduled reports that are due. */
  sendReports(): Promise<void>;
  /** The server's clock. */
  now(): Date;
  /** Resolves after this many milliseconds. */
  wait(ms: number): Promise<void>;
}

/** One call, either an ordinary request or an entry of a push. Nothing is validated yet. */
export interface CallRequest {
  name: EndpointName;
  params: unknown;
  query: unknown;
  body: unknown;
  actor: SignedInActor | null;
  context: Omit<RequestContext, 'afterCommit' | 'write_id'>;
  /** The idempotency key of a write. */
  key: string | null;
  credentials: string | null;
  /** The `Cookie` header of an ordinary request. */
  cookies?: string | undefined;
  /** Its `User-Agent` header. */
  userAgent?: string | undefined;
}

/** A call of a batch before its turn. Only the shape of its input has been checked. */
export interface PrefetchCall {
  name: EndpointName;
  params: unknown;
  body: unknown;
  actor: SignedInActor;
}

/** How a call behaves in a transaction that sends what it can together. */
export interface InBatch {
  /**
   * Prefetches and locks what all of these calls in a transaction will need, in as few statements as their locks allow
   * (`keepPrefetched`). Refuses nothing.
   */
  prefetch?(tx: Transaction, calls: readonly PrefetchCall[]): Promise<void>;
  /** It changes nothing that anything prefetches. */
  keepsPrefetched?: true;
  /** It takes locks that other transactions may hold in part: its batch runs one by one. */
  alone?: true;
}

export interface Api {
  readonly dependencies: Dependencies;
  /** Runs a call exactly as its own route does. Never throws: every outcome of a call is an answer. */
  execute(request: CallRequest): Promise<Answer>;
  /**
   * Runs work that executes these calls, in one transaction if they can share one, otherwise each in its own.
   * The work may run more than once; only its last run counts.
   */
  inBatch<Result>(
    requests: readonly CallRequest[],
    work: (execute: Api['execute']) => Promise<Result>,
  ): Promise<Result>;
  /** Registers the handler of a call. A second handler for the same call fails the start. */
  handle<Name extends EndpointName>(name: Name, handler: Handler<Name>, inBatch?: InBatch): void;
  /**
   * Registers a call that manages its own transactions, because it does slow work in between (hashing a
   * password, a batch of writes) or needs none. Idempotency keys have no effect on it.
   */
  handleFree<Name extends EndpointName>(name: Name, handler: FreeHandler<Name>): void;
  /** Registers a call that the contract marks `isRaw`. */
  handleRaw<Name extends RawEndpointName>(name: Name, handler: RawHandler<Name>): void;
  /** Runs once while the server stops, before the database is closed. */
  onStop(effect: () => Promise<void>): void;
}

/** A resource's routes: maps HTTP to the contract, nothing else. */
export type Module = (api: Api) => void;
