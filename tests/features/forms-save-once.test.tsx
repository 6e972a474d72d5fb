import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Service } from '#contract/catalog.ts';
import { ApiError } from '#contract/errors.ts';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import type { Invoice } from '#contract/invoices.ts';
import type { Student } from '#contract/student.ts';
import { type LocalTimecard, timecardById } from '#db/timecards.ts';
import { ROLES } from '#domain/access/roles.ts';
import { MEAL_POLICY } from '#domain/lunch/meal-policy.ts';
import { AvailabilityForm } from '#features/availability/availability-form.tsx';
import { PaymentForm } from '#features/billing/payment-form.tsx';
import { EventForm } from '#features/calendar/event/event-form.tsx';
import { newEventValues } from '#features/calendar/event/event-values.ts';
import { ClientForm } from '#features/clients/client-form.tsx';
import { ConditionForm } from '#features/clients/condition-form.tsx';
import { RateForm } from '#features/clients/rate-form.tsx';
import { ClosureForm } from '#features/closures/closure-form.tsx';
import { LunchForm } from '#features/lunch/lunch-form.tsx';
import { newLunchValues } from '#features/lunch/lunch-values.ts';
import { MessageForm } from '#features/notifications/message-form.tsx';
import { MealPolicyForm } from '#features/organization/meal-policy-form.tsx';
import { OrganizationForm } from '#features/organization/organization-form.tsx';
import { PayFileForm } from '#features/organization/pay-file-form.tsx';
import { ExtraPayForm } from '#features/payroll/extra-pay-form.tsx';
import { RecordedRateForm } from '#features/payroll/recorded-rate-form.tsx';
import { PayRateForm } from '#features/providers/pay-rate-form.tsx';
import { ProviderForm } from '#features/providers/provider-form.tsx';
import { ScheduleForm } from '#features/reports/schedule-form.tsx';
import { SessionForm } from '#features/sessions/session-form.tsx';
import type { SessionChoices } from '#features/sessions/session-lookups.ts';
import { emptyValues } from '#features/sessions/session-values.ts';
import { ClinicalCodeForm } from '#features/soap-options/clinical-code-form.tsx';
import { SoapOptionForm } from '#features/soap-options/soap-option-form.tsx';
import { GoalForm } from '#features/students/goal-form.tsx';
import { ParentForm } from '#features/students/parent-form.tsx';
import { StudentForm } from '#features/students/student-form.tsx';
import { StudentNoteForm } from '#features/students/student-note-form.tsx';
import { StudentServiceForm } from '#features/students/student-service-form.tsx';
import { TicketForm } from '#features/tickets/ticket-form.tsx';
import { CorrectionForm } from '#features/timecard/correction-form.tsx';
import { InviteForm } from '#features/users/invite-form.tsx';
import { RoleForm } from '#features/users/role-form.tsx';
import { UserForm } from '#features/users/user-form.tsx';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { extraPay, mileRate } from '#tests/support/extra-pay.ts';
import { colleague, message, settings } from '#tests/support/office-records.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { reportSchedule } from '#tests/support/report-schedule.ts';
import { ticket } from '#tests/support/ticket.ts';

const DAY = '2026-03-10';
const SPEECH = uuidv7();
const MAYA = uuidv7();

const student: Student = {
  ...{ id: MAYA, first_name: 'Maya', last_name: 'Rivera', grade: '3', archived: false, date_of_birth: null },
  ...{ home_language: 'en', qualifications: [], client: null, location: null, services: [SPEECH] },
  ...{ providers: [], version: 1 },
};
const service: Service = {
  ...{ id: SPEECH, name: 'Speech', short_name: 'SP', category: uuidv7(), default_minutes: 30 },
  ...{ is_billable: true, archived: false, version: 1 },
};
const lookups: SessionChoices = {
  students: new Map([[MAYA, student]]),
  studentNames: new Map(),
  services: [service],
  locations: [],
  providers: new Map(),
  self: { id: '', name: '' },
  ownServices: [SPEECH],
  recordableProviders: [],
};

