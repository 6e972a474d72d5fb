import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PulledChange, PullPage } from '#contract/sync.ts';
import { lunchBreakById } from '#db/lunch-breaks.ts';
import { unsentWrites } from '#db/outbox.ts';
import { firstPullOf, isHeld, isLacking } from '#screens/device/first-pull.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { discardWrite } from '#sync/merge/needs-attention.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { applyPage, pullAll, syncPosition } from '#sync/pull/pull.ts';
import {
  openDevice,
  outboxStates,
  type ScriptedServer,
  scriptedServer,
  type TestDevice,
} from '#tests/support/device.ts';
import { lunchEntry, lunchRow } from '#tests/support/device-entries.ts';

let device: TestDevice;

beforeEach(async () => {
  device = await openDevice();
});

afterEach(() => device.close());

let pages = 0;

function pageOf(changes: PulledChange[], rest: Partial<PullPage> = {}): PullPage {
  pages += 1;
  return {
    epoch: 'e1',
    cursor: `cursor-${pages}`,
    more: false,
    server_time: '2026-03-10T18:00:00.000Z',
    is_fresh: false,
    scopes_added: [],
    scopes_removed: [],
    changes,
    done: [],
    total: null,
    ...rest,
  };
}

function lunchChange(
  id: string,
  version: number,
  changes: Record<string, unknown> = {},
  scopes = ['user:1'],
): PulledChange {
  return { entity: 'lunch', id, scopes, left: [], row: lunchRow('p', version, { id, ...changes }) };
}

function gone(id: string, left = ['user:1']): PulledChange {
  return { entity: 'lunch', id, scopes: [], left, row: null };
}

async function apply(page: PullPage): Promise<boolean> {
  return applyPage(device.db, await syncPosition(device.db), page);
}

async function update(id: string, notes: string): Promise<string> {
  const write = { endpoint: 'lunch.update', opened: null, id, body: { notes }, lane: 'day' } as const;
  return (await queueWrite(device.workspace, write)) ?? '';
}

function drain(answer: ScriptedServer['answer']) {
  const { db, clock, lock } = device;
  return drainBatch(db, scriptedServer(answer).transport, clock, lock);
}

const refuse = () => ({
  status: 403,
  code: 'access.denied',
  message: "You don't have permission to do this.",
});

describe('a page', () => {
  test('stores its rows and its cursor', async () => {
    const { id } = lunchEntry();
    expect(await apply(pageOf([lunchChange(id, 4, { notes: 'n' })], { total: 1 }))).toBe(true);
    expect(await lunchBreakById(device.db, id)).toMatchObject({
      notes: 'n',
      version: 4,
      record_state: 'sent',
    });
    expect(await device.db.lunchBreaks.get(id)).toMatchObject({
      scopes: ['user:1'],
      lunch_date: '2026-03-10',
      base: null,
    });
    expect(await syncPosition(device.db)).toMatchObject({
      cursor: `cursor-${pages}`,
      epoch: 'e1',
      is_refreshing: false,
      applied: 1,
      total: 1,
    });
  });

  test('stores neither rows nor cursor if the device fails in between', async () => {
    const { db } = device;
    db.meta.hook('creating', () => {
      throw new Error('cut');
    });
    await expect(apply(pageOf([lunchChange(lunchEntry().id, 1)]))).rejects.toThrow('cut');
    expect(await db.lunchBreaks.count()).toBe(0);
    expect((await syncPosition(db)).cursor).toBeNull();
  });

  test('is dropped if another tab has moved the cursor', async () => {
    const { id } = lunchEntry();
    const position = await syncPosition(device.db);
    await apply(pageOf([lunchChange(id, 2, { notes: 'newer' })]));
    const before = await syncPosition(device.db);
    expect(await applyPage(device.db, position, pageOf([lunchChange(id, 1, { notes: 'older' })]))).toBe(
      false,
    );
    expect(await lunchBreakById(device.db, id)).toMatchObject({ notes: 'newer' });
    expect(await syncPosition(device.db)).toEqual(before);
  });

  test("doesn't undo what the answer to a local write has already delivered", async () => {
    const { id } = lunchEntry();
    await apply(pageOf([lunchChange(id, 1)]));
    await update(id, 'mine');
    await drain(() => ({ version: 2, row: lunchRow('p', 2, { id, notes: 'mine' }) }));
    await apply(pageOf([lunchChange(id, 1)]));
    expect(await lunchBreakById(device.db, id)).toMatchObject({ notes: 'mine', version: 2 });
  });

  test('removes a row with its last scope, not before', async () => {
    const { id } = lunchEntry();
    await apply(pageOf([lunchChange(id, 1, {}, ['user:1', 'org'])]));
    await apply(pageOf([gone(id, ['org'])]));
    expect((await device.db.lunchBreaks.get(id))?.scopes).toEqual(['user:1']);
    await apply(pageOf([gone(id)]));
    expect(await device.db.lunchBreaks.count()).toBe(0);
  });

  test('removes all rows of a scope that the person has left, and keeps those of others', async () => {
    const [alone, shared] = [lunchEntry().id, lunchEntry().id];
    await apply(
      pageOf([lunchChange(alone, 1, {}, ['team:1']), lunchChange(shared, 1, {}, ['team:1', 'user:1'])]),
    );
    await apply(pageOf([], { scopes_removed: ['team:1'] }));
    expect((await device.db.lunchBreaks.toArray()).map((row) => [row.id, row.scopes])).toEqual([
      [shared, ['user:1']],
    ]);
  });
});

