import { useMemo } from 'react';
import { ClosedDays, LONGEST_CLOSURE_DAYS, type SchoolClosure } from '#contract/catalog.ts';
import { clientsByName } from '#db/people.ts';
import { closedDaysOf } from '#domain/calendar/closed-days.ts';
import { counted } from '#domain/text/counted.ts';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';

interface Values {
  closure_date: string;
  /** Of a new closure; empty for a single day. */
  last_date: string;
  /** Empty for all clients. */
  client: string;
  reason: string;
}

interface ClosureFormProps {
  /** Nothing for a new one. */
  closure: SchoolClosure | null;
  onClose: () => void;
  onAddAnother: () => void;
}

/** Closes schools on one day or several, or changes one of these days. */
export function ClosureForm({ closure, ...leads }: ClosureFormProps) {
  const write = useServerWrite();
  const clients = useLocal(clientsByName, [])?.filter(
    ({ id, active }) => active === 1 || id === closure?.client,
  );
  const form = useEntityForm<'school_closure', Values, SchoolClosure>({
    entity: 'school_closure',
    place: 'on the server',
    initial: useMemo(() => valuesOf(closure), [closure]),
    opened: closure,
    draft: { form: 'school_closure' },
    problemsOf,
    merge: { valuesOf },
    async save(values, { opened }) {
      const { start_date, end_date, ...rest } = bodyOf(values);
      if (opened !== null) {
        const body = { ...rest, closure_date: start_date };
        return write('school-closure.update', { params: { id: opened.id }, body }, opened.version);
      }
      const refused = await write(
        'school-closure.create-days',
        { body: { ...rest, start_date, end_date } },
        0,
      );
      return refused && byValue(refused);
    },
    savedWords: (values) => (closure === null ? savedWords(values) : undefined),
    ...leads,
  });
  const { values, inputs } = form;
  const isRange = values.last_date !== '' && values.last_date > values.closure_date;
  return (
    <EntitySheet
      form={form}
      deletion={
        closure === null
          ? undefined
          : {
              name: `${displayDay(closure.closure_date)}, ${closure.reason}`,
              run: ({ id, version }) => write('school-closure.delete', { params: { id } }, version),
            }
      }
    >
      <EntityField
        form={form}
        name="reason"
        description="Shown on calendars in place of the session."
        required
      >
        <Input autoComplete="off" {...inputs.register('reason')} />
      </EntityField>
      <EntityField form={form} name="closure_date" required>
        <Input type="date" {...inputs.register('closure_date')} />
      </EntityField>
      {closure === null && (
        <Field
          label="Last day"
          description={
            isRange
              ? `Closes ${counted(daysOf(values).length, 'day')}; weekends don't count.`
              : 'Leave blank for a single day.'
          }
          error={form.problems.last_date}
        >
          <Input type="date" {...inputs.register('last_date')} />
        </Field>
      )}
      <EntityField
        form={form}
        name="client"
        description={
          values.client === '' ? 'All schools are closed.' : 'Its schools are closed. Others stay open.'
        }
      >
        {/* Another control once the clients are there, so that it shows the chosen one. */}
        <Select key={clients === undefined ? 'asked' : 'there'} {...inputs.register('client')}>
          <NamedOptions none="All clients" items={clients ?? []} />
        </Select>
      </EntityField>
    </EntitySheet>
  );
}

function valuesOf(closure: SchoolClosure | null): Values {
  return {
    closure_date: closure?.closure_date ?? '',
    last_date: '',
    client: closure?.client ?? '',
    reason: closure?.reason ?? '',
  };
}

function bodyOf({ closure_date, last_date, client, reason }: Values): ClosedDays {
  return {
    client: client === '' ? null : client,
    start_date: closure_date,
    end_date: last_date === '' ? closure_date : last_date,
    reason: reason.trim(),
  };
}

function daysOf(values: Values): string[] {
  const { start_date, end_date } = bodyOf(values);
  return dayPlus(start_date, LONGEST_CLOSURE_DAYS) < end_date ? [] : closedDaysOf(start_date, end_date);
}

function savedWords(values: Values): string {
  return `${counted(daysOf(values).length, 'school closure')} saved`;
}

function problemsOf(values: Values): Problems {
  return byValue(shapeProblems(ClosedDays, bodyOf(values)));
}

/** By the form's fields. */
function byValue({ start_date, end_date, ...rest }: Problems): Problems {
  return {
    ...rest,
    ...(start_date === undefined ? {} : { closure_date: start_date }),
    ...(end_date === undefined || start_date !== undefined ? {} : { last_date: end_date }),
  };
}
