import { cleanup, screen } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EndpointName } from '#contract/index.ts';
import { MOST_ARCHIVED, type Student } from '#contract/student.ts';
import { followedFiles } from '#db/followed-files.ts';
import { askArchivedStudents } from '#features/students/archived-students.tsx';
import { StudentInfo } from '#features/students/student-info.tsx';
import { archivedStudents } from '#features/students/student-list.tsx';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { type ApiClient, NoAnswer } from '#sync/api-client.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const archived = (first_name: string, archived_on: string | null): Student => ({
  ...{
    id: uuidv7(),
    first_name,
    last_name: 'Quist',
    grade: '3',
    archived: archived_on !== null,
    archived_on,
  },
  ...{ date_of_birth: '2017-05-04', home_language: 'en', qualifications: [], client: null, version: 4 },
  ...{ location: null, iep_annual_date: null, iep_triennial_date: null, services: [], providers: [] },
});
const RECENT = archived('Rae', '2025-10-02');
const ACTIVE = archived('Ada', null);
/** Restored since on this device: the server's answer is older. */
const RESTORED = { ...ACTIVE, archived: true, archived_on: '2023-05-12' };
const LONG_AGO = archived('Lou', '2023-05-12');

let device: TestDevice;
let onServer: Student[];
let isOnline: boolean;
let changes: unknown[];
/** What screens asked for: no device closes in the middle of a pull. */
let pulling: Promise<void>;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  [onServer, isOnline, pulling] = [[LONG_AGO, RECENT, RESTORED], true, Promise.resolve()];
  changes = [
    { entity: 'student', id: RECENT.id, scopes: ['org:fy2025'], left: [], row: RECENT },
    { entity: 'student', id: ACTIVE.id, scopes: ['org'], left: [], row: ACTIVE },
  ];
  await pull();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await pulling;
  await device.close();
});

async function pull(): Promise<void> {
  const page = {
    ...{
      epoch: 'e1',
      cursor: uuidv7(),
      more: false,
      server_time: '2026-03-10T18:00:00.000Z',
      is_fresh: false,
    },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null, changes },
    ...{ own_from: '2024-07-01', others_from: '2026-01-01', sees_all: true },
  };
  const answer = async (name: EndpointName, { body }: { body?: { students: string[] } } = {}) =>
    name === 'sync.follow' ? { students: body?.students } : page;
  await pullAll(device.db, { call: answer } as unknown as ApiClient, 'd');
}

function office() {
  const scripted = scriptedOffice((name, { query = {} }) => {
    if (!isOnline) throw new NoAnswer('Failed to fetch');
    if (name === 'student.list-archived') {
      const at = onServer.findIndex(({ id }) => id === query.after) + 1;
      return onServer.slice(at, at + Number(query.limit));
    }
    return name === 'student-merge.list' ? [] : undefined;
  });
  scripted.setReachable(isOnline);
  const refresh = () => {
    pulling = pulling.then(pull);
    return pulling;
  };
  return { ...scripted, engine: { ...scripted.engine, refresh } };
}

const ADMIN = { auth: '1', grants: [], services: [], provider_id: null };

function showList() {
  const shown = office();
  showTo(device, shown, <ReportScreen report={archivedStudents} search={{}} onSearch={vi.fn()} />, ADMIN);
  return shown;
}

const lead = {
  search: {},
  onSearch: vi.fn(),
  placeOf: () => null,
  accessRecord: null,
  onOpenSession: vi.fn(),
  onMerge: vi.fn(),
  notFound: <p>Page not found</p>,
  merged: null,
  soapNotes: null,
  attachments: null,
  transfer: () => null,
  transfers: () => null,
};

test('the list has those of this device and those of the server, each once, without who is active here', async () => {
  showList();
  await screen.findByText('Quist, Lou');
  expect(screen.getAllByText('Quist, Rae')).toHaveLength(1);
  expect(screen.queryByText('Quist, Ada')).toBeNull();
});

test('the server is asked page by page, to the last one', async () => {
  const many = Array.from({ length: MOST_ARCHIVED }, () => archived('Kim', '2022-05-12'));
  onServer = [...many, LONG_AGO];
  const { engine, calls } = office();
  expect(await askArchivedStudents(engine.api as unknown as ApiClient)).toEqual(onServer);
  expect(calls.map(([, { query }]) => query)).toEqual([
    { limit: MOST_ARCHIVED },
    { limit: MOST_ARCHIVED, after: many.at(-1)?.id },
  ]);
});

test('offline the list says from which day on this device knows', async () => {
  isOnline = false;
  showList();
  await screen.findByText('Quist, Rae');
  expect(screen.queryByText('Quist, Lou')).toBeNull();
  await screen.findByText(/This list has students archived since 07\/01\/2024\. Connect to see all\./);
});

test('a student archived long ago opens by following the file', async () => {
  changes = [
    {
      ...{ entity: 'student', id: LONG_AGO.id, left: [], row: LONG_AGO },
      scopes: [`student:${LONG_AGO.id}`],
    },
  ];
  showTo(device, office(), <StudentInfo id={LONG_AGO.id} {...lead} />, ADMIN);
  await screen.findByRole('heading', { name: 'Lou Quist' });
  expect((await followedFiles(device.db)).told).toContain(LONG_AGO.id);
});

test('offline the page of such a student says that it needs a connection', async () => {
  isOnline = false;
  const shown = office();
  shown.engine.refresh = async () => undefined;
  showTo(device, shown, <StudentInfo id={LONG_AGO.id} {...lead} />, ADMIN);
  await screen.findByText('Not on this device. It opens when you are online.');
  expect(screen.queryByText('Page not found')).toBeNull();
});
