import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PulledChange, PullPage, ScopeDigest } from '#contract/sync.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { digestCheck, wantDigestCheck } from '#sync/pull/digest.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { lunchEntry, lunchRow } from '#tests/support/device-entries.ts';

const SCOPE = 'user:p';

let device: TestDevice;
let office: Office;

/** A server with one table: it answers full pulls completely, and all others with the given rows. */
class Office {
  rows = new Map<string, number>();
  now = Date.parse('2026-03-10T18:00:00.000Z');
  asked: { cursor: string | null; withDigests: boolean }[] = [];
  next: PulledChange[] = [];

  get digests(): ScopeDigest[] {
    const lines = [...this.rows].map(([id, version]) => `lunch|${id}|${version}`).sort();
    return [
      {
        scope: SCOPE,
        rows: lines.length,
        sha256: createHash('sha256').update(lines.join('\n')).digest('hex'),
      },
    ];
  }

  change(id: string): PulledChange {
    const version = this.rows.get(id) ?? 1;
    return { entity: 'lunch', id, scopes: [SCOPE], left: [], row: lunchRow('p', version, { id }) };
  }

  readonly api = {
    call: async (_: string, { query }: { query: { cursor?: string; digests?: '1' } }): Promise<PullPage> => {
      const isFresh = query.cursor === undefined;
      const withDigests = query.digests === '1';
      this.asked.push({ cursor: query.cursor ?? null, withDigests });
      const changes = isFresh ? [...this.rows.keys()].map((id) => this.change(id)) : this.next.splice(0);
      return {
        epoch: 'e1',
        cursor: `cursor-${this.asked.length}`,
        more: false,
        server_time: new Date(this.now).toISOString(),
        is_fresh: isFresh,
        scopes_added: [],
        scopes_removed: [],
        changes,
        done: [],
        total: null,
        ...(withDigests ? { digests: this.digests } : {}),
      };
    },
  } as unknown as ApiClient;
}

beforeEach(async () => {
  device = await openDevice();
  office = new Office();
  for (let at = 0; at < 3; at += 1) office.rows.set(uuidv7(), 1 + at);
  await pull();
});

afterEach(() => device.close());

function pull(): Promise<void> {
  return pullAll(device.db, office.api, 'd');
}

function passDay(): void {
  office.now += 86_400_000;
}

/** A day later: one pull that learns the time, and one that checks. */
async function pullNextDay(): Promise<void> {
  passDay();
  await pull();
  office.asked = [];
  await pull();
}

async function versionsHere(): Promise<Map<string, number>> {
  return new Map((await device.db.lunchBreaks.toArray()).map((row) => [row.id, row.version]));
}

describe('a device in sync with the server', () => {
  test('asks for digests once a day and pulls nothing again', async () => {
    await pullNextDay();
    expect(office.asked).toEqual([{ cursor: 'cursor-2', withDigests: true }]);
    office.asked = [];
    await pull();
    expect(office.asked).toMatchObject([{ withDigests: false }]);
    expect(await digestCheck(device.db)).toMatchObject({ repairs: 0, unrepaired: [] });
  });

  test("doesn't mistake unsynced changes for drift", async () => {
    const lunch = lunchEntry();
    await queueWrite(device.workspace, { endpoint: 'lunch.create', id: lunch.id, body: lunch, lane: 'day' });
    await pullNextDay();
    expect(office.asked).toHaveLength(1);
  });

  test('ignores a scope that is changing', async () => {
    Object.defineProperty(office, 'digests', { get: () => [{ scope: SCOPE, rows: 0, sha256: null }] });
    await pullNextDay();
    expect(office.asked).toHaveLength(1);
    expect(await digestCheck(device.db)).toMatchObject({ repairs: 0, unrepaired: [] });
  });

  test('compares twice before a full pull, because a change may have been in flight', async () => {
    await wantDigestCheck(device.db);
    const id = uuidv7();
    office.rows.set(id, 1);
    office.asked = [];
    const { digests } = office;
    const call = office.api.call;
    // The first answer has the digest, the second the row.
    office.api.call = (async (...args: Parameters<typeof call>) => {
      const page = (await call(...args)) as PullPage;
      office.next = [office.change(id)];
      return { ...page, digests };
    }) as unknown as typeof call;
    await pull();
    expect(office.asked.every(({ cursor }) => cursor !== null)).toBe(true);
    expect(await digestCheck(device.db)).toMatchObject({ repairs: 0 });
  });
});

describe('a device that has drifted', () => {
  test.each([
    ['lost a row', async (id: string) => device.db.lunchBreaks.delete(id)],
    [
      'kept a row too many',
      async (id: string) => {
        const stored = await device.db.lunchBreaks.get(id);
        if (stored !== undefined) await device.db.lunchBreaks.put({ ...stored, id: uuidv7() });
      },
    ],
    ['holds an older version', async (id: string) => device.db.lunchBreaks.update(id, { version: 0.5 })],
    [
      'holds a row in a scope that it left',
      async (id: string) => device.db.lunchBreaks.update(id, { scopes: [SCOPE, 'x'] }),
    ],
  ])('and %s is repaired by a full pull', async (_, drift) => {
    const [id = ''] = office.rows.keys();
    await drift(id);
    await pullNextDay();
    expect(office.asked.at(-1)).toEqual({ cursor: null, withDigests: true });
    expect(await versionsHere()).toEqual(office.rows);
    expect(await digestCheck(device.db)).toMatchObject({ repairs: 1, unrepaired: [], is_wanted: false });
  });

  test('keeps its unsynced changes through the repair', async () => {
    const lunch = lunchEntry({ notes: 'mine' });
    await queueWrite(device.workspace, { endpoint: 'lunch.create', id: lunch.id, body: lunch, lane: 'day' });
    await device.db.lunchBreaks.delete([...office.rows.keys()][0] ?? '');
    await pullNextDay();
    expect(await device.db.outbox.count()).toBe(1);
    expect(await device.db.lunchBreaks.count()).toBe(4);
  });

  test("and can't be repaired reports it and doesn't pull forever", async () => {
    Object.defineProperty(office, 'digests', { get: () => [{ scope: SCOPE, rows: 9, sha256: 'else' }] });
    await pullNextDay();
    expect(office.asked).toHaveLength(3);
    expect(await digestCheck(device.db)).toMatchObject({ unrepaired: [SCOPE] });
    await pull();
    expect(office.asked).toHaveLength(4);
  });
});

test("history older than the server's keys is deleted with the daily check", async () => {
  const row = { entity: 'lunch', entity_id: 'l', effect: 'create', outcome: 'sent' } as const;
  const old = '2025-12-01T00:00:00.000Z';
  const recent = '2026-03-01T00:00:00.000Z';
  await device.db.history.bulkPut([
    { ...row, write_id: 'old', captured_at: old, finished_at: old },
    { ...row, write_id: 'recent', captured_at: recent, finished_at: recent },
  ]);
  await pullNextDay();
  expect((await device.db.history.toArray()).map(({ write_id }) => write_id)).toEqual(['recent']);
});
