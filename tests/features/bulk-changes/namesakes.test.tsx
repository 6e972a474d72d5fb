import { cleanup, screen, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RenewalPlan } from '#contract/year-renewals.ts';
import { ARCHIVED_STUDENT_STEPS } from '#features/bulk-changes/bulk-steps.tsx';
import { RenewalForm } from '#features/bulk-changes/renewal-form.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { namesakesArrive } from '#tests/support/namesakes.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

let device: TestDevice;
let students: Awaited<ReturnType<typeof namesakesArrive>>;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  students = await namesakesArrive(device);
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

/** What the server says of both, and of a student whose name nobody shares. */
function plan(): RenewalPlan {
  const year = { start_date: '2026-07-01', end_date: '2027-06-30' };
  const named = [
    ...students.map(({ id, grade }) => ({ student: id, student_name: 'Anna Abara', grade })),
    { student: uuidv7(), student_name: 'Ben Bruun', grade: '4' },
  ];
  return {
    ...year,
    lines: named.map(({ student, student_name }) => ({
      ...{ id: uuidv7(), version: 1, student, student_name, service: uuidv7(), service_name: 'Speech' },
      ...{ from: '2025-07-01', to: null, provider: null, provider_name: '', authorised_minutes: 120 },
      ...{ authorised_per: 'month', ...year, next_provider: null, reason: '', is_refused: false },
    })),
    grades: named.map((one) => ({ ...one, next_grade: '6', leaves: false, reason: '' })),
  };
}

test.each([
  ['services to renew', 'Services'],
  ['grades that move up', 'Grades'],
])('students of one name differ in the list of %s', async (_, list) => {
  const leads = { students: null, client: null, onDone: vi.fn() };
  showTo(
    device,
    scriptedOffice(() => plan()),
    <RenewalForm {...leads} />,
  );
  const region = within(await screen.findByRole('region', { name: list }));
  expect(await region.findByText('Anna Abara · Grade 3')).toBeTruthy();
  for (const name of ['Anna Abara · Grade 3', 'Anna Abara · Grade 5', 'Ben Bruun']) {
    expect(region.getByText(name)).toBeTruthy();
    expect(region.getByRole('checkbox', { name: new RegExp(` ${name}(,|$)`) })).toBeTruthy();
  }
});

test('students of one name differ in what a bulk change will do', async () => {
  const [third, fifth] = students;
  const lines = [
    { id: third.id, name: 'Anna Abara', effect: 'is restored, without services', refusal: '' },
    { id: fifth.id, name: 'Anna Abara', effect: '', refusal: 'Already active.' },
  ];
  const rows = students.map(({ id }) => ({ student: { id, archived: true }, mergedInto: null }));
  const [restore] = ARCHIVED_STUDENT_STEPS;
  showTo(
    device,
    scriptedOffice(() => ({ lines })),
    restore?.form(rows, { onClose: vi.fn(), onDone: vi.fn() }),
  );
  expect(await screen.findByText('Anna Abara · Grade 3:')).toBeTruthy();
  expect(screen.getByText('Anna Abara · Grade 5:')).toBeTruthy();
});
