import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import type { EntityName } from '#contract/entity-name.ts';
import { ApiError } from '#contract/errors.ts';
import type { LocalCalendarEvent } from '#db/calendar-events.ts';
import type { LocalLunchBreak } from '#db/lunch-breaks.ts';
import { MEAL_POLICY } from '#domain/lunch/meal-policy.ts';
import { EventForm } from '#features/calendar/event/event-form.tsx';
import { valuesOfOccurrence } from '#features/calendar/event/event-values.ts';
import { RateForm } from '#features/clients/rate-form.tsx';
import { ClosureForm } from '#features/closures/closure-form.tsx';
import { LunchForm } from '#features/lunch/lunch-form.tsx';
import { valuesOfLunch } from '#features/lunch/lunch-values.ts';
import { MealPolicyForm } from '#features/organization/meal-policy-form.tsx';
import { ExtraPayForm } from '#features/payroll/extra-pay-form.tsx';
import { RecordedRateForm } from '#features/payroll/recorded-rate-form.tsx';
import { PayRateForm } from '#features/providers/pay-rate-form.tsx';
import { ScheduleForm } from '#features/reports/schedule-form.tsx';
import { ClinicalCodeForm } from '#features/soap-options/clinical-code-form.tsx';
import { SoapOptionForm } from '#features/soap-options/soap-option-form.tsx';
import { ParentForm } from '#features/students/parent-form.tsx';
import { StudentNoteForm } from '#features/students/student-note-form.tsx';
import { StudentServiceForm } from '#features/students/student-service-form.tsx';
import { TicketForm } from '#features/tickets/ticket-form.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { composeRow, metadataOf } from '#sync/outbox/row-state.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { eventEntry, lunchEntry } from '#tests/support/device-entries.ts';
import { extraPay, mileRate } from '#tests/support/extra-pay.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { assigned, closure, code, option, payRate, policy, rate } from '#tests/support/office-records.ts';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { reportSchedule } from '#tests/support/report-schedule.ts';
import { ticket } from '#tests/support/ticket.ts';

const REFUSED = {
  'on the server': 'This is in use. Archive it instead.',
  'on this device': "Record not found, or you don't have access.",
};
const STUDENT = uuidv7();
const kept = { version: 1, record_state: 'sent' as const };
const none = () => undefined;

const captured = { captured_at: '2026-03-10T18:00:00.000Z', received_at: '2026-03-10T18:00:01.000Z' };
const parent = {
  ...{
    id: uuidv7(),
    student: STUDENT,
    first_name: 'Ana',
    last_name: 'Rivera',
    relationship: 'mother' as const,
  },
  ...{ email: '', phone: '555 0100', language: 'en' as const, is_primary: true, ...kept },
};
const note = {
  ...{ id: uuidv7(), student: STUDENT, note_date: '2026-03-10', note: 'Loves trains.', provider: uuidv7() },
  ...{ ...captured, ...kept },
};
const lunch = { ...lunchEntry(), ...kept } as LocalLunchBreak;
const event = { ...eventEntry({ is_lunch: false }), ...kept } as LocalCalendarEvent;

interface Leads {
  onClose: () => void;
  onAddAnother: () => void;
}

interface FormCase {
  /** The form's location. */
  file: string;
  call: string;
  /** The toast once it's deleted. */
  says: string;
  /** For a form that deletes on this device: the required rows. */
  row?: { entity: EntityName; id: string };
  show: (provider: string, leads: Leads) => ReactNode;
}

