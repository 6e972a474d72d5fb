import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';

/** A client, what refers to it, and the clients that belong to it. */
export type ClientFacts = ReplyOf<Endpoints['client.read']>;
