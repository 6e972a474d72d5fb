import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EntityName } from '#contract/entity-name.ts';
import type { PullPage } from '#contract/sync.ts';
import { followedFiles } from '#db/followed-files.ts';
import { unsentWrites } from '#db/outbox.ts';
import { StudentInfo } from '#features/students/student-info.tsx';
import { ownStudents } from '#features/students/student-list.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { type ApiClient, NoAnswer } from '#sync/api-client.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const MAYA = uuidv7();
const SPEECH = uuidv7();
const OPTION = uuidv7();

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  await pullRows([
    [
      'service',
      {
        id: SPEECH,
        name: 'Speech',
        short_name: 'SP',
        category: uuidv7(),
        default_minutes: 30,
        is_billable: true,
        version: 1,
      },
    ],
    [
      'student',
      {
        id: MAYA,
        first_name: 'Maya',
        last_name: 'Rivera',
        grade: '2',
        archived: false,
        date_of_birth: '2018-05-01',
        home_language: 'es',
        qualifications: ['Speech or language impairment'],
        client: null,
        location: null,
        services: [SPEECH],
        providers: [device.workspace.user_id],
        version: 1,
      },
    ],
    [
      'goal_option',
      {
        id: OPTION,
        option_text: 'Orders lunch with a full sentence.',
        service: SPEECH,
        translations: { es: 'Pide el almuerzo con una frase completa.' },
        archived: false,
        version: 1,
      },
    ],
    [
      'goal',
      {
        id: uuidv7(),
        student: MAYA,
        service: SPEECH,
        goal_option: OPTION,
        goal_text: 'Orders lunch with a full sentence.',
        baseline: '',
        target: '8 of 10',
        criterion: '',
        start_date: '2026-01-05',
        target_date: null,
        archived: false,
        captured_by: 'somebody',
        captured_at: '2026-01-05T18:00:00.000Z',
        received_at: '2026-01-05T18:00:00.000Z',
        version: 1,
      },
    ],
    [
      'student_service',
      {
        id: uuidv7(),
        student: MAYA,
        service: SPEECH,
        provider: device.workspace.user_id,
        authorised_minutes: 240,
        authorised_per: 'month',
        start_date: '2025-07-01',
        end_date: null,
        version: 1,
      },
    ],
  ]);
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

async function pullRows(rows: [EntityName, { id: string } & Record<string, unknown>][]): Promise<void> {
  const page: PullPage = {
    epoch: 'e1',
    cursor: 'c1',
    more: false,
    server_time: '2026-03-10T18:00:00.000Z',
    is_fresh: false,
    scopes_added: [],
    scopes_removed: [],
    changes: rows.map(([entity, row]) => ({
      entity,
      id: row.id,
      scopes: [`student:${MAYA}`],
      left: [],
      row,
    })),
    done: [],
    total: null,
  };
  await pullAll(device.db, { call: async () => page } as unknown as ApiClient, 'd');
}

interface Reached {
  fault?: string;
  refresh?: () => Promise<void>;
}

/** @param server that is reached: why it refuses to sync, or what a refresh does; without it, the device is offline */
function show(screenOf: ReactNode, server?: Reached): void {
  const { workspace } = device;
  const profile = {
    user_id: workspace.user_id,
    provider_id: workspace.user_id,
    auth: '2',
    grants: [],
    services: [],
  };
  const { engine, setReachable, setFault } = scriptedOffice(() => {
    throw new NoAnswer();
  });
  if (server === undefined) setReachable(false);
  else if (server.fault !== undefined) setFault(server.fault);
  else setReachable(true);
  if (server?.refresh !== undefined) Object.assign(engine, { refresh: server.refresh });
  const signedIn = { profile, workspace, engine } as unknown as SignedInDevice;
  render(<SignedInContext value={signedIn}>{screenOf}</SignedInContext>, { wrapper: InRouter });
}

function showFile(
  tab: 'overview' | 'goals' | 'services' | 'notes' | 'soap' | 'sessions',
  server?: Reached,
): void {
  show(
    <StudentInfo
      id={MAYA}
      search={tab === 'overview' ? {} : { tab }}
      onSearch={vi.fn()}
      placeOf={() => null}
      accessRecord={null}
      onOpenSession={vi.fn()}
      onMerge={vi.fn()}
      notFound={null}
      merged={null}
      soapNotes={<p>What was written of the sessions</p>}
      attachments={null}
      transfer={() => null}
      transfers={() => null}
    />,
    server,
  );
}

test('a file that is not on the device says so instead of "none", and is noted to be followed', async () => {
  const { db } = device;
  await db.goals.clear();
  await db.students.update(MAYA, { scopes: [`service:${SPEECH}`] });
  for (const [tab, none] of [
    ['goals', 'No active goals'],
    ['notes', 'No notes yet'],
    ['overview', 'No contacts yet.'],
  ] as const) {
    showFile(tab);
    expect(await screen.findByText('Not on this device. It opens when you are online.')).toBeTruthy();
    expect(screen.queryByText(none)).toBeNull();
    cleanup();
  }
  await waitFor(async () => expect((await followedFiles(db)).opened).toEqual([MAYA]));
  // What is authorized is known without the file.
  showFile('services');
  expect(await screen.findByText(/240 min/)).toBeTruthy();
  cleanup();
  // The scope alone isn't the file: a pull has to end first.
  await db.students.update(MAYA, { scopes: [`service:${SPEECH}`, `student:${MAYA}`] });
  await db.meta.put({ ...(await followedFiles(db)), told: [MAYA] });
  showFile('goals');
  expect(await screen.findByText('Not on this device. It opens when you are online.')).toBeTruthy();
  await db.meta.put({ ...(await followedFiles(db)), here: [MAYA] });
  expect(await screen.findByText('No active goals')).toBeTruthy();
});