const FORMS: Record<string, FormCase> = {
  'lunch break': {
    file: 'lunch/lunch-form.tsx',
    call: 'lunch.delete',
    says: 'Lunch break deleted on this device',
    row: { entity: 'lunch', ...lunch },
    show: (provider, { onClose }) => {
      const opened = { ...lunch, provider };
      return (
        <LunchForm
          provider={provider}
          initial={valuesOfLunch(opened)}
          lunch={opened}
          onOpen={none}
          onClose={onClose}
        />
      );
    },
  },
  event: {
    file: 'calendar/event/event-form.tsx',
    call: 'calendar.delete',
    says: 'Event deleted on this device',
    row: { entity: 'calendar_event', ...event },
    show: (provider, { onClose }) => {
      const occurrence = {
        id: event.id,
        event: { ...event, provider },
        series: null,
        original_date: null,
        skipped: null,
      };
      return (
        <EventForm
          initial={valuesOfOccurrence(occurrence)}
          occurrence={occurrence}
          owners={[]}
          lookups={{
            students: new Map(),
            studentNames: new Map(),
            services: [],
            locations: [],
            providers: new Map(),
          }}
          onAdd={none}
          onClose={onClose}
        />
      );
    },
  },
  note: {
    file: 'students/student-note-form.tsx',
    call: 'student-note.delete',
    says: 'Note deleted on this device',
    row: { entity: 'student_note', ...note },
    show: (_, leads) => <StudentNoteForm student={STUDENT} note={note} {...leads} />,
  },
  parent: {
    file: 'students/parent-form.tsx',
    call: 'parent.delete',
    says: 'Parent deleted on this device',
    row: { entity: 'parent', ...parent },
    show: (_, leads) => <ParentForm student={STUDENT} parent={parent} isFirst homeLanguage="en" {...leads} />,
  },
  ticket: {
    file: 'tickets/ticket-form.tsx',
    call: 'ticket.delete',
    says: 'Ticket deleted',
    show: (_, { onClose }) => <TicketForm ticket={ticket} onClose={onClose} onDeleted={none} />,
  },
  rate: {
    file: 'clients/rate-form.tsx',
    call: 'rate.delete',
    says: 'Rate deleted',
    show: (_, leads) => (
      <RateForm
        {...{ rate, subject: 'Speech, individual', client: STUDENT, start_year: 2026 }}
        choices={{ services: [], regions: [], students: [] }}
        {...leads}
      />
    ),
  },
  'pay rate': {
    file: 'providers/pay-rate-form.tsx',
    call: 'provider-rate.delete',
    says: 'Pay rate deleted',
    show: (provider, leads) => (
      <PayRateForm rate={payRate} provider={{ id: provider, services: [] }} services={[]} {...leads} />
    ),
  },
  'recorded pay rate': {
    file: 'payroll/recorded-rate-form.tsx',
    call: 'pay-rate.delete',
    says: 'Pay rate deleted',
    show: (_, leads) => <RecordedRateForm rate={mileRate} {...leads} />,
  },
  'extra pay': {
    file: 'payroll/extra-pay-form.tsx',
    call: 'extra-pay.delete',
    says: 'Extra pay deleted',
    show: (_, leads) => <ExtraPayForm extra={extraPay} {...leads} />,
  },
  schedule: {
    file: 'reports/schedule-form.tsx',
    call: 'report-schedule.delete',
    says: 'Schedule deleted',
    show: (_, leads) => <ScheduleForm schedule={reportSchedule} {...leads} />,
  },
  'school closure': {
    file: 'closures/closure-form.tsx',
    call: 'school-closure.delete',
    says: 'School closure deleted',
    show: (_, leads) => <ClosureForm closure={closure} {...leads} />,
  },
  'meal policy': {
    file: 'organization/meal-policy-form.tsx',
    call: 'meal-policy.delete',
    says: 'Meal policy deleted',
    show: (_, { onClose }) => (
      <MealPolicyForm
        {...{ policy, current: MEAL_POLICY, others: [policy], today: '2026-03-10' }}
        onClose={onClose}
      />
    ),
  },
  'assigned service': {
    file: 'students/student-service-form.tsx',
    call: 'student-service.delete',
    says: 'Assigned service deleted',
    show: (_, leads) => (
      <StudentServiceForm student={STUDENT} row={assigned} services={[]} providers={[]} {...leads} />
    ),
  },
  'entry of a bank': {
    file: 'soap-options/soap-option-form.tsx',
    call: 'goal-option.delete',
    says: 'Goal deleted',
    show: (_, leads) => <SoapOptionForm bank="goal-option" option={option} services={[]} {...leads} />,
  },
  code: {
    file: 'soap-options/clinical-code-form.tsx',
    call: 'dx-code.delete',
    says: 'Code deleted',
    show: (_, leads) => <ClinicalCodeForm kind="dx" code={code} services={[]} {...leads} />,
  },
};

let device: TestDevice;
let said: MockInstance<typeof toast.success>;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  said = vi.spyOn(toast, 'success');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  said.mockRestore();
  vi.unstubAllGlobals();
  await device.close();
});

/** As an admin, in a record's form; its deletion is confirmed. */
async function confirmDeletion({ row, show }: FormCase, isRefused: boolean) {
  const { workspace } = device;
  const calls: string[] = [];
  const call = async (name: string) => {
    // Forms of planned work warn about time off.
    if (name === 'availability.list') return [];
    // The form of a schedule offers people.
    if (name === 'report-schedule.list-recipients') return [];
    // The form of extra pay offers the recorded rate.
    if (name === 'pay-rate.list') return [];
    // The question before a rate is deleted says what that changes.
    if (name === 'rate.preview') return { count: 0, sessions: [] };
    if (isRefused) throw new ApiError('request.invalid', { fields: { id: REFUSED['on the server'] } });
    calls.push(name);
    return undefined;
  };
  if (row !== undefined && !isRefused) {
    const { entity, ...base } = row;
    const stored = await composeRow(device.db, entity, row.id, {
      ...{ base: { ...base, provider: workspace.user_id } as never, writes: [] },
      ...metadataOf(undefined),
    });
    if (stored !== null) await device.db.rowsOf(entity).put(stored);
  }
  const profile = { user_id: workspace.user_id, provider_id: null, auth: '1', grants: [], services: [] };
  const engine = { ...scriptedOffice(() => []).engine, api: { call }, refresh: async () => undefined };
  const onClose = vi.fn();
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      {show(workspace.user_id, { onClose, onAddAnother: none })}
    </SignedInContext>,
    { wrapper: InRouter },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  const deleted = async () => [
    ...calls,
    ...(await device.db.outbox.toArray()).map(({ endpoint }) => endpoint),
  ];
  return { onClose, deleted };
}

describe.each(Object.entries(FORMS))('deleting in the form of a %s', (_, form) => {
  test('closes the form and says so', async () => {
    const { onClose, deleted } = await confirmDeletion(form, false);
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(await deleted()).toEqual([form.call]);
    expect(said.mock.calls.map(([words]) => words)).toEqual([form.says]);
  });

  test('that is rejected says why, and the form stays open', async () => {
    const { onClose, deleted } = await confirmDeletion(form, true);
    expect((await screen.findByRole('alert')).textContent).toContain(
      REFUSED[form.row === undefined ? 'on the server' : 'on this device'],
    );
    expect(screen.getByRole('form', { hidden: true })).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
    expect(said).not.toHaveBeenCalled();
    expect(await deleted()).toEqual([]);
  });
});

test('every form that can delete its record is in the table', () => {
  const features = join(import.meta.dirname, '../../src/features');
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' });
  const forms = files.filter(
    (file) => file.endsWith('.tsx') && readFileSync(join(features, file), 'utf8').includes('deletion={'),
  );
  expect(forms.sort()).toEqual(
    Object.values(FORMS)
      .map(({ file }) => file)
      .sort(),
  );
});
