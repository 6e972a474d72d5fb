import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

/** How long the server bears with a connection. Milliseconds. */
export interface ConnectionLimits {
  /** From the connection, or the answer before, to the last of the headers. */
  headersMs: number;
  /** To the last byte of the body. Devices give up after half of it. */
  requestMs: number;
  /** Without a byte in either direction. Longer than any statement of the database may take. */
  silenceMs: number;
  /** How often the first two are looked at. */
  checkEveryMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 20_000,
  requestMs: 60_000,
  silenceMs: 120_000,
  checkEveryMs: 5_000,
};

/** What makes Fastify and Node keep to the limits: by themselves they would wait for ever for a body. */
export function limitedConnections(limits: ConnectionLimits) {
  return {
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.silenceMs,
    http: {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkEveryMs,
    },
  } satisfies FastifyHttpOptions<Server>;
}
