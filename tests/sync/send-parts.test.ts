import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Attachment } from '#contract/attachment.ts';
import { ANSWER_MARKER } from '#contract/errors.ts';
import { dropForeignFiles, filesUnderWay, keepOffline } from '#db/attachment-files.ts';
import { openRow } from '#db/encrypted-rows.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import { outboxCounts, unsentCount } from '#db/outbox.ts';
import { PART_BYTES } from '#domain/attachments/part-plan.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { createRandom } from '#server/db/seed/random.ts';
import { createApiClient } from '#sync/api-client.ts';
import {
  attachFile,
  deleteAttachment,
  discardFile,
  readAttachment,
  resumeFile,
} from '#sync/files/attached-files.ts';
import { type PartReport, sendNextPart } from '#sync/files/send-parts.ts';
import { discardWrite } from '#sync/merge/needs-attention.ts';
import { drainBatch, resumeSending } from '#sync/outbox/drain.ts';
import { openTransport, type Sender } from '#sync/outbox/transport.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { type ApiWorld, openApiWorld, type Person } from '#tests/server/api-world.ts';
import { contentOf, pngOf, sha256Of } from '#tests/server/attachment-files.ts';
import { usualKind } from '#tests/support/database.ts';
import { everythingStored, openDevice, outboxStates, type TestDevice } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';
import { FaultNetwork } from '#tests/support/fault-network.ts';

const SIX_PARTS = 5 * PART_BYTES + 1_000;
const NAME = 'Quillfeather drawing.png';

let world: ApiWorld;
let person: Person;
let student: string;
let device: TestDevice;
/** Parts as they reached the server, in order, and queries. */
let seen: string[];
/** The network between device and server; tests replace it. */
let network: typeof fetch;
let server: typeof fetch;

beforeAll(async () => {
  world = await openApiWorld(usualKind);
  person = await world.addPerson();
  ({ student } = await world.addCaseload(person));
  await world.db.transaction((tx) => refreshScopeMembers(tx, [person.id]));
});
afterAll(() => world.close());

beforeEach(async () => {
  device = await openDevice({ user_id: person.id });
  seen = [];
  const reach = fetchFrom(world.app);
  server = async (input, init) => {
    const part = /\/parts\/(\d+)?/.exec(String(input));
    const answer = await reach(input, init);
    if (part !== null) seen.push(part[1] === undefined ? 'asked' : `${part[1]}:${answer.status}`);
    return answer;
  };
  network = server;
});
afterEach(async () => {
  await device.close();
});

async function senderOn(db: LocalDatabase = device.db): Promise<Sender> {
  const { token } = await world.signIn(person);
  const tokens = { current: async () => token, renew: async () => token };
  const api = createApiClient({ tokens, fetch: (input, init) => network(input, init) });
  return { db, api, device_id: device.workspace.device_id, app_version: '1', clock: device.clock };
}

function attach(
  bytes: Uint8Array<ArrayBuffer> = pngOf(SIX_PARTS),
  name = NAME,
  of = student,
): Promise<string> {
  const file = new File([bytes], name, { type: 'image/png' });
  return attachFile(device.workspace, { file, student: of, soap_note: null });
}

/** Sends writes, then parts, until nothing more can be done for now. */
async function send(sender: Sender): Promise<PartReport['outcome']> {
  const { db, clock } = sender;
  for (;;) {
    const writes = await drainBatch(db, openTransport(sender), clock, device.lock);
    const { outcome } = await sendNextPart(sender, device.lock);
    if (outcome !== 'step' && (outcome !== 'nothing' || writes.outcome !== 'answers')) return outcome;
  }
}

async function atOffice(id: string) {
  const { token } = await world.signIn(person);
  return contentOf(world.app, token, id);
}

const waiting = async () => {
  const { waiting: there, attention } = await outboxCounts(device.db);
  return { waiting: there, attention };
};

/** The connection fails for good after this many requests. */
function cutAfter(requests: number, isAnswerLost = false): void {
  let left = requests;
  network = async (input, init) => {
    left -= 1;
    if (left >= 0) return server(input, init);
    if (left === -1 && isAnswerLost) await server(input, init);
    throw new TypeError('fetch failed');
  };
}

