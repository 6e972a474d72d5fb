import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { readWhole } from '#server/blob-store.ts';
import type { BlobStore, StoredBlob } from '#server/blobs/blob.ts';
import { fileBlobStore } from '#server/blobs/file-blobs.ts';
import { s3BlobStore } from '#server/blobs/s3-blobs.ts';
import { type S3Place, s3PlaceOf } from '#server/blobs/s3-place.ts';
import { readConfig } from '#server/config.ts';
import { copyAttachmentsCommand } from '#server/copy-attachments.ts';
import { examine } from '#server/doctor.ts';
import { sweepBlobs } from '#server/modules/attachments/sweep-blobs.ts';
import { usualKind } from '#tests/support/database.ts';
import type { Fault } from '#tests/support/fault-proxy.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import {
  allPartsOf,
  attachmentBody,
  contentOf,
  partOf,
  pngOf,
  putPart,
  sha256Of,
  THREE_PARTS,
} from './attachment-files.ts';
import { type OfficeWorld, openOfficeWorld } from './office-world.ts';

const QUICK = { silenceMs: 500, tries: 3, pauseMs: 10, page: 1_000 };

let store: S3Server;
let place: S3Place;
let blobs: BlobStore;
beforeAll(async () => {
  store = await startS3Server();
  place = s3PlaceOf(store.url, store.keys) as S3Place;
  blobs = s3BlobStore(place, QUICK);
});
afterEach(() => store.proxy.clearFaults());
afterAll(() => store.stop());

async function stored(of: BlobStore = blobs): Promise<StoredBlob[]> {
  const all: StoredBlob[] = [];
  for await (const one of of.list()) all.push(one);
  return all;
}
const storedAs = async (id: string) => (await stored()).find((one) => one.id === id);

