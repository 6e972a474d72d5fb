import { useMemo } from 'react';
import type { StudentFile } from '#contract/student.ts';
import { clientsByName } from '#db/people.ts';
import { LICENSE_STATES } from '#domain/providers/states.ts';
import {
  FAMILY_LANGUAGES,
  LANGUAGE_LABELS,
  SEX_LABELS,
  STUDENT_SEXES,
} from '#domain/students/student-file.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { EntityCheck, EntityField } from '#screens/form/entity-field.tsx';
import { type EntityForm, useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { Combobox } from '#ui/combobox.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { AlikeStudents } from './alike-students.tsx';
import { bodyOf, problemsOf, type StudentValues, valuesOf } from './student-values.ts';

interface StudentFormProps {
  /** Null for a new one. */
  student: StudentFile | null;
  onClose: () => void;
  /** Absent where no other can be added. */
  onAddAnother?: () => void;
  onSaved?: (id: string) => void;
  /** Opens the merge of this student with another record. */
  onMerge?: (other: string) => void;
}

type StudentEntityForm = EntityForm<'student_account', StudentValues, StudentFile>;

/** Adds or changes a student. Only the office can. */
export function StudentForm({ student, onSaved, onMerge, ...leads }: StudentFormProps) {
  const write = useServerWrite();
  const today = useToday();
  const form = useEntityForm<'student_account', StudentValues, StudentFile>({
    entity: 'student_account',
    place: 'on the server',
    initial: useMemo(() => valuesOf(student), [student]),
    opened: student,
    draft: { form: student === null ? 'student' : 'student-details' },
    problemsOf: (values) => problemsOf(values, today),
    merge: {
      valuesOf,
      read: (api, id) => api.call('student.read', { params: { id } }),
      also: ['student'],
    },
    async save(values, { id, opened }) {
      const body = bodyOf(values, opened?.id ?? id);
      const { id: own, ...changes } = body;
      const refused =
        opened === null
          ? await write('student.create', { body }, 0)
          : await write('student.update', { params: { id: own }, body: changes }, opened.version);
      if (refused === null) onSaved?.(own);
      return refused;
    },
    ...leads,
  });
  return (
    <EntitySheet form={form}>
      <Person form={form} onMerge={onMerge} />
      <Place form={form} student={student} />
      <Heading>IEP</Heading>
      <Iep form={form} />
      <Heading>District and insurance</Heading>
      <Office form={form} />
    </EntitySheet>
  );
}

function Heading({ children }: { children: string }) {
  return <h3 className="mt-2 border-border border-t pt-4 font-semibold">{children}</h3>;
}

interface PartProps {
  form: StudentEntityForm;
}

/** Names, and others who may be the same student. */
function Person({ form, onMerge }: PartProps & { onMerge: StudentFormProps['onMerge'] | undefined }) {
  const { inputs, values } = form;
  const { first_name, last_name } = form.opened ?? { first_name: '', last_name: '' };
  const isRenamed = values.first_name !== first_name || values.last_name !== last_name;
  const onDevices = { entity: 'student', problems: form.problems } as const;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <EntityField form={onDevices} name="first_name" required>
          <Input autoComplete="off" maxLength={100} {...inputs.register('first_name')} />
        </EntityField>
        <EntityField form={onDevices} name="last_name" required>
          <Input autoComplete="off" maxLength={100} {...inputs.register('last_name')} />
        </EntityField>
      </div>
      {isRenamed && (
        <AlikeStudents
          first_name={values.first_name}
          last_name={values.last_name}
          but={form.opened?.id ?? null}
          onCompare={onMerge}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <EntityField form={onDevices} name="date_of_birth">
          <Input type="date" {...inputs.register('date_of_birth')} />
        </EntityField>
        <EntityField form={onDevices} name="grade">
          <Input autoComplete="off" maxLength={20} {...inputs.register('grade')} />
        </EntityField>
      </div>
      <EntityField form={onDevices} name="home_language">
        <Select {...inputs.register('home_language')}>
          {FAMILY_LANGUAGES.map((one) => (
            <option key={one} value={one}>
              {LANGUAGE_LABELS[one]}
            </option>
          ))}
        </Select>
      </EntityField>
      <EntityField form={onDevices} name="qualifications" description="One per line.">
        <Textarea rows={2} {...inputs.register('qualifications')} />
      </EntityField>
    </>
  );
}

/** Client and school. Schools of other clients aren't offered. */
function Place({ form, student }: PartProps & Pick<StudentFormProps, 'student'>) {
  const { values, problems } = form;
  const onDevices = { entity: 'student', problems } as const;
  const clients = useLocal(clientsByName, []) ?? [];
  const locations = useLookups()?.locations ?? [];
  const offered = clients.filter(({ id, active }) => active === 1 || id === student?.client);
  const schools = locations.filter(
    (one) =>
      one.id === values.location ||
      (one.is_billable && (values.client === '' || one.client === null || one.client === values.client)),
  );
  const former = student?.client ?? null;
  const formerName = clients.find(({ id }) => id === former)?.name;
  const moves = former !== null && values.client !== former;
  return (
    <>
      <EntityField
        form={onDevices}
        name="client"
        description={
          moves
            ? `Sessions recorded so far stay with ${formerName ?? 'the former client'}. New ones go to the client you choose.`
            : 'The district or family that pays.'
        }
      >
        <Combobox
          name="client"
          options={[
            { value: '', label: 'No client' },
            ...offered.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          searchLabel="Find a client"
          value={values.client}
          onValueChange={(next) => form.change({ client: next })}
        />
      </EntityField>
      <EntityField form={onDevices} name="location">
        <Combobox
          name="location"
          options={[
            { value: '', label: 'No school' },
            ...schools.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          searchLabel="Find a school"
          value={values.location}
          onValueChange={(next) => form.change({ location: next })}
        />
      </EntityField>
    </>
  );
}

function Iep({ form }: PartProps) {
  const { inputs, values, problems } = form;
  const onDevices = { entity: 'student', problems } as const;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <EntityField form={onDevices} name="iep_annual_date">
          <Input type="date" {...inputs.register('iep_annual_date')} />
        </EntityField>
        <EntityField form={onDevices} name="iep_triennial_date">
          <Input type="date" {...inputs.register('iep_triennial_date')} />
        </EntityField>
      </div>
      <EntityField
        form={form}
        name="case_manager"
        description="The person responsible for the IEP at the school."
      >
        <Input autoComplete="off" maxLength={100} {...inputs.register('case_manager')} />
      </EntityField>
      <EntityCheck
        form={form}
        name="has_esy"
        checked={values.has_esy}
        onChange={(has_esy) => form.change({ has_esy })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <EntityField form={form} name="consent_date">
          <Input type="date" {...inputs.register('consent_date')} />
        </EntityField>
        <EntityField form={form} name="release_date">
          <Input type="date" {...inputs.register('release_date')} />
        </EntityField>
      </div>
    </>
  );
}

function Office({ form }: PartProps) {
  const { inputs } = form;
  return (
    <>
      <EntityField form={form} name="district_student_id">
        <Input autoComplete="off" maxLength={60} {...inputs.register('district_student_id')} />
      </EntityField>
      <div className="grid gap-4 sm:grid-cols-2">
        <EntityField form={form} name="payer">
          <Input autoComplete="off" maxLength={100} {...inputs.register('payer')} />
        </EntityField>
        <EntityField form={form} name="member_id">
          <Input autoComplete="off" maxLength={60} {...inputs.register('member_id')} />
        </EntityField>
        <EntityField form={form} name="sex" description="Only for insurance claims.">
          <Select {...inputs.register('sex')}>
            {STUDENT_SEXES.map((one) => (
              <option key={one} value={one}>
                {SEX_LABELS[one]}
              </option>
            ))}
          </Select>
        </EntityField>
        <EntityField form={form} name="street" description="Home address, for insurance claims.">
          <Input autoComplete="off" maxLength={55} {...inputs.register('street')} />
        </EntityField>
        <EntityField form={form} name="city">
          <Input autoComplete="off" maxLength={30} {...inputs.register('city')} />
        </EntityField>
        <div className="grid grid-cols-2 gap-4">
          <EntityField form={form} name="state">
            <Select {...inputs.register('state')}>
              <option value="">Choose…</option>
              {LICENSE_STATES.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          </EntityField>
          <EntityField form={form} name="zip">
            <Input autoComplete="off" maxLength={10} {...inputs.register('zip')} />
          </EntityField>
        </div>
      </div>
    </>
  );
}
