import { readdirSync, readFileSync } from 'node:fs';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BillingCondition } from '#contract/billing-conditions.ts';
import type { Service } from '#contract/catalog.ts';
import type { ClientFile } from '#contract/clients.ts';
import { ApiError } from '#contract/errors.ts';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import type { ProviderFile } from '#contract/providers.ts';
import type { StudentFile } from '#contract/student.ts';
import { ROLES } from '#domain/access/roles.ts';
import { MEAL_POLICY } from '#domain/lunch/meal-policy.ts';
import { AvailabilityForm } from '#features/availability/availability-form.tsx';
import { ClientForm } from '#features/clients/client-form.tsx';
import { ConditionForm } from '#features/clients/condition-form.tsx';
import { RateForm } from '#features/clients/rate-form.tsx';
import { ClosureForm } from '#features/closures/closure-form.tsx';
import { MessageForm } from '#features/notifications/message-form.tsx';
import { MealPolicyForm } from '#features/organization/meal-policy-form.tsx';
import { OrganizationForm } from '#features/organization/organization-form.tsx';
import { PayFileForm } from '#features/organization/pay-file-form.tsx';
import { ExtraPayForm } from '#features/payroll/extra-pay-form.tsx';
import { RecordedRateForm } from '#features/payroll/recorded-rate-form.tsx';
import { PayRateForm } from '#features/providers/pay-rate-form.tsx';
import { ProviderForm } from '#features/providers/provider-form.tsx';
import { ScheduleForm } from '#features/reports/schedule-form.tsx';
import { ClinicalCodeForm } from '#features/soap-options/clinical-code-form.tsx';
import { SoapOptionForm } from '#features/soap-options/soap-option-form.tsx';
import { StudentForm } from '#features/students/student-form.tsx';
import { StudentServiceForm } from '#features/students/student-service-form.tsx';
import { TicketForm } from '#features/tickets/ticket-form.tsx';
import { RoleForm } from '#features/users/role-form.tsx';
import { UserForm } from '#features/users/user-form.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { extraPay, mileRate } from '#tests/support/extra-pay.ts';
import {
  assigned,
  closure,
  code,
  colleague,
  message,
  option,
  payRate,
  policy,
  rate,
  settings,
} from '#tests/support/office-records.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { reportSchedule } from '#tests/support/report-schedule.ts';
import { ticket } from '#tests/support/ticket.ts';

const DANA = { by: uuidv7(), by_name: 'Dana Ruiz', at: '2026-03-10T17:42:00.000Z' };
const none = () => undefined;
const availability = {
  ...{ id: uuidv7(), weekly: [{ weekday: 1, from: '09:00', to: '12:00' }], days_off: [], version: 1 },
};
const client = {
  ...{ id: uuidv7(), name: 'Copperline', active: 1, needs_codes: false, makeup_windows: [], version: 2 },
  ...{ district: null, district_name: null, manager: null, manager_name: null, services: [], regions: [] },
  ...{ is_insurance: false, contacts: [], contract_number: '', contract_start: null, contract_end: null },
  ...{ contract_cap_cents: null, purchase_order: '', invoice_address: '', service_list: [], region_list: [] },
} as unknown as ClientFile;
const condition: BillingCondition = {
  ...{
    id: uuidv7(),
    client: client.id,
    type: 'no_show',
    starts_on: '2026-07-01',
    archived: false,
    version: 2,
  },
  ...{ percent: 50, minutes: null, days: null, choice: null, service: null, note: '' },
};
const student: StudentFile = {
  ...{ id: uuidv7(), first_name: 'Ida', last_name: 'Quist', grade: '', archived: false, version: 4 },
  ...{ date_of_birth: '2017-05-04', home_language: 'en', qualifications: [], client: null, location: null },
  ...{ iep_annual_date: null, iep_triennial_date: null, services: [], providers: [], merged_into: null },
  ...{ district_student_id: '', case_manager: '', payer: '', member_id: '', has_esy: false },
  ...{ consent_date: null, release_date: null, sex: '', street: '', city: '', state: '', zip: '' },
};
const speech: Service = {
  ...{ id: assigned.service, name: 'Speech', short_name: 'SP', category: uuidv7(), default_minutes: 30 },
  ...{ is_billable: true, archived: false, version: 1 },
};
const provider: ProviderFile = {
  ...{ id: uuidv7(), provider_first: 'Nadia', provider_last: 'Okafor', credentials: 'CCC-SLP', version: 4 },
  ...{ services: [], supervisors: [], supervisor_list: [], needs_co_sign: false, archived: false },
  ...{ username: 'nadia.okafor', email: 'nadia@agency.example', phone: '', role: '2', emp: 'contractor' },
  ...{ supervisee_list: [], student_count: 31, max_caseload: null, npi: '', license_number: '' },
  ...{ license_state: '', taxonomy_code: '', credential_records: [], payroll_id: '', hired_on: null },
  ...{ left_on: null, availability: '', time_off: '', is_invited: true, grants: [] },
};

