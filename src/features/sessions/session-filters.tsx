import type { RecordState } from '#db/local-database.ts';
import { studentsById } from '#db/people.ts';
import { SESSION_STATE_LABELS, SESSION_STATES, type SessionState } from '#domain/sessions/session.ts';
import { choiceHint, namesakeHints } from '#domain/students/namesakes.ts';
import { fullName } from '#domain/students/student-name.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Combobox } from '#ui/combobox.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';
import type { SessionLookups } from './session-lookups.ts';

/** The filters in the URL; a missing one doesn't narrow the list. */
export interface SessionFilter {
  from?: string | undefined;
  to?: string | undefined;
  student?: string | undefined;
  service?: string | undefined;
  state?: SessionState | undefined;
  record?: RecordState | undefined;
}

const FILTER_NAMES = ['from', 'to', 'student', 'service', 'state', 'record'] as const;

const RECORD_FILTERS: Record<RecordState, string> = {
  sent: 'Synced',
  waiting: 'Saved on this device',
  attention: 'Needs attention',
};

interface SessionFiltersProps {
  filter: SessionFilter;
  /** The days shown, from the URL or by default. */
  from: string;
  to: string;
  onFilter: (change: SessionFilter) => void;
  lookups: SessionLookups;
}

/** The number of active filters. */
export function filterCount(filter: SessionFilter): number {
  return FILTER_NAMES.filter((name) => filter[name] !== undefined).length;
}

/** The filter panel, opened on demand. */
export function SessionFilters(props: SessionFiltersProps) {
  return (
    <search
      aria-label="Filters"
      className="grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1 border-border border-y bg-card px-4 py-3 sm:rounded-lg sm:border md:grid-cols-3"
    >
      <FilterFields {...props} />
      {filterCount(props.filter) > 0 && (
        <Button
          variant="outline"
          className="col-span-full justify-self-start"
          onClick={() => props.onFilter(Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])))}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}

function FilterFields({ filter, from, to, onFilter, lookups }: SessionFiltersProps) {
  const known = useLocal(studentsById, []);
  const hints = namesakeHints([...(known?.values() ?? [])], { schools: lookups.locations, clients: [] });
  const students = [...(known?.values() ?? [])].sort(
    (a, b) => a.first_name.localeCompare(b.first_name) || a.last_name.localeCompare(b.last_name),
  );
  const orNothing = (value: string) => (value === '' ? undefined : value);
  return (
    <>
      <Field label="From">
        <Input
          type="date"
          value={from}
          onChange={({ target }) => onFilter({ from: orNothing(target.value) })}
        />
      </Field>
      <Field label="To">
        <Input type="date" value={to} onChange={({ target }) => onFilter({ to: orNothing(target.value) })} />
      </Field>
      <Field label="Student">
        <Combobox
          options={[
            { value: '', label: 'All' },
            ...students.map((student) => ({
              value: student.id,
              label: fullName(student),
              ...choiceHint([], hints.get(student.id)),
            })),
          ]}
          searchLabel="Find a student"
          value={filter.student ?? ''}
          onValueChange={(id) => onFilter({ student: orNothing(id) })}
        />
      </Field>
      <Field label="Service">
        <Select
          value={filter.service ?? ''}
          onChange={({ target }) => onFilter({ service: orNothing(target.value) })}
        >
          <NamedOptions none="All" items={lookups.services} />
        </Select>
      </Field>
      <Field label="State">
        <Select
          value={filter.state ?? ''}
          onChange={({ target }) =>
            onFilter({ state: SESSION_STATES.find((state) => state === target.value) })
          }
        >
          <option value="">All</option>
          {SESSION_STATES.map((state) => (
            <option key={state} value={state}>
              {SESSION_STATE_LABELS[state]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Sync status">
        <Select
          value={filter.record ?? ''}
          onChange={({ target }) => onFilter({ record: recordFilter(target.value) })}
        >
          <option value="">All</option>
          {Object.entries(RECORD_FILTERS).map(([record, label]) => (
            <option key={record} value={record}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}

function recordFilter(value: unknown): RecordState | undefined {
  return typeof value === 'string' && Object.hasOwn(RECORD_FILTERS, value)
    ? (value as RecordState)
    : undefined;
}