describe('a file attached on the device', () => {
  test('is stored encrypted with its announcement, and nothing of it is readable', async () => {
    const id = await attach(new Uint8Array(Buffer.from('Quillfeather text '.repeat(20_000))));
    expect(await outboxStates(device.db)).toEqual(['waiting']);
    expect(await device.db.attachmentParts.where('attachment').equals(id).count()).toBe(2);
    expect(await everythingStored()).not.toContain('Quillfeather');
    expect(await waiting()).toEqual({ waiting: 1, attention: 0 });
    const row = await openRow(device.db, 'attachment', await device.db.attachments.get(id));
    expect(row).toMatchObject({ file_name: NAME, is_complete: false, uploaded_by: person.id });
  });

  test('is not partially stored on a full disk', async () => {
    const store = vi
      .spyOn(device.db.attachmentParts, 'bulkPut')
      .mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    await expect(attach()).rejects.toThrow('full');
    store.mockRestore();
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.attachments.count()).toBe(0);
    expect(await device.db.attachmentFiles.count()).toBe(0);
  });

  test('waits until the server has all of it, with the same bytes', async () => {
    const bytes = pngOf(SIX_PARTS);
    const id = await attach(bytes);
    const sender = await senderOn();
    await drainBatch(device.db, openTransport(sender), device.clock, device.lock);
    expect(await device.db.outbox.count()).toBe(0);
    expect(await waiting()).toEqual({ waiting: 1, attention: 0 });
    for (let part = 1; part <= 5; part += 1) {
      expect(await sendNextPart(sender, device.lock)).toMatchObject({ outcome: 'step', pull: false });
      expect(await unsentCount(device.db)).toBe(1);
    }
    expect(await sendNextPart(sender, device.lock)).toMatchObject({ outcome: 'step', pull: true });
    expect(seen).toEqual(['1:200', '2:200', '3:200', '4:200', '5:200', '6:200']);
    expect([await waiting(), await unsentCount(device.db)]).toEqual([{ waiting: 0, attention: 0 }, 0]);
    expect(sha256Of((await atOffice(id)).bytes)).toBe(sha256Of(bytes));
  });

  test('is not sent without the key, nor before its announcement', async () => {
    await attach();
    const sender = await senderOn();
    expect((await sendNextPart(sender, device.lock)).outcome).toBe('nothing');
    await drainBatch(device.db, openTransport(sender), device.clock, device.lock);
    expect((await sendNextPart(await senderOn(device.connect(null)), device.lock)).outcome).toBe('nothing');
    expect(seen).toEqual([]);
  });
});

