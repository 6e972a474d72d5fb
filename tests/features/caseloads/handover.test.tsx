import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CaseloadMove, HandoverBody, HandoverPreview } from '#contract/caseload-moves.ts';
import { ApiError } from '#contract/errors.ts';
import type { EndpointName } from '#contract/index.ts';
import { CaseloadTab } from '#features/caseloads/caseload-tab.tsx';
import { movesWords } from '#features/caseloads/handover-words.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { studentArrived } from '#tests/support/device-entries.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const [SPEECH, MOTOR, ANNA, BEN] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
const provider = (provider_first: string, services: string[]) => ({
  ...{ id: uuidv7(), provider_first, provider_last: 'Finch', services, supervisors: [], archived: false },
  ...{ needs_co_sign: false, credentials: '', version: 1 },
});
const PAULA = provider('Paula', [SPEECH, MOTOR]);
const SVEN = provider('Sven', [SPEECH]);

const handed = (student: string, student_name: string, service = SPEECH, refusal = '') => ({
  ...{ id: uuidv7(), student, student_name, service, service_name: service === SPEECH ? 'Speech' : 'Motor' },
  ...{ from: '2026-04-06', to: '2026-04-17', refusal },
});
const PREVIEW: HandoverPreview = {
  provider: { id: PAULA.id, name: 'Paula Finch' },
  substitute: { id: SVEN.id, name: 'Sven Finch' },
  services: [
    handed(ANNA, 'Anna Abara'),
    handed(BEN, 'Ben Bello'),
    handed(BEN, 'Ben Bello', MOTOR, "Sven Finch doesn't deliver this service."),
  ],
  events: [
    { service: SPEECH, student: ANNA, single: 2, series: 1 },
    { service: SPEECH, student: BEN, single: 0, series: 1 },
    // A group, which moves only if all of its service does.
    { service: SPEECH, student: null, single: 4, series: 0 },
  ],
  overlaps: 3,
};
const MOVE: CaseloadMove = {
  ...{ id: uuidv7(), subject: PAULA.id, subject_name: 'Paula Finch' },
  ...{ target: SVEN.id, target_name: 'Sven Finch', start_date: '2026-04-06', end_date: '2026-04-17' },
  ...{ note: 'Parental leave.', made_at: '2026-03-10T18:00:00.000Z', made_by_name: 'admin' },
  ...{ services: 6, events: 5, undone_at: null, undo_until: '2026-04-09', undo_refusal: '' },
  ...{ handed_back_at: null, subject_is_archived: false },
};

/** Of a student. */
const NOTHING_KNOWN = { location: null, client: null, date_of_birth: null };

const AWAY = {
  ...{ id: SVEN.id, weekly: [], version: 1 },
  days_off: [{ start_date: '2026-04-16', end_date: '2026-04-20', reason: 'Vacation' }],
};

let device: TestDevice;
let moves: CaseloadMove[];
let sent: { name: EndpointName; body: unknown }[];
let previews: unknown[];
let fault: Error | null;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  [moves, sent, previews, fault] = [[], [], [], null];
  const page = {
    ...{ epoch: 'e1', cursor: 'c1', more: false, server_time: '2026-03-10T18:00:00.000Z', is_fresh: false },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null },
    changes: [PAULA, SVEN].map((row) => ({ entity: 'provider', id: row.id, scopes: ['org'], left: [], row })),
  };
  await pullAll(device.db, { call: async () => page } as unknown as ApiClient, 'd');
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function show() {
  const office = scriptedOffice((name, { body, query }) => {
    if (name === 'caseload-move.list') return moves;
    if (name === 'availability.list') return [AWAY];
    if (name === 'provider.read') return { provider: { ...SVEN, student_count: 24, max_caseload: 25 } };
    if (name === 'caseload-move.read-handover') {
      previews.push(query);
      return PREVIEW;
    }
    sent.push({ name, body });
    if (fault !== null) throw fault;
    moves =
      name === 'caseload-move.undo'
        ? [{ ...MOVE, undone_at: MOVE.made_at }]
        : [{ ...MOVE, id: (body as HandoverBody).id }];
    return MOVE;
  });
  const profile = { user_id: uuidv7(), provider_id: null, auth: '1', grants: [], services: [] };
  const engine = { ...office.engine, refresh: async () => undefined };
  const { workspace } = device;
  const signedIn = { profile, workspace, engine } as unknown as SignedInDevice;
  const tab = (isArchived: boolean) => (
    <SignedInContext value={signedIn}>
      <CaseloadTab provider={PAULA.id} isArchived={isArchived} />
    </SignedInContext>
  );
  const { rerender } = render(tab(false), { wrapper: InRouter });
  return Object.assign(userEvent.setup(), { deactivate: () => rerender(tab(true)) });
}