const invoice: Invoice = {
  ...{
    id: uuidv7(),
    client: MAYA,
    month: '2026-02',
    kind: 'monthly',
    status: 'sent',
    number: 'INV-2026-00001',
  },
  ...{ client_name: 'Rivera Family', bill_to: 'Rivera Family', invoice_address: '', purchase_order: '' },
  credited_invoice: null,
  ...{ contract_number: '', terms_days: 0, invoice_date: '2026-03-02', due_on: '2026-03-02', note: '' },
  ...{
    total_cents: 12_000,
    created_by: MAYA,
    created_by_name: 'Tessa',
    captured_at: '2026-03-02T16:00:00.000Z',
  },
  ...{ sent_by: MAYA, sent_by_name: 'Tessa', sent_at: '2026-03-02T16:00:00.000Z', void_reason: '' },
  ...{ voided_by: null, voided_by_name: null, voided_at: null, version: 2 },
};

interface Shown {
  onClose: () => void;
}

interface FormCase {
  /** The form's location. */
  file: string;
  /** The writes of one save, by call. */
  makes: string[];
  show(provider: string, shown: Shown): ReactNode;
  fill?: (form: ReturnType<typeof within>) => void;
  before?: (device: TestDevice) => Promise<void>;
}

const type = (form: ReturnType<typeof within>, label: string, value: string) =>
  fireEvent.change(form.getByLabelText(label), { target: { value } });
const nothing = () => undefined;

