import fc from 'fast-check';
import type { OutboxRow } from '#db/local-database.ts';
import type { OpenedWrite } from '#db/outbox.ts';
import type { WriteAuthor } from '#sync/behaviors/behavior.ts';
import { lunchEntry, lunchRow } from './device-entries.ts';

export const AUTHOR: WriteAuthor = { user_id: 'paula', captured_at: '2026-03-10T18:00:00.000Z' };

export function outboxRow(changes: Partial<OutboxRow> = {}): OutboxRow {
  return {
    seq: 1,
    write_id: 'w1',
    user_id: AUTHOR.user_id,
    device_id: 'device',
    endpoint: 'lunch.update',
    endpoint_version: 1,
    entity: 'lunch',
    entity_id: 'l1',
    effect: 'update',
    lane: 'day',
    depends_on: [],
    about: [],
    base_version: 1,
    captured_at: AUTHOR.captured_at,
    state: 'waiting',
    attempts: 0,
    merges: 0,
    next_attempt_at: 0,
    problem: null,
    sealed: new Uint8Array(),
    ...changes,
  };
}

export function openedWrite(
  effect: OutboxRow['effect'],
  body: unknown,
  changes: Partial<OpenedWrite> = {},
): OpenedWrite {
  const endpoint = `lunch.${effect}`;
  return {
    ...outboxRow({ effect, endpoint }),
    content: {
      endpoint,
      endpoint_version: 1,
      params: effect === 'create' ? {} : { id: 'l1' },
      body,
      base_values: {},
    },
    ...changes,
  };
}

/** Fields of a lunch break that a form edits. */
export const touched = fc.record(
  {
    notes: fc.constantFrom('', 'a', 'b', 'c'),
    lunch_duration: fc.constantFrom(20, 30, 45),
    calendar_event_id: fc.constantFrom(null, 'e1', 'e2'),
  },
  { requiredKeys: [] },
);

export const wholeLunch = touched.map((fields) => ({ ...lunchEntry({ id: 'l1' }), ...fields }));
export const storedLunch = fc
  .tuple(touched, fc.integer({ min: 1, max: 9 }))
  .map(([fields, version]) => lunchRow('paula', version, { id: 'l1', ...fields }));

/**
 * Possible chains of a row's queued writes: a creation only without a base, each write after the previous
 * one, at most one refused, none attempted after one that was not.
 */
export const chainOnBase = fc
  .record({
    base: fc.option(storedLunch, { nil: null }),
    created: wholeLunch,
    updates: fc.array(touched, { maxLength: 4 }),
    attempted: fc.nat({ max: 5 }),
    isRefused: fc.boolean(),
  })
  .map(({ base, created, updates, attempted, isRefused }) => {
    const writes: OpenedWrite[] = base === null ? [openedWrite('create', created)] : [];
    writes.push(...updates.map((body) => openedWrite('update', body)));
    const chain = writes.map((write, at): OpenedWrite => {
      const isSeen = at < attempted;
      const isLastSeen = isSeen && (at === attempted - 1 || at === writes.length - 1);
      return {
        ...write,
        seq: 10 + at * 10,
        write_id: `w${at}`,
        depends_on: at === 0 ? [] : [`w${at - 1}`],
        base_version: write.effect === 'create' || at > 0 ? null : (base?.version ?? null),
        attempts: isSeen ? 1 : 0,
        state: isLastSeen && isRefused ? 'parked' : 'waiting',
      };
    });
    return { base, chain };
  });