async function chosen(user: ReturnType<typeof userEvent.setup>) {
  await screen.findByRole('option', { name: 'Sven Finch' });
  await user.selectOptions(screen.getByLabelText(/^Substitute/), 'Sven Finch');
  fireEvent.change(screen.getByLabelText(/^First day/), { target: { value: '2026-04-06' } });
  fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: '2026-04-17' } });
  await screen.findByText('What moves to Sven Finch');
}

test('what moves is shown first, can be narrowed, and is handed over with the note', async () => {
  const user = show();
  await chosen(user);
  const status = () => screen.getByText(/planned session/, { selector: 'p[role="status"] span' }).textContent;
  expect(status()).toBe('2 services of 2 students, 6 planned sessions, 2 series');
  // The substitute is away at the end, and can take over all the same.
  await screen.findByText('The substitute is off 04/16/2026 – 04/20/2026 (Vacation).');
  expect(screen.getByText(/^3 planned sessions in the first four weeks overlap/)).toBeDefined();
  const motor = screen.getByRole<HTMLInputElement>('checkbox', { name: /Ben Bello, Motor/ });
  expect([motor.disabled, motor.getAttribute('aria-checked')]).toEqual([true, 'false']);
  await user.click(screen.getByRole('checkbox', { name: /Ben Bello, Speech/ }));
  // Of those that overlap, some may be Ben's.
  expect(screen.getByText(/^Up to 3 planned sessions in the first four weeks overlap/)).toBeDefined();
  // Without Ben the group stays too.
  expect(status()).toBe('1 service of 1 student, 2 planned sessions, 1 series');
  await user.type(screen.getByLabelText('Note'), 'Parental leave.');
  await user.click(screen.getByRole('button', { name: 'Hand over 1 service' }));
  await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body as HandoverBody).toMatchObject({
    ...{ substitute: SVEN.id, start_date: '2026-04-06', end_date: '2026-04-17' },
    ...{ services: [PREVIEW.services[0]?.id], note: 'Parental leave.' },
  });
  const list = await screen.findByRole('list', { name: 'Hand-overs' });
  expect(list.textContent).toContain('Paula Finch to Sven Finch from 04/06/2026 to 04/17/2026');
});

test('students of one name differ in what moves', async () => {
  const grades = new Map([
    [ANNA, '3'],
    [BEN, '5'],
  ]);
  const page = {
    ...{ epoch: 'e1', cursor: 'c2', more: false, server_time: '2026-03-10T18:00:00.000Z', is_fresh: false },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null },
    changes: [...grades].map(([id, grade]) => {
      const arrived = studentArrived(id, ['Anna', 'Abara']);
      return { ...arrived, row: { ...NOTHING_KNOWN, ...(arrived.row as object), grade } };
    }),
  };
  await pullAll(device.db, { call: async () => page } as unknown as ApiClient, 'd');
  const user = show();
  await chosen(user);
  expect(await screen.findByRole('checkbox', { name: /^Anna Abara, Speech\s*Grade 3$/ })).toBeDefined();
  expect(screen.getByRole('checkbox', { name: /^Ben Bello, Speech\s*Grade 5$/ })).toBeDefined();
});