const FORMS: Record<string, FormCase> = {
  session: {
    file: 'sessions/session-form.tsx',
    makes: ['session.create'],
    show: (provider, { onClose }) => (
      <SessionForm
        initial={{
          ...emptyValues({ provider, day: DAY, today: DAY, now: '10:30' }),
          student_ids: [MAYA],
          service: SPEECH,
        }}
        session={null}
        lookups={lookups}
        linkTo={(_, content) => content}
        onClose={onClose}
      />
    ),
  },
  'lunch break': {
    file: 'lunch/lunch-form.tsx',
    makes: ['lunch.create'],
    show: (provider, { onClose }) => (
      <LunchForm
        provider={provider}
        initial={newLunchValues(DAY, { day: DAY, time: '10:30' })}
        lunch={null}
        onOpen={() => undefined}
        onClose={onClose}
      />
    ),
  },
  event: {
    file: 'calendar/event/event-form.tsx',
    makes: ['calendar.create'],
    show: (provider, { onClose }) => (
      <EventForm
        initial={{ ...newEventValues(provider, DAY, '10:00'), event_title: 'Conference' }}
        occurrence={null}
        owners={[]}
        lookups={{
          students: new Map(),
          studentNames: new Map(),
          services: [],
          locations: [],
          providers: new Map(),
        }}
        onAdd={nothing}
        onClose={onClose}
      />
    ),
  },
  note: {
    file: 'students/student-note-form.tsx',
    makes: ['student-note.create'],
    show: (_, { onClose }) => (
      <StudentNoteForm student={MAYA} note={null} onClose={onClose} onAddAnother={nothing} />
    ),
    fill: (form) => type(form, 'Note', 'Loves trains.'),
  },
  goal: {
    file: 'students/goal-form.tsx',
    makes: ['goal.create'],
    show: (_, { onClose }) => (
      <GoalForm
        student={{ ...student, record_state: 'sent' }}
        goal={null}
        onClose={onClose}
        onAddAnother={nothing}
      />
    ),
    fill: (form) => type(form, 'Goal', 'Asks for help.'),
  },
  parent: {
    file: 'students/parent-form.tsx',
    makes: ['parent.create'],
    show: (_, { onClose }) => (
      <ParentForm
        student={MAYA}
        parent={null}
        isFirst
        homeLanguage="en"
        onClose={onClose}
        onAddAnother={nothing}
      />
    ),
    fill: (form) => {
      type(form, 'First name', 'Ana');
      type(form, 'Last name', 'Rivera');
      type(form, 'Phone', '555 0100');
    },
  },
  student: {
    file: 'students/student-form.tsx',
    makes: ['student.create'],
    show: (_, { onClose }) => <StudentForm student={null} onClose={onClose} onAddAnother={nothing} />,
    fill: (form) => {
      type(form, 'First name', 'Ida');
      type(form, 'Last name', 'Quist');
    },
  },
  'assigned service': {
    file: 'students/student-service-form.tsx',
    makes: ['student-service.create'],
    show: (_, { onClose }) => (
      <StudentServiceForm
        student={MAYA}
        row={null}
        services={[service]}
        providers={[]}
        onClose={onClose}
        onAddAnother={nothing}
      />
    ),
    fill: (form) => type(form, 'Service', SPEECH),
  },
  'entry of a bank': {
    file: 'soap-options/soap-option-form.tsx',
    makes: ['goal-option.create'],
    show: (_, { onClose }) => (
      <SoapOptionForm
        bank="goal-option"
        option={null}
        services={[service]}
        onClose={onClose}
        onAddAnother={nothing}
      />
    ),
    fill: (form) => type(form, 'Text', 'Orders lunch.'),
  },
  code: {
    file: 'soap-options/clinical-code-form.tsx',
    makes: ['dx-code.create'],
    show: (_, { onClose }) => (
      <ClinicalCodeForm kind="dx" code={null} services={[service]} onClose={onClose} onAddAnother={nothing} />
    ),
    fill: (form) => type(form, 'Code', 'F80.2'),
  },
  client: {
    file: 'clients/client-form.tsx',
    makes: ['client.create'],
    show: (_, { onClose }) => (
      <ClientForm client={null} onSaved={nothing} onClose={onClose} onAddAnother={nothing} />
    ),
    fill: (form) => type(form, 'Name', 'Lantern Hill School'),
  },
  rate: {
    file: 'clients/rate-form.tsx',
    makes: ['rate.create'],
    show: (_, { onClose }) => (
      <RateForm
        {...{ rate: null, subject: '', client: service.id, start_year: 2026 }}
        choices={{ services: [service], regions: [], students: [] }}
        onClose={onClose}
        onAddAnother={nothing}
      />
    ),
    fill: (form) => {
      type(form, 'Service', service.id);
      type(form, 'Hourly rate (dollars)', '96.50');
    },
  },
  ticket: {
    file: 'tickets/ticket-form.tsx',
    makes: ['ticket.update'],
    show: (_, { onClose }) => <TicketForm ticket={ticket} onClose={onClose} onDeleted={nothing} />,
    fill: (form) => type(form, 'Title', 'Printing a note'),
  },
  'school closure': {
    file: 'closures/closure-form.tsx',
    makes: ['school-closure.create-days'],
    show: (_, { onClose }) => <ClosureForm closure={null} onClose={onClose} onAddAnother={nothing} />,
    fill: (form) => {
      type(form, 'Reason', 'Spring break');
      type(form, 'Date', '2026-04-06');
    },
  },
  'meal policy': {
    file: 'organization/meal-policy-form.tsx',
    makes: ['meal-policy.create'],
    show: (_, { onClose }) => (
      <MealPolicyForm policy={null} current={MEAL_POLICY} others={[]} today={DAY} onClose={onClose} />
    ),
    fill: (form) => type(form, 'Applies from', '2026-07-01'),
  },
  organization: {
    file: 'organization/organization-form.tsx',
    makes: ['organization.update'],
    show: (_, { onClose }) => <OrganizationForm settings={settings} onClose={onClose} />,
    fill: (form) => type(form, 'Name', 'Quail Hill Therapy'),
  },
  'pay file': {
    file: 'organization/pay-file-form.tsx',
    makes: ['organization.update'],
    show: (_, { onClose }) => <PayFileForm settings={settings} onClose={onClose} />,
    fill: (form) => type(form, 'Regular', 'E01'),
  },
  'billing condition': {
    file: 'clients/condition-form.tsx',
    makes: ['billing-condition.create'],
    show: (_, { onClose }) => (
      <ConditionForm
        {...{ condition: null, client: { id: uuidv7(), name: 'Copperline' }, services: [service] }}
        onClose={onClose}
        onAddAnother={nothing}
      />
    ),
    fill: (form) => type(form, 'Percent of the rate', '50'),
  },
  schedule: {
    file: 'reports/schedule-form.tsx',
    makes: ['report-schedule.update'],
    show: (_, { onClose }) => <ScheduleForm schedule={reportSchedule} onClose={onClose} />,
    fill: (form) => type(form, 'Name', 'Cancellations of the week'),
  },
  message: {
    file: 'notifications/message-form.tsx',
    makes: ['admin-message.update'],
    show: (_, { onClose }) => <MessageForm message={message} onClose={onClose} />,
    fill: (form) => type(form, 'Title', 'Fire drill on Friday'),
  },
  invitation: {
    file: 'users/invite-form.tsx',
    makes: ['user.invite'],
    show: (_, { onClose }) => <InviteForm onClose={onClose} onAddAnother={nothing} />,
    fill: (form) => {
      type(form, 'User name', 'tessa.quill');
      type(form, 'Email', 'tessa@test.example');
      type(form, 'Role', ROLES.admin);
      type(form, 'Employment type', 'w2_exempt');
    },
  },
  role: {
    file: 'users/role-form.tsx',
    makes: ['user.set-role'],
    show: (_, { onClose }) => <RoleForm user={colleague} onClose={onClose} />,
    fill: (form) => type(form, 'Role', ROLES.admin),
  },
  'name of a user': {
    file: 'users/user-form.tsx',
    makes: ['user.rename'],
    show: (_, { onClose }) => <UserForm user={colleague} onClose={onClose} />,
    fill: (form) => type(form, 'Name', 'Tessa Quinn'),
  },
  provider: {
    file: 'providers/provider-form.tsx',
    makes: ['provider.create'],
    show: (_, { onClose }) => (
      <ProviderForm provider={null} onSaved={nothing} onClose={onClose} onAddAnother={nothing} />
    ),
    fill: (form) => {
      type(form, 'First name', 'Nadia');
      type(form, 'Last name', 'Okafor');
      type(form, 'Email', 'nadia@agency.example');
      type(form, 'User name', 'nadia.okafor');
      type(form, 'Employment type', 'contractor');
    },
  },
  'pay rate': {
    file: 'providers/pay-rate-form.tsx',
    makes: ['provider-rate.create'],
    show: (provider, { onClose }) => (
      <PayRateForm
        {...{ rate: null, provider: { id: provider, services: [] }, services: [service] }}
        onClose={onClose}
        onAddAnother={nothing}
      />
    ),
    fill: (form) => {
      type(form, 'Service', service.id);
      type(form, 'Hourly pay (dollars)', '48.50');
    },
  },
  'recorded pay rate': {
    file: 'payroll/recorded-rate-form.tsx',
    makes: ['pay-rate.update'],
    show: (_, { onClose }) => <RecordedRateForm rate={mileRate} onClose={onClose} onAddAnother={nothing} />,
    fill: (form) => type(form, 'Rate (dollars per mile)', '0.70'),
  },
  'extra pay': {
    file: 'payroll/extra-pay-form.tsx',
    makes: ['extra-pay.update'],
    show: (_, { onClose }) => <ExtraPayForm extra={extraPay} onClose={onClose} onAddAnother={nothing} />,
    fill: (form) => type(form, 'Quantity (miles)', '15.5'),
  },
  availability: {
    file: 'availability/availability-form.tsx',
    makes: ['availability.save'],
    show: (provider, { onClose }) => (
      <AvailabilityForm
        availability={{ id: provider, weekly: [], days_off: [], version: 0 }}
        onClose={onClose}
      />
    ),
    fill: (form) => {
      type(form, 'Monday from', '08:00');
      type(form, 'Monday until', '15:00');
    },
  },
  payment: {
    file: 'billing/payment-form.tsx',
    makes: ['invoice-payment.create'],
    show: (_, { onClose }) => (
      <PaymentForm file={{ invoice, balance_cents: 12_000, credits: [] }} onClose={onClose} />
    ),
    fill: (form) => type(form, 'Reference', '10432'),
  },
  correction: {
    file: 'timecard/correction-form.tsx',
    makes: ['timecard.create', 'timecard.update'],
    before: async ({ workspace, db }) => {
      const id = uuidv7();
      const body = { id, started_at: '2026-03-10T15:00:00.000Z' };
      await queueWrite(workspace, { endpoint: 'timecard.create', id, body, lane: 'day' });
      card = (await timecardById(db, id)) ?? undefined;
    },
    show: (_, { onClose }) => (
      <CorrectionForm card={card as LocalTimecard} lunches={{} as never} onClose={onClose} />
    ),
    fill: (form) => {
      type(form, 'Clock-out time', '10:30');
      type(form, 'Reason', 'Forgot to punch.');
    },
  },
};

