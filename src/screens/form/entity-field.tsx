import { type ComponentProps, useId } from 'react';
import type { EntityRow } from '#contract/entities.ts';
import type { RecordName } from '#contract/entity-name.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { Label } from '#ui/label.tsx';
import type { Problems } from './problems.ts';

interface EntityFieldProps<Name extends RecordName>
  extends Omit<ComponentProps<typeof Field>, 'label' | 'error'> {
  form: { entity: Name; problems: Problems };
  /** The entity's field, with its usual label. */
  name: keyof EntityRow<Name> & string;
  /** The form's own field, if it stores the entity's field differently. */
  value?: string;
  /** As in "Duration (minutes)". */
  detail?: string;
}

/** A control with its label from the entity's words, and its error. */
export function EntityField<Name extends RecordName>({
  form,
  name,
  value = name,
  detail,
  ...field
}: EntityFieldProps<Name>) {
  return <Field {...field} label={labelOf(form.entity, name, detail)} error={form.problems[value]} />;
}

interface EntityCheckProps<Name extends RecordName> {
  form: { entity: Name };
  name: keyof EntityRow<Name> & string;
  /** As in "Reminder (10 minutes before)". */
  detail?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A flag of the entity: a check box before its label. */
export function EntityCheck<Name extends RecordName>({
  form,
  name,
  detail,
  checked,
  onChange,
}: EntityCheckProps<Name>) {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5">
      <Checkbox id={id} checked={checked} onCheckedChange={(next) => onChange(next === true)} />
      <Label htmlFor={id}>{labelOf(form.entity, name, detail)}</Label>
    </div>
  );
}

function labelOf(entity: RecordName, name: string, detail: string | undefined): string {
  const label = fieldLabel(entity, name);
  return detail === undefined ? label : `${label} (${detail})`;
}