test('more students than the maximum of the substitute are said, and can be handed over all the same', async () => {
  const page = {
    ...{ epoch: 'e1', cursor: 'c2', more: false, server_time: '2026-03-10T18:00:00.000Z', is_fresh: false },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null },
    changes: [studentArrived(ANNA, ['Anna', 'Abara']), studentArrived(BEN, ['Ben', 'Bello'])],
  };
  await pullAll(device.db, { call: async () => page } as unknown as ApiClient, 'd');
  const user = show();
  await chosen(user);
  await screen.findByText('Sven Finch would have 26 students; the maximum is 25.');
  const handOver = screen.getByRole<HTMLButtonElement>('button', { name: 'Hand over 2 services' });
  expect(handOver.disabled).toBe(false);
  await user.click(screen.getByRole('checkbox', { name: /Ben Bello, Speech/ }));
  expect(screen.queryByText(/the maximum is 25/)).toBeNull();
});

test('the entry of what was just handed over takes the focus', async () => {
  const user = show();
  await chosen(user);
  await user.click(screen.getByRole('button', { name: 'Hand over 2 services' }));
  await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  const list = await screen.findByRole('list', { name: 'Hand-overs' });
  await waitFor(() => expect(document.activeElement).toBe(within(list).getByRole('listitem')));
});

test('a refusal says why, and nothing that was typed is lost', async () => {
  fault = new ApiError('request.invalid', { fields: { services: 'Some of these services have changed.' } });
  const user = show();
  await chosen(user);
  await user.type(screen.getByLabelText('Note'), 'Leave.');
  await user.click(screen.getByRole('button', { name: 'Hand over 2 services' }));
  await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  await screen.findByText('Some of these services have changed.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Leave.');
  expect(screen.getByLabelText<HTMLInputElement>(/^First day/).value).toBe('2026-04-06');
});

test('dates are checked before anything is asked', async () => {
  const user = show();
  await screen.findByRole('option', { name: 'Sven Finch' });
  await user.selectOptions(screen.getByLabelText(/^Substitute/), 'Sven Finch');
  fireEvent.change(screen.getByLabelText(/^First day/), { target: { value: '2026-03-09' } });
  fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: '2026-03-08' } });
  expect(screen.getByText(/Choose today or a later day/)).toBeDefined();
  expect(screen.getByText("The last day can't be before the first day.")).toBeDefined();
  expect(screen.queryByText('What moves to Sven Finch')).toBeNull();
});

test('a hand-over is undone, or says why it cannot be', async () => {
  moves = [MOVE, { ...MOVE, id: uuidv7(), undo_refusal: '2 sessions recorded since.' }];
  const user = show();
  const list = await screen.findByRole('list', { name: 'Hand-overs' });
  expect(within(list).getByText(/2 sessions recorded since/)).toBeDefined();
  await user.click(within(list).getByRole('button', { name: 'Undo hand-over' }));
  await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  const undone = (await screen.findByText(/Undone on 03\/10\/2026/)).closest('li');
  await waitFor(() => expect(document.activeElement).toBe(undone));
  expect(sent.map(({ name }) => name)).toEqual(['caseload-move.undo']);
});

test('one that has started is handed back without the other students of the substitute', async () => {
  moves = [{ ...MOVE, start_date: '2026-03-02', undo_refusal: '2 sessions recorded since.' }];
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Hand back' }));
  expect(await screen.findByRole('heading', { name: 'Hand back to Paula Finch' })).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Hand back 2 services' }));
  await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body as HandoverBody).toMatchObject({
    ...{ substitute: PAULA.id, hands_back: MOVE.id, start_date: '2026-03-10', end_date: MOVE.end_date },
  });
  // Asked for the caseload of the substitute, of this hand-over alone.
  expect(previews).toContainEqual({
    ...{ substitute: PAULA.id, hands_back: MOVE.id, start_date: '2026-03-10', end_date: MOVE.end_date },
  });
  await screen.findByRole('heading', { name: 'Hand over to a substitute' });
});

test('the entry of a hand-back takes the focus', async () => {
  const before = {
    ...MOVE,
    id: uuidv7(),
    start_date: '2026-03-02',
    undo_refusal: '2 sessions recorded since.',
  };
  moves = [before];
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Hand back' }));
  await user.click(await screen.findByRole('button', { name: 'Hand back 2 services' }));
  await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  const list = await screen.findByRole('list', { name: 'Hand-overs' });
  const made = await within(list).findByText(/from 04\/06\/2026/);
  await waitFor(() => expect(document.activeElement).toBe(made.closest('li')));
});