interface LateCase {
  /** The form's location. */
  file: string;
  /** The call of a save. */
  saves: EndpointName;
  /** The call of a deletion; left out for records that can't be deleted in their form. */
  deletes?: EndpointName;
  record: { id: string; version: number };
  /** What someone else changed since. */
  theirs: object;
  /** The field that both changed, as the dialog names it. */
  field: string;
  /** What the dialog says of their value. */
  says: RegExp;
  show: (onClose: () => void) => ReactNode;
  /** The field's label in the form, and what is typed there. */
  typed: readonly [string, string];
}

const leads = { onAddAnother: none };
const FORMS: Record<string, LateCase> = {
  client: {
    ...{ file: 'clients/client-form.tsx', saves: 'client.update', record: client },
    ...{ theirs: { name: 'Copperline USD' }, field: 'Name', says: /Copperline USD/ },
    show: (onClose) => <ClientForm client={client} onClose={onClose} />,
    typed: ['Name', 'Copper Line'],
  },
  'billing condition': {
    ...{ file: 'clients/condition-form.tsx', saves: 'billing-condition.update', record: condition },
    ...{ theirs: { percent: 40 }, field: 'Percent of the rate', says: /40/ },
    show: (onClose) => (
      <ConditionForm
        {...{ condition, client: { id: client.id, name: 'Copperline' }, services: [] }}
        {...leads}
        onClose={onClose}
      />
    ),
    typed: ['Percent of the rate', '60'],
  },
  rate: {
    ...{ file: 'clients/rate-form.tsx', saves: 'rate.update', deletes: 'rate.delete', record: rate },
    ...{ theirs: { amount_cents: 10_000 }, field: 'Hourly rate', says: /\$100\.00/ },
    show: (onClose) => (
      <RateForm
        {...{ rate, subject: 'Speech, individual', client: client.id, start_year: 2026 }}
        {...{ choices: { services: [], regions: [], students: [] }, ...leads, onClose }}
      />
    ),
    typed: ['Hourly rate (dollars)', '98.50'],
  },
  'school closure': {
    ...{
      file: 'closures/closure-form.tsx',
      saves: 'school-closure.update',
      deletes: 'school-closure.delete',
    },
    ...{ record: closure, theirs: { reason: 'Easter' }, field: 'Reason', says: /Easter/ },
    show: (onClose) => <ClosureForm {...{ closure, ...leads, onClose }} />,
    typed: ['Reason', 'Spring vacation'],
  },
  message: {
    ...{ file: 'notifications/message-form.tsx', saves: 'admin-message.update', record: message },
    ...{ theirs: { title: 'Fire drill today' }, field: 'Title', says: /Fire drill today/ },
    show: (onClose) => <MessageForm message={message} onClose={onClose} />,
    typed: ['Title', 'Fire drill on Friday'],
  },
  'meal policy': {
    ...{
      file: 'organization/meal-policy-form.tsx',
      saves: 'meal-policy.update',
      deletes: 'meal-policy.delete',
    },
    ...{ record: policy, theirs: { starts_on: '2026-08-01' }, field: 'Applies from', says: /08\/01\/2026/ },
    show: (onClose) => (
      <MealPolicyForm {...{ policy, current: MEAL_POLICY, others: [policy], today: '2026-03-10', onClose }} />
    ),
    typed: ['Applies from', '2026-09-01'],
  },
  organization: {
    ...{ file: 'organization/organization-form.tsx', saves: 'organization.update', record: settings },
    ...{ theirs: { name: 'Quail Hill' }, field: 'Name', says: /Quail Hill/ },
    show: (onClose) => <OrganizationForm settings={settings} onClose={onClose} />,
    typed: ['Name', 'Quail Hill Therapy'],
  },
  'pay file': {
    ...{ file: 'organization/pay-file-form.tsx', saves: 'organization.update', record: settings },
    ...{ theirs: { pay_file_codes: [{ code: 'REG', own: 'R10' }] }, field: 'Codes', says: /R10/ },
    show: (onClose) => <PayFileForm settings={settings} onClose={onClose} />,
    typed: ['Regular', 'E01'],
  },
  'extra pay': {
    ...{ file: 'payroll/extra-pay-form.tsx', saves: 'extra-pay.update', deletes: 'extra-pay.delete' },
    ...{ record: extraPay, theirs: { rate_tenths: 700 }, field: 'Rate', says: /\$0\.70/ },
    show: (onClose) => <ExtraPayForm {...{ extra: extraPay, ...leads, onClose }} />,
    typed: ['Rate (dollars per mile)', '0.75'],
  },
  'recorded pay rate': {
    ...{ file: 'payroll/recorded-rate-form.tsx', saves: 'pay-rate.update', deletes: 'pay-rate.delete' },
    ...{ record: mileRate, theirs: { rate_tenths: 700 }, field: 'Rate', says: /\$0\.70/ },
    show: (onClose) => <RecordedRateForm {...{ rate: mileRate, ...leads, onClose }} />,
    typed: ['Rate (dollars per mile)', '0.75'],
  },
  'pay rate': {
    ...{
      file: 'providers/pay-rate-form.tsx',
      saves: 'provider-rate.update',
      deletes: 'provider-rate.delete',
    },
    ...{ record: payRate, theirs: { amount_cents: 5_000 }, field: 'Hourly pay', says: /\$50\.00/ },
    show: (onClose) => (
      <PayRateForm
        {...{ rate: payRate, provider: { id: provider.id, services: [] }, services: [], ...leads, onClose }}
      />
    ),
    typed: ['Hourly pay (dollars)', '51.00'],
  },
  provider: {
    ...{ file: 'providers/provider-form.tsx', saves: 'provider.update', record: provider },
    ...{ theirs: { provider_first: 'Nadja' }, field: 'First name', says: /Nadja/ },
    show: (onClose) => <ProviderForm provider={provider} onClose={onClose} />,
    typed: ['First name', 'Nadine'],
  },
  schedule: {
    ...{
      file: 'reports/schedule-form.tsx',
      saves: 'report-schedule.update',
      deletes: 'report-schedule.delete',
    },
    ...{ record: reportSchedule, theirs: { name: 'Weekly' }, field: 'Name', says: /Weekly/ },
    show: (onClose) => <ScheduleForm schedule={reportSchedule} onClose={onClose} />,
    typed: ['Name', 'Cancellations of the week'],
  },
  code: {
    ...{ file: 'soap-options/clinical-code-form.tsx', saves: 'dx-code.update', deletes: 'dx-code.delete' },
    ...{ record: code, theirs: { description: 'Expressive' }, field: 'Description', says: /Expressive/ },
    show: (onClose) => <ClinicalCodeForm {...{ kind: 'dx', code, services: [], ...leads, onClose }} />,
    typed: ['Description', 'Mixed disorder'],
  },
  'entry of a bank': {
    ...{
      file: 'soap-options/soap-option-form.tsx',
      saves: 'goal-option.update',
      deletes: 'goal-option.delete',
    },
    ...{ record: option, theirs: { option_text: 'Orders food.' }, field: 'Text', says: /Orders food\./ },
    show: (onClose) => (
      <SoapOptionForm {...{ bank: 'goal-option', option, services: [], ...leads, onClose }} />
    ),
    typed: ['Text', 'Orders a meal.'],
  },
  student: {
    ...{ file: 'students/student-form.tsx', saves: 'student.update', record: student },
    ...{ theirs: { last_name: 'Quiste' }, field: 'Last name', says: /Quiste/ },
    show: (onClose) => <StudentForm student={student} onClose={onClose} />,
    typed: ['Last name', 'Quisten'],
  },
  'assigned service': {
    ...{ file: 'students/student-service-form.tsx', saves: 'student-service.update' },
    ...{ deletes: 'student-service.delete', record: assigned },
    ...{ theirs: { start_date: '2025-08-01' }, field: 'Start date', says: /08\/01\/2025/ },
    show: (onClose) => (
      <StudentServiceForm
        {...{ student: student.id, row: assigned, services: [speech], providers: [], ...leads, onClose }}
      />
    ),
    typed: ['Start date', '2025-09-01'],
  },
  ticket: {
    ...{ file: 'tickets/ticket-form.tsx', saves: 'ticket.update', deletes: 'ticket.delete', record: ticket },
    ...{ theirs: { title: 'Printing on paper' }, field: 'Title', says: /Printing on paper/ },
    show: (onClose) => <TicketForm ticket={ticket} onClose={onClose} onDeleted={none} />,
    typed: ['Title', 'Printing a note'],
  },
  role: {
    ...{ file: 'users/role-form.tsx', saves: 'user.set-role', record: colleague },
    ...{ theirs: { role: ROLES.admin }, field: 'Role', says: /Admin/ },
    show: (onClose) => <RoleForm user={colleague} onClose={onClose} />,
    typed: ['Role', ROLES.superAdmin],
  },
  'name of a user': {
    ...{ file: 'users/user-form.tsx', saves: 'user.rename', record: colleague },
    ...{ theirs: { full_name: 'Tess Quill' }, field: 'Name', says: /Tess Quill/ },
    show: (onClose) => <UserForm user={colleague} onClose={onClose} />,
    typed: ['Name', 'Tessa Quinn'],
  },
  availability: {
    ...{ file: 'availability/availability-form.tsx', saves: 'availability.save', record: availability },
    theirs: { weekly: [{ weekday: 1, from: '09:00', to: '13:00' }] },
    ...{ field: 'Weekly hours', says: /1:00 PM/ },
    show: (onClose) => <AvailabilityForm availability={availability} onClose={onClose} />,
    typed: ['Monday until', '15:00'],
  },
};

