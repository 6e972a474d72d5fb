import { useMemo } from 'react';
import { servicesByName } from '#db/catalog.ts';
import { bankOptions } from '#db/soap-options.ts';
import type { LocalGoal, LocalStudent } from '#db/student-file.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useFormDay } from '#screens/device/today.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { Combobox } from '#ui/combobox.tsx';
import { Input } from '#ui/input.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { type GoalFields, problemsOfGoal, recordGoal } from './record-file.ts';

interface GoalFormProps {
  student: LocalStudent;
  /** Null for a new one. */
  goal: LocalGoal | null;
  onClose: () => void;
  onAddAnother: () => void;
}

/** The form's values: missing choices and dates are empty. */
interface GoalValues {
  service: string;
  goal_option: string;
  goal_text: string;
  baseline: string;
  target: string;
  criterion: string;
  start_date: string;
  target_date: string;
  archived: boolean;
}

/** Creates or changes a goal, written freely or copied from the bank. */
export function GoalForm({ student, goal, ...leads }: GoalFormProps) {
  const { workspace } = useSignedIn();
  const services = useLocal(servicesByName, []);
  const bank = useLocal((db) => bankOptions(db, 'goal_option'), []);
  const { openedOn, midnightWords } = useFormDay();
  const form = useEntityForm({
    entity: 'goal',
    initial: useMemo(() => valuesOf(student, goal, openedOn), [student, goal, openedOn]),
    opened: goal,
    draft: { form: 'goal', of: student.id, day: openedOn },
    problemsOf: (values) => problemsOfGoal(fieldsOf(values)),
    save: (values, entry) => recordGoal(workspace, student.id, entry, fieldsOf(values)),
    ...leads,
  });
  if (services === undefined || bank === undefined) return null;
  const { inputs } = form;
  const { service, goal_option, start_date } = form.values;
  const fitting = bank.filter(
    (option) =>
      option.id === goal_option ||
      (!option.archived && (service === '' || option.service === null || option.service === service)),
  );
  const copy = (id: string) => {
    const option = bank.find((one) => one.id === id);
    if (option === undefined) return;
    inputs.setValue('goal_option', id, { shouldDirty: true });
    inputs.setValue('goal_text', option.option_text, {
      shouldDirty: true,
      shouldValidate: inputs.formState.isSubmitted,
    });
    if (option.service !== null) inputs.setValue('service', option.service, { shouldDirty: true });
  };
  return (
    <EntitySheet form={form}>
      <EntityField form={form} name="service">
        <Select {...inputs.register('service')}>
          <NamedOptions
            none="Any"
            items={services.filter(({ id }) => student.services.includes(id) || id === service)}
          />
        </Select>
      </EntityField>
      <EntityField
        form={form}
        name="goal_option"
        description="Copied as a starting point. Edit it as you like."
      >
        <Combobox
          searchLabel="Search the goal bank"
          emptyText="No matching goals in the bank."
          placeholder="Write your own, or choose…"
          value={goal_option === '' ? null : goal_option}
          options={fitting.map(({ id, option_text }) => ({ value: id, label: option_text }))}
          onValueChange={copy}
        />
      </EntityField>
      <EntityField form={form} name="goal_text" required>
        <Textarea rows={4} {...inputs.register('goal_text')} />
      </EntityField>
      <EntityField form={form} name="baseline">
        <Input {...inputs.register('baseline')} />
      </EntityField>
      <div className="grid gap-4 sm:grid-cols-2">
        <EntityField form={form} name="target">
          <Input {...inputs.register('target')} />
        </EntityField>
        <EntityField form={form} name="criterion">
          <Input placeholder="In three sessions in a row" {...inputs.register('criterion')} />
        </EntityField>
      </div>
      <div className="grid grid-cols-2 gap-4">
        <EntityField form={form} name="start_date" required description={midnightWords(start_date)}>
          <Input type="date" {...inputs.register('start_date')} />
        </EntityField>
        <EntityField form={form} name="target_date">
          <Input type="date" {...inputs.register('target_date')} />
        </EntityField>
      </div>
    </EntitySheet>
  );
}

function valuesOf(student: LocalStudent, goal: LocalGoal | null, today: string): GoalValues {
  const [only] = student.services;
  return {
    service: goal === null ? (student.services.length === 1 ? (only ?? '') : '') : (goal.service ?? ''),
    goal_option: goal?.goal_option ?? '',
    goal_text: goal?.goal_text ?? '',
    baseline: goal?.baseline ?? '',
    target: goal?.target ?? '',
    criterion: goal?.criterion ?? '',
    start_date: goal?.start_date ?? today,
    target_date: goal?.target_date ?? '',
    archived: goal?.archived ?? false,
  };
}

function fieldsOf({ service, goal_option, target_date, ...rest }: GoalValues): GoalFields {
  return {
    ...rest,
    service: service || null,
    goal_option: goal_option || null,
    target_date: target_date || null,
  };
}
