import { cleanup, fireEvent, screen } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Service } from '#contract/catalog.ts';
import { AssignDialog } from '#features/bulk-changes/assign-dialog.tsx';
import { StudentServiceForm } from '#features/students/student-service-form.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { studentArrived } from '#tests/support/device-entries.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const [ANNA, BEN, CARL] = [uuidv7(), uuidv7(), uuidv7()];
const SPEECH: Service = {
  ...{ id: uuidv7(), name: 'Speech', short_name: 'SP', category: uuidv7(), default_minutes: 30 },
  ...{ is_billable: true, archived: false, version: 1 },
};
const SVEN = {
  ...{ id: uuidv7(), provider_first: 'Sven', provider_last: 'Finch', services: [SPEECH.id], supervisors: [] },
  ...{ archived: false, needs_co_sign: false, credentials: '', version: 1 },
};
const FULL = /the maximum is 25/;
const none = () => undefined;

let device: TestDevice;
let students: number;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  students = 25;
  const carl = studentArrived(CARL, ['Carl', 'Cruz']);
  const arrived = (entity: string, row: { id: string }) => ({
    ...{ entity, id: row.id, scopes: ['org'], left: [], row },
  });
  const page = {
    ...{ epoch: 'e1', cursor: 'c1', more: false, server_time: '2026-03-10T18:00:00.000Z', is_fresh: false },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null },
    changes: [
      arrived('service', SPEECH),
      arrived('provider', SVEN),
      studentArrived(ANNA, ['Anna', 'Abara']),
      studentArrived(BEN, ['Ben', 'Bello']),
      // Has him already.
      { ...carl, row: { ...(carl.row as object), providers: [SVEN.id] } },
    ],
  };
  await pullAll(device.db, { call: async () => page } as unknown as ApiClient, 'd');
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

const office = () =>
  scriptedOffice((name) => {
    if (name === 'provider.read') {
      return { provider: { ...SVEN, student_count: students, max_caseload: 25 } };
    }
    return {
      lines: [
        { id: ANNA, name: 'Anna Abara', effect: 'Paula Finch → Sven Finch', refusal: '' },
        { id: BEN, name: 'Ben Bello', effect: '', refusal: "Speech isn't assigned on or after this day." },
        { id: CARL, name: 'Carl Cruz', effect: 'Paula Finch → Sven Finch', refusal: '' },
      ],
    };
  });

async function choose() {
  fireEvent.change(await screen.findByLabelText(/^Service/), { target: { value: SPEECH.id } });
  fireEvent.change(screen.getByLabelText(/^Provider/), { target: { value: SVEN.id } });
}

async function assignTo(student: string) {
  const shown = office();
  showTo(
    device,
    shown,
    <StudentServiceForm
      {...{ student, row: null, services: [SPEECH], providers: [SVEN], onClose: none, onAddAnother: none }}
    />,
    { auth: '1', grants: [] },
  );
  await choose();
  return shown;
}

test('assigning a service says that its provider would have more students than the maximum', async () => {
  await assignTo(ANNA);
  await screen.findByText('Sven Finch would have 26 students; the maximum is 25.');
  fireEvent.change(screen.getByLabelText(/^Provider/), { target: { value: '' } });
  expect(screen.queryByText(FULL)).toBeNull();
});

test.each([
  ['a student who is theirs already', CARL, 25],
  ['one more within the maximum', ANNA, 24],
])('%s is no reason for a hint', async (_, student, before) => {
  students = before;
  const { calls } = await assignTo(student);
  await vi.waitFor(() => expect(calls.map(([name]) => name)).toContain('provider.read'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByText(FULL)).toBeNull();
});

test('assigning several students counts those who would move', async () => {
  showTo(device, office(), <AssignDialog records={[ANNA, BEN, CARL]} onClose={none} onDone={none} />, {
    ...{ auth: '1', grants: [] },
  });
  await screen.findByRole('option', { name: 'Speech' });
  await choose();
  await screen.findByText('Sven Finch would have 26 students; the maximum is 25.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Assign to 2 students/ }).disabled).toBe(
    false,
  );
});