let device: TestDevice;
let office: ReturnType<typeof scriptedOffice>;
let stored: { version: number };
let writes: [EndpointName, number][];
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  writes = [];
  office = scriptedOffice((name, input) => {
    if (name === 'admin-message.audience') return { people: 1, names: ['Tessa Quill'] };
    if (name === 'client.read') return { client: stored };
    if (name === 'provider.read') return { provider: stored };
    if (/^(student|user|admin-message)\.read$/.test(name)) return stored;
    if (endpointNamed(name).method === 'GET') return [];
    const { base_version } = (input as { write: { base_version: number } }).write;
    if (base_version !== stored.version)
      throw new ApiError('record.stale', { current: stored, changed: DANA });
    writes.push([name, base_version]);
    return undefined;
  });
  Object.assign(office.engine, { refresh: async () => undefined });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

async function open({ show, record, theirs }: LateCase) {
  stored = { ...record, ...theirs, version: record.version + 5 };
  const onClose = vi.fn();
  showTo(device, office, show(onClose));
  return { onClose, form: await screen.findByRole('form'), version: stored.version };
}

async function asked(title: string, button: string) {
  const dialog = await screen.findByRole('dialog', { name: title });
  return { dialog: within(dialog), button: await within(dialog).findByRole('button', { name: button }) };
}