describe('a pull', () => {
  function server(answers: PullPage[]): ApiClient & { asked: (string | undefined)[] } {
    const asked: (string | undefined)[] = [];
    const answer = async (_name: unknown, input?: { query?: { cursor?: string } }) => {
      asked.push(input?.query?.cursor);
      const page = answers.shift();
      if (page === undefined) throw new Error('asked too often');
      return page;
    };
    return {
      asked,
      call: answer as ApiClient['call'],
      open: () => Promise.reject(new Error('not here')),
    };
  }

  test('continues page by page, and resumes after an interruption', async () => {
    const [a, b, c] = [lunchEntry().id, lunchEntry().id, lunchEntry().id];
    const one = pageOf([lunchChange(a, 1)], { more: true, is_fresh: true, total: 3, cursor: 'one' });
    const two = pageOf([lunchChange(b, 1)], { more: true, cursor: 'two' });
    await expect(pullAll(device.db, server([one, two]), 'd')).rejects.toThrow('asked too often');
    expect(await syncPosition(device.db)).toMatchObject({ applied: 2, total: 3, is_refreshing: true });
    const rest = server([pageOf([lunchChange(c, 1)], { cursor: 'three' })]);
    await pullAll(device.db, rest, 'd');
    expect(rest.asked).toEqual(['two']);
    expect(await syncPosition(device.db)).toMatchObject({ applied: 3, total: 3, is_refreshing: false });
    expect(await device.db.lunchBreaks.count()).toBe(3);
  });
});

describe('the first pull', () => {
  const firstPull = async () => firstPullOf(await syncPosition(device.db));

  test('reports its progress, and from which day on everything is here, until the device is complete', async () => {
    expect(await firstPull()).toMatchObject({ percent: null, wholeFrom: null });
    const changes = [lunchChange(lunchEntry().id, 1)];
    await apply(pageOf(changes, { is_fresh: true, more: true, total: 6 }));
    expect(await firstPull()).toMatchObject({ words: 'Loading records, 16%', wholeFrom: null });
    await apply(pageOf(changes, { more: true, whole_from: '2026-03-01' }));
    await apply(pageOf(changes, { more: true }));
    const pull = await firstPull();
    expect(pull).toMatchObject({ percent: 50, wholeFrom: '2026-03-01' });
    expect([isHeld(pull, '2026-03-01'), isHeld(pull, '2026-02-28'), isHeld(pull)]).toEqual([
      true,
      false,
      false,
    ]);
    await apply(pageOf(changes));
    expect(await firstPull()).toBeNull();
  });

  test('says when only long lists are missing, and forgets it if it starts over', async () => {
    await apply(pageOf([], { is_fresh: true, more: true, total: 4 }));
    const before = await firstPull();
    expect([isHeld(before), isLacking(before, 'student'), isLacking(before, 'clinical_code')]).toEqual([
      false,
      true,
      true,
    ]);
    await apply(pageOf([], { more: true, lacking: ['clinical_code'] }));
    await apply(pageOf([], { more: true }));
    const late = await firstPull();
    expect([isHeld(late), isLacking(late, 'student'), isLacking(late, 'clinical_code')]).toEqual([
      true,
      false,
      true,
    ]);
    await apply(pageOf([], { is_fresh: true, more: true, total: 4 }));
    expect(isHeld(await firstPull())).toBe(false);
    await apply(pageOf([]));
    expect(isLacking(await firstPull(), 'clinical_code')).toBe(false);
  });

  test('forgets any complete days if it starts over before it was complete', async () => {
    await apply(pageOf([], { is_fresh: true, more: true, total: 4, whole_from: '2026-03-01' }));
    await apply(pageOf([], { is_fresh: true, more: true, total: 8 }));
    expect(await firstPull()).toMatchObject({ percent: 0, wholeFrom: null });
  });

  test('is over for good on a device that only replaces its rows', async () => {
    await apply(pageOf([lunchChange(lunchEntry().id, 1)]));
    await apply(pageOf([], { is_fresh: true, more: true, total: 4 }));
    expect(await firstPull()).toBeNull();
  });

  test.each([
    [{ cursor: 'c', is_refreshing: false }, true],
    [{ cursor: 'c', is_refreshing: true }, false],
    [{ cursor: null, is_refreshing: true }, false],
  ])('with %j, as an older version of the app stored it, is over: %s', async (stored, isOver) => {
    const { was_whole: _, whole_from: __, ...position } = await syncPosition(device.db);
    expect(firstPullOf({ ...position, ...stored }) === null).toBe(isOver);
  });
});

