import type { FastifyReply } from 'fastify';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { EndpointName, Endpoints } from '#contract/index.ts';
import type { BlobStore } from '#server/blob-store.ts';
import type { Config } from '#server/config.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import type { Mailer } from '#server/mail.ts';
import type { Call, CallFacts, SignedInActor } from '#server/records/call.ts';
import type { AccessTokens } from './access-token.ts';
import type { Answer } from './answer.ts';

type ActorOf<E> = E extends { policy: 'public' | 'upload-token' } ? null : SignedInActor;

interface Asked<Name extends EndpointName> {
  params: ParamsOf<Endpoints[Name]>;
  query: QueryOf<Endpoints[Name]>;
  body: BodyOf<Endpoints[Name]>;
  actor: ActorOf<Endpoints[Name]>;
  facts: CallFacts;
}

/**
 * A call in a transaction of its own, which is read-only (REPEATABLE READ) for GET calls,
 * unless the contract says `audited`. Where somebody is signed in it is their door to all rows.
 */
export type CallOf<Name extends EndpointName> = Omit<Asked<Name>, 'actor' | 'facts'> &
  (ActorOf<Endpoints[Name]> extends null ? Pick<Asked<Name>, 'actor' | 'facts'> & { tx: Transaction } : Call);

/** A call without a transaction of its own. */
export interface FreeCall<Name extends EndpointName> extends Asked<Name> {
  db: Database;
  /** The credentials as sent, without their scheme; nothing where there were none. */
  credentials: string | null;
  /** The `Cookie` header. */
  cookies: string | null;
  /** Sends a `Set-Cookie` header with the answer. */
  setCookie(cookie: string): void;
}

/** A call whose answer the handler writes by itself, after the caller was let in. */
export interface RawCall<Name extends EndpointName> extends Omit<Asked<Name>, 'body'> {
  db: Database;
  reply: FastifyReply;
  /** Aborted when the caller has gone or the server stops. */
  signal: AbortSignal;
}

/** A call without a reply in the contract gives nothing back. */
type Given<Name extends EndpointName> = Promise<
  undefined extends ReplyOf<Endpoints[Name]> ? void : ReplyOf<Endpoints[Name]>
>;

/** Throws a `Refusal` for every expected problem; anything else is answered as `server.failed`. */
export type Handler<Name extends EndpointName> = (call: CallOf<Name>) => Given<Name>;
export type FreeHandler<Name extends EndpointName> = (call: FreeCall<Name>) => Given<Name>;
export type RawHandler<Name extends EndpointName> = (call: RawCall<Name>) => Promise<void>;

export type RawEndpointName = {
  [Name in EndpointName]: Endpoints[Name] extends { isRaw: true } ? Name : never;
}[EndpointName];

/** What the server is made of, for the modules that need more than a transaction. */
export interface Surroundings {
  db: Database;
  config: Config;
  mailer: Mailer;
  tokens: AccessTokens;
  blobs: BlobStore;
  /** The server's clock. */
  now(): Date;
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>;
}

/** One call, whichever way it came: as an ordinary request or as a line of a push. Nothing of it is checked yet. */
export interface Ask {
  name: EndpointName;
  params: unknown;
  query: unknown;
  body: unknown;
  actor: SignedInActor | null;
  facts: Omit<CallFacts, 'afterCommit' | 'write_id'>;
  /** The key of idempotency, of a write. */
  key: string | null;
  credentials: string | null;
  /** The `Cookie` header of an ordinary request. */
  cookies?: string | undefined;
}

/** A call of a batch before its turn. Its input is in its shape, and nothing else is known of it. */
export interface AheadCall {
  name: EndpointName;
  params: unknown;
  body: unknown;
  actor: SignedInActor;
}

/** How a call behaves beside others in one transaction. */
export interface InBatch {
  /** Reads and locks at once what all these calls of a batch will need (`keepFact`). Refuses nothing. */
  ahead?(tx: Transaction, calls: readonly AheadCall[]): Promise<void>;
  /** It changes nothing that anybody reads ahead. */
  keepsFacts?: true;
  /** It takes locks that others of the batch may hold in part: its batch runs one by one. */
  alone?: true;
}

export interface Api {
  readonly surroundings: Surroundings;
  /** Runs a call exactly as its own route does. Never throws: everything that can happen to a call is an answer. */
  execute(ask: Ask): Promise<Answer>;
  /**
   * Runs work that executes these calls, all in one transaction where they can share one,
   * otherwise each in its own. The work may run more than once: what counts is its last run.
   */
  inBatch<Result>(asks: readonly Ask[], work: (execute: Api['execute']) => Promise<Result>): Promise<Result>;
  /** Serves one call of the contract. A second handler for a call stops the start. */
  handle<Name extends EndpointName>(name: Name, handler: Handler<Name>, inBatch?: InBatch): void;
  /**
   * Serves a call that opens its transactions by itself, because it takes long in
   * between (hashing a password, a batch of writes) or needs none. Keys of
   * idempotency have no effect on it.
   */
  handleFree<Name extends EndpointName>(name: Name, handler: FreeHandler<Name>): void;
  /** Serves a call of the contract marked `isRaw`. */
  handleRaw<Name extends RawEndpointName>(name: Name, handler: RawHandler<Name>): void;
  /** Runs once while the server stops, before the database is closed. */
  onStop(effect: () => Promise<void>): void;
}

/** A resource's routes: HTTP ↔ contract, nothing else. */
export type Module = (api: Api) => void;
