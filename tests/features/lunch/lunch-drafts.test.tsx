import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { draftOf, keepDraft } from '#db/drafts.ts';
import { type LocalLunchBreak, lunchBreakById, lunchBreaksOfDay } from '#db/lunch-breaks.ts';
import { LunchForm } from '#features/lunch/lunch-form.tsx';
import { EditLunch } from '#features/lunch/lunch-sheet.tsx';
import { newLunchValues } from '#features/lunch/lunch-values.ts';
import { createLunch } from '#features/lunch/record-lunch.ts';
import { openConflictOfRow } from '#sync/merge/conflict.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { lunchEntry } from '#tests/support/device-entries.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { discardUnsavedChanges } from '#ui/unsaved-changes.ts';

const YESTERDAY = '2026-03-09';
const DAY = '2026-03-10';
const draftName = (day: string) => `lunch|new|${day}`;

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

const kept = (day: string) =>
  draftOf(device.db, draftName(day)) as Promise<{ id: string; values: object } | null>;
const notesOf = (form: HTMLElement) => within(form).getByLabelText('Notes') as HTMLTextAreaElement;
const write = (form: HTMLElement, notes: string) =>
  fireEvent.change(notesOf(form), { target: { value: notes } });
const press = (form: HTMLElement, name: string) =>
  fireEvent.click(within(form).getByRole('button', { name }));

async function openNew(day = DAY) {
  const onClose = vi.fn();
  const { user_id } = device.workspace;
  showTo(
    device,
    scriptedOffice(() => undefined),
    <LunchForm
      provider={user_id}
      initial={newLunchValues(day, { day, time: '10:30' })}
      lunch={null}
      onOpen={() => undefined}
      onClose={onClose}
    />,
  );
  return { form: await screen.findByRole('form'), onClose };
}

describe('a draft of another day', () => {
  /** Typed yesterday, and the page was closed. */
  async function typedYesterday() {
    const { form } = await openNew(YESTERDAY);
    write(form, 'In the park');
    await waitFor(async () => expect(await kept(YESTERDAY)).not.toBeNull());
    cleanup();
    return (await kept(YESTERDAY)) as { id: string };
  }

  test("is offered with its day, and never opens automatically in today's form", async () => {
    await typedYesterday();
    const { form } = await openNew();
    expect(await within(form).findByText('You have an unsaved draft from Mon 03/09/2026.')).toBeDefined();
    expect(notesOf(form).value).toBe('');
  });

  test('continues as it was, marked with its day, and is saved under its own id', async () => {
    const { id } = await typedYesterday();
    const { form, onClose } = await openNew();
    fireEvent.click(await within(form).findByRole('button', { name: 'Continue' }));
    expect(notesOf(form).value).toBe('In the park');
    expect(within(form).getByText("You're continuing a draft from Mon 03/09/2026.")).toBeDefined();
    press(form, 'Save');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const saved = await lunchBreaksOfDay(device.db, device.workspace.user_id, YESTERDAY);
    expect(saved).toMatchObject([{ id, notes: 'In the park' }]);
    expect(await kept(YESTERDAY)).toBeNull();
  });

  test("stays while today's entry is typed and saved", async () => {
    await typedYesterday();
    const { form, onClose } = await openNew();
    write(form, 'Today');
    press(form, 'Save');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(await kept(YESTERDAY)).toMatchObject({ values: { notes: 'In the park' } });
    expect(await kept(DAY)).toBeNull();
  });

  test('is gone once it is discarded', async () => {
    await typedYesterday();
    const { form } = await openNew();
    fireEvent.click(await within(form).findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(within(form).queryByText(/unsaved draft/)).toBeNull());
    await waitFor(async () => expect(await kept(YESTERDAY)).toBeNull());
  });

  test('kept by an older version of the app is offered too', async () => {
    await keepDraft(device.db, 'lunch|new', { notes: 'Long ago' });
    const { form } = await openNew();
    expect(await within(form).findByText('You have an unsaved draft.')).toBeDefined();
    press(form, 'Continue');
    expect(notesOf(form).value).toBe('Long ago');
  });
});

test('a draft of the same day is restored with a notice, and saved under the id that its form opened with', async () => {
  const first = await openNew();
  write(first.form, 'In the park');
  await waitFor(async () => expect(await kept(DAY)).not.toBeNull());
  const id = (await kept(DAY))?.id;
  cleanup();
  const { form, onClose } = await openNew();
  expect(await within(form).findByText('Draft restored.')).toBeDefined();
  press(form, 'Save');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect((await lunchBreaksOfDay(device.db, device.workspace.user_id, DAY)).map((one) => one.id)).toEqual([
    id,
  ]);
});

