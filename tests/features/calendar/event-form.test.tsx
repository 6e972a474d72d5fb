import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LocalOccurrence } from '#db/calendar-events.ts';
import { draftOf } from '#db/drafts.ts';
import { EventForm } from '#features/calendar/event/event-form.tsx';
import { newEventValues, valuesOfOccurrence } from '#features/calendar/event/event-values.ts';
import { ChangedMeanwhile, type EventWriter } from '#features/calendar/event/event-writer.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { NoAnswer } from '#sync/api-client.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { eventEntry } from '#tests/support/device-entries.ts';
import { scriptedOffice } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const lookups = {
  students: new Map(),
  studentNames: new Map(),
  services: [],
  locations: [],
  providers: new Map(),
};
const ID = '0195a000-0000-7000-8000-00000000000a';

function occurrence(version: number, change: object = {}): LocalOccurrence {
  const event = {
    ...eventEntry({ id: ID, is_lunch: false, event_title: 'Conference', event_color: 'blue', ...change }),
    ...{ provider: 'paula', version, record_state: 'sent' as const },
  };
  return { id: ID, event, series: null, original_date: null, skipped: null };
}

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function writerThat(change: EventWriter['change']): EventWriter {
  return { place: 'on the server', change, delete: async () => ({ kind: 'saved', id: ID }) };
}

async function open(writer: EventWriter, known = occurrence(1)) {
  const { workspace } = device;
  const onClose = vi.fn();
  const profile = { user_id: workspace.user_id, provider_id: null, auth: '1', grants: [] };
  const { engine } = scriptedOffice(() => []);
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      <EventForm
        initial={valuesOfOccurrence(known)}
        occurrence={known}
        writer={writer}
        owners={[]}
        lookups={lookups}
        onAdd={() => {}}
        onClose={onClose}
      />
    </SignedInContext>,
  );
  const form = await screen.findByRole('form', { name: 'Edit event' });
  return { form, onClose, user: userEvent.setup() };
}

const notes = (form: HTMLElement) => within(form).getByLabelText('Meeting notes') as HTMLTextAreaElement;
const title = (form: HTMLElement) => within(form).getByLabelText('Title') as HTMLInputElement;

test("someone else's change is shown, and editing continues on top of it", async () => {
  const written: unknown[] = [];
  const latest = writerThat(async (fields) => {
    written.push(fields);
    return { kind: 'saved', id: ID };
  });
  const now = occurrence(2, { event_title: 'Conference, room 4', meeting_notes: 'Bring the forms.' });
  const writer = writerThat(async () => {
    throw new ChangedMeanwhile(now, latest);
  });
  const { form, onClose, user } = await open(writer);
  await user.clear(title(form));
  await user.type(title(form), 'Conference, room 7');
  await user.click(within(form).getByRole('button', { name: 'Save' }));

  const notice = await within(form).findByRole('alert');
  expect(notice.textContent).toContain('Someone else changed this event while you were editing.');
  expect(notice.textContent).toContain('Yours: Conference, room 7');
  expect(notes(form).value).toBe('Bring the forms.');
  expect(title(form).value).toBe('Conference, room 7');
  expect(onClose).not.toHaveBeenCalled();

  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(written).toEqual([{ event_title: 'Conference, room 7' }]);
});

test("the other person's change can be used instead", async () => {
  const latest = writerThat(async () => ({ kind: 'saved', id: ID }));
  const writer = writerThat(async () => {
    throw new ChangedMeanwhile(occurrence(2, { event_title: 'Theirs' }), latest);
  });
  const { form, user } = await open(writer);
  await user.type(title(form), ' mine');
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await user.click(await within(form).findByRole('button', { name: 'Use theirs: Title' }));
  expect(title(form).value).toBe('Theirs');
  expect(within(form).queryByText(/^Yours:/)).toBeNull();
});

test("a change that isn't visible doesn't interrupt", async () => {
  const written: unknown[] = [];
  const latest = writerThat(async (fields) => {
    written.push(fields);
    return { kind: 'saved', id: ID };
  });
  const writer = writerThat(async () => {
    throw new ChangedMeanwhile(occurrence(2, { excluded_dates: ['2026-03-17'] }), latest);
  });
  const { form, onClose, user } = await open(writer);
  await user.type(title(form), '!');
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(written).toEqual([{ event_title: 'Conference!' }]);
});