test('who stays is still chosen after another first day, and a half-filled hand-over waits below', async () => {
  moves = [{ ...MOVE, start_date: '2026-03-02', undo_refusal: '2 sessions recorded since.' }];
  const user = show();
  await chosen(user);
  await user.type(screen.getByLabelText('Note'), 'Leave.');
  await user.click(screen.getByRole('checkbox', { name: /Ben Bello, Speech/ }));
  fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: '2026-04-18' } });
  await screen.findByRole('button', { name: 'Hand over 1 service' });

  const opener = screen.getByRole('button', { name: 'Hand back' });
  await user.click(opener);
  const back = screen
    .getByText('Hand back to Paula Finch')
    .closest<HTMLElement>('[data-slot="card"]') as HTMLElement;
  const day = within(back).getByLabelText<HTMLInputElement>(/^First day/);
  expect(document.activeElement).toBe(day);
  await user.click(await within(back).findByRole('checkbox', { name: /Anna Abara/ }));
  fireEvent.change(day, { target: { value: '2026-04-07' } });
  await within(back).findByRole('button', { name: 'Hand back 1 service' });

  await user.click(within(back).getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(opener);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Leave.');
  screen.getByRole('button', { name: 'Hand over 1 service' });
});

test('one that was handed back says when, and is not offered for it again', async () => {
  moves = [
    {
      ...MOVE,
      ...{ undo_refusal: '9 records changed since.', handed_back_at: '2026-03-09T18:00:00.000Z' },
    },
  ];
  show();
  await screen.findByText(/Handed back on 03\/09\/2026\./);
  expect(screen.queryByText(/changed since/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Hand back' })).toBeNull();
});

test('one from somebody who was deactivated since says why it does not go back', async () => {
  const gone = { ...MOVE, start_date: '2026-03-02', subject_is_archived: true };
  moves = [{ ...gone, undo_refusal: 'The 30 days to undo it are over.' }];
  show();
  const words = "Paula Finch is deactivated, so it can't be undone or handed back.";
  expect((await screen.findByRole('list', { name: 'Hand-overs' })).textContent).toContain(words);
  expect(screen.queryByRole('button', { name: 'Hand back' })).toBeNull();
});

test('a hand-over can not be undone anymore once its provider is deactivated in the meantime', async () => {
  moves = [{ ...MOVE, start_date: '2026-03-02' }];
  const { deactivate } = show();
  await screen.findByRole('button', { name: 'Undo hand-over' });
  moves = [{ ...MOVE, subject_is_archived: true, undo_refusal: 'Paula Finch is deactivated.' }];
  deactivate();
  await screen.findByText(/Reactivate them first/);
  expect(screen.queryByRole('button', { name: 'Undo hand-over' })).toBeNull();
});

test('one that is over says so, and has nothing to hand back', async () => {
  moves = [
    {
      ...MOVE,
      ...{ start_date: '2026-03-02', end_date: '2026-03-06' },
      undo_refusal: '1 record changed since.',
    },
  ];
  show();
  await screen.findByText(/Ended on 03\/06\/2026\.$/);
  expect(screen.queryByRole('button', { name: 'Hand back' })).toBeNull();
});

test('without services there is nothing to count', () => {
  expect(movesWords(PREVIEW, new Set())).toBe('0 services of 0 students, no planned sessions');
});

test('series without single sessions are counted alone', () => {
  const chosen = new Set(PREVIEW.services.slice(1, 2).map(({ id }) => id));
  expect(movesWords(PREVIEW, chosen)).toBe('1 service of 1 student, 1 series');
});

test('a hand-over over days without calendar events says so', async () => {
  moves = [{ ...MOVE, end_date: MOVE.start_date, services: 1, events: 0 }];
  show();
  await screen.findByText('Paula Finch to Sven Finch on 04/06/2026');
  await screen.findByText(/Moved: 1 assigned service\. No calendar events on these days\. You can undo it/);
});