describe('attachments in a bucket', () => {
  let world: OfficeWorld;
  let app: FastifyInstance;
  let token: string;
  const bytes = pngOf(THREE_PARTS);
  beforeAll(async () => {
    world = await openOfficeWorld(usualKind);
    const mailer = { send: async () => undefined };
    app = await buildApp({ db: world.db, config: world.config, mailer, blobs, now: () => world.clock.now });
    token = (await world.signIn(world.people.paula)).token;
  });
  afterAll(async () => {
    await app.close();
    await world.close();
  });

  async function announced(): Promise<string> {
    const body = attachmentBody(world.anna, bytes);
    expect((await world.as('paula', 'attachment.create', { body })).status).toBe(201);
    return body.id;
  }

  /** As a device does: each part again until it has arrived. */
  async function send(id: string): Promise<void> {
    for (const part of allPartsOf(bytes)) {
      await expect
        .poll(async () => (await putPart(app, token, id, part, partOf(bytes, part))).status, {
          timeout: 20_000,
        })
        .toBe(200);
    }
  }

  test.each<[string, Fault]>([
    ['requests are lost', { kind: 'lose-request' }],
    ['answers are lost', { kind: 'lose-answer' }],
    ['it is busy', { kind: 'status', status: 503 }],
    ['it refuses without a reason', { kind: 'status', status: 403 }],
    ['a portal answers in its place', { kind: 'captive-portal' }],
    ['it is silent', { kind: 'delay', ms: 700 }],
  ])('every fifth time %s: a file arrives once, whole', async (_, fault) => {
    store.proxy.addEvery(/./, fault, 5);
    const id = await announced();
    await send(id);
    const { status, bytes: got } = await contentOf(app, token, id);
    store.proxy.clearFaults();
    expect([status, sha256Of(got)]).toEqual([200, sha256Of(bytes)]);
    expect(await storedAs(id)).toMatchObject({ is_whole: true, has_parts: false });
    const progress = await world.as('paula', 'attachment.parts', { params: { id } });
    expect(progress.body).toEqual({ is_complete: true, arrived: [1, 2, 3] });
  });

  test('while it is gone, the device is told to come back, and nothing counts as stored', async () => {
    const id = await announced();
    store.proxy.add(/./, { kind: 'captive-portal' });
    const refused = await putPart(app, token, id, 1, partOf(bytes, 1));
    expect([refused.status, refused.body.code]).toEqual([503, 'server.busy']);
    store.proxy.clearFaults();
    expect(await storedAs(id)).toBeUndefined();
    await send(id);
    expect((await contentOf(app, token, id)).status).toBe(200);
  });

  test('a download goes on where the connection broke', async () => {
    const large = pngOf(24 * 1024 * 1024);
    const id = randomUUID();
    await blobs.put(id, large);
    const blob = await blobs.read(id, 16);
    expect([blob?.size, Buffer.from(blob?.head ?? []).equals(large.subarray(0, 16))]).toEqual([
      large.length,
      true,
    ]);
    const chunks: Buffer[] = [];
    let cuts = 0;
    for await (const chunk of blob?.stream() ?? []) {
      chunks.push(chunk as Buffer);
      if (cuts === 3 || chunks.length % 20 !== 0) continue;
      cuts += 1;
      store.proxy.cutOff();
      store.proxy.comeBack();
    }
    expect([cuts, sha256Of(Buffer.concat(chunks))]).toEqual([3, sha256Of(large)]);
    await blobs.remove(id);
    expect(await blobs.read(id, 0)).toBeNull();
  });

  test("parts that don't add up to the announced file are dropped and can be sent again", async () => {
    const id = randomUUID();
    for (const part of allPartsOf(bytes)) await blobs.putPart(id, part, partOf(bytes, part));
    expect(await blobs.parts(id)).toEqual([1, 2, 3]);
    const wrong = { parts: 3, size: bytes.length, sha256: sha256Of(pngOf(10)) };
    expect(await blobs.join(id, wrong)).toBe('different');
    expect(await blobs.join(id, wrong)).toBe('missing');
    expect(await storedAs(id)).toBeUndefined();
    for (const part of allPartsOf(bytes)) await blobs.putPart(id, part, partOf(bytes, part));
    expect(await blobs.join(id, { ...wrong, sha256: sha256Of(bytes) })).toBe('joined');
    expect(sha256Of((await readWhole(blobs, id)) ?? pngOf(1))).toBe(sha256Of(bytes));
  });

  test('the sweep deletes what nothing references, and lists it page by page', async () => {
    const strays: string[] = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of strays) await blobs.put(id, pngOf(40));
    const kept = await announced();
    await blobs.putPart(kept, 1, partOf(bytes, 1));
    const later = new Date(Date.now() + 2 * 86_400_000);
    // Pages of two, so that the list has several.
    await sweepBlobs(world.db, s3BlobStore(place, { ...QUICK, page: 2 }), later);
    const ids = (await stored()).map(({ id }) => id);
    expect(ids).toContain(kept);
    expect(ids.filter((id) => strays.includes(id))).toEqual([]);
  });

  test('files move in from the folder: interrupted, repeated, and without the damaged one', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'caseload-moving-'));
    const settings = { ...world.config, dataDir, attachments: { ...place, prefix: 'moved/' } };
    const copy = () => copyAttachmentsCommand(world.db, [], settings, {});
    const folder = fileBlobStore(path.join(dataDir, 'attachments'));
    const damaged = await announced();
    await folder.put(damaged, pngOf(20));
    const good = [await announced(), randomUUID(), randomUUID()];
    for (const id of good) await folder.put(id, bytes);
    await folder.putPart(randomUUID(), 1, pngOf(30));
    const target = s3BlobStore(settings.attachments, QUICK);

    // The second file to arrive isn't stored, and the first one is.
    store.proxy.add(/\/moved\/.+\/whole$/, { kind: 'delay', ms: 0 }, 1);
    store.proxy.add(/\/moved\/.+\/whole$/, { kind: 'refuse', code: 'access.denied' });
    await expect(copy()).rejects.toThrow("can't be reached");
    store.proxy.clearFaults();
    expect(await stored(target)).toHaveLength(1);
    const first = await copy().catch(({ message }: Error) => message);
    expect(first).toMatch(/^Copied 2 files \(1\.0 MB\)\. 1 file already there\.\n1 file not copied/);
    expect(first).toContain(damaged);
    await folder.remove(damaged);
    expect(await copy()).toBe('Copied 0 files (0.0 MB). 3 files already there.');
    for (const id of good) expect(sha256Of((await readWhole(target, id)) ?? pngOf(1))).toBe(sha256Of(bytes));
    // And back into a folder.
    const back = { ...settings, dataDir: path.join(dataDir, 'back'), attachments: null };
    const from = ['--from', store.url.replace('/school/2026', '/moved')];
    expect(await copyAttachmentsCommand(world.db, from, back, store.keys)).toMatch(/^Copied 3 files/);
    await expect(copyAttachmentsCommand(world.db, [], back, {})).rejects.toThrow('Both are the same store');
    await rm(dataDir, { recursive: true });
  }, 60_000);

  test.each([
    ['the right keys', {}, /^ok {5}s3:\/\/files\/school\/2026\/ at .* stores, reads, and deletes\.$/m],
    [
      'a wrong secret',
      { AWS_SECRET_ACCESS_KEY: 'x' },
      /^WRONG {2}.*SignatureDoesNotMatch .*: check the bucket/m,
    ],
    ['no such bucket', { bucket: 'files2' }, /^WRONG {2}.*NoSuchBucket .*: check the bucket/m],
    [
      'nobody there',
      { endpoint: 'http://127.0.0.1:9' },
      /^WRONG {2}.*check the endpoint of ATTACHMENTS_URL\.$/m,
    ],
  ])('the doctor with %s', async (_, { bucket, endpoint, ...keys }: Record<string, string>, words) => {
    const url = `s3://${bucket ?? 'files'}/school/2026?endpoint=${endpoint ?? store.proxy.address}`;
    const config = readConfig({
      ...{ DATA_DIR: world.config.dataDir, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' },
      ...{ ATTACHMENTS_URL: url, ...store.keys, ...keys },
    });
    expect((await examine(config)).lines.join('\n')).toMatch(words);
  });
});

