import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { encryptRow } from '#db/encrypted-rows.ts';
import { peopleOfSession, usePeopleById, withPeople } from '#screens/device/people-by-id.ts';
import { readNames } from '#screens/device/record-names.ts';
import { SignedInContext, type SignedInDevice, useLocal } from '#screens/device/signed-in.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

let device: TestDevice;
let read: string[];

beforeEach(async () => {
  cloneInOwnRealm();
  device = await openDevice();
  read = [];
  device.db.students.hook('reading', (row) => {
    if (row !== undefined) read.push(row.id);
    return row;
  });
});
afterEach(() => device.close());

function SignedIn({ children }: { children: ReactNode }) {
  const signedIn = { profile: {}, workspace: device.workspace, engine: {} };
  return <SignedInContext value={signedIn as unknown as SignedInDevice}>{children}</SignedInContext>;
}

async function put(id: string, first_name: string): Promise<void> {
  const row = { id, first_name, last_name: 'Sample', version: 1 };
  await device.db.students.put({
    ...{ id, version: 1, scopes: [`student:${id}`], record_state: 'sent', is_gone: 0, generation: 1 },
    ...{
      sealed: await encryptRow(device.db, 'student', row as never),
      base: null,
      confirmed: [],
      is_withdrawn: 0,
    },
  });
}

/** A screen that shows these students by their first names. */
function screenOf(ids: readonly string[]) {
  return renderHook(
    ({ shown }) => {
      const students = usePeopleById('student');
      return shown.map((id) => students.get(id)?.first_name ?? '');
    },
    { wrapper: SignedIn, initialProps: { shown: ids } },
  );
}

test('a screen reads the students whom it names, and no others', async () => {
  const ids = Array.from({ length: 40 }, () => uuidv7());
  for (const [at, id] of ids.entries()) await put(id, `Student ${at}`);
  const { result, rerender } = screenOf(ids.slice(0, 3));
  await waitFor(() => expect(result.current).toEqual(['Student 0', 'Student 1', 'Student 2']));
  rerender({ shown: ids.slice(2, 5) });
  await waitFor(() => expect(result.current).toEqual(['Student 2', 'Student 3', 'Student 4']));
  expect(read.toSorted()).toEqual(ids.slice(0, 5));
});

test('a name appears when its student arrives, changes with it, and goes with it', async () => {
  const [id, other] = [uuidv7(), uuidv7()];
  await put(other, 'Noa');
  const { result } = screenOf([id, other]);
  await waitFor(() => expect(result.current).toEqual(['', 'Noa']));
  await act(() => put(id, 'Maya'));
  await waitFor(() => expect(result.current).toEqual(['Maya', 'Noa']));
  await act(() => put(id, 'Mia'));
  await waitFor(() => expect(result.current).toEqual(['Mia', 'Noa']));
  await act(() => device.db.students.delete(id));
  await waitFor(() => expect(result.current).toEqual(['', 'Noa']));
});

test('names asked for bit by bit all stay live, and are there at once on the next screen', async () => {
  const ids = Array.from({ length: 30 }, () => uuidv7());
  for (const id of ids) await put(id, 'Old');
  const { result, rerender, unmount } = screenOf([]);
  for (let count = 1; count <= ids.length; count += 1) {
    rerender({ shown: ids.slice(0, count) });
    await waitFor(() => expect(result.current).toEqual(ids.slice(0, count).map(() => 'Old')));
  }
  await act(() => Promise.all(ids.map((id) => put(id, 'New'))));
  await waitFor(() => expect(result.current).toEqual(ids.map(() => 'New')));
  unmount();
  await put(ids[0] as string, 'Newest');
  const next = screenOf(ids);
  expect(next.result.current.slice(1)).toEqual(ids.slice(1).map(() => 'New'));
  await waitFor(() => expect(next.result.current[0]).toBe('Newest'));
});

test('rows that come with their people are never shown without names', async () => {
  const ids = [uuidv7(), uuidv7()];
  for (const id of ids) await put(id, 'Maya');
  const sessions = [{ student_ids: ids, provider: uuidv7() }];
  const seen: string[][] = [];
  const { result, unmount } = renderHook(
    () => {
      const students = usePeopleById('student');
      const rows = useLocal((db) => withPeople(db, Promise.resolve(sessions), peopleOfSession), []);
      const names = rows?.flatMap((row) => row.student_ids.map((id) => students.get(id)?.first_name ?? ''));
      if (names !== undefined) seen.push(names);
      return names;
    },
    { wrapper: SignedIn },
  );
  await waitFor(() => expect(result.current).toBeDefined());
  await act(() => put(ids[0] as string, 'Mia'));
  await waitFor(() => expect(result.current).toEqual(['Mia', 'Maya']));
  expect(seen.flat()).not.toContain('');
  unmount();
});

test('words about records read only the students that they mention, however deep', async () => {
  const [named, nested, other] = [uuidv7(), uuidv7(), uuidv7()];
  await put(named, 'Maya');
  await put(nested, 'Noa');
  await put(other, 'Sam');
  const names = await readNames(device.db, [
    { student: named },
    { rows: [{ ids: [nested, 'no id'] }], at: null },
  ]);
  expect([named, nested, other].map((id) => names.students?.get(id))).toEqual([
    'Maya Sample',
    'Noa Sample',
    undefined,
  ]);
  expect(read.toSorted()).toEqual([named, nested].toSorted());
});
