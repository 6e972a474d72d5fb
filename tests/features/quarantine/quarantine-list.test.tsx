import { randomUUID } from 'node:crypto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EntityRow, entityRows } from '#contract/entities.ts';
import type { EntityName } from '#contract/entity-name.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoints } from '#contract/index.ts';
import type { QuarantinedWrite } from '#contract/quarantine.ts';
import { QuarantineList } from '#features/quarantine/quarantine-list.tsx';
import { NoAnswer } from '#sync/api-client.ts';
import { composeRow, metadataOf } from '#sync/outbox/row-state.ts';
import { exampleFor } from '#tests/server/input-examples.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const MAYA = randomUUID();
const WRITE: QuarantinedWrite = {
  write_id: randomUUID(),
  author: randomUUID(),
  author_name: 'Leo Stein',
  device_id: randomUUID(),
  cause: 'handed-over',
  note: 'She moved on Friday.',
  endpoint: 'session.create',
  params: {},
  body: {
    id: randomUUID(),
    student_ids: [MAYA],
    session_date: '2026-03-09',
    start_time: '09:00',
    actual_minutes: 30,
    notes: 'Long sentences',
  },
  student_names: { [MAYA]: 'Maya Rivera' },
  captured_at: '2026-03-09T16:35:00.000Z',
  received_at: '2026-03-10T15:00:00.000Z',
  decision: 'open',
  decided_by_name: null,
  decided_at: null,
  decision_note: '',
  problem: null,
};

let device: TestDevice;
let writes: QuarantinedWrite[];
/** The server's answer to a decision. */
let decide: (write: QuarantinedWrite, verdict: 'accepted' | 'refused', note: string) => QuarantinedWrite;

const decided: typeof decide = (write, decision, decision_note) => ({
  ...write,
  decision,
  decision_note,
  decided_by_name: 'Ada Admin',
  decided_at: '2026-03-10T18:00:00.000Z',
});

beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  writes = [WRITE];
  decide = decided;
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function open() {
  const office = scriptedOffice((name, { query, params, body }) => {
    if (name === 'quarantine.list') {
      return writes.filter(({ decision }) => query?.all === '1' || decision === 'open');
    }
    const write = writes.find(({ write_id }) => write_id === params?.id);
    if (write === undefined) throw new ApiError('record.absent');
    const { note = '' } = body as { note?: string };
    const after = decide(write, name === 'quarantine.accept' ? 'accepted' : 'refused', note);
    writes = writes.map((one) => (one === write ? after : one));
    return after;
  });
  // With the frame of the screen, which gets the focus that nothing else takes.
  const framed = (
    <main id="main" tabIndex={-1}>
      <QuarantineList />
    </main>
  );
  showTo(device, office, framed);
  return { office, user: userEvent.setup() };
}

async function entry(): Promise<HTMLElement> {
  const list = await screen.findByRole('list', { name: 'Decisions' });
  const [first] = within(list).getAllByRole('listitem');
  if (first === undefined) throw new Error('The list is empty.');
  return first;
}

