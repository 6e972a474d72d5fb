import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import { ROLES, type Role } from '#domain/access/roles.ts';
import { useSession, useSessions } from '#screens/device/held-sessions.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { NoAnswer } from '#sync/api-client.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { syncPosition } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { sessionEntry, sessionRow } from '#tests/support/device-entries.ts';
import { scriptedOffice } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const OTHER = '5b0c1e9a-6f53-4f0e-9a0e-1d7f1b1c0a11';
const HELD = '2026-02-01';

let device: TestDevice;
let answers: (name: string, query: Record<string, unknown>) => unknown;
let office: ReturnType<typeof scriptedOffice>;
let role: Role;

beforeEach(async () => {
  cloneInOwnRealm();
  device = await openDevice();
  const position = await syncPosition(device.db);
  await device.db.meta.put({ ...position, cursor: '1', is_refreshing: false, others_from: HELD });
  role = ROLES.admin;
  answers = () => ({ sessions: [], next: null });
  office = scriptedOffice((name, { query = {} }) => answers(name, query));
});
afterEach(() => device.close());

function SignedIn({ children }: { children: ReactNode }) {
  const profile = { user_id: device.workspace.user_id, provider_id: null, auth: role, grants: [] };
  const signedIn = { profile, workspace: device.workspace, engine: office.engine };
  return <SignedInContext value={signedIn as unknown as SignedInDevice}>{children}</SignedInContext>;
}

const inOffice = { wrapper: SignedIn };
const asked = () => office.calls.map(([name]) => name);

/** Enters a session for someone else, which waits on this device. */
async function enter(session_date: string): Promise<string> {
  const entry = sessionEntry({ session_date });
  await queueWrite(device.workspace, {
    endpoint: 'session.create',
    ...{ id: entry.id, body: { ...entry, provider: OTHER }, lane: entry.id },
  });
  return entry.id;
}

test('sessions of days that the device holds are read here, and the server is not asked', async () => {
  const id = await enter('2026-02-03');
  const { result } = renderHook(() => useSessions({ from: HELD, to: '2026-02-28' }), inOffice);
  await waitFor(() => expect(result.current.result?.map((session) => session.id)).toEqual([id]));
  expect(result.current.isHeld).toBe(true);
  expect(asked()).toEqual([]);
});

test('older ones come from the server to the last page, with the changes that wait here', async () => {
  const id = await enter('2025-12-10');
  const pages = [
    { sessions: [sessionRow(OTHER, 1, { session_date: '2025-12-20' })], next: 'more' },
    { sessions: [sessionRow(OTHER, 1, { session_date: '2025-12-01' })], next: null },
  ];
  answers = (_, { after }) => pages[after === undefined ? 0 : 1];
  const { result } = renderHook(() => useSessions({ from: '2025-12-01', to: '2025-12-31' }), inOffice);
  await waitFor(() => expect(result.current.result).toHaveLength(3));
  expect(result.current.isHeld).toBe(false);
  expect(result.current.result?.map(({ session_date }) => session_date)).toEqual([
    '2025-12-20',
    '2025-12-10',
    '2025-12-01',
  ]);
  expect(result.current.result?.[1]).toMatchObject({ id, record_state: 'waiting' });
});

test('a session whose day was changed here is in the list of its new day alone', async () => {
  const session = sessionRow(OTHER, 2, { session_date: '2025-12-10' });
  answers = (_, { start_date }) => ({ sessions: start_date === '2025-12-01' ? [session] : [], next: null });
  await queueWrite(device.workspace, {
    endpoint: 'session.update',
    ...{ id: session.id, lane: session.id, opened: session, borrowed: session },
    body: { session_date: '2025-11-10' },
  });
  const before = renderHook(() => useSessions({ from: '2025-12-01', to: '2025-12-31' }), inOffice);
  await waitFor(() => expect(before.result.current.result).toEqual([]));
  const after = renderHook(() => useSessions({ from: '2025-11-01', to: '2025-11-30' }), inOffice);
  await waitFor(() => expect(after.result.current.result?.map(({ id }) => id)).toEqual([session.id]));
});

test.each([
  ['the office', ROLES.admin, true],
  ['a lead', ROLES.serviceLead, true],
  ['a supervisor', ROLES.supervisor, true],
  ['a provider, whose device has all of theirs,', ROLES.provider, false],
] as const)(
  'for older sessions of others the server is asked by the device of %s',
  async (_, auth, isAsked) => {
    role = auth;
    const { result } = renderHook(() => useSessions({ from: '2025-12-01', to: '2025-12-31' }), inOffice);
    await waitFor(() => expect(result.current.result).toEqual([]));
    expect(result.current.isHeld).toBe(!isAsked);
    expect(asked()).toEqual(isAsked ? ['session.list'] : []);
  },
);

test('nothing is asked before a day and a provider are chosen', async () => {
  const days = { from: '2025-12-01', to: '2025-12-31' };
  for (const none of [
    { from: '', to: '' },
    { ...days, provider: '' },
  ]) {
    const { result } = renderHook(() => useSessions(none), inOffice);
    await waitFor(() => expect(result.current.result).toEqual([]));
  }
  expect(asked()).toEqual([]);
});

test('offline, older ones are not said to be none', async () => {
  answers = () => {
    throw new NoAnswer(new Error('offline'));
  };
  const { result } = renderHook(() => useSessions({ from: '2025-12-01', to: '2025-12-31' }), inOffice);
  await waitFor(() => expect(result.current.isOffline).toBe(true));
  expect(result.current.result).toBeUndefined();
});

test('a session that is not here is asked for, and one that nobody may see is absent', async () => {
  const session = sessionRow(OTHER, 2, { session_date: '2025-12-01', notes: 'old' });
  answers = () => session;
  const { result } = renderHook(() => useSession(session.id), inOffice);
  await waitFor(() => expect(result.current.result).toMatchObject({ notes: 'old' }));
  expect(result.current.isBorrowed).toBe(true);
  answers = () => {
    throw new ApiError('record.absent');
  };
  const other = renderHook(() => useSession(OTHER), inOffice);
  await waitFor(() => expect(other.result.current.result).toBeNull());
});

test('the server is asked again once what waited here has arrived there', async () => {
  await enter('2025-12-10');
  const { result } = renderHook(() => useSessions({ from: '2025-12-01', to: '2025-12-31' }), inOffice);
  await waitFor(() => expect(result.current.result).toHaveLength(1));
  const before = asked().length;
  await act(() => device.db.sessions.clear());
  await waitFor(() => expect(asked().length).toBeGreaterThan(before));
});
