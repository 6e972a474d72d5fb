import { useCallback, useState } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import type { Student } from '#contract/student.ts';
import type { TransferPreview } from '#contract/student-transfers.ts';
import { clientsByName } from '#db/people.ts';
import { transferDayProblems } from '#domain/students/client-days.ts';
import { fullName } from '#domain/students/student-name.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { type ServerFieldErrors, useServerWrite } from '#screens/device/server-write.ts';
import { useLocal, useServerData } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { NamedOptions, Select } from '#ui/select.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';
import { TransferEffects } from './transfer-effects.tsx';
import { schoolsFor } from './transfer-schools.ts';

interface TransferDialogProps {
  student: Student;
  onClose: () => void;
  onDone: () => void;
}

interface Values {
  client: string;
  location: string;
  start_date: string;
}

/** Chooses client, school, and day, says what ends and what goes on, and transfers the student in one step. */
export function TransferDialog({ student, onClose, onDone }: TransferDialogProps) {
  const today = useToday();
  const [values, setValues] = useState<Values>({ client: '', location: '', start_date: '' });
  const [errors, setErrors] = useState<ServerFieldErrors>(null);
  const clients = useLocal(clientsByName, []) ?? [];
  const locations = useLookups()?.locations ?? [];
  const { client, location, start_date } = values;
  useUnsavedChanges(client !== '' || start_date !== '');
  const set = (change: Partial<Values>) => {
    setErrors(null);
    setValues((before) => ({ ...before, ...change }));
  };
  const problems = start_date === '' ? {} : transferDayProblems(start_date, today);
  const schools = schoolsFor(locations, client);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="max-w-2xl">
        <DialogHeader>
          <DialogTitle>Transfer {fullName(student)}</DialogTitle>
          <DialogDescription>
            Sessions before this day are still billed to the former client, even if they're entered later. You
            can undo this for 30 days.
          </DialogDescription>
        </DialogHeader>
        <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1.3fr)]">
          <Field label="New client" error={errors?.client} required>
            <Select value={client} onChange={({ target }) => set({ client: target.value, location: '' })}>
              <NamedOptions
                items={clients.filter(({ id, active }) => active === 1 && id !== student.client)}
              />
            </Select>
          </Field>
          <Field label={fieldLabel('student', 'location')} error={errors?.location}>
            <Select
              value={location}
              disabled={client === ''}
              onChange={({ target }) => set({ location: target.value })}
            >
              <NamedOptions none="Not known yet" items={schools} />
            </Select>
          </Field>
          <Field label="First day" error={problems.start_date ?? errors?.start_date} required>
            <Input
              type="date"
              value={start_date}
              onChange={({ target }) => set({ start_date: target.value })}
            />
          </Field>
        </div>
        {client !== '' && start_date !== '' && problems.start_date === undefined ? (
          <Preview
            key={`${client} ${start_date}`}
            {...{ student, values, onClose, onDone }}
            onErrors={setErrors}
          />
        ) : (
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  );
}

interface PreviewProps extends TransferDialogProps {
  values: Values;
  onErrors: (errors: ServerFieldErrors) => void;
}

function Preview({ student, values, onErrors, onClose, onDone }: PreviewProps) {
  const { client, start_date } = values;
  const { id } = student;
  const preview = useServerData<TransferPreview>(
    useCallback(
      (api: ApiClient) =>
        api.call('student-transfer.read-preview', { params: { id }, query: { client, start_date } }),
      [id, client, start_date],
    ),
  );
  const write = useServerWrite();
  const once = useOneAtATime();
  const [transfer] = useState(() => uuidv7());
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const services = preview.result?.services ?? [];
  const toggle = (service: string) =>
    setEnded((before) => {
      const next = new Set(before);
      if (!next.delete(service)) next.add(service);
      return next;
    });
  const make = () =>
    once(async () => {
      setProblem(null);
      setBusy(true);
      try {
        const refused = await write(
          'student-transfer.create',
          {
            params: { id },
            body: {
              ...{
                id: transfer,
                client,
                start_date,
                location: values.location === '' ? null : values.location,
              },
              continued: services.flatMap((one) => (ended.has(one.id) ? [] : one.id)),
            },
          },
          0,
        );
        if (refused === null) {
          toast.success('Transfer saved. You can undo it on this page.');
          return onDone();
        }
        onErrors(refused);
        setProblem(Object.values(refused).join(' '));
        void preview.reload();
      } catch (fault) {
        setProblem(fault instanceof Error ? fault.message : String(fault));
      } finally {
        setBusy(false);
      }
    });
  return (
    <>
      <ServerData name="the preview" state={preview}>
        {(shown) => <TransferEffects preview={shown} ended={ended} onToggle={toggle} />}
      </ServerData>
      {problem !== null && (
        <p role="alert" className="text-destructive text-sm">
          {problem}
        </p>
      )}
      <DialogFooter>
        <Button variant="outline" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={preview.result === undefined}
          progress={isBusy ? 'loading' : 'idle'}
          onClick={() => void make()}
        >
          Transfer
        </Button>
      </DialogFooter>
    </>
  );
}
