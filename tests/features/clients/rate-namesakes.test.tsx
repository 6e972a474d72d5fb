import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ROLES } from '#domain/access/roles.ts';
import { RateForm } from '#features/clients/rate-form.tsx';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { studentArrived } from '#tests/support/device-entries.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

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

test("students of one name differ in the choice of a rate's student", async () => {
  const [third, fifth] = ['3', '5'].map((grade) => ({
    ...{ id: uuidv7(), first_name: 'Anna', last_name: 'Abara', grade },
    ...{ location: null, client: null, date_of_birth: null },
  }));
  const students = [third, fifth].filter((one) => one !== undefined);
  const page = {
    ...{ epoch: 'e', cursor: 'c', more: false, is_fresh: false, server_time: '2026-03-10T18:00:00.000Z' },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null },
    changes: students.map((student) => {
      const arrived = studentArrived(student.id, [student.first_name, student.last_name]);
      return { ...arrived, row: { ...(arrived.row as object), ...student } };
    }),
  };
  expect(await applyPage(device.db, await syncPosition(device.db), page)).toBe(true);
  const leads = { rate: null, subject: '', client: uuidv7(), start_year: 2026, onClose: vi.fn() };
  showTo(
    device,
    scriptedOffice(() => ({})),
    <RateForm {...leads} choices={{ students, regions: [], services: [] }} onAddAnother={vi.fn()} />,
    { auth: ROLES.superAdmin, provider_id: null, grants: [] },
  );
  const user = userEvent.setup();
  await user.selectOptions(await screen.findByLabelText(/^Applies to/), 'One student');
  await user.click(await screen.findByRole('combobox', { name: /^Student/ }));
  const options = await screen.findAllByRole('option', { name: /Abara/ });
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Abara, Anna · Grade 3',
    'Abara, Anna · Grade 5',
  ]);
});
