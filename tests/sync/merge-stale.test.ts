import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lunchBreakById } from '#db/lunch-breaks.ts';
import { openOverwritten } from '#db/overwritten.ts';
import { MOST_MERGES } from '#sync/merge/merge-upon.ts';
import { LONGEST_BACKOFF_MS } from '#sync/outbox/settle.ts';
import { everythingStored, openDevice, outboxStates, type TestDevice } from '#tests/support/device.ts';
import {
  changeRow,
  deletedAnswer,
  deleteRow,
  drain,
  onlyWrite,
  sentRow,
  staleAnswer,
} from '#tests/support/stale-rows.ts';

let device: TestDevice;

beforeEach(async () => {
  device = await openDevice();
});

afterEach(() => device.close());

describe('a stale change', () => {
  test('is parked with the base, my values, and theirs, and shows mine on top of theirs', async () => {
    const lunch = await sentRow(device, 'lunch', { notes: 'base' });
    await changeRow(device, 'lunch', lunch.id, { notes: 'mine', lunch_duration: 20 });
    const report = await drain(device, () => staleAnswer(lunch, { notes: 'theirs', waiver_type: 'on_duty' }));
    expect(report.pull).toBe(true);
    const write = await onlyWrite(device);
    expect(write).toMatchObject({
      state: 'parked',
      content: { body: { notes: 'mine', lunch_duration: 20 } },
    });
    expect(write.content.conflict).toEqual({
      kind: 'fields',
      version: 2,
      fields: [
        { field: 'notes', base: 'base', mine: 'mine', theirs: 'theirs', suggestion: 'mine\n\ntheirs' },
      ],
    });
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({
      notes: 'mine',
      lunch_duration: 20,
      waiver_type: 'on_duty',
      version: 2,
      record_state: 'attention',
    });
  });

  test('keeps its conflict encrypted', async () => {
    const lunch = await sentRow(device, 'lunch', { notes: 'base words' });
    await changeRow(device, 'lunch', lunch.id, { notes: 'words of mine' });
    await drain(device, () => staleAnswer(lunch, { notes: 'words of theirs' }));
    expect((await onlyWrite(device)).content.conflict?.fields).toHaveLength(1);
    expect(await everythingStored()).not.toMatch(/base words|words of/);
  });

  test('of another paragraph is merged automatically', async () => {
    const session = await sentRow(device, 'session', { notes: 'a\n\nb' });
    await changeRow(device, 'session', session.id, { notes: 'A\n\nb' });
    await drain(device, () => staleAnswer(session, { notes: 'a\n\nb\n\nc' }));
    expect(await onlyWrite(device)).toMatchObject({
      state: 'waiting',
      merges: 1,
      base_version: 2,
      content: { body: { notes: 'A\n\nb\n\nc' }, base_values: { notes: 'a\n\nb\n\nc' } },
    });
  });

  test.each([
    ['was merged', { location: '9' }],
    ['had nothing left to do', { location: '2' }],
  ])('behind one that %s is merged too, and overwrites nothing that it has not seen', async (_, theirs) => {
    const event = await sentRow(device, 'calendar', { location: '1', meeting_notes: 'a\n\nb' });
    await changeRow(device, 'calendar', event.id, { location: '2' });
    await drain(device, () => ({ status: 503, code: 'server.failed' }));
    await changeRow(device, 'calendar', event.id, { meeting_notes: 'A\n\nb' });
    device.clock.pass(LONGEST_BACKOFF_MS);
    const theirRow = { ...event, ...theirs, meeting_notes: 'a\n\nb\n\nc' };
    await drain(device, () => staleAnswer(theirRow, {}, 2));
    const row = { ...theirRow, location: '2', version: 3 };
    await drain(device, ({ base_version }) =>
      base_version === 2 ? { status: 200, version: 3, row } : staleAnswer(row, {}, 3),
    );
    await drain(device, () => staleAnswer(row, {}, 3));
    expect(await onlyWrite(device)).toMatchObject({
      base_version: 3,
      content: { body: { meeting_notes: 'A\n\nb\n\nc' } },
    });
  });

  test('that equals theirs is settled without being sent again', async () => {
    const lunch = await sentRow(device, 'lunch');
    await changeRow(device, 'lunch', lunch.id, { notes: 'the same' });
    const write = await onlyWrite(device);
    await drain(device, () => staleAnswer(lunch, { notes: 'the same' }));
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.history.get(write.write_id)).toMatchObject({ outcome: 'sent' });
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({ notes: 'the same', version: 2 });
  });

  test('that replaces a color keeps theirs in the history, however often it is merged', async () => {
    const event = await sentRow(device, 'calendar', { event_color: 'green', location: '1' });
    await changeRow(device, 'calendar', event.id, { event_color: 'red', location: '2' });
    await drain(device, () => staleAnswer(event, { event_color: 'blue' }));
    await drain(device, () => staleAnswer(event, { event_color: 'blue', location: '3' }, 3));
    const write = await onlyWrite(device);
    await drain(device, () => ({ version: 4, row: { ...event, version: 4 } }));
    const history = await device.db.history.get(write.write_id);
    expect(history).toMatchObject({ outcome: 'sent' });
    expect(await openOverwritten(device.db, history as never)).toEqual({
      event_color: 'blue',
      location: '3',
    });
    expect(await everythingStored()).not.toContain('event_color');
  });

  test(`is merged automatically ${MOST_MERGES} times, then every difference is a conflict`, async () => {
    const lunch = await sentRow(device, 'lunch', { notes: 'base' });
    await changeRow(device, 'lunch', lunch.id, { notes: 'mine' });
    let version = 1;
    const newer = () => staleAnswer(lunch, { lunch_duration: ++version }, version);
    for (let round = 0; round < MOST_MERGES; round += 1) await drain(device, newer);
    expect(await outboxStates(device.db)).toEqual(['waiting']);
    await drain(device, newer);
    expect(await onlyWrite(device)).toMatchObject({
      state: 'parked',
      content: { conflict: { kind: 'fields', fields: [{ field: 'notes', mine: 'mine', theirs: 'base' }] } },
    });
  });

  test.each(['completed', 'approved', 'locked'])(
    'of a session that is %s meanwhile is not merged',
    async (state) => {
      const session = await sentRow(device, 'session', { notes: 'a' });
      await changeRow(device, 'session', session.id, { notes: 'a\n\nb' });
      await drain(device, () => staleAnswer(session, { state }));
      expect(await onlyWrite(device)).toMatchObject({
        state: 'parked',
        content: {
          conflict: { kind: 'closed-there', fields: [{ field: 'notes', mine: 'a\n\nb', theirs: 'a' }] },
        },
      });
    },
  );

  test('of a row deleted on the server is a conflict, and the row stays until it is resolved', async () => {
    const lunch = await sentRow(device, 'lunch');
    await changeRow(device, 'lunch', lunch.id, { notes: 'mine' });
    const report = await drain(device, () => deletedAnswer);
    expect(report.pull).toBe(true);
    expect(await onlyWrite(device)).toMatchObject({ state: 'parked', problem: { code: 'record.deleted' } });
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({ notes: 'mine' });
  });
});