describe('an interrupted upload', () => {
  test('resumes where it stopped, in another page, and resends no part', async () => {
    const bytes = pngOf(SIX_PARTS);
    const id = await attach(bytes);
    // The announcement and three parts.
    cutAfter(4);
    expect(await send(await senderOn())).toBe('no-answer');
    expect(await unsentCount(device.db)).toBe(1);
    device.db.close();
    network = server;
    expect(await send(await senderOn(device.connect()))).toBe('nothing');
    expect(seen).toEqual(['1:200', '2:200', '3:200', 'asked', '4:200', '5:200', '6:200']);
    expect(sha256Of((await atOffice(id)).bytes)).toBe(sha256Of(bytes));
  });

  test("whose last answer was lost asks what arrived, and doesn't resend that part", async () => {
    const id = await attach();
    cutAfter(3, true);
    await send(await senderOn());
    expect(seen).toEqual(['1:200', '2:200', '3:200']);
    network = server;
    await send(await senderOn());
    expect(seen).toEqual(['1:200', '2:200', '3:200', 'asked', '4:200', '5:200', '6:200']);
    expect((await atOffice(id)).status).toBe(200);
  });

  test('killed after the very last part needs only the answer', async () => {
    const id = await attach();
    cutAfter(6, true);
    await send(await senderOn());
    expect(seen.at(-1)).toBe('6:200');
    network = server;
    await send(await senderOn());
    expect(seen.slice(6)).toEqual(['asked']);
    expect([await unsentCount(device.db), (await atOffice(id)).status]).toEqual([0, 200]);
  });

  test('continues from two tabs at once, sending each part once', async () => {
    const id = await attach();
    const [one, other] = [await senderOn(), await senderOn(device.connect())];
    await Promise.all([send(one), send(other)]);
    await Promise.all([send(one), send(other)]);
    expect(seen.filter((what) => what !== 'asked').sort()).toEqual(
      [1, 2, 3, 4, 5, 6].map((part) => `${part}:200`),
    );
    expect((await atOffice(id)).status).toBe(200);
  });

  test('waits with all others as long as the server requests, once the upload allowance is used up', async () => {
    const ids = [await attach(), await attach(pngOf(PART_BYTES), 'second.png')];
    const sender = await senderOn();
    const limited: string[] = [];
    network = async (input, init) => {
      if (init?.method !== 'PUT') return server(input, init);
      limited.push(String(input));
      const answer = { code: 'request.too-many', message: "You've reached today's upload limit." };
      return Response.json(answer, { status: 429, headers: { [ANSWER_MARKER]: '1', 'retry-after': '120' } });
    };
    await send(sender);
    // Both are announced: only their bytes have to wait.
    expect([await outboxStates(device.db), limited.length]).toEqual([[], 1]);
    device.clock.pass(119_000);
    expect((await sendNextPart(sender, device.lock)).outcome).toBe('nothing');
    expect(await waiting()).toEqual({ waiting: 2, attention: 0 });
    network = server;
    device.clock.pass(1_000);
    await send(sender);
    expect(await waiting()).toEqual({ waiting: 0, attention: 0 });
    for (const id of ids) expect((await atOffice(id)).status).toBe(200);
  });

  test.each([1, 2, 3])('completes over a network that fails in every way (seed %d)', async (seed) => {
    const bytes = pngOf(SIX_PARTS);
    const id = await attach(bytes);
    const faulty = new FaultNetwork(server, createRandom(seed));
    faulty.rate = 0.6;
    network = faulty.fetch;
    const sender = await senderOn();
    for (let round = 0; round < 200 && (await unsentCount(device.db)) > 0; round += 1) {
      await send(sender);
      await resumeSending(device.db);
      device.clock.pass(10 * 60_000);
      if (round % 5 === 4) await faulty.deliverLate();
    }
    expect(faulty.faults.length).toBeGreaterThan(5);
    expect(await unsentCount(device.db)).toBe(0);
    expect(sha256Of((await atOffice(id)).bytes)).toBe(sha256Of(bytes));
  });
});

describe('a file that the server refuses', () => {
  test('is kept until its author decides; only discarding loses it', async () => {
    const id = await attach();
    cutAfter(2);
    const sender = await senderOn();
    await send(sender);
    network = server;
    const { token } = await world.signIn(person);
    const headers = { 'if-match': '"1"' };
    await world.call('attachment.delete', { params: { id }, token, headers });
    await send(sender);
    expect(await waiting()).toEqual({ waiting: 0, attention: 1 });
    const [stopped] = await filesUnderWay(device.db);
    expect(stopped).toMatchObject({ state: 'stopped', problem: { code: 'record.deleted' } });
    expect(await device.db.attachmentParts.count()).toBe(6);
    await resumeFile(device.workspace, id);
    expect(await waiting()).toEqual({ waiting: 1, attention: 0 });
    await send(sender);
    await discardFile(device.workspace, id);
    expect([await device.db.attachmentParts.count(), await unsentCount(device.db)]).toEqual([0, 0]);
  });

  test('is discarded with its announcement', async () => {
    await attach(pngOf(SIX_PARTS), NAME, randomUUID());
    await send(await senderOn());
    expect(await outboxStates(device.db)).toEqual(['parked']);
    expect(await device.db.attachmentParts.count()).toBe(6);
    const refused = await device.db.outbox.toCollection().first();
    await discardWrite(device.workspace, refused?.write_id ?? '');
    expect(await device.db.attachmentParts.count()).toBe(0);
    expect(await device.db.attachments.count()).toBe(0);
    expect(seen).toEqual([]);
  });

  test('is deleted on both sides when its author deletes it midway', async () => {
    const id = await attach();
    cutAfter(3);
    const sender = await senderOn();
    await send(sender);
    network = server;
    await deleteAttachment(device.workspace, id);
    expect(await device.db.attachmentParts.count()).toBe(0);
    await send(sender);
    expect(seen).toEqual(['1:200', '2:200']);
    expect([await unsentCount(device.db), (await atOffice(id)).status]).toEqual([0, 410]);
  });

  test('is deleted even if this device had not heard that it was complete', async () => {
    const id = await attach();
    const sender = await senderOn();
    await send(sender);
    // The row here is still the announced one.
    await deleteAttachment(device.workspace, id);
    await send(sender);
    expect(await waiting()).toEqual({ waiting: 0, attention: 0 });
    expect((await atOffice(id)).status).toBe(410);
  });

  test('that is deleted before anything was sent leaves nothing to send', async () => {
    await deleteAttachment(device.workspace, await attach());
    expect([await unsentCount(device.db), await device.db.attachmentParts.count()]).toEqual([0, 0]);
  });
});

