import { createHash } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Place } from './s3-place.ts';

/** The store doesn't answer, or not as a store does: the same can succeed later. */
export class StoreUnreachable extends Error {
  /** As of a system call that can be tried again: callers are told to do so. */
  readonly code = 'EAGAIN';

  constructor(why: string, cause?: unknown) {
    super(`The store of attachments can't be reached: ${why}.`, { cause });
    this.name = 'StoreUnreachable';
  }
}

/** The store refuses: a key, a bucket, or a permission is wrong. */
export class StoreRefused extends Error {
  /** The store's own word for it, such as `NoSuchKey`. */
  readonly reason: string;

  constructor(reason: string) {
    super(`The store of attachments refuses: ${reason}.`);
    this.name = 'StoreRefused';
    this.reason = reason;
  }
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** The name in the bucket, without the prefix; empty for the bucket itself. */
  name: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** What to store. */
  body?: Uint8Array;
}

export interface S3Limits {
  /** After this long without a byte the connection counts as dead. Milliseconds. */
  silenceMs: number;
  /** How often a request is sent at most. */
  tries: number;
  /** The longest pause before the second attempt; it doubles. Milliseconds. */
  pauseMs: number;
  /** Objects on a page of a list. */
  page: number;
}

/** Together shorter than a device waits for the answer to one part of a file. */
export const S3_LIMITS: S3Limits = { silenceMs: 8_000, tries: 3, pauseMs: 300, page: 1_000 };

const EMPTY = new Uint8Array();
/** No answer of a store that we read whole is longer: a page of a list, or a part of a file. */
const MOST_ANSWER_BYTES = 4 * 1024 * 1024;

const agents = {
  'http:': new HttpAgent({ keepAlive: true, maxSockets: 64 }),
  'https:': new HttpsAgent({ keepAlive: true, maxSockets: 64 }),
};

function addressOf({ endpoint, bucket, prefix, style }: S3Place, { name, query = {} }: S3Request): URL {
  const url = new URL(endpoint);
  if (style === 'host') url.hostname = `${bucket}.${url.hostname}`;
  const key = name === '' ? '' : `${prefix}${name}`;
  url.pathname = style === 'host' ? `/${key}` : `/${bucket}${key === '' ? '' : `/${key}`}`;
  url.search = new URLSearchParams(query).toString();
  return url;
}

/**
 * Sends one signed request, once.
 * @returns the answer, of which no body has been read
 * @throws StoreUnreachable
 */
export async function sendOnce(
  place: S3Place,
  sent: S3Request,
  { silenceMs }: Pick<S3Limits, 'silenceMs'>,
): Promise<IncomingMessage> {
  const { method, body = EMPTY } = sent;
  const address = addressOf(place, sent);
  const { accessKeyId, secretAccessKey, sessionToken, region } = place;
  const signed = await new AwsV4Signer({
    method,
    url: address.href,
    // Signed with the rest: the store compares what arrives with it.
    headers: { ...sent.headers, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
    ...{ accessKeyId, secretAccessKey, region, service: 's3' },
    ...(sessionToken === null ? {} : { sessionToken }),
  }).sign();
  const headers: Record<string, string> = Object.fromEntries(signed.headers);
  if (method === 'PUT') headers['content-length'] = String(body.length);
  const isSecure = address.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(signed.url, {
      ...{ method, headers, timeout: silenceMs },
      agent: isSecure ? agents['https:'] : agents['http:'],
    });
    request.on('timeout', () => request.destroy(new StoreUnreachable('no answer in time')));
    request.once('response', resolve);
    request.on('error', (error) =>
      reject(
        error instanceof StoreUnreachable ? error : new StoreUnreachable('the connection failed', error),
      ),
    );
    request.end(body);
  });
}

const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Refuses an answer that says that something went wrong.
 * @throws StoreUnreachable, StoreRefused
 */
export async function refuseTrouble(answer: IncomingMessage): Promise<void> {
  const { statusCode: status = 0 } = answer;
  if (status < 300) return;
  const text = Buffer.from(await bytesOf(answer)).toString();
  const reason = /<Code>([A-Za-z.]{1,60})<\/Code>/.exec(text)?.[1] ?? null;
  // A store says why. Anything that doesn't is a proxy or a portal in between.
  throw PASSING.has(status) || reason === null
    ? new StoreUnreachable(`${status} ${reason ?? 'not from the store'}`)
    : new StoreRefused(reason);
}

/** @throws StoreUnreachable if it is cut off, or longer than any store's */
export async function bytesOf(answer: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of answer) {
      chunks.push(chunk as Uint8Array);
      size += (chunk as Uint8Array).length;
      if (size > MOST_ANSWER_BYTES) throw new StoreUnreachable('something other than the store answers');
    }
  } catch (error) {
    throw error instanceof StoreUnreachable ? error : new StoreUnreachable('the answer was cut off', error);
  }
  return Buffer.concat(chunks);
}

/** Repeats what the store couldn't be reached for. Everything here has the same effect however often it is done. */
export async function repeated<Result>(
  { tries, pauseMs }: S3Limits,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StoreUnreachable) || made >= tries) throw error;
      await pauseAfter(made, pauseMs);
    }
  }
}

/** At random, so that many don't come back at once. */
export async function pauseAfter(made: number, pauseMs: number): Promise<void> {
  await sleep(Math.random() * pauseMs * 2 ** (made - 1));
}
