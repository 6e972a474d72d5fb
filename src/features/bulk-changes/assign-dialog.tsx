import { useState } from 'react';
import { handoverProblems } from '#domain/caseloads/handover-dates.ts';
import { namedProviders } from '#domain/providers/provider-name.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { CaseloadWarning } from '#screens/caseload-warning.tsx';
import { useAllProviders, useLookups } from '#screens/device/lookups.ts';
import { useToday } from '#screens/device/today.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';
import { OrderDialog } from './order-dialog.tsx';

interface BulkFormProps {
  /** Of the selected records. */
  records: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

/** Gives a service of students to a provider from a day on. */
export function AssignDialog({ records, onClose, onDone }: BulkFormProps) {
  const today = useToday();
  const names = useLookups();
  const known = useAllProviders();
  const [service, setService] = useState('');
  const [provider, setProvider] = useState('');
  const [start_date, setStart] = useState(today);
  const problems = start_date === '' ? {} : handoverProblems({ start_date, end_date: null }, today);
  const isChosen =
    service !== '' && provider !== '' && start_date !== '' && problems.start_date === undefined;
  const students = names === undefined ? [] : records.flatMap((id) => names.students.get(id) ?? []);
  const assigned = new Set(students.flatMap(({ services }) => services));
  // Services that one of the students has come first; another may begin later.
  const services = [...(names?.services ?? [])]
    .filter(({ archived }) => !archived)
    .sort((a, b) => Number(assigned.has(b.id)) - Number(assigned.has(a.id)) || a.name.localeCompare(b.name));
  const providers = namedProviders(known?.values() ?? []).filter(
    (one) => !one.archived && one.services.includes(service),
  );
  return (
    <OrderDialog
      title="Assign a provider"
      about="From this day on, the provider gets the service and its planned sessions. Recorded sessions and notes stay with the person who made them."
      label="Assign to"
      order={
        isChosen ? { kind: 'assign-provider', records: [...records], service, provider, start_date } : null
      }
      hint={(students) => <CaseloadWarning provider={provider} students={students} />}
      onClose={onClose}
      onDone={onDone}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={fieldLabel('student_service', 'service')} required>
          <Select
            value={service}
            onChange={({ target }) => {
              setService(target.value);
              setProvider('');
            }}
          >
            <NamedOptions items={services} />
          </Select>
        </Field>
        <Field label={fieldLabel('student_service', 'provider')} required>
          <Select
            value={provider}
            disabled={service === ''}
            onChange={({ target }) => setProvider(target.value)}
          >
            <NamedOptions items={providers} />
          </Select>
        </Field>
        <Field label="First day" error={problems.start_date} required>
          <Input
            type="date"
            min={today}
            value={start_date}
            onChange={({ target }) => setStart(target.value)}
          />
        </Field>
      </div>
    </OrderDialog>
  );
}