/** Counting an audience changes nothing either. */
const isRead = (name: EndpointName) =>
  endpointNamed(name).method === 'GET' || name === 'admin-message.audience';

let card: LocalTimecard | undefined;
let device: TestDevice;
let office: ReturnType<typeof scriptedOffice>;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  office = scriptedOffice((name) => {
    if (name === 'admin-message.audience') return { people: 1, names: ['Tessa Quill'] };
    return isRead(name) ? [] : undefined;
  });
  Object.assign(office.engine, { refresh: async () => undefined });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

async function open({ show, fill, before }: FormCase) {
  await before?.(device);
  const onClose = vi.fn();
  const { user_id } = device.workspace;
  showTo(device, office, show(user_id, { onClose }));
  const form = await screen.findByRole('form');
  fill?.(within(form));
  const press = (name: string) => fireEvent.click(within(form).getByRole('button', { name }));
  return { form, onClose, press };
}

/** The writes on this device or on the server, by call. */
async function made(): Promise<string[]> {
  const rows = await device.db.outbox.orderBy('seq').toArray();
  return [
    ...rows.map(({ endpoint }) => endpoint),
    ...office.calls.flatMap(([name]) => (isRead(name) ? [] : name)),
  ];
}

describe.each(Object.entries(FORMS))('the form of a %s', (_, form) => {
  test('submitted twice in one tick saves once', async () => {
    const { form: element, onClose } = await open(form);
    fireEvent.submit(element);
    fireEvent.submit(element);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(await made()).toEqual(form.makes);
  });

  test('tapped again during and after saving saves once', async () => {
    const { onClose, press } = await open(form);
    press('Save');
    for (let tap = 0; tap < 40 && onClose.mock.calls.length === 0; tap += 1) {
      press('Save');
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    press('Save');
    press('Save');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await made()).toEqual(form.makes);
  });
});

