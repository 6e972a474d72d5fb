import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

/** Timeouts of a connection, in milliseconds. */
export interface ConnectionLimits {
  /** From the connection, or the previous answer, to the end of the headers. */
  headersMs: number;
  /** To the last byte of the body. Devices give up after half of it. */
  requestMs: number;
  /** Without a byte in either direction. Longer than any database statement may take. */
  silenceMs: number;
  /** How often the first two are checked. */
  checkEveryMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 20_000,
  requestMs: 60_000,
  silenceMs: 120_000,
  checkEveryMs: 5_000,
};

/** Settings for Fastify and Node: by default they wait for a body forever. */
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
