import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CalendarOccurrence } from '#contract/calendar.ts';
import type { EndpointName } from '#contract/index.ts';
import { ROLES } from '#domain/access/roles.ts';
import type { CalendarSearch } from '#features/calendar/calendar-search.ts';
import { createEvent } from '#features/calendar/event/record-event.ts';
import { MyCalendar } from '#features/calendar/my-calendar.tsx';
import { NoAnswer } from '#sync/api-client.ts';
import { openDevice, pulledSoFar, type TestDevice } from '#tests/support/device.ts';
import { eventEntry } from '#tests/support/device-entries.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

/** A Tuesday in the fiscal year before those that the device holds. */
const OLD = '2024-05-07';

let device: TestDevice;
let me: string;
beforeEach(async () => {
  stubLayout();
  cloneInOwnRealm();
  device = await openDevice();
  me = device.workspace.user_id;
  await pulledSoFar(device.db, { own_from: '2024-07-01' });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function plan(changes: Partial<CalendarOccurrence> = {}): CalendarOccurrence {
  const day = changes.event_start_date ?? OLD;
  const body = eventEntry({ is_lunch: false, event_title: 'Conference', event_end_date: day });
  return {
    ...{ ...body, event_start_date: day, provider: me, version: 3, skipped: null },
    ...changes,
  } as CalendarOccurrence;
}

function open(search: CalendarSearch, answers: Partial<Record<EndpointName, unknown>> | null) {
  const office = scriptedOffice((name) => {
    if (answers === null) throw new NoAnswer();
    return name === 'session.list' ? { sessions: [], next: null } : (answers[name] ?? []);
  });
  const leads = {
    onLogSession: () => {},
    onOpenSession: () => {},
    onOpenLunch: () => {},
    noticeOf: () => null,
  };
  showTo(device, office, <MyCalendar search={{ view: 'day', ...search }} onSearch={() => {}} {...leads} />, {
    auth: ROLES.provider,
    grants: [],
    provider_id: me,
  });
  return office;
}
const isEntry = (draft: string) => !draft.startsWith('report-answer|');
const entry = (name: RegExp) => screen.findByRole('button', { name });

test('what was planned in a fiscal year that is not on the device comes from the server', async () => {
  const office = open({ day: OLD }, { 'calendar.list-mine': [plan()] });
  expect(await entry(/^Conference/)).toBeTruthy();
  const asked = office.calls.find(([name]) => name === 'calendar.list-mine');
  expect(asked?.[1].query).toEqual({ start: OLD, end: OLD });
});

/** @returns its id */
async function enteredLate(): Promise<string> {
  const waiting = eventEntry({
    ...{ is_lunch: false, event_title: 'Entered late', event_start_date: OLD, event_end_date: OLD },
  });
  const { id, original_id: _, original_date: __, ...fields } = waiting;
  expect(await createEvent(device.workspace, id, { ...fields, provider: me })).toMatchObject({
    kind: 'saved',
  });
  return id;
}

test('what waits on the device is shown in place of what the server has', async () => {
  const stale = plan({ id: await enteredLate(), event_title: 'Before' });
  open({ day: OLD }, { 'calendar.list-mine': [stale, plan()] });
  expect(await entry(/^Entered late/)).toBeTruthy();
  expect(await entry(/^Conference/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Before/ })).toBeNull();
});

test('such an event is changed on the server, as it is there now', async () => {
  const event = plan();
  const now = { ...event, event_title: 'Conference with Dr. Wu' };
  const office = open({ day: OLD, event: event.id }, { 'calendar.list-mine': [event], 'calendar.read': now });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit event' }));
  const title = await screen.findByLabelText('Title');
  expect((title as HTMLInputElement).value).toBe('Conference with Dr. Wu');
  fireEvent.change(title, { target: { value: 'Conference with Ms. Ito' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() =>
    expect(office.calls).toContainEqual([
      'calendar.update',
      expect.objectContaining({
        params: { id: event.id },
        body: { event_title: 'Conference with Ms. Ito' },
        write: expect.objectContaining({ base_version: 3 }),
      }),
    ]),
  );
  expect(await device.db.outbox.count()).toBe(0);
  await vi.waitFor(async () =>
    expect((await device.db.drafts.toCollection().primaryKeys()).filter(isEntry)).toEqual([]),
  );
});

test('such an event is shown where it is moved to, before the server has answered', async () => {
  const event = plan();
  const answers = { 'calendar.list-mine': [event], 'calendar.read': event };
  const office = open({ day: OLD }, { ...answers, 'calendar.update': new Promise(() => undefined) });
  const found = await entry(/^Conference/);
  const before = found.getAttribute('aria-label');
  fireEvent.keyDown(found, { key: 'ArrowDown', altKey: true });
  fireEvent.keyUp(found, { key: 'Alt' });
  await vi.waitFor(() => expect(office.calls.map(([name]) => name)).toContain('calendar.update'));
  expect((await entry(/^Conference/)).getAttribute('aria-label')).not.toBe(before);
});

test('offline, such days say that they are not on the device, and show what was entered there', async () => {
  await enteredLate();
  open({ day: OLD }, null);
  expect(await entry(/^Entered late/)).toBeTruthy();
  expect(
    await screen.findByText("Some of this isn't on this device. It shows when you're online."),
  ).toBeTruthy();
});

test('the server is not asked about days that the device holds', async () => {
  const office = open({ view: 'list', day: '2024-07-02' }, { 'calendar.list-mine': [plan()] });
  await screen.findByText('Nothing scheduled');
  expect(office.calls.map(([name]) => name)).not.toContain('calendar.list-mine');
});