describe('the first pull of an empty device', () => {
  /** Answers with these pages; `meanwhile` runs before the one with its number is answered. */
  function pulling(given: PullPage[], meanwhile: Record<number, () => Promise<unknown>> = {}) {
    let asked = 0;
    const call = async () => {
      await meanwhile[asked]?.();
      asked += 1;
      return given.shift() ?? pageOf([]);
    };
    return pullAll(device.db, { call } as unknown as ApiClient, 'd');
  }
  const first = (changes: PulledChange[]) => pageOf(changes, { is_fresh: true, more: true, total: 3 });
  const more = () => pageOf([lunchChange(lunchEntry().id, 1)], { more: true });
  const firstPage = [lunchChange(lunchEntry().id, 1)];

  test('keeps the scopes of a row that two of its pages deliver', async () => {
    const { id } = lunchEntry();
    await pulling([
      first([lunchChange(id, 1, {}, ['user:1'])]),
      pageOf([lunchChange(id, 2, { notes: 'newer' }, ['team:1'])]),
    ]);
    expect((await device.db.lunchBreaks.get(id))?.scopes).toEqual(['user:1', 'team:1']);
    expect(await lunchBreakById(device.db, id)).toMatchObject({ notes: 'newer', version: 2 });
  });

  test('keeps what a person changes on a row before a later page delivers it again', async () => {
    const { id } = lunchEntry();
    const pages = [first([lunchChange(id, 1)]), more(), pageOf([lunchChange(id, 2)])];
    await pulling(pages, {
      2: () => update(id, 'mine'),
    });
    expect(await lunchBreakById(device.db, id)).toMatchObject({ notes: 'mine', record_state: 'waiting' });
    expect(await outboxStates(device.db)).toEqual(['waiting']);
  });

  test('keeps what a person enters before its first page arrives', async () => {
    const lunch = lunchEntry({ notes: 'mine' });
    await pulling([first(firstPage), pageOf([])], {
      0: () =>
        queueWrite(device.workspace, { endpoint: 'lunch.create', id: lunch.id, body: lunch, lane: 'day' }),
    });
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({
      notes: 'mine',
      record_state: 'waiting',
    });
  });

  test('keeps what a newer answer to a write made meanwhile has stored', async () => {
    const { id } = lunchEntry();
    const pages = [first([lunchChange(id, 1)]), more(), pageOf([lunchChange(id, 1, { notes: 'older' })])];
    await pulling(pages, {
      2: async () => {
        await update(id, 'mine');
        await drain(() => ({ version: 2, row: lunchRow('p', 2, { id, notes: 'mine' }) }));
      },
    });
    expect(await lunchBreakById(device.db, id)).toMatchObject({ notes: 'mine', version: 2 });
  });
});

