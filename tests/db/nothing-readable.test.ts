import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { draftOf, keepDraft } from '#db/drafts.ts';
import { DeviceLocked } from '#db/encrypted-rows.ts';
import { sessionById, sessionsOfProvider } from '#db/sessions.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { everythingStored, openDevice, scriptedServer, type TestDevice } from '#tests/support/device.ts';
import { eventEntry, lunchEntry, sessionEntry, sessionRow } from '#tests/support/device-entries.ts';

let device: TestDevice;

beforeEach(async () => {
  device = await openDevice();
});

afterEach(() => device.close());

const secrets = [
  'Wilhelmina',
  'Ostrander',
  'stutters when tired',
  'bit the other child',
  'Parent called',
  'Quiet room talk',
  'half a sentence',
  'mother@home.example',
];

/** Pulled rows, queued, refused, and sent writes, and a draft: everything that a device ever stores. */
async function fillDevice(): Promise<void> {
  const { db, workspace, clock, lock } = device;
  const pulled = sessionRow(workspace.user_id, 3, { notes: 'stutters when tired' });
  await applyPage(db, await syncPosition(db), {
    epoch: 'e',
    cursor: 'c',
    more: false,
    server_time: '2026-03-10T18:00:00.000Z',
    is_fresh: true,
    scopes_added: [],
    scopes_removed: [],
    done: [],
    total: 2,
    changes: [
      { entity: 'session', id: pulled.id, scopes: ['user:1'], left: [], row: pulled },
      {
        entity: 'student',
        id: pulled.student_ids[0] as string,
        scopes: ['student:1'],
        left: [],
        row: { id: pulled.student_ids[0], first_name: 'Wilhelmina', last_name: 'Ostrander', version: 1 },
      },
    ],
  });
  const sent = lunchEntry({ notes: 'Parent called' });
  await queueWrite(workspace, { endpoint: 'lunch.create', id: sent.id, body: sent, lane: 'day' });
  const server = scriptedServer(() => ({ version: 1, row: { ...sent, version: 1 } }));
  await drainBatch(db, server.transport, clock, lock);
  await queueWrite(workspace, {
    endpoint: 'session.update',
    opened: null,
    id: pulled.id,
    body: { notes: 'bit the other child' },
    lane: 's',
  });
  await drainBatch(
    db,
    scriptedServer(() => ({ status: 422, code: 'period.locked', message: 'Locked.' })).transport,
    clock,
    lock,
  );
  const waiting = eventEntry({ event_title: 'Quiet room talk', meeting_notes: 'mother@home.example' });
  await queueWrite(workspace, { endpoint: 'calendar.create', id: waiting.id, body: waiting, lane: 'day' });
  await keepDraft(db, 'session', { notes: 'half a sentence' });
}

describe('a device with rows, writes, and a draft', () => {
  test('stores nothing readable', async () => {
    await fillDevice();
    const stored = await everythingStored();
    expect(stored).toContain('outbox');
    expect(stored).toContain('calendar.create');
    const [write] = await device.db.outbox.toArray();
    expect(stored).toContain(Buffer.from(write?.sealed ?? []).toString('latin1'));
    for (const secret of secrets) expect(stored.toLowerCase()).not.toContain(secret.toLowerCase());
    const raw = Buffer.from(await crypto.subtle.exportKey('raw', device.key));
    for (const form of ['latin1', 'base64', 'hex'] as const) {
      expect(stored).not.toContain(raw.toString(form));
    }
    expect(stored).not.toContain('CryptoKey');
  });

  test('decrypts everything for the holder of the key', async () => {
    await fillDevice();
    const { db, workspace } = device;
    const [session] = await sessionsOfProvider(db, workspace.user_id, '2026-03-01', '2026-03-31');
    expect(session).toMatchObject({ notes: 'bit the other child', record_state: 'attention', version: 3 });
    expect(await draftOf(db, 'session')).toEqual({ notes: 'half a sentence' });
  });

  test('stays encrypted without the key, while its plaintext columns can be queried', async () => {
    await fillDevice();
    const locked = device.connect(null);
    const row = await locked.sessions.toCollection().first();
    expect(row?.session_date).toBe('2026-03-10');
    await expect(sessionById(locked, row?.id ?? '')).rejects.toThrow(DeviceLocked);
    await expect(
      queueWrite(
        { ...device.workspace, db: locked },
        { endpoint: 'session.create', id: sessionEntry().id, body: sessionEntry(), lane: 's' },
      ),
    ).rejects.toThrow(DeviceLocked);
  });
});
