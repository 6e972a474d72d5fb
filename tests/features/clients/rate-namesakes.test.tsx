import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Rate } from '#contract/rates.ts';
import { ROLES } from '#domain/access/roles.ts';
import { type RateChoices, RateForm } from '#features/clients/rate-form.tsx';
import { useSubjectNames } from '#features/clients/rate-names.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { namesakesArrive } from '#tests/support/namesakes.ts';
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

const CLERK = { auth: ROLES.superAdmin, provider_id: null, grants: [] };

test("students of one name differ in the choice of a rate's student", async () => {
  const students = [...(await namesakesArrive(device))];
  const leads = { rate: null, subject: '', client: uuidv7(), start_year: 2026, onClose: vi.fn() };
  showTo(
    device,
    scriptedOffice(() => ({})),
    <RateForm {...leads} choices={{ students, regions: [], services: [] }} onAddAnother={vi.fn()} />,
    CLERK,
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

function Subjects({ choices }: { choices: RateChoices }) {
  const { appliesTo } = useSubjectNames(null, choices);
  return choices.students.map(({ id }) => (
    <p key={id}>{appliesTo({ level: 'student', student: id } as Rate)}</p>
  ));
}

test('students of one name differ in the lists of rates', async () => {
  const choices = { students: [...(await namesakesArrive(device))], regions: [], services: [] };
  showTo(
    device,
    scriptedOffice(() => ({})),
    <Subjects choices={choices} />,
    CLERK,
  );
  expect(await screen.findByText('Anna Abara · Grade 3')).toBeTruthy();
  expect(screen.getByText('Anna Abara · Grade 5')).toBeTruthy();
});
