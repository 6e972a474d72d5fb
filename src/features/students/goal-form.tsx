import { useMemo } from 'react';
import { Controller } from 'react-hook-form';
import { servicesByName } from '#db/catalogue.ts';
import { refusedWriteOf } from '#db/outbox.ts';
import { bankOptions } from '#db/soap-bank.ts';
import { notSavedWords } from '#db/storage-trouble.ts';
import type { LocalGoal, LocalStudent } from '#db/student-file.ts';
import { useFormDraft } from '#sync/form-draft.ts';
import { useLocal, useSignedIn } from '#sync/signed-in.ts';
import { useFormDay } from '#sync/today.ts';
import { Combobox } from '#ui/combobox.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { RecordForm } from '#ui/record-form.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { type GoalFields, problemsOfGoal, recordGoal } from './record-file.ts';

interface GoalFormProps {
  student: LocalStudent;
  /** Nothing for a new one. */
  goal: LocalGoal | null;
  onClose: () => void;
  onAddAnother: () => void;
}

/** What the form holds: choices and dates that are not made are empty. */
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

/** Sets or changes a goal: freely, or as a copy of an entry of the bank. */
export function GoalForm({ student, goal, onClose, onAddAnother }: GoalFormProps) {
  const { workspace } = useSignedIn();
  const refused = useLocal((db) => refusedWriteOf(db, goal?.id ?? ''), [goal?.id]);
  const services = useLocal(servicesByName, []);
  const bank = useLocal((db) => bankOptions(db, 'goal_option'), []);
  const { openedOn, midnightWords } = useFormDay();
  const draft = useFormDraft(
    goal === null ? `goal|new|${student.id}` : `goal|${goal.id}`,
    goal === null ? openedOn : null,
  );
  const initial = useMemo(() => valuesOf(student, goal, openedOn), [student, goal, openedOn]);
  if (refused === undefined || services === undefined || bank === undefined) return null;
  return (
    <RecordForm
      title={goal === null ? 'New goal' : 'Edit goal'}
      initial={initial}
      opened={goal}
      draft={draft}
      problemsOf={(values) => problemsOfGoal(fieldsOf(values))}
      save={(values, entry) => recordGoal(workspace, student.id, entry, fieldsOf(values))}
      wordsOf={notSavedWords}
      savedWords="Goal saved on this device"
      refusal={refused?.problem ?? null}
      onClose={onClose}
      onAddAnother={onAddAnother}
    >
      {(form, problems) => {
        const { service, goal_option, start_date } = form.watch();
        const fitting = bank.filter(
          (option) =>
            option.id === goal_option ||
            (!option.archived && (service === '' || option.service === null || option.service === service)),
        );
        const copy = (id: string) => {
          const option = bank.find((one) => one.id === id);
          if (option === undefined) return;
          form.setValue('goal_option', id, { shouldDirty: true });
          form.setValue('goal_text', option.option_text, {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          });
          if (option.service !== null) form.setValue('service', option.service, { shouldDirty: true });
        };
        return (
          <>
            <Field label="Service" error={problems.service}>
              <Select {...form.register('service')}>
                <option value="">Any</option>
                {services
                  .filter(({ id }) => student.services.includes(id) || id === service)
                  .map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
              </Select>
            </Field>
            <Controller
              name="goal_option"
              control={form.control}
              render={({ field }) => (
                <Field label="From the bank" description="Its text is copied: change it as you like.">
                  <Combobox
                    searchLabel="Search the bank of goals"
                    emptyText="No entry of the bank fits."
                    placeholder="Write freely, or choose…"
                    value={field.value === '' ? null : field.value}
                    options={fitting.map(({ id, option_text }) => ({ value: id, label: option_text }))}
                    onValueChange={copy}
                  />
                </Field>
              )}
            />
            <Field label="Goal" required error={problems.goal_text}>
              <Textarea rows={4} {...form.register('goal_text')} />
            </Field>
            <Field label="Baseline" error={problems.baseline}>
              <Input {...form.register('baseline')} />
            </Field>
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="Target" error={problems.target}>
                <Input {...form.register('target')} />
              </Field>
              <Field label="Criterion" error={problems.criterion}>
                <Input placeholder="In three sessions in a row" {...form.register('criterion')} />
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
              <Field label="Target date" error={problems.target_date}>
                <Input type="date" {...form.register('target_date')} />
              </Field>
            </div>
          </>
        );
      }}
    </RecordForm>
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