describe('a write awaiting a decision', () => {
  test('says what it is, whose it is, why it is held, and what its author adds', async () => {
    open();
    const { textContent } = await entry();
    expect(textContent).toContain('New session');
    expect(textContent).toContain('Handed over');
    expect(textContent).toContain('03/09/2026, 9:00 AM, 30 minutes, Maya R.');
    expect(textContent).toContain('Leo Stein, entered 03/09/2026 09:35 AM, received 03/10/2026 08:00 AM');
    expect(textContent).toContain('She moved on Friday.');
    const fields = within(await entry())
      .getByText('All fields')
      .closest('details');
    expect(fields?.textContent).toContain('StudentsMaya Rivera');
    expect(fields?.textContent).toContain('NotesLong sentences');
  });

  test('takes effect after a confirmation, and leaves the list', async () => {
    const { office, user } = open();
    await user.click(within(await entry()).getByRole('button', { name: 'Accept' }));
    const question = await screen.findByRole('alertdialog', { name: 'Confirmation - Accept' });
    expect(question.textContent).toContain('New session: 03/09/2026');
    expect(question.textContent).toContain("saved under Leo Stein's name");
    expect(office.calls).toHaveLength(1);
    await user.click(within(question).getByRole('button', { name: 'CONFIRM' }));
    expect(await screen.findByText('No decisions pending')).toBeDefined();
    expect(office.calls[1]).toEqual(['quarantine.accept', { params: { id: WRITE.write_id }, body: {} }]);
  });

  test('stays, with the reason, if the rules reject it', async () => {
    decide = (write) => ({
      ...write,
      problem: {
        code: 'request.invalid',
        message: 'Some fields need your attention.',
        fields: { start_time: 'It overlaps another session.' },
      },
    });
    const { user } = open();
    await user.click(within(await entry()).getByRole('button', { name: 'Accept' }));
    await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
    await waitFor(async () =>
      expect((await entry()).textContent).toContain('Start time: It overlaps another session.'),
    );
    expect((await entry()).textContent).toContain("it couldn't be saved: Some fields need your attention.");
    expect(within(await entry()).getByRole('button', { name: 'Accept' })).toBeDefined();
  });

  test('can be rejected only with a reason', async () => {
    const { office, user } = open();
    await user.click(within(await entry()).getByRole('button', { name: 'Reject' }));
    const question = await screen.findByRole('dialog', { name: 'Confirmation - Reject' });
    await user.click(within(question).getByRole('button', { name: 'CONFIRM' }));
    expect(within(question).getByText('Enter a reason.')).toBeDefined();
    await user.type(within(question).getByLabelText('Reason'), '   ');
    await user.click(within(question).getByRole('button', { name: 'CONFIRM' }));
    expect(office.calls).toHaveLength(1);
    await user.type(within(question).getByLabelText('Reason'), 'It was entered on paper already.');
    await user.click(within(question).getByRole('button', { name: 'CONFIRM' }));
    expect(await screen.findByText('No decisions pending')).toBeDefined();
    expect(office.calls[1]?.[1].body).toEqual({ note: 'It was entered on paper already.' });
  });

  test("keeps the typed reason if the server can't be reached", async () => {
    decide = () => {
      throw new NoAnswer();
    };
    const { user } = open();
    await user.click(within(await entry()).getByRole('button', { name: 'Reject' }));
    const question = await screen.findByRole('dialog', { name: 'Confirmation - Reject' });
    await user.type(within(question).getByLabelText('Reason'), 'On paper');
    await user.click(within(question).getByRole('button', { name: 'CONFIRM' }));
    expect((await within(question).findByRole('alert')).textContent).toBe("Can't reach the server.");
    expect(within(question).getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('On paper');
  });

  test('shows the decision of a colleague who was faster', async () => {
    decide = () => {
      writes = [];
      throw new ApiError('decision.made');
    };
    const { user } = open();
    await user.click(within(await entry()).getByRole('button', { name: 'Accept' }));
    await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
    expect(await screen.findByText('No decisions pending')).toBeDefined();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('is accepted with others at once, and says which could not be saved', async () => {
    writes = ['2026-03-09T16:35:00.000Z', '2026-03-09T17:05:00.000Z'].map((captured_at) => ({
      ...{ ...WRITE, captured_at, write_id: randomUUID() },
    }));
    const [first] = writes;
    decide = (write, verdict, note) =>
      write.write_id === first?.write_id
        ? decided(write, verdict, note)
        : { ...write, problem: { code: 'request.invalid', message: 'It overlaps another session.' } };
    const { user } = open();
    await user.click(await screen.findByLabelText('Select all', {}, { timeout: 5_000 }));
    await user.click(screen.getByRole('button', { name: 'Accept 2 changes' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Accept 2 changes' }));
    await within(dialog).findByText('Accepted: 1 change');
    expect(dialog.textContent).toContain('It overlaps another session.');
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    // One is left, which is decided by its own buttons.
    await waitFor(() => expect(screen.queryByLabelText('Select all')).toBeNull());
    expect(within(await entry()).getByRole('button', { name: 'Accept' })).toBeDefined();
  });

  test('hands the focus on to the next entry, the one before, and the text when none is left', async () => {
    writes = ['First', 'Second', 'Third'].map((note) => ({ ...WRITE, note, write_id: randomUUID() }));
    const { user } = open();
    const entryOf = async (note: string) => {
      const found = (await screen.findByText(note)).closest('li');
      if (found === null) throw new Error(`No entry: ${note}`);
      return found;
    };
    const accept = async (note: string) => {
      within(await entryOf(note))
        .getByRole('button', { name: 'Accept' })
        .focus();
      await user.keyboard('{Enter}');
      await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
    };
    await accept('Second');
    await waitFor(async () => expect(document.activeElement).toBe(await entryOf('Third')));
    // On with the keys: its checkbox, its fields, then its buttons.
    await user.tab();
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(
      within(await entryOf('Third')).getByRole('button', { name: 'Accept' }),
    );
    await user.tab();
    await user.keyboard('{Enter}');
    const question = await screen.findByRole('dialog', { name: 'Confirmation - Reject' });
    await user.type(within(question).getByLabelText('Reason'), 'On paper.');
    await user.click(within(question).getByRole('button', { name: 'CONFIRM' }));
    await waitFor(async () => expect(document.activeElement).toBe(await entryOf('First')));
    await accept('First');
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^No decisions pending/));
  });

  test('keeps the focus if the rules reject it, and a decided one keeps it among all of them', async () => {
    decide = (write) => ({ ...write, problem: { code: 'x', message: 'Locked.', fields: {} } });
    const { user } = open();
    await user.click(await screen.findByRole('radio', { name: 'All' }));
    await user.click(within(await entry()).getByRole('button', { name: 'Accept' }));
    await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
    await screen.findByText(/Locked/);
    await waitFor(async () =>
      expect(document.activeElement).toBe(within(await entry()).getByRole('button', { name: 'Accept' })),
    );
    decide = decided;
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
    await waitFor(async () => expect((await entry()).textContent).toContain('Accepted'));
    await waitFor(async () => expect(document.activeElement).toBe(await entry()));
  });

  test('has no buttons for its own author', async () => {
    writes = [{ ...WRITE, author: device.workspace.user_id }];
    open();
    expect((await entry()).textContent).toContain('Ask a colleague.');
    expect(within(await entry()).queryAllByRole('button')).toEqual([]);
  });
});

test.each([
  ['session.update', { notes: 'Two steps forward' }],
  ['lunch.update', { notes: 'Two steps forward' }],
  ['calendar.update', { meeting_notes: 'Two steps forward' }],
  ['timecard.update', { started_at: '2026-03-09T16:00:00.000Z', reason: 'Forgotten' }],
  ['timesheet.decide', { new_status: 'approved', notes: 'Two steps forward' }],
  ['parent.update', { phone: '(555) 010-0134' }],
  ['student-note.update', { note: 'Two steps forward' }],
  ['goal.update', { target: '9 of 10' }],
  ['soap.update', { plan: 'Two steps forward' }],
  ['goal-entry.update', { comment: 'Two steps forward' }],
] as const)("shows the reviewer the record's current values: %s", async (endpoint, body) => {
  const id = randomUUID();
  const { offline } = endpoints[endpoint];
  const row = { ...(exampleFor(entityRows[offline.entity]) as EntityRow<EntityName>), id };
  const stored = await composeRow(device.db, offline.entity, id, {
    base: row,
    writes: [],
    ...metadataOf(undefined),
  });
  if (stored !== null) await device.db.rowsOf(offline.entity).put(stored);
  writes = [{ ...WRITE, endpoint, params: { id }, body }];
  open();
  await waitFor(async () => expect((await entry()).textContent).toMatch(/Now: (a long enough|03\/10)/));
});

test('all decisions show who decided what, when, and why', async () => {
  writes = [decided({ ...WRITE, cause: 'deactivated' }, 'refused', 'On paper already.')];
  const { user } = open();
  expect(await screen.findByText('No decisions pending')).toBeDefined();
  await user.click(screen.getByRole('radio', { name: 'All' }));
  const { textContent } = await entry();
  expect(textContent).toContain('Deactivated account');
  expect(textContent).toContain('RejectedAda Admin, 03/10/2026 11:00 AM');
  expect(textContent).toContain('On paper already.');
  expect(within(await entry()).queryAllByRole('button')).toEqual([]);
});
