import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import type { TestDevice } from './device.ts';
import { studentArrived } from './device-entries.ts';

/** Two students of one name, Anna Abara, in grades 3 and 5, on a device. */
export async function namesakesArrive({ db }: TestDevice) {
  const studentIn = (grade: string) => ({
    ...{ id: uuidv7(), first_name: 'Anna', last_name: 'Abara', grade },
    ...{ location: null, client: null, date_of_birth: null },
  });
  const students = [studentIn('3'), studentIn('5')] as const;
  const page = {
    ...{ epoch: 'e', cursor: 'c', more: false, is_fresh: false, server_time: '2026-03-10T18:00:00.000Z' },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null },
    changes: students.map((student) => {
      const arrived = studentArrived(student.id, [student.first_name, student.last_name]);
      return { ...arrived, row: { ...(arrived.row as object), ...student } };
    }),
  };
  expect(await applyPage(db, await syncPosition(db), page)).toBe(true);
  return students;
}
