import { useMemo } from 'react';
import type { Provider, Service } from '#contract/catalog.ts';
import { StudentServiceBody } from '#contract/student-service.ts';
import type { LocalStudentService } from '#db/student-file.ts';
import { namedProviders } from '#domain/providers/provider-name.ts';
import { studentServiceProblems } from '#domain/students/file-rules.ts';
import { AUTHORIZED_PER, AUTHORIZED_PER_LABELS, type AuthorizedPer } from '#domain/students/student-file.ts';
import { CaseloadWarning } from '#screens/caseload-warning.tsx';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useFormDay } from '#screens/device/today.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { offeredOf } from '#screens/form/own-options.ts';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';
import { Input } from '#ui/input.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';

export interface StudentServiceFormProps {
  student: string;
  /** Null for a new one. */
  row: LocalStudentService | null;
  services: readonly Service[];
  providers: Iterable<Provider>;
  onClose: () => void;
  onAddAnother: () => void;
}

/** The form's values: missing ones are empty. */
interface StudentServiceValues {
  service: string;
  provider: string;
  minutes: string;
  authorised_per: AuthorizedPer;
  start_date: string;
  end_date: string;
}

/** Assigns a service to a student. Only the office can, because it determines who sees the student. */
export function StudentServiceForm({ student, row, services, providers, ...leads }: StudentServiceFormProps) {
  const write = useServerWrite();
  const { openedOn, midnightWords } = useFormDay();
  const form = useEntityForm({
    entity: 'student_service',
    place: 'on the server',
    initial: useMemo(() => valuesOf(row, openedOn), [row, openedOn]),
    opened: row,
    draft: { form: 'student-service', of: student },
    problemsOf,
    merge: { valuesOf: (current) => valuesOf(current, openedOn), words: { minutes: 'authorised_minutes' } },
    save: async (values, { id, opened }) => {
      const fields = fieldsOf(values);
      const refused =
        opened === null
          ? await write('student-service.create', { params: { id: student }, body: { ...fields, id } }, 0)
          : await write(
              'student-service.update',
              { params: { id: opened.id }, body: fields },
              opened.version,
            );
      return refused === null ? null : byValue(refused);
    },
    ...leads,
  });
  const { inputs } = form;
  const { service, provider, start_date } = form.values;
  const fitting = namedProviders(
    [...providers].filter(
      (one) => one.id === provider || (!one.archived && (service === '' || one.services.includes(service))),
    ),
  );
  return (
    <EntitySheet
      form={form}
      warnings={
        provider === '' || provider === row?.provider ? undefined : (
          <CaseloadWarning provider={provider} students={[student]} />
        )
      }
      deletion={
        row === null
          ? undefined
          : {
              name: 'this assigned service',
              run: ({ id, version }) => write('student-service.delete', { params: { id } }, version),
            }
      }
    >
      <EntityField form={form} name="service" required>
        <Select {...inputs.register('service')}>
          <NamedOptions items={offeredOf(services, [row?.service ?? null])} />
        </Select>
      </EntityField>
      <EntityField
        form={form}
        name="provider"
        description="The provider has access to the student while the service is active."
      >
        <Select {...inputs.register('provider')}>
          <option value="">Not assigned</option>
          {fitting.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </Select>
      </EntityField>
      <div className="grid grid-cols-2 gap-4">
        <EntityField
          form={form}
          name="authorised_minutes"
          value="minutes"
          description="Leave blank for no limit."
        >
          <Input inputMode="numeric" className="tabular-nums" {...inputs.register('minutes')} />
        </EntityField>
        <EntityField form={form} name="authorised_per">
          <Select {...inputs.register('authorised_per')}>
            {AUTHORIZED_PER.map((one) => (
              <option key={one} value={one}>
                {AUTHORIZED_PER_LABELS[one]}
              </option>
            ))}
          </Select>
        </EntityField>
      </div>
      <div className="grid grid-cols-2 gap-4">
        <EntityField form={form} name="start_date" required description={midnightWords(start_date)}>
          <Input type="date" {...inputs.register('start_date')} />
        </EntityField>
        <EntityField form={form} name="end_date">
          <Input type="date" {...inputs.register('end_date')} />
        </EntityField>
      </div>
    </EntitySheet>
  );
}

function valuesOf(row: LocalStudentService | null, today: string): StudentServiceValues {
  return {
    service: row?.service ?? '',
    provider: row?.provider ?? '',
    minutes: row?.authorised_minutes == null ? '' : String(row.authorised_minutes),
    authorised_per: row?.authorised_per ?? 'week',
    start_date: row?.start_date ?? today,
    end_date: row?.end_date ?? '',
  };
}

function fieldsOf(values: StudentServiceValues): Omit<StudentServiceBody, 'id'> {
  return {
    service: values.service,
    provider: values.provider || null,
    authorised_minutes: values.minutes.trim() === '' ? null : Number(values.minutes),
    authorised_per: values.authorised_per,
    start_date: values.start_date,
    end_date: values.end_date || null,
  };
}

function problemsOf(values: StudentServiceValues): Problems {
  const fields = fieldsOf(values);
  const problems: Record<string, string> = {
    ...shapeProblems(StudentServiceBody.omit({ id: true }), fields),
    ...studentServiceProblems(fields),
  };
  if (values.service === '') problems.service = 'Choose a service.';
  return byValue(problems);
}

/** By the form's fields. */
function byValue({ authorised_minutes, ...rest }: Problems): Problems {
  return authorised_minutes === undefined ? rest : { ...rest, minutes: authorised_minutes };
}
