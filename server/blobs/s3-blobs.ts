import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import pLimit from 'p-limit';
import { missingParts } from '#domain/attachments/part-plan.ts';
import { type BlobStore, checkedId, isBlobId, partName, partsNamed, type StoredBlob, WHOLE } from './blob.ts';
import type { S3Place } from './s3-place.ts';
import {
  bytesOf,
  pauseAfter,
  refuseTrouble,
  repeated,
  S3_LIMITS,
  type S3Limits,
  type S3Request,
  StoreRefused,
  StoreUnreachable,
  sendOnce,
} from './s3-requests.ts';

type Announced = Parameters<BlobStore['join']>[1];

/** What a listing says of an object. */
interface Listed {
  /** Without the prefix: `<id>/<name>`. */
  name: string;
  size: number;
  changed_at: Date;
}

/** Each has its file in memory, of 25 MB at most. */
const JOINED_AT_ONCE = 4;
const PARTS_AT_ONCE = 4;

/**
 * Stores each file as objects of a bucket: `<prefix><id>/whole`, and `<prefix><id>/part-<n>` until it is
 * complete. Every request is safe to repeat, so a lost answer costs a repetition. The store must show a
 * stored object at once to everyone who reads or lists, as all current ones do.
 */
export function s3BlobStore(place: S3Place, limits: S3Limits = S3_LIMITS): BlobStore {
  const joining = pLimit(JOINED_AT_ONCE);
  const nameOf = (id: string, name: string) => `${checkedId(id)}/${name}`;

  /** An answer whose body has not been read; null where nothing is stored under that name. */
  async function opened(sent: S3Request): Promise<IncomingMessage | null> {
    const answer = await sendOnce(place, sent, limits);
    try {
      await refuseTrouble(answer);
    } catch (error) {
      if (error instanceof StoreRefused && error.reason === 'NoSuchKey') return null;
      throw error;
    }
    // Portals and proxies answer 200 as well. Every store says which version of an object it means.
    if (answer.headers.etag === undefined) {
      answer.destroy();
      throw new StoreUnreachable('something other than the store answers');
    }
    return answer;
  }

  function get(name: string): Promise<Uint8Array | null> {
    return repeated(limits, async () => {
      const answer = await opened({ method: 'GET', name });
      return answer === null ? null : bytesOf(answer);
    });
  }

  function put(name: string, body: Uint8Array): Promise<void> {
    return repeated(limits, async () => {
      const answer = await opened({ method: 'PUT', name, body });
      if (answer === null) throw new StoreRefused('NoSuchKey');
      await bytesOf(answer);
    });
  }

  function erase(name: string): Promise<void> {
    return repeated(limits, async () => {
      const answer = await sendOnce(place, { method: 'DELETE', name }, limits);
      await refuseTrouble(answer).catch((error: unknown) => {
        if (!(error instanceof StoreRefused) || error.reason !== 'NoSuchKey') throw error;
      });
      answer.resume();
      // There is no ETag of what is gone.
      if (answer.headers['content-type']?.includes('html'))
        throw new StoreUnreachable('something other than the store answers');
    });
  }

  /** All objects whose names begin like this, in the order of their names. */
  async function* listed(start: string): AsyncIterable<Listed> {
    const prefix = place.prefix + start;
    for (let marker: string | null = ''; marker !== null; ) {
      const query = { prefix, 'max-keys': String(limits.page), ...(marker === '' ? {} : { marker }) };
      const text = await repeated(limits, async () => {
        const answer = await sendOnce(place, { method: 'GET', name: '', query }, limits);
        await refuseTrouble(answer);
        const xml = Buffer.from(await bytesOf(answer)).toString();
        if (!xml.includes('<ListBucketResult'))
          throw new StoreUnreachable('something other than the store answers');
        return xml;
      });
      const page = objectsIn(text);
      for (const { key, ...object } of page) yield { ...object, name: key.slice(place.prefix.length) };
      const last = page.at(-1);
      marker = text.includes('<IsTruncated>true</IsTruncated>') && last !== undefined ? last.key : null;
    }
  }

  async function parts(id: string): Promise<number[]> {
    const names: string[] = [];
    for await (const { name } of listed(nameOf(id, ''))) names.push(name.slice(id.length + 1));
    return partsNamed(names);
  }

  async function dropParts(id: string): Promise<void> {
    for (const part of await parts(id)) await erase(nameOf(id, partName(part)));
  }

  async function join(id: string, announced: Announced): Promise<'joined' | 'missing' | 'different'> {
    if (missingParts(announced.parts, await parts(id)).length > 0) return 'missing';
    const numbers = Array.from({ length: announced.parts }, (_, index) => index + 1);
    const read = await pLimit(PARTS_AT_ONCE).map(numbers, (part) => get(nameOf(id, partName(part))));
    const present = read.filter((bytes) => bytes !== null);
    // Another process has assembled them in the meantime.
    if (present.length < read.length) return 'missing';
    const whole = Buffer.concat(present);
    const sum = createHash('sha256').update(whole).digest('hex');
    if (whole.length !== announced.size || sum !== announced.sha256) {
      await dropParts(id);
      return 'different';
    }
    await put(nameOf(id, WHOLE), whole);
    // Parts of an assembled file stay until its row says so: `dropParts`.
    return 'joined';
  }

  return {
    async putPart(id, part, bytes) {
      await put(nameOf(id, partName(part)), bytes);
    },
    parts,
    join: (id, announced) => joining(() => join(id, announced)),
    async put(id, bytes) {
      await put(nameOf(id, WHOLE), bytes);
    },
    async read(id, headBytes) {
      const name = nameOf(id, WHOLE);
      const found = await repeated(limits, async () => {
        const headers = { range: `bytes=0-${Math.max(headBytes, 1) - 1}` };
        const answer = await opened({ method: 'GET', name, headers });
        if (answer === null) return null;
        const { etag = '', 'content-range': range = '' } = answer.headers;
        const [, size] = /\/(\d+)$/.exec(range) ?? [];
        if (answer.statusCode !== 206 || size === undefined) {
          answer.destroy();
          throw new StoreUnreachable('it sends no part of an object');
        }
        return { etag, size: Number(size), head: (await bytesOf(answer)).subarray(0, headBytes) };
      });
      if (found === null) return null;
      const { size, head, etag } = found;
      return { size, head, stream: () => Readable.from(resumed(name, size, etag), { objectMode: false }) };
    },
    dropParts,
    async remove(id) {
      const names: string[] = [];
      for await (const { name } of listed(nameOf(id, ''))) names.push(name);
      for (const name of names) await erase(name);
    },
    async *list() {
      let current: StoredBlob | null = null;
      for await (const { name, changed_at } of listed('')) {
        const [id = '', ...rest] = name.split('/');
        if (!isBlobId(id) || rest.length !== 1) continue;
        if (current !== null && current.id !== id) yield current;
        const before: StoredBlob = current?.id === id ? current : { ...NOTHING, id };
        current = {
          id,
          changed_at: changed_at > before.changed_at ? changed_at : before.changed_at,
          is_whole: before.is_whole || rest[0] === WHOLE,
          has_parts: before.has_parts || partsNamed(rest).length > 0,
        };
      }
      if (current !== null) yield current;
    },
  };

  /** The bytes of an object. Where the connection breaks, another one goes on from there. */
  async function* resumed(name: string, size: number, etag: string): AsyncIterable<Uint8Array> {
    let at = 0;
    let failures = 0;
    while (at < size) {
      try {
        const headers = { range: `bytes=${at}-`, 'if-match': etag };
        const answer = await opened({ method: 'GET', name, headers });
        if (answer === null) throw new StoreRefused('NoSuchKey');
        // A store that ignores the range begins at the first byte again.
        let known = answer.statusCode === 206 ? 0 : at;
        for await (const chunk of answer as AsyncIterable<Uint8Array>) {
          const fresh = chunk.subarray(known);
          known = Math.max(0, known - chunk.length);
          if (fresh.length === 0) continue;
          at += fresh.length;
          failures = 0;
          yield fresh;
        }
        if (at < size) throw new StoreUnreachable('the answer was cut off');
      } catch (error) {
        failures += 1;
        if (error instanceof StoreRefused || failures >= limits.tries) throw error;
        await pauseAfter(failures, limits.pauseMs);
      }
    }
  }
}

const NOTHING = { changed_at: new Date(0), is_whole: false, has_parts: false };

/** The objects of a listing. Its names are ours and need no decoding. */
function objectsIn(xml: string): { key: string; size: number; changed_at: Date }[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, inside = '']) => {
    const of = (tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(inside)?.[1] ?? '';
    return { key: of('Key'), size: Number(of('Size')), changed_at: new Date(of('LastModified')) };
  });
}