describe('a full pull', () => {
  test('removes what it did not deliver once it is complete', async () => {
    const [kept, lost] = [lunchEntry().id, lunchEntry().id];
    await apply(pageOf([lunchChange(kept, 1), lunchChange(lost, 1)]));
    await apply(pageOf([lunchChange(kept, 1)], { is_fresh: true, more: true }));
    expect(await device.db.lunchBreaks.count()).toBe(2);
    await apply(pageOf([]));
    expect((await device.db.lunchBreaks.toArray()).map((row) => row.id)).toEqual([kept]);
  });

  test('takes the rows as they are, even older ones: the server may have been restored', async () => {
    const { id } = lunchEntry();
    await apply(pageOf([lunchChange(id, 5, { notes: 'lost' })]));
    await apply(pageOf([lunchChange(id, 3, { notes: 'restored' })], { is_fresh: true, epoch: 'e2' }));
    expect(await lunchBreakById(device.db, id)).toMatchObject({ notes: 'restored', version: 3 });
  });

  test('keeps the outbox and what it shows', async () => {
    const lunch = lunchEntry({ notes: 'unsent' });
    await queueWrite(device.workspace, { endpoint: 'lunch.create', id: lunch.id, body: lunch, lane: 'day' });
    await apply(pageOf([lunchChange(lunchEntry().id, 1)]));
    await apply(pageOf([], { is_fresh: true, epoch: 'e2' }));
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({ record_state: 'waiting' });
    await drain(() => ({ version: 1, row: lunchRow('p', 1, lunch) }));
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({ record_state: 'sent' });
  });

  test('also delivers a deletion if it is the first to do so before the answer arrives', async () => {
    const lunch = lunchEntry();
    await queueWrite(device.workspace, { endpoint: 'lunch.create', id: lunch.id, body: lunch, lane: 'day' });
    await drain(() => ({ status: 500, code: 'server.failed', message: 'Lost.' }));
    await apply(pageOf([], { is_fresh: true }));
    device.clock.pass(600_000);
    await drain(() => ({ version: 1, row: lunchRow('p', 1, lunch) }));
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.lunchBreaks.count()).toBe(0);
  });

  test("doesn't drop or reset local writes that were accepted while it was running", async () => {
    const { db, workspace } = device;
    const body = lunchEntry();
    await queueWrite(workspace, { endpoint: 'lunch.create', id: body.id, body, lane: 'day' });
    const answered = [pageOf([]), pageOf([lunchChange(body.id, 1)])];
    const asked: PullPage[] = [];
    const call = async () => {
      const page = answered.shift() ?? pageOf([]);
      asked.push(page);
      // The page was read before this.
      await drain(() => ({ version: 1, row: lunchRow('p', 1, { id: body.id }) }));
      return page;
    };
    await pullAll(db, { call } as unknown as ApiClient, 'd');
    expect(asked).toHaveLength(2);
    expect(await lunchBreakById(db, body.id)).toMatchObject({ record_state: 'sent', version: 1 });
  });

  test('forgets scopes that it did not confirm', async () => {
    const { id } = lunchEntry();
    await apply(pageOf([lunchChange(id, 1, {}, ['user:1', 'team:1'])]));
    await apply(pageOf([lunchChange(id, 1, {}, ['user:1'])], { is_fresh: true }));
    expect((await device.db.lunchBreaks.get(id))?.scopes).toEqual(['user:1']);
  });
});

describe('a row with unsynced changes', () => {
  test('is rebased on what a page delivers', async () => {
    const { id } = lunchEntry();
    await apply(pageOf([lunchChange(id, 1)]));
    await update(id, 'mine');
    await apply(pageOf([lunchChange(id, 2, { lunch_duration: 45, notes: 'theirs' })]));
    expect(await lunchBreakById(device.db, id)).toMatchObject({
      notes: 'mine',
      lunch_duration: 45,
      record_state: 'waiting',
    });
    const [write] = await unsentWrites(device.db);
    expect(write).toMatchObject({ base_version: 1, content: { base_values: { notes: '' } } });
  });

  test('stays when its last scope leaves, and goes when the changes are discarded', async () => {
    const { id } = lunchEntry();
    await apply(pageOf([lunchChange(id, 1)]));
    const write = await update(id, 'mine');
    await apply(pageOf([], { scopes_removed: ['user:1'] }));
    expect(await lunchBreakById(device.db, id)).toMatchObject({ notes: 'mine' });
    await drain(refuse);
    expect(await outboxStates(device.db)).toEqual(['parked']);
    await discardWrite(device.workspace, write);
    expect(await device.db.lunchBreaks.count()).toBe(0);
  });

  test('stays when the office deletes it, and goes when an older success arrives', async () => {
    const { id } = lunchEntry();
    await apply(pageOf([lunchChange(id, 1)]));
    await update(id, 'mine');
    await apply(pageOf([gone(id)]));
    expect(await lunchBreakById(device.db, id)).toMatchObject({ notes: 'mine', record_state: 'waiting' });
    const report = await drain(() => ({ version: 2, row: lunchRow('p', 2, { id, notes: 'mine' }) }));
    expect(report.pull).toBe(true);
    expect(await device.db.lunchBreaks.count()).toBe(0);
  });

  test('goes as well if the worker gets that answer, or a full pull missed it', async () => {
    const [one, two] = [lunchEntry().id, lunchEntry().id];
    await apply(pageOf([lunchChange(one, 1), lunchChange(two, 1)]));
    await update(one, 'mine');
    await update(two, 'mine');
    await apply(pageOf([gone(one)]));
    await apply(pageOf([], { is_fresh: true }));
    const { clock, lock } = device;
    const { transport } = scriptedServer(() => ({ version: 2 }));
    await drainBatch(device.connect(null), transport, clock, lock);
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.lunchBreaks.count()).toBe(0);
  });

  test('is an ordinary row again when it comes back', async () => {
    const { id } = lunchEntry();
    await apply(pageOf([lunchChange(id, 1)]));
    await update(id, 'mine');
    await apply(pageOf([gone(id)]));
    await apply(pageOf([lunchChange(id, 3)]));
    await drain(() => ({ version: 4, row: lunchRow('p', 4, { id, notes: 'mine' }) }));
    expect(await lunchBreakById(device.db, id)).toMatchObject({ version: 4, record_state: 'sent' });
  });
});
