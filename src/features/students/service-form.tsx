import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Provider, Service } from '#contract/catalogue.ts';
import { StudentServiceBody } from '#contract/student-service.ts';
import type { LocalStudentService } from '#db/student-file.ts';
import { namedProviders } from '#domain/providers/provider-name.ts';
import { studentServiceProblems } from '#domain/students/file-rules.ts';
import { AUTHORISED_PER, AUTHORISED_PER_LABELS, type AuthorisedPer } from '#domain/students/student-file.ts';
import { useFormDraft } from '#sync/form-draft.ts';
import { useOfficeCommand, useOfficeWrite } from '#sync/office-write.ts';
import { useFormDay } from '#sync/today.ts';
import { Button } from '#ui/button.tsx';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { type FieldWords, RecordForm } from '#ui/record-form.tsx';
import { Select } from '#ui/select.tsx';

interface ServiceFormProps {
  student: string;
  /** Nothing for a new one. */
  row: LocalStudentService | null;
  services: readonly Service[];
  providers: Iterable<Provider>;
  onClose: () => void;
  onAddAnother: () => void;
}

/** What the form holds: what is not chosen or entered is empty. */
interface ServiceValues {
  service: string;
  provider: string;
  minutes: string;
  authorised_per: AuthorisedPer;
  start_date: string;
  end_date: string;
}

/** Assigns a service to a student. It decides who sees the student, so it is made at the office. */
export function ServiceForm({ student, row, services, providers, onClose, onAddAnother }: ServiceFormProps) {
  const write = useOfficeWrite();
  const command = useOfficeCommand();
  const draft = useFormDraft(row === null ? `student-service|new|${student}` : `student-service|${row.id}`);
  const [isDeleting, setDeleting] = useState(false);
  const { openedOn, midnightWords } = useFormDay();
  const initial = useMemo(() => valuesOf(row, openedOn), [row, openedOn]);
  const save = async (values: ServiceValues, { id }: { id: string }): Promise<FieldWords | null> => {
    const fields = fieldsOf(values);
    const refused =
      row === null
        ? await write('student-service.create', { params: { id: student }, body: { ...fields, id } }, 0)
        : await write('student-service.update', { params: { id: row.id }, body: fields }, row.version);
    return refused === null ? null : byValue(refused);
  };
  return (
    <RecordForm
      title={row === null ? 'New assigned service' : 'Edit assigned service'}
      initial={initial}
      opened={row}
      draft={draft}
      problemsOf={problemsOf}
      save={save}
      wordsOf={(problem) => (problem instanceof Error ? problem.message : String(problem))}
      savedWords="Saved at the office"
      onClose={onClose}
      onAddAnother={onAddAnother}
      footer={
        row !== null && (
          <Button variant="ghost" className="text-destructive" onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden="true" />
            Delete
          </Button>
        )
      }
    >
      {(form, problems) => {
        const { service, provider, start_date } = form.watch();
        const fitting = namedProviders(
          [...providers].filter(
            (one) =>
              one.id === provider || (!one.archived && (service === '' || one.services.includes(service))),
          ),
        );
        return (
          <>
            <Field label="Service" required error={problems.service}>
              <Select {...form.register('service')}>
                <option value="">Choose…</option>
                {services.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
            <Field
              label="Provider"
              error={problems.provider}
              description="Who delivers it sees the student while it is in force."
            >
              <Select {...form.register('provider')}>
                <option value="">Nobody yet</option>
                {fitting.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </Select>
            </Field>
            <div className="grid grid-cols-2 gap-4">
              <Field
                label="Authorised minutes"
                error={problems.minutes}
                description="Empty where there is no limit."
              >
                <Input inputMode="numeric" className="tabular-nums" {...form.register('minutes')} />
              </Field>
              <Field label="Per" error={problems.authorised_per}>
                <Select {...form.register('authorised_per')}>
                  {AUTHORISED_PER.map((one) => (
                    <option key={one} value={one}>
                      {AUTHORISED_PER_LABELS[one]}
                    </option>
                  ))}
                </Select>
              </Field>
            </div>
            <div className="grid grid-cols-2 gap-4">
              <Field
                label="Start date"
                required
                error={problems.start_date}
                description={midnightWords(start_date)}
              >
                <Input type="date" {...form.register('start_date')} />
              </Field>
              <Field label="End date" error={problems.end_date}>
                <Input type="date" {...form.register('end_date')} />
              </Field>
            </div>
            {row !== null && (
              <DeleteConfirmation
                name="this assigned service"
                open={isDeleting}
                onOpenChange={setDeleting}
                onConfirm={async () => {
                  await command('student-service.delete', { params: { id: row.id } }, row.version);
                  await draft.drop();
                  onClose();
                }}
              />
            )}
          </>
        );
      }}
    </RecordForm>
  );
}

function valuesOf(row: LocalStudentService | null, today: string): ServiceValues {
  return {
    service: row?.service ?? '',
    provider: row?.provider ?? '',
    minutes: row?.authorised_minutes == null ? '' : String(row.authorised_minutes),
    authorised_per: row?.authorised_per ?? 'week',
    start_date: row?.start_date ?? today,
    end_date: row?.end_date ?? '',
  };
}

function fieldsOf(values: ServiceValues): Omit<StudentServiceBody, 'id'> {
  return {
    service: values.service,
    provider: values.provider || null,
    authorised_minutes: values.minutes.trim() === '' ? null : Number(values.minutes),
    authorised_per: values.authorised_per,
    start_date: values.start_date,
    end_date: values.end_date || null,
  };
}

function problemsOf(values: ServiceValues): FieldWords {
  const fields = fieldsOf(values);
  const problems: Record<string, string> = { ...studentServiceProblems(fields) };
  const { error } = StudentServiceBody.omit({ id: true }).safeParse(fields);
  for (const { path, message } of error?.issues ?? []) problems[String(path[0])] ??= message;
  if (values.service === '') problems.service = 'Choose a service.';
  return byValue(problems);
}

function byValue({ authorised_minutes, ...rest }: FieldWords): FieldWords {
  return authorised_minutes === undefined ? rest : { ...rest, minutes: authorised_minutes };
}
