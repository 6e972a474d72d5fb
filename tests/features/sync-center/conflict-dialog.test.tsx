import { cleanup, screen, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WriteAnswer } from '#contract/sync.ts';
import { lunchBreakById } from '#db/lunch-breaks.ts';
import { sessionById } from '#db/sessions.ts';
import { ConflictNotice } from '#features/sync-center/conflict-notice.tsx';
import { openDevice, outboxStates, type TestDevice } from '#tests/support/device.ts';
import { showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import {
  changeRow,
  deletedAnswer,
  deleteRow,
  drain,
  onlyWrite,
  sentRow,
  staleAnswer,
} from '#tests/support/stale-rows.ts';
import { openCenter } from './sync-center-screen.tsx';

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

async function openQuestion(name: string) {
  const { user } = openCenter(device);
  await user.click(await screen.findByRole('button', { name: 'Compare and decide' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name })) };
}

describe('a field that both changed', () => {
  async function askedLunch() {
    const lunch = await sentRow(device, 'lunch', { notes: 'base', lunch_duration: 30 });
    await changeRow(device, 'lunch', lunch.id, { notes: 'mine', lunch_duration: 20 });
    await drain(device, () => staleAnswer(lunch, { notes: 'theirs', lunch_duration: 45 }));
    return lunch;
  }

  test('is shown with its base, mine, and theirs, and sent only after a decision', async () => {
    await askedLunch();
    const { dialog } = await openQuestion('Someone else changed this too');
    const duration = within(dialog.getByRole('region', { name: 'Duration' }));
    duration.getByText('30 minutes');
    duration.getByRole('radio', { name: /^Yours ?20 minutes$/ });
    duration.getByRole('radio', { name: /^Theirs ?45 minutes$/ });
    expect(screen.queryByRole('button', { name: 'Send again', hidden: true })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit and send', hidden: true })).toBeNull();
  });

  test('starts with both texts kept, editable, and asks for the rest', async () => {
    const lunch = await askedLunch();
    const { user, dialog } = await openQuestion('Someone else changed this too');
    await user.click(dialog.getByRole('button', { name: 'Save decision' }));
    dialog.getByText('Choose which duration to keep.');
    expect(await outboxStates(device.db)).toEqual(['parked']);
    const both = dialog.getByLabelText<HTMLTextAreaElement>('Notes, both');
    expect(both.value).toBe('mine\n\ntheirs');
    await user.type(both, ' too');
    await user.click(dialog.getByRole('radio', { name: /^Theirs ?45/ }));
    await user.click(dialog.getByRole('button', { name: 'Save decision' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await onlyWrite(device)).content.body).toEqual({ notes: 'mine\n\ntheirs too' });
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({ lunch_duration: 45 });
  });

  test('stays as it is if the decision is postponed', async () => {
    await askedLunch();
    const before = await onlyWrite(device);
    const { user, dialog } = await openQuestion('Someone else changed this too');
    await user.click(dialog.getByRole('radio', { name: /^Theirs ?45/ }));
    await user.click(dialog.getByRole('button', { name: 'Decide later' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await onlyWrite(device)).toEqual(before);
  });
});

describe('the author of the other change', () => {
  const AT = '2026-03-10T17:42:00.000Z';

  async function askedBy(changed?: WriteAnswer['changed']) {
    const lunch = await sentRow(device, 'lunch', { lunch_duration: 30 });
    await changeRow(device, 'lunch', lunch.id, { lunch_duration: 20 });
    await drain(device, () => ({
      ...staleAnswer(lunch, { lunch_duration: 45 }),
      ...(changed === undefined ? {} : { changed }),
    }));
  }

  test('is shown with the time if the server says so', async () => {
    await askedBy({ by: uuidv7(), by_name: 'Dana Ruiz', at: AT });
    const { dialog } = await openQuestion('Someone else changed this too');
    dialog.getByText('Changed by Dana Ruiz, 03/10/2026 10:42 AM');
  });

  test('can be the same person on another device', async () => {
    await askedBy({ by: device.workspace.user_id, by_name: 'Dana Ruiz', at: AT });
    const { dialog } = await openQuestion('You changed this on another device too');
    dialog.getByText('Changed by you on another device, 03/10/2026 10:42 AM');
  });

  test("is left out if the server doesn't say", async () => {
    await askedBy();
    const { dialog } = await openQuestion('Someone else changed this too');
    expect(dialog.queryByText(/Changed by/)).toBeNull();
  });

  test('is also shown for a deletion, and above the record', async () => {
    const session = await sentRow(device, 'session', { notes: 'base' });
    await changeRow(device, 'session', session.id, { notes: 'mine' });
    const changed = { by: uuidv7(), by_name: 'Dana Ruiz', at: AT };
    await drain(device, () => ({ ...deletedAnswer, changed }));
    const { dialog } = await openQuestion('Someone else deleted this');
    dialog.getByText('Deleted by Dana Ruiz, 03/10/2026 10:42 AM');
    cleanup();
    showTo(device, {} as never, <ConflictNotice id={session.id} />);
    const notice = await screen.findByRole('region', { name: 'Needs your decision' });
    expect(notice.textContent).toContain('Someone else deleted this. This change needs your decision.');
    expect(notice.textContent).toContain('Deleted by Dana Ruiz, 03/10/2026 10:42 AM');
  });
});

test('a record that I changed and they deleted can be entered again', async () => {
  const session = await sentRow(device, 'session', { notes: 'base' });
  await changeRow(device, 'session', session.id, { notes: 'mine' });
  await drain(device, () => deletedAnswer);
  const { user, dialog } = await openQuestion('Someone else deleted this');
  dialog.getByText('mine');
  await user.click(dialog.getByRole('button', { name: 'Enter it again' }));
  await vi.waitFor(async () => expect((await onlyWrite(device)).effect).toBe('create'));
});

test('a record that I deleted and they changed can be kept', async () => {
  const lunch = await sentRow(device, 'lunch', { notes: 'base' });
  await deleteRow(device, 'lunch', lunch.id);
  await drain(device, () => staleAnswer(lunch, { notes: 'theirs' }));
  const { user, dialog } = await openQuestion('You deleted this, but someone else changed it');
  dialog.getByText('theirs');
  await user.click(dialog.getByRole('button', { name: 'Keep it' }));
  await vi.waitFor(async () => expect(await device.db.outbox.count()).toBe(0));
});

test('a record signed off in the meantime offers the text as an amendment', async () => {
  const session = await sentRow(device, 'session', { notes: 'Warm-up.' });
  await changeRow(device, 'session', session.id, { notes: 'Warm-up.\n\nAsked for help.' });
  await drain(device, () => staleAnswer(session, { state: 'approved' }));
  const { user, dialog } = await openQuestion('This session was signed off while you were editing');
  const words = 'Amendment 03/10/2026: Asked for help.';
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Your text as an amendment').value).toBe(words);
  await user.click(dialog.getByRole('button', { name: 'Copy amendment' }));
  expect(await navigator.clipboard.readText()).toBe(words);
  await user.click(dialog.getByRole('button', { name: 'Discard my change' }));
  await vi.waitFor(async () => expect(await device.db.outbox.count()).toBe(0));
  expect(await sessionById(device.db, session.id)).toMatchObject({ notes: 'Warm-up.' });
});