describe('ATTACHMENTS_URL', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'AK', AWS_SECRET_ACCESS_KEY: 'SK' };
  test.each([
    ['s3://files', {}, ['https://s3.us-east-1.amazonaws.com', 'us-east-1', 'files', '', 'host']],
    [
      's3://files/',
      { AWS_REGION: 'eu-west-1' },
      ['https://s3.eu-west-1.amazonaws.com', 'eu-west-1', 'files', '', 'host'],
    ],
    [
      's3://my.files/a/b/?region=us-west-2',
      {},
      ['https://s3.us-west-2.amazonaws.com', 'us-west-2', 'my.files', 'a/b/', 'path'],
    ],
    [
      's3://files/a?endpoint=https://store.example',
      {},
      ['https://store.example', 'us-east-1', 'files', 'a/', 'path'],
    ],
    [
      's3://files?style=host',
      { AWS_ENDPOINT_URL_S3: 'http://10.0.0.5:9000' },
      ['http://10.0.0.5:9000', 'us-east-1', 'files', '', 'host'],
    ],
  ])('%s with %o', (url, environment, expected) => {
    const read = s3PlaceOf(url, { ...keys, ...environment }) as S3Place;
    expect([read.endpoint, read.region, read.bucket, read.prefix, read.style]).toEqual(expected);
  });

  test.each([
    ['https://files.example', 'must be an address such as'],
    ['s3://F', 'must name a bucket'],
    ['s3://files/a b', 'may have letters'],
    ['s3://files?key=1', 'has an unknown option: key'],
    ['s3://files?endpoint=store', 'must have an endpoint'],
    ['s3://files?style=none', 'must have style='],
  ])('%s is refused', (url, words) => {
    expect(s3PlaceOf(url, keys)).toContain(words);
    expect(() => readConfig({ ATTACHMENTS_URL: url, ...keys, CASELOAD_SECRET: 'x'.repeat(40) })).toThrow(
      `ATTACHMENTS_URL ${words}`,
    );
  });

  test('needs keys', () => {
    expect(s3PlaceOf('s3://files', { AWS_ACCESS_KEY_ID: 'AK' })).toContain('needs AWS_ACCESS_KEY_ID and');
  });
});