/** Of a record where no other can be added. */
const WITHOUT_ANOTHER = [
  'correction',
  'payment',
  'availability',
  'message',
  'ticket',
  'role',
  'name of a user',
  'meal policy',
  'organization',
  'pay file',
  'schedule',
  'extra pay',
  'recorded pay rate',
];

describe.each(Object.entries(FORMS).filter(([name]) => !WITHOUT_ANOTHER.includes(name)))(
  '“Save & Add” in the form of a %s',
  (_, form) => {
    test('tapped twice saves one entry', async () => {
      const { press } = await open(form);
      press('Save & Add');
      press('Save & Add');
      await waitFor(async () => expect(await made()).toEqual(form.makes));
      // The form continues with the next entry, or is over: neither is saved unedited.
      await new Promise((resolve) => setTimeout(resolve, 50));
      const next = screen.queryByRole('button', { name: 'Save & Add' });
      if (next !== null) fireEvent.click(next);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await made()).toEqual(form.makes);
    });
  },
);

test("an error about a field that isn't in the form is shown above the footer", async () => {
  const words = 'Somebody else is the lead of this student.';
  office = scriptedOffice(() => {
    throw new ApiError('request.invalid', { fields: { student: words } });
  });
  Object.assign(office.engine, { refresh: async () => undefined });
  const { press, form, onClose } = await open(FORMS['assigned service'] as FormCase);
  press('Save');
  expect((await within(form).findByRole('alert')).textContent).toBe(`Not saved: ${words}`);
  expect(onClose).not.toHaveBeenCalled();
});

test('the next entry of a form is a new row', async () => {
  const { press, form } = await open(FORMS['lunch break'] as FormCase);
  press('Save & Add');
  await within(form).findByText('Save complete');
  press('Save');
  expect((await within(form).findByText('Saved. Enter the next one, then save again.')).role).toBe('status');
  type(within(form), 'Start time', '15:00');
  press('Save');
  await waitFor(async () => expect(await made()).toEqual(['lunch.create', 'lunch.create']));
  expect(await device.db.lunchBreaks.count()).toBe(2);
  expect(await device.db.calendarEvents.count()).toBe(2);
});

test('every record form is in the table', () => {
  const features = join(import.meta.dirname, '../../src/features');
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  const forms = files.filter((file) =>
    /useEntityForm[(<]|<FormFooter/.test(readFileSync(join(features, file), 'utf8')),
  );
  expect(forms.sort()).toEqual(
    Object.values(FORMS)
      .map(({ file }) => file)
      .sort(),
  );
});