const CASES = Object.entries(FORMS);

describe('someone else changed it while its form was open:', () => {
  test.each(CASES)(
    'saving a %s asks about the field that both changed, then saves on the newest version',
    async (_, one) => {
      const { form, onClose, version } = await open(one);
      const [label, value] = one.typed;
      fireEvent.change(within(form).getByLabelText(label), { target: { value } });
      fireEvent.submit(form);
      const { dialog, button } = await asked('Someone else changed this too', 'Save');
      expect(dialog.getByText(/^Changed by Dana Ruiz/)).toBeTruthy();
      const field = within(dialog.getByRole('region', { name: one.field }));
      expect(field.getByRole('radio', { name: new RegExp(`Theirs.*${one.says.source}`) })).toBeTruthy();
      expect(writes).toEqual([]);
      fireEvent.click(field.getByRole('radio', { name: /Yours/ }));
      fireEvent.click(button);
      await waitFor(() => expect(onClose).toHaveBeenCalled());
      expect(writes[0]).toEqual([one.saves, version]);
    },
  );

  test.each(CASES.filter(([, { deletes }]) => deletes !== undefined))(
    'deleting a %s shows what they changed, and deletes only if people say so again',
    async (_, one) => {
      const { onClose, version } = await open(one);
      fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
      fireEvent.click(await screen.findByRole('button', { name: 'CONFIRM' }));
      const first = await asked('Someone else changed this', 'Keep it');
      // The same button is there while the latest version loads.
      const changed = await first.dialog.findByRole('listitem');
      expect(changed.textContent).toContain(one.field);
      expect(changed.textContent).toMatch(one.says);
      fireEvent.click(first.dialog.getByRole('button', { name: 'Keep it' }));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: /Someone else/ })).toBeNull());
      expect([writes, onClose.mock.calls]).toEqual([[], []]);

      fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
      fireEvent.click(await screen.findByRole('button', { name: 'CONFIRM' }));
      fireEvent.click((await asked('Someone else changed this', 'Delete anyway')).button);
      await waitFor(() => expect(onClose).toHaveBeenCalled());
      expect(writes).toEqual([[one.deletes, version]]);
    },
  );
});

test('every form that merges is in the table', () => {
  const forms = readdirSync('src/features', { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('-form.tsx') &&
      /merge: (\{|\w+Merge,)/.test(readFileSync(`src/features/${file}`, 'utf8')),
  );
  expect(forms.sort()).toEqual(
    Object.values(FORMS)
      .map(({ file }) => file)
      .sort(),
  );
});
