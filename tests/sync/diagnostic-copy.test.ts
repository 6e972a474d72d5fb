import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encrypt } from '#contract/encryption.ts';
import type { EntityName } from '#contract/entity-name.ts';
import type { PulledChange } from '#contract/sync.ts';
import { keepDraft } from '#db/drafts.ts';
import { overwrittenPlace } from '#db/overwritten.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { type BrowserFacts, makeDiagnosticCopy } from '#sync/files/diagnostic-copy.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { pullAll } from '#sync/pull/pull.ts';
import type { SyncStatus } from '#sync/sync-engine.ts';
import { openDevice, scriptedServer, type TestDevice } from '#tests/support/device.ts';
import { eventEntry, lunchEntry, sessionEntry, sessionRow } from '#tests/support/device-entries.ts';

/** A word that only typed or displayed text can contain. */
const MARK = 'Zyxomma';
const STATUS: SyncStatus = {
  isReachable: true,
  isSending: false,
  isPulling: false,
  fault: `Failed at ${MARK}`,
};
const BROWSER: BrowserFacts = {
  user_agent: 'Test/1.0',
  is_installed: true,
  is_persisted: false,
  storage_used: 12,
  storage_quota: 34,
  has_background_sync: false,
};

let device: TestDevice;

beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.close());

async function bring(rows: [EntityName, Record<string, unknown>][]): Promise<void> {
  const changes = rows.map(([entity, row]): PulledChange => {
    const id = String(row.id);
    return { entity, id, scopes: ['org'], left: [], row: { version: 1, ...row } };
  });
  const page = { epoch: 'e1', cursor: 'c1', more: false, server_time: '2026-03-10T18:00:00.000Z' };
  const rest = { is_fresh: false, scopes_added: [], scopes_removed: [], done: [], total: null };
  const api = { call: async () => ({ ...page, ...rest, changes }) } as unknown as ApiClient;
  await pullAll(device.db, api, device.workspace.device_id);
}

/** Puts the mark into every field that may say something about a person. */
async function fill(): Promise<void> {
  const student = uuidv7();
  const row = sessionRow(device.workspace.user_id, 1, { student_ids: [student], notes: MARK });
  await bring([
    ['student', { id: student, first_name: MARK, last_name: MARK }],
    ['client', { id: uuidv7(), name: MARK }],
    ['provider', { id: uuidv7(), provider_first: MARK, provider_last: MARK, username: MARK }],
    ['location', { id: '7', name: MARK, archived: false }],
    ['session', row],
  ]);
  const { workspace, db } = device;
  const sent = sessionEntry({ student_ids: [student], notes: MARK });
  await queueWrite(workspace, { endpoint: 'session.create', id: sent.id, body: sent, lane: 'a' });
  const accepted = scriptedServer(() => ({
    version: 1,
    row: sessionRow(workspace.user_id, 1, { id: sent.id, notes: MARK }),
  }));
  await drainBatch(db, accepted.transport, device.clock, device.lock);
  const refused = sessionEntry({ student_ids: [student], notes: MARK, reason: MARK });
  await queueWrite(workspace, { endpoint: 'session.create', id: refused.id, body: refused, lane: 'b' });
  const refusing = scriptedServer(() => ({
    status: 422,
    code: 'request.invalid',
    message: `${MARK} cannot be reached`,
    fields: { notes: `${MARK} is too long` },
  }));
  await drainBatch(db, refusing.transport, device.clock, device.lock);
  await queueWrite(workspace, {
    endpoint: 'session.update',
    opened: null,
    id: row.id,
    body: { notes: `${MARK}!` },
    lane: 'c',
  });
  const lunch = lunchEntry({ notes: MARK });
  await queueWrite(workspace, { endpoint: 'lunch.create', id: lunch.id, body: lunch, lane: 'd' });
  const event = eventEntry({ event_title: MARK, meeting_notes: MARK });
  await queueWrite(workspace, { endpoint: 'calendar.create', id: event.id, body: event, lane: 'd' });
  const [done] = await db.history.toArray();
  if (done === undefined) throw new Error('Nothing was sent.');
  const overwritten = await encrypt(device.key, overwrittenPlace(done.entity_id), { location: MARK });
  await db.history.put({ ...done, overwritten });
  await keepDraft(db, `session ${MARK}`, { notes: MARK });
  await db.meta.put({ key: 'pause', reason: 'signed-out' });
}

async function copied(): Promise<string> {
  return JSON.stringify(await makeDiagnosticCopy(device.workspace, STATUS, BROWSER));
}

describe('a diagnostic copy', () => {
  test('contains no typed text, name, message, or key', async () => {
    await fill();
    const text = await copied();
    expect(text).not.toContain(MARK);
    expect(text.toLowerCase()).not.toContain(MARK.toLowerCase());
    const key = Buffer.from(await crypto.subtle.exportKey('raw', device.key));
    for (const form of ['base64', 'base64url', 'hex'] as const) {
      expect(text).not.toContain(key.toString(form));
    }
    for (const { sealed } of await device.db.outbox.toArray()) {
      expect(text).not.toContain(Buffer.from(sealed).toString('base64').slice(20, 60));
    }
  });

  test('contains only listed fields, never the fields of a row', async () => {
    await fill();
    const text = await copied();
    for (const field of [
      'notes',
      'first_name',
      'student_ids',
      'event_title',
      'message',
      'overwritten',
      'sealed"',
    ]) {
      expect(text).not.toContain(field);
    }
  });

  test('includes the state of every write', async () => {
    await fill();
    const copy = await makeDiagnosticCopy(device.workspace, STATUS, BROWSER);
    expect(copy.outbox).toMatchObject([
      { endpoint: 'session.create', state: 'parked', attempts: 1, problem: 'request.invalid' },
      { endpoint: 'session.update', state: 'waiting', attempts: 0, base_version: 1, problem: null },
      { endpoint: 'lunch.create', state: 'waiting' },
      { endpoint: 'calendar.create', state: 'waiting' },
    ]);
    expect(copy.outbox.every(({ sealed_bytes }) => sealed_bytes > 100)).toBe(true);
    expect(copy.history).toMatchObject([{ entity: 'session', effect: 'create', outcome: 'sent' }]);
    expect(copy.is_paused).toBe(true);
  });

  test('counts the rows of each kind and those with unsynced changes', async () => {
    await fill();
    const { rows } = await makeDiagnosticCopy(device.workspace, STATUS, BROWSER);
    expect(rows).toMatchObject({
      session: { all: 3, unsent: 2 },
      lunch: { all: 1, unsent: 1 },
      student: { all: 1, unsent: 0 },
      service: { all: 0, unsent: 0 },
    });
  });

  test("includes the pull position, the last check's outcome, and browser permissions", async () => {
    await fill();
    const copy = await makeDiagnosticCopy(device.workspace, STATUS, BROWSER);
    expect(copy).toMatchObject({
      made_at: '2026-03-10T18:00:00.000Z',
      schema_version: device.db.verno,
      device_id: device.workspace.device_id,
      position: { epoch: 'e1', pulled_at: '2026-03-10T18:00:00.000Z' },
      digest_check: { unrepaired: [], repairs: 0 },
      browser: BROWSER,
      status: { isReachable: true },
    });
  });
});
