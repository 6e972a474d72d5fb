import { randomUUID } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LARGEST_ATTACHMENT_BYTES } from '#domain/attachments/attachment-rules.ts';
import { buildApp } from '#server/app.ts';
import { openBlobs } from '#server/blob-store.ts';
import { sweepBlobs } from '#server/modules/attachments/sweep-blobs.ts';
import { ruleKinds } from '#tests/support/database.ts';
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
import { type OfficeWorld, openOfficeWorld, type PersonName, personNames, told } from './office-world.ts';

const DAY_MS = 86_400_000;

describe.each(ruleKinds)('attachments on %s', (kind) => {
  let world: OfficeWorld;
  /** Another process on the same database and files. */
  let other: FastifyInstance;
  const tokens = {} as Record<PersonName, string>;
  const bytes = pngOf(THREE_PARTS);
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    const mailer = { send: async () => undefined };
    other = await buildApp({ db: world.db, config: world.config, mailer, now: () => world.clock.now });
    for (const name of personNames) tokens[name] = (await world.signIn(world.people[name])).token;
  });
  afterAll(async () => {
    await other.close();
    await world.close();
  });

  async function announce(person: PersonName = 'paula', changes: Record<string, unknown> = {}, of = bytes) {
    const body = attachmentBody(world.anna, of, changes);
    const answer = await world.as(person, 'attachment.create', { body });
    return { id: body.id, ...answer };
  }

  async function sent(changes: Record<string, unknown> = {}, of = bytes): Promise<string> {
    const { id } = await announce('paula', changes, of);
    for (const part of allPartsOf(of)) await putPart(world.app, tokens.paula, id, part, partOf(of, part));
    return id;
  }

  const foldersOfBlobs = async () => {
    const names = await readdir(join(world.config.dataDir, 'attachments'), { recursive: true });
    return names.map(String);
  };
  const filesOf = async (id: string) =>
    (await foldersOfBlobs())
      .flatMap((name) => (name.includes(`${id}/`) ? [name.split('/').at(-1)] : []))
      .sort();

  test('an interrupted file resumes where it stopped, through any process', async () => {
    const { id, status, body } = await announce();
    expect([status, body.is_complete, body.version]).toEqual([201, false, 1]);
    expect(await world.placesOf(id)).toEqual([`student:${world.anna}`]);
    const first = await putPart(world.app, tokens.paula, id, 2, partOf(bytes, 2));
    expect([first.status, first.body]).toEqual([200, { is_complete: false, arrived: [2] }]);
    // The rest is sent to another process, which has seen nothing of it.
    const asked = await other.inject({
      url: `/api/attachments/${id}/parts/`,
      headers: { authorization: `Bearer ${tokens.paula}` },
    });
    expect(asked.json()).toEqual({ is_complete: false, arrived: [2] });
    expect((await contentOf(other, tokens.admin, id)).status).toBe(404);
    await putPart(other, tokens.paula, id, 3, partOf(bytes, 3));
    // Repeated, because its answer was lost.
    const again = await putPart(world.app, tokens.paula, id, 3, partOf(bytes, 3));
    expect(again.body.arrived).toEqual([2, 3]);
    const last = await putPart(other, tokens.paula, id, 1, partOf(bytes, 1));
    expect(last.body).toEqual({ is_complete: true, arrived: [1, 2, 3] });
    // Repeating the last one: the file is complete, and stays so.
    expect((await putPart(world.app, tokens.paula, id, 1, partOf(bytes, 1))).body.is_complete).toBe(true);

    for (const process of [world.app, other]) {
      const { status: found, bytes: got, headers } = await contentOf(process, tokens.admin, id);
      expect([found, sha256Of(got)]).toEqual([200, sha256Of(bytes)]);
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(bytes.length),
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'content-disposition': `inline; filename="drawing.png"; filename*=UTF-8''drawing.png`,
      });
    }
    const listed = await world.as('admin', 'attachment.list', { params: { id: world.anna } });
    expect(listed.body.find((one) => one.id === id)).toMatchObject({ is_complete: true, version: 2 });
    expect(await filesOf(id)).toEqual(['whole']);
    expect((await world.auditOf(id)).map(({ action }) => action)).toEqual([
      'attachment.create',
      'attachment.complete',
      'attachment.read',
      'attachment.read',
    ]);
  });

  test('concurrent parts through two processes make one file, once', async () => {
    const { id } = await announce();
    const answers = await Promise.all(
      allPartsOf(bytes).flatMap((part) => [
        putPart(world.app, tokens.paula, id, part, partOf(bytes, part)),
        putPart(other, tokens.paula, id, part, partOf(bytes, part)),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { body } = await world.as('paula', 'attachment.parts', { params: { id } });
    expect(body.is_complete).toBe(true);
    expect(sha256Of((await contentOf(world.app, tokens.paula, id)).bytes)).toBe(sha256Of(bytes));
    const listed = await world.as('paula', 'attachment.list', { params: { id: world.anna } });
    expect(listed.body.find((one) => one.id === id)?.version).toBe(2);
  });

  test("a part that doesn't match its hash is rejected, and so is a file that doesn't match its announcement", async () => {
    const { id } = await announce();
    const part = partOf(bytes, 1);
    const wrong = [
      await putPart(world.app, tokens.paula, id, 1, part, sha256Of(partOf(bytes, 2))),
      await putPart(world.app, tokens.paula, id, 1, part.subarray(0, 1_000)),
      await putPart(world.app, tokens.paula, id, 3, part),
      await putPart(world.app, tokens.paula, id, 4, part.subarray(0, 100)),
      await putPart(world.app, tokens.paula, id, 0, part),
      await putPart(world.app, tokens.paula, id, 1, new Uint8Array()),
    ];
    expect(wrong.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422]);
    expect(wrong.flatMap(({ body }) => Object.keys(body.fields ?? {}))).toEqual([
      'sha256',
      'body',
      'body',
      'n',
      'n',
      'body',
    ]);
    const tooLong = await putPart(world.app, tokens.paula, id, 1, pngOf(part.length + 1));
    expect([tooLong.status, tooLong.body.code]).toEqual([413, 'request.too-large']);
    expect((await world.as('paula', 'attachment.parts', { params: { id } })).body.arrived).toEqual([]);

    // Each part is valid, but the whole is another file: nothing of it is kept, and it can be sent again.
    const foreign = pngOf(THREE_PARTS).reverse();
    const answers = [];
    for (const each of allPartsOf(foreign)) {
      answers.push(await putPart(world.app, tokens.paula, id, each, partOf(foreign, each)));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422]);
    expect(await filesOf(id)).toEqual([]);
    for (const each of allPartsOf(bytes))
      await putPart(world.app, tokens.paula, id, each, partOf(bytes, each));
    expect(sha256Of((await contentOf(world.app, tokens.paula, id)).bytes)).toBe(sha256Of(bytes));
  });

  test('anyone who may see the student may see the file; its author and the office may delete it', async () => {
    const reach: Record<PersonName, { reads: boolean; deletes: number }> = {
      superadmin: { reads: true, deletes: 204 },
      admin: { reads: true, deletes: 204 },
      paula: { reads: true, deletes: 204 },
      lead: { reads: true, deletes: 403 },
      otto: { reads: false, deletes: 404 },
      sven: { reads: false, deletes: 404 },
      stray: { reads: false, deletes: 403 },
    };
    const unknown = told(
      await world.as('otto', 'attachment.delete', { params: { id: randomUUID() }, version: 1 }),
    );
    for (const person of personNames) {
      const id = await sent({}, pngOf(50));
      const { reads, deletes } = reach[person];
      const isStray = person === 'stray';
      const listed = await world.as(person, 'attachment.list', { params: { id: world.anna } });
      const content = await contentOf(world.app, tokens[person], id);
      const progress = await world.as(person, 'attachment.parts', { params: { id } });
      const deleted = await world.as(person, 'attachment.delete', { params: { id }, version: 2 });
      expect([person, listed.status, content.status, progress.status, deleted.status]).toEqual([
        person,
        reads ? 200 : isStray ? 403 : 404,
        reads ? 200 : isStray ? 403 : 404,
        person === 'paula' ? 200 : isStray ? 403 : 404,
        deletes,
      ]);
      if (deletes === 404) expect(told(deleted)).toEqual(unknown);
      if (deletes !== 204) continue;
      expect(await world.placesOf(id)).toEqual([`-student:${world.anna}`]);
      expect((await contentOf(world.app, tokens.admin, id)).status).toBe(410);
      expect((await putPart(world.app, tokens.paula, id, 1, pngOf(50))).status).toBe(410);
    }
    const foreignPart = await putPart(world.app, tokens.otto, await sent({}, pngOf(50)), 1, pngOf(50));
    expect(foreignPart.status).toBe(404);
  });

  test("no one can attach to an inaccessible, archived, or unknown student, nor to another student's note", async () => {
    for (const student of [world.ben, world.dora, randomUUID()]) {
      const { status, body } = await announce('paula', { student });
      expect([status, body.fields]).toEqual([
        422,
        { student: "Student not found, or you don't have access." },
      ]);
    }
    const { status, body } = await announce('paula', { soap_note: randomUUID() });
    expect([status, body.fields]).toEqual([422, { soap_note: 'Note not found.' }]);
    const refused = await announce('paula', { size: LARGEST_ATTACHMENT_BYTES + 1 });
    expect([refused.status, refused.body.fields]).toEqual([422, { size: 'Files can be up to 25 MB.' }]);
    const program = await announce('paula', { file_name: 'a.exe' });
    expect([program.status, Object.keys(program.body.fields ?? {})]).toEqual([422, ['file_name']]);
    const { id } = await announce();
    expect((await announce('lead', { id })).status).toBe(409);
  });

  test('bytes open inline only if both name and bytes are an image', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const names = ['page.html', 'page.png', 'drawing.svg', 'Ünïcode "x" 100%.pdf'];
    for (const file_name of names) {
      const id = await sent({ file_name, content_type: 'text/html' }, page as Buffer<ArrayBuffer>);
      const { headers, bytes: got } = await contentOf(world.app, tokens.paula, id);
      expect(got.equals(page)).toBe(true);
      expect(headers['content-type']).toBe('application/octet-stream');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-disposition']).toMatch(
        /^attachment; filename="[ !#-[\]-~]*"; filename\*=UTF-8''[\w.%-]*$/,
      );
    }
  });

  describe('uploaded as a form', () => {
    type Fields = Record<string, string | File | File[]>;
    async function upload(person: PersonName, student: string, fields: Fields) {
      const form = new FormData();
      for (const [name, values] of Object.entries(fields)) {
        for (const value of [values].flat()) form.append(name, value);
      }
      const request = new Request('http://caseload.test', { method: 'POST', body: form });
      const response = await world.app.inject({
        method: 'POST',
        url: `/api/students/attachments/${student}/`,
        payload: Buffer.from(await request.arrayBuffer()),
        headers: {
          'content-type': request.headers.get('content-type') ?? '',
          authorization: `Bearer ${tokens[person]}`,
        },
      });
      return { status: response.statusCode, body: response.json() };
    }
    const aFile = (of: Uint8Array<ArrayBuffer> = bytes, name = 'scan.png') =>
      new File([of], name, { type: 'image/png' });

    test('a file arrives in one piece', async () => {
      const answer = await upload('paula', world.anna, { file: aFile(bytes, 'C:\\x\\scan.png') });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        student: world.anna,
        file_name: 'scan.png',
        content_type: 'image/png',
        size: bytes.length,
        sha256: sha256Of(bytes),
        is_complete: true,
        uploaded_by: world.people.paula.id,
        version: 1,
      });
      expect(sha256Of((await contentOf(other, tokens.admin, answer.body.id)).bytes)).toBe(sha256Of(bytes));
      expect(await world.placesOf(answer.body.id)).toEqual([`student:${world.anna}`]);
    });

    test('an existing id replaces nothing', async () => {
      const id = randomUUID();
      const first = await upload('paula', world.anna, { file: aFile(), id });
      const second = await upload('otto', world.ben, { file: aFile(pngOf(9)), id });
      expect([first.status, second.status, second.body.code]).toEqual([201, 409, 'record.exists']);
      expect(sha256Of((await contentOf(world.app, tokens.paula, id)).bytes)).toBe(sha256Of(bytes));
    });

    test.each<[string, Fields, number]>([
      ['without a file', { soap_note: randomUUID() }, 422],
      ['with a text for a file', { file: 'text' }, 422],
      ['with an empty file', { file: aFile(new Uint8Array()) }, 422],
      ['with two files', { file: [aFile(), aFile()] }, 422],
      ['with an unknown field', { file: aFile(), student: 'x' }, 422],
      ['with an id that is none', { file: aFile(), id: '../x' }, 422],
      ['with a program', { file: aFile(bytes, 'x.exe') }, 422],
      ['that is too large', { file: aFile(new Uint8Array(LARGEST_ATTACHMENT_BYTES + 70_000)) }, 413],
    ])('%s is rejected and leaves nothing', async (_, fields, status) => {
      const before = await foldersOfBlobs();
      expect((await upload('paula', world.anna, fields)).status).toBe(status);
      expect(await foldersOfBlobs()).toEqual(before);
    });

    test('an inaccessible and an unknown student get the same answer', async () => {
      const students = [world.ben, world.dora, randomUUID()];
      const answers = await Promise.all(
        students.map((student) => upload('paula', student, { file: aFile() })),
      );
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
        answers.map(() => [404, 'record.absent']),
      );
    });

    test('malformed bodies are rejected', async () => {
      const types = [
        'multipart/form-data',
        'multipart/form-data; boundary=b',
        'application/json',
        'text/plain',
        '',
      ];
      for (const url of [
        `/api/students/attachments/${world.anna}/`,
        `/api/attachments/${randomUUID()}/parts/1/`,
      ]) {
        for (const type of types) {
          for (const payload of ['--b\r\nContent-Disposition: form-data\r\n\r\nx', '{}', '--b--', '\u0000']) {
            const { statusCode } = await world.app.inject({
              method: url.includes('parts') ? 'PUT' : 'POST',
              url: url.includes('parts') ? `${url}?sha256=${sha256Of(bytes)}` : url,
              payload,
              headers: { 'content-type': type, authorization: `Bearer ${tokens.paula}` },
            });
            expect(statusCode, `${url} ${type} ${payload}`).toBeGreaterThanOrEqual(400);
            expect(statusCode, `${url} ${type} ${payload}`).toBeLessThan(500);
          }
        }
      }
    });
  });

  test('the sweep deletes only what nothing references any more', async () => {
    const blobs = openBlobs(world.config);
    const whole = await sent();
    const deleted = await sent();
    await world.as('paula', 'attachment.delete', { params: { id: deleted }, version: 2 });
    const { id: unfinished } = await announce();
    await putPart(world.app, tokens.paula, unfinished, 1, partOf(bytes, 1));
    const stray = randomUUID();
    await blobs.put(stray, bytes);
    await blobs.putPart(whole, 1, partOf(bytes, 1));
    const places = new Map<string, string>();
    for (const id of [whole, deleted, unfinished, stray]) {
      places.set(id, join(world.config.dataDir, 'attachments', id.slice(-2), id));
    }
    const { now } = world.clock;
    for (const place of places.values()) await utimes(place, now, now);
    const left = async () => Promise.all([whole, deleted, unfinished, stray].map(filesOf));

    await sweepBlobs(world.db, blobs, now);
    expect(await left()).toEqual([['part-1', 'whole'], ['whole'], ['part-1'], ['whole']]);
    await sweepBlobs(world.db, blobs, new Date(now.getTime() + 2 * DAY_MS));
    expect(await left()).toEqual([['whole'], ['whole'], ['part-1'], []]);
    await sweepBlobs(world.db, blobs, new Date(now.getTime() + 91 * DAY_MS));
    expect(await left()).toEqual([['whole'], [], [], []]);
    // A device that comes back later starts over.
    for (const each of allPartsOf(bytes))
      await putPart(world.app, tokens.paula, unfinished, each, partOf(bytes, each));
    expect((await contentOf(world.app, tokens.paula, unfinished)).status).toBe(200);
  });
});