test("a draft left behind by its save isn't offered again", async () => {
  const body = lunchEntry();
  await queueWrite(device.workspace, { endpoint: 'lunch.create', id: body.id, body, lane: 'day' });
  await keepDraft(device.db, draftName(DAY), { id: body.id, opened: null, values: { notes: 'In the park' } });
  const { form } = await openNew();
  await waitFor(async () => expect(await kept(DAY)).toBeNull());
  expect(notesOf(form).value).toBe('');
});

test('“Leave” discards what it says, also when leaving the screen', async () => {
  const { form } = await openNew();
  write(form, 'In the park');
  await waitFor(async () => expect(await kept(DAY)).not.toBeNull());
  press(form, 'Cancel');
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  expect(question.textContent).toContain('What you entered here will be discarded.');
  fireEvent.click(within(question).getByRole('button', { name: 'Stay' }));
  expect(await kept(DAY)).not.toBeNull();

  discardUnsavedChanges();
  cleanup();
  await waitFor(async () => expect(await kept(DAY)).toBeNull());
});

describe('a lunch break open in two tabs', () => {
  async function stored(notes: string): Promise<LocalLunchBreak> {
    const body = { ...lunchEntry({ notes }), provider: device.workspace.user_id };
    await queueWrite(device.workspace, { endpoint: 'lunch.create', id: body.id, body, lane: 'day' });
    return (await lunchBreakById(device.db, body.id)) as LocalLunchBreak;
  }
  async function openEdit(id: string) {
    const onClose = vi.fn();
    showTo(
      device,
      scriptedOffice(() => undefined),
      <EditLunch id={id} onOpen={() => undefined} onClose={onClose} />,
    );
    await waitFor(() => expect(screen.getAllByRole('form', { hidden: true }).length).toBeGreaterThan(0));
    return { form: screen.getAllByRole('form', { hidden: true }).at(-1) as HTMLElement, onClose };
  }
  const otherTab = (opened: LocalLunchBreak, notes: string) =>
    queueWrite(device.workspace, {
      endpoint: 'lunch.update',
      id: opened.id,
      opened,
      body: { notes },
      lane: 'day',
    });

  test('keeps both tabs’ paragraphs', async () => {
    const lunch = await stored('One.\n\nTwo.');
    const { form, onClose } = await openEdit(lunch.id);
    await otherTab(lunch, 'One, theirs.\n\nTwo.');
    write(form, 'One.\n\nTwo, mine.');
    fireEvent.submit(form);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({ notes: 'One, theirs.\n\nTwo, mine.' });
  });

  test('raises a conflict about the same paragraph, also after the second tab reloads', async () => {
    const lunch = await stored('One.');
    const before = await openEdit(lunch.id);
    write(before.form, 'One, mine.');
    await waitFor(async () => expect(await draftOf(device.db, `lunch|${lunch.id}`)).not.toBeNull());
    cleanup();
    await otherTab(lunch, 'One, theirs.');
    const { form, onClose } = await openEdit(lunch.id);
    await waitFor(() => expect(notesOf(form).value).toBe('One, mine.'));
    fireEvent.submit(form);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect((await openConflictOfRow(device.db, lunch.id))?.conflict).toMatchObject({
      is_local: true,
      fields: [{ field: 'notes', base: 'One.', mine: 'One, mine.', theirs: 'One, theirs.' }],
    });
  });

  test('edited with “Save & Add” starts a new one, and stays as it was saved', async () => {
    const lunch = await stored('One.');
    const { form } = await openEdit(lunch.id);
    write(form, 'Two.');
    press(form, 'Save & Add');
    const next = await screen.findByRole('form', { name: 'New lunch break' });
    write(next, 'Another');
    fireEvent.submit(next);
    await waitFor(async () => expect(await device.db.lunchBreaks.count()).toBe(2));
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({ notes: 'Two.' });
  });
});

test("a lunch break's event is created once, however often it is saved", async () => {
  const id = uuidv7();
  const fields = {
    lunch_start_time: '2026-03-10T19:00:00.000Z',
    lunch_duration: 30,
    waiver_type: '' as const,
    exception_reason: '' as const,
    notes: '',
  };
  const { workspace, db } = device;
  await Promise.all([1, 2].map(() => createLunch(workspace, workspace.user_id, id, fields)));
  expect(await db.lunchBreaks.count()).toBe(1);
  expect(await db.calendarEvents.count()).toBe(1);
});
