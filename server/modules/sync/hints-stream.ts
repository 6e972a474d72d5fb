import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { ANSWER_MARKER } from '#contract/errors.ts';
import type { WatchedEntity } from '#domain/access/watched-entities.ts';
import type { HintHub } from './hints-hub.ts';

/** A reader with this much unread is disconnected instead of buffered without limit. */
const MOST_UNSENT_BYTES = 65_536;

export interface HintTimes {
  /** Interval of heartbeat comments, so that proxies keep the connection and a dead one is noticed. */
  heartbeatMs: number;
  /** After this time the device reconnects, with a new token. */
  longestMs: number;
}

export interface HintReader {
  userId: string;
  watched: readonly WatchedEntity[];
  reply: FastifyReply;
  /** Aborted when the reader has gone or the server stops. */
  signal: AbortSignal;
  /** Whether the person is still logged in, with the same role; checked with every heartbeat. */
  mayStay(): Promise<boolean>;
}

/**
 * Writes server-sent events to one reader: `change` with the approximate number of rows in their scopes, `watched` with the
 * name of a watched entity, and nothing about the rows. Resolves when the stream has ended, for whatever reason.
 */
export async function streamHints(hub: HintHub, reader: HintReader, times: HintTimes): Promise<void> {
  const { reply, signal } = reader;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const out = reply.raw;
  const unfollow = await hub.follow(reader.userId, reader.watched, ({ count, entities }) => {
    if (out.writableLength > MOST_UNSENT_BYTES) return end();
    if (count > 0) out.write(`event: change\ndata: {"count":${count}}\n\n`);
    for (const entity of entities) out.write(`event: watched\ndata: {"entity":"${entity}"}\n\n`);
  });
  const heartbeat = setInterval(() => {
    out.write(': still here\n\n');
    void reader.mayStay().then(
      (stays) => (stays ? undefined : end()),
      () => end(),
    );
  }, times.heartbeatMs);
  const longest = setTimeout(end, times.longestMs);
  try {
    open(reply, out);
    signal.addEventListener('abort', end, { once: true });
    if (!signal.aborted) await ended;
  } finally {
    clearInterval(heartbeat);
    clearTimeout(longest);
    unfollow();
    out.end();
  }
}

function open(reply: FastifyReply, out: ServerResponse): void {
  // Headers set by other plugins are included; from here on Fastify isn't involved.
  const headers = reply.getHeaders();
  reply.hijack();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) out.setHeader(name, value);
  out.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // A stream is the last request on its connection; otherwise the server would wait for the idle connection
    // when it stops.
    connection: 'close',
    [ANSWER_MARKER]: '1',
  });
  // Heartbeat and maximum time end a stream, not the idle limit.
  out.socket?.setTimeout(0);
  out.write(': connected\n\n');
}
