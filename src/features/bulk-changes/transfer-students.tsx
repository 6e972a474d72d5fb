import { useState } from 'react';
import { clientsByName } from '#db/people.ts';
import { transferDayProblems } from '#domain/students/client-days.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { schoolsFor } from './transfer-schools.ts';
import { TransferServices } from './transfer-services-choice.tsx';

interface TransferStudentsProps {
  /** Of the selected students. */
  records: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

/** Transfers students to another client on a day, with the services that continue there. */
export function TransferStudents({ records, onClose, onDone }: TransferStudentsProps) {
  const today = useToday();
  const clients = useLocal(clientsByName, []) ?? [];
  const locations = useLookups()?.locations ?? [];
  const [client, setClient] = useState('');
  const [location, setLocation] = useState('');
  const [start_date, setStart] = useState('');
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());
  const problems = start_date === '' ? {} : transferDayProblems(start_date, today);
  const isChosen = client !== '' && start_date !== '' && problems.start_date === undefined;
  return (
    <OrderDialog
      title="Transfer students"
      about="Sessions before that day are billed to the old client, even if they are entered later."
      label="Transfer"
      order={
        isChosen
          ? {
              ...{ kind: 'transfer-students', records: [...records], client, start_date },
              ended_services: [...ended].sort(),
              location: location === '' ? null : location,
            }
          : null
      }
      onClose={onClose}
      onDone={onDone}
    >
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="New client" required>
            <Select
              value={client}
              onChange={({ target }) => {
                setClient(target.value);
                setLocation('');
              }}
            >
              <option value="">Choose…</option>
              {clients
                .filter(({ active }) => active === 1)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </Select>
          </Field>
          <Field label={fieldLabel('student', 'location')}>
            <Select
              value={location}
              disabled={client === ''}
              onChange={({ target }) => setLocation(target.value)}
            >
              <option value="">Not known yet</option>
              {schoolsFor(locations, client).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="First day" error={problems.start_date} required>
            <Input type="date" value={start_date} onChange={({ target }) => setStart(target.value)} />
          </Field>
        </div>
        {start_date !== '' && problems.start_date === undefined && (
          <TransferServices {...{ records, start_date, ended }} onChange={setEnded} />
        )}
      </div>
    </OrderDialog>
  );
}