test('a file that the server refuses to send says where the reason is', async () => {
  const { db } = device;
  await db.goals.clear();
  await db.students.update(MAYA, { scopes: [`service:${SPEECH}`] });
  showFile('goals', { fault: 'Update the app to keep syncing.' });
  await screen.findByText("This file can't load right now. Open the Sync center to see why.");
  expect(screen.queryByText('Loading the file…')).toBeNull();
});

test('a file that the server refuses says why, and can be asked for again', async () => {
  const { db } = device;
  await db.students.update(MAYA, { scopes: [`service:${SPEECH}`] });
  const refresh = vi.fn(async () => undefined);
  showFile('goals', { refresh });
  expect(await screen.findByText('Loading the file…')).toBeTruthy();
  const known = await followedFiles(db);
  await db.meta.put({ ...known, problem: 'Too many requests. Try again in a minute.' });
  expect(
    await screen.findByText("The file couldn't be opened. Too many requests. Try again in a minute."),
  ).toBeTruthy();
  refresh.mockClear();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(refresh).toHaveBeenCalled());
  await db.meta.put({ ...known, opened: [], told: [], refused: [MAYA] });
  expect(
    await screen.findByText("You don't have access to this file. Ask your office if you need it."),
  ).toBeTruthy();
});

test('My Students shows what is left and opens a file', async () => {
  const onOpen = vi.fn();
  show(<ReportScreen report={ownStudents} search={{}} onSearch={vi.fn()} onOpen={onOpen} />);
  const row = await screen.findByRole('row', { name: /^Rivera, Maya/ });
  expect(within(row).getByText('240 min this month')).toBeTruthy();
  await userEvent.click(row);
  expect(onOpen).toHaveBeenCalledWith(MAYA);
});

test('a parent entered offline appears in the file immediately', async () => {
  showFile('overview');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Maya Rivera (Speech)');
  expect(screen.getByText('Active')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Add parent' }));
  const form = await screen.findByRole('form', { name: 'New parent' });
  await userEvent.type(within(form).getByLabelText('First name'), 'Alma');
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await within(form).findByText('This field is required.')).toBeTruthy();
  expect(await unsentWrites(device.db)).toEqual([]);
  await userEvent.type(within(form).getByLabelText('Last name'), 'Rivera');
  await userEvent.type(within(form).getByLabelText('Phone'), '(555) 010-0134');
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  const call = await screen.findByRole('link', { name: /^Call Alma Rivera/ });
  expect(call.getAttribute('href')).toBe('tel:5550100134');
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  const [write] = await unsentWrites(device.db);
  expect(write?.content).toMatchObject({
    endpoint: 'parent.create',
    params: { id: MAYA },
    body: { student: MAYA, language: 'es', is_primary: true },
  });
});

test("a goal is shown in the family's language, and archived after a confirmation", async () => {
  showFile('goals');
  expect(await screen.findByText('Pide el almuerzo con una frase completa.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Archive/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  expect(await screen.findByText('No active goals')).toBeTruthy();
  const [write] = await unsentWrites(device.db);
  expect(write?.content).toMatchObject({ endpoint: 'goal.update', body: { archived: true } });
});

test('services, notes, SOAP notes, and sessions say what appears there', async () => {
  showFile('services');
  expect((await screen.findByText('0 / 240 min')).closest('td')?.textContent).toBe('0 / 240 minthis month');
  expect(screen.queryByRole('button', { name: 'Assign a service' })).toBeNull();
  cleanup();
  showFile('notes');
  expect(await screen.findByText('No notes yet')).toBeTruthy();
  cleanup();
  showFile('soap');
  expect(await screen.findByText('What was written of the sessions')).toBeTruthy();
  cleanup();
  showFile('sessions');
  expect(await screen.findByText('No sessions')).toBeTruthy();
});

test('colleagues who are not on this device are named in the file', async () => {
  const [colleague, today] = [uuidv7(), '2026-03-10T18:00:00.000Z'];
  await pullRows([
    [
      'student_service',
      {
        ...{ id: uuidv7(), student: MAYA, service: SPEECH, version: 1 },
        ...{ provider: colleague, provider_name: 'Dana Ruiz' },
        ...{ authorised_minutes: null, authorised_per: 'week', start_date: '2025-07-01', end_date: null },
      },
    ],
    [
      'student_note',
      {
        ...{ id: uuidv7(), student: MAYA, provider: colleague, provider_name: 'Dana Ruiz', version: 1 },
        ...{ note_date: '2026-03-10', note: 'Tires.', captured_at: today, received_at: today },
      },
    ],
  ]);
  for (const tab of ['overview', 'services', 'notes'] as const) {
    showFile(tab);
    expect(await screen.findByText(/^\s*Dana Ruiz/)).toBeTruthy();
    cleanup();
  }
});