describe('a stale deletion', () => {
  test('applies to the newer version if no user-editable field changed', async () => {
    const session = await sentRow(device, 'session');
    await deleteRow(device, 'session', session.id);
    await drain(device, () => staleAnswer(session, { has_overlap: true }));
    expect(await onlyWrite(device)).toMatchObject({
      effect: 'delete',
      state: 'waiting',
      base_version: 2,
      merges: 1,
    });
  });

  test('is a conflict showing what they changed', async () => {
    const lunch = await sentRow(device, 'lunch', { notes: 'base' });
    await deleteRow(device, 'lunch', lunch.id);
    await drain(device, () => staleAnswer(lunch, { notes: 'theirs' }));
    expect((await onlyWrite(device)).content.conflict).toEqual({
      kind: 'changed-there',
      version: 2,
      fields: [{ field: 'notes', base: 'base', mine: 'base', theirs: 'theirs' }],
    });
  });

  test('behind an unsent change of mine distinguishes their changes from mine', async () => {
    const lunch = await sentRow(device, 'lunch', { notes: 'base', lunch_duration: 30 });
    await changeRow(device, 'lunch', lunch.id, { notes: 'mine' });
    await deleteRow(device, 'lunch', lunch.id);
    await drain(device, () => staleAnswer(lunch, { lunch_duration: 45 }));
    expect((await onlyWrite(device)).content.conflict?.fields.map(({ field }) => field)).toEqual([
      'lunch_duration',
    ]);
  });

  test('of a row that they deleted too is settled', async () => {
    const lunch = await sentRow(device, 'lunch');
    await deleteRow(device, 'lunch', lunch.id);
    await drain(device, () => deletedAnswer);
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.lunchBreaks.count()).toBe(0);
  });
});
