import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decrypt, fromBase64, writePlace } from '#contract/encryption.ts';
import { RescueFile } from '#contract/quarantine.ts';
import { makeRescueFile, rescueFileName } from '#sync/files/rescue-file.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { lunchEntry, sessionEntry } from '#tests/support/device-entries.ts';

let device: TestDevice;

beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.close());

/** A session with a change of it, and a lunch break, each in another state. */
async function fillQueue(): Promise<void> {
  const session = sessionEntry({ notes: 'Two-word sentences' });
  const lane = `session:${session.id}`;
  await queueWrite(device.workspace, { endpoint: 'session.create', id: session.id, body: session, lane });
  await device.db.outbox.toCollection().modify({ attempts: 1 });
  const body = { notes: 'Three-word sentences' };
  await queueWrite(device.workspace, {
    endpoint: 'session.update',
    opened: null,
    id: session.id,
    body,
    lane,
  });
  const lunch = lunchEntry({ notes: 'Late' });
  await queueWrite(device.workspace, { endpoint: 'lunch.create', id: lunch.id, body: lunch, lane: 'day' });
  const states = ['parked', 'blocked', 'orphaned'] as const;
  for (const [at, { seq }] of (await device.db.outbox.orderBy('seq').toArray()).entries()) {
    await device.db.outbox.update(seq, { state: states[at] ?? 'waiting' });
  }
}

describe('a rescue file', () => {
  test('contains all unsynced writes in order, in any state, byte for byte as stored here', async () => {
    await fillQueue();
    const stored = await device.db.outbox.orderBy('seq').toArray();
    const file = await makeRescueFile(device.workspace);
    expect(file.writes).toEqual(
      stored.map(({ write_id, base_version, depends_on, captured_at, sealed }) => ({
        write_id,
        base_version,
        depends_on,
        captured_at,
        sealed: Buffer.from(sealed).toString('base64'),
      })),
    );
    expect(file.writes[1]?.depends_on).toEqual([file.writes[0]?.write_id]);
  });

  test('has the form that the server accepts, even after a round trip as text', async () => {
    await fillQueue();
    const file = JSON.parse(JSON.stringify(await makeRescueFile(device.workspace))) as unknown;
    expect(RescueFile.parse(file).writes).toHaveLength(3);
  });

  test("can be decrypted with this device's key and no other", async () => {
    await fillQueue();
    const [write] = (await makeRescueFile(device.workspace)).writes;
    const open = async (key: CryptoKey) =>
      decrypt(key, writePlace(write?.write_id ?? ''), fromBase64(write?.sealed ?? ''));
    expect(await open(device.key)).toMatchObject({ body: { notes: 'Two-word sentences' } });
    const other = await openDevice();
    await expect(open(other.key)).rejects.toThrow();
    await other.close();
  });

  test('reveals nothing about anyone, in its content or its name', async () => {
    await fillQueue();
    const file = await makeRescueFile(device.workspace);
    const text = JSON.stringify(file);
    for (const telling of ['sentences', 'Late', 'notes', 'session.create', 'student_ids']) {
      expect(text).not.toContain(telling);
    }
    const name = rescueFileName(file);
    expect(name).toBe(`caseload-rescue-${device.workspace.device_id.slice(0, 8)}-2026-03-10.json`);
    expect(name).not.toContain(device.workspace.user_id.slice(0, 8));
  });

  test('leaves the writes on the device', async () => {
    await fillQueue();
    const before = await device.db.outbox.toArray();
    await makeRescueFile(device.workspace);
    expect(await device.db.outbox.toArray()).toEqual(before);
  });
});