test('a draft is restored on top of later changes, and undoes none of them', async () => {
  const writer = writerThat(async () => ({ kind: 'saved', id: ID }));
  const { form, user } = await open(writer);
  await user.type(title(form), ' mine');
  await waitFor(async () =>
    expect(await draftOf(device.workspace.db, `event|${ID}`)).toMatchObject({
      values: { event_title: 'Conference mine' },
    }),
  );
  cleanup();
  const again = await open(writer, occurrence(2, { meeting_notes: 'Bring the forms.' }));
  await waitFor(() => expect(title(again.form).value).toBe('Conference mine'));
  expect(notes(again.form).value).toBe('Bring the forms.');
});

test('an archived student, as a restored draft may name, is refused at the field', async () => {
  const IDA = '0195a000-0000-7000-8000-0000000000d1';
  const written = vi.fn(async () => ({ kind: 'saved' as const, id: ID }));
  const ida = {
    id: IDA,
    first_name: 'Ida',
    last_name: 'Quist',
    archived: true,
    services: [],
    location: null,
  };
  const day = (date: string) => ({ event_start_date: date, event_end_date: date });
  lookups.students.set(IDA, ida);
  const user = userEvent.setup();
  const known = occurrence(1, { ...day('2026-03-09'), student: IDA });
  const past = await open(writerThat(written), known);
  await user.type(title(past.form), '!');
  await user.click(within(past.form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(written).toHaveBeenCalledTimes(1));
  cleanup();
  const later = await open(writerThat(written), known);
  const field = within(later.form).getByLabelText(/^Start date/) as HTMLInputElement;
  await user.clear(field);
  await user.type(field, '2026-03-12');
  await user.click(within(later.form).getByRole('button', { name: 'Save' }));
  await within(later.form).findByText('This student is archived. Restore the student first.');
  expect(written).toHaveBeenCalledTimes(1);
  lookups.students.clear();
});

describe('a new event', () => {
  const PAULA = '0195a000-0000-7000-8000-0000000000b1';
  let isReachable = true;
  const calls: unknown[] = [];

  async function plan(provider: string) {
    calls.length = 0;
    isReachable = true;
    const { workspace } = device;
    const { user_id } = workspace;
    const onClose = vi.fn();
    const { engine } = scriptedOffice((name, { body }) => {
      if (!isReachable) throw new NoAnswer();
      calls.push([name, (body as { provider: string }).provider]);
      return {};
    });
    const profile = { user_id, provider_id: user_id, auth: '1', grants: [] };
    render(
      <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
        <EventForm
          initial={newEventValues(provider, '2026-03-10', '09:00')}
          occurrence={null}
          owners={[
            { value: user_id, label: 'Sam' },
            { value: PAULA, label: 'Paula' },
          ]}
          lookups={lookups}
          onAdd={() => {}}
          onClose={onClose}
        />
      </SignedInContext>,
    );
    const form = await screen.findByRole('form', { name: 'New event' });
    return { form, onClose, user: userEvent.setup() };
  }

  test("in someone else's calendar is saved on the server; offline it says so and is kept", async () => {
    const { form, onClose, user } = await plan(PAULA);
    isReachable = false;
    await user.type(title(form), 'Training');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await within(form).findByText(
      /You need a connection to schedule for someone else. Your entry stays here./,
    );
    expect(onClose).not.toHaveBeenCalled();
    expect(await device.db.outbox.count()).toBe(0);
    await waitFor(async () => expect(await device.db.drafts.count()).toBe(1));
    cleanup();

    const again = await plan(PAULA);
    await waitFor(() => expect(title(again.form).value).toBe('Training'));
    await again.user.click(within(again.form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(again.onClose).toHaveBeenCalled());
    expect(calls).toEqual([['calendar.create', PAULA]]);
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.calendarEvents.count()).toBe(0);
  });

  test('in the own calendar is saved on this device, also offline', async () => {
    const { form, onClose, user } = await plan(device.workspace.user_id);
    isReachable = false;
    await user.type(title(form), 'Planning');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls).toEqual([]);
    expect(await device.db.outbox.count()).toBe(1);
  });
});