describe('a file from the server', () => {
  async function pulled(sender: Sender, id: string): Promise<Attachment> {
    await pullAll(sender.db, sender.api, sender.device_id);
    const row = await openRow(sender.db, 'attachment', await sender.db.attachments.get(id));
    if (row === null) throw new Error('not pulled');
    return row;
  }

  test('is fetched once and then available offline, shown as an image only if it is one', async () => {
    const bytes = pngOf(SIX_PARTS);
    const id = await attach(bytes);
    const author = await senderOn();
    await send(author);
    // Its author already has it.
    cutAfter(0);
    const own = await readAttachment(author, { id, file_name: NAME, sha256: '' });
    expect([own.type, sha256Of(new Uint8Array(await own.arrayBuffer()))]).toEqual([
      'image/png',
      sha256Of(bytes),
    ]);

    const second = await openDevice({ user_id: person.id });
    network = server;
    const reader = { ...(await senderOn(second.db)), device_id: second.workspace.device_id };
    const row = await pulled(reader, id);
    expect(row.is_complete).toBe(true);
    await readAttachment(reader, row);
    cutAfter(0);
    const again = await readAttachment(reader, row);
    expect(sha256Of(new Uint8Array(await again.arrayBuffer()))).toBe(row.sha256);
    expect((await readAttachment(reader, { ...row, file_name: 'page.html' })).type).toBe(
      'application/octet-stream',
    );
    expect(await unsentCount(second.db)).toBe(0);
    // The student leaves this person: the copy goes with the row.
    await second.db.attachments.delete(id);
    await dropForeignFiles(second.db);
    expect(await second.db.attachmentParts.count()).toBe(0);
    await second.close();
  });

  test('that arrives damaged is neither shown nor kept', async () => {
    const id = await attach();
    await send(await senderOn());
    const second = await openDevice({ user_id: person.id });
    const reader = { ...(await senderOn(second.db)), device_id: second.workspace.device_id };
    const row = await pulled(reader, id);
    network = async (input, init) => {
      const whole = await server(input, init);
      const bytes = await whole.arrayBuffer();
      return new Response(bytes.slice(0, bytes.byteLength / 2), { headers: whole.headers });
    };
    await expect(readAttachment(reader, row)).rejects.toThrow('cut off');
    expect(await second.db.attachmentParts.count()).toBe(0);
    await second.close();
  });

  test('makes room for newer ones, least recently viewed first; unsynced files stay', async () => {
    await attach(pngOf(1_000));
    const copies = [1, 2, 3].map((at) => `00000000-0000-4000-8000-00000000000${at}`);
    for (const [at, id] of copies.entries()) {
      await keepOffline(device.db, id, pngOf(90 * PART_BYTES), `2026-03-1${at}T00:00:00.000Z`);
    }
    const kept = await device.db.attachmentFiles.where('purpose').equals('offline').primaryKeys();
    expect(kept).toEqual(copies.slice(1));
    expect(await device.db.attachmentParts.count()).toBe(181);
  });
});
