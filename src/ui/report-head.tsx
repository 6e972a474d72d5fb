import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { Select } from './select.tsx';

interface DayRangeFieldsProps {
  /** Days as `YYYY-MM-DD`. */
  from: string;
  to: string;
  onChange: (change: { from: string } | { to: string }) => void;
}

/** The days of a report, inclusive. */
export function DayRangeFields({ from, to, onChange }: DayRangeFieldsProps) {
  return (
    <>
      <Field label="From" className="min-[1400px]:min-w-34!">
        <Input type="date" value={from} onChange={({ target }) => onChange({ from: target.value })} />
      </Field>
      <Field label="To" className="min-[1400px]:min-w-34!">
        <Input type="date" value={to} onChange={({ target }) => onChange({ to: target.value })} />
      </Field>
    </>
  );
}

interface ChoiceFilterProps<Value extends string> {
  label: string;
  /** The label for no choice. */
  all?: string;
  /** Empty if all are shown. */
  value: Value | '';
  choices: readonly { id: Value; name: string }[];
  onChange: (value: Value | '') => void;
}

/** Filters a report by one of several, or shows all. */
export function ChoiceFilter<Value extends string>({
  label,
  all = 'All',
  value,
  choices,
  onChange,
}: ChoiceFilterProps<Value>) {
  const choose = (chosen: string) => onChange(choices.find(({ id }) => id === chosen)?.id ?? '');
  return (
    <Field label={label}>
      <Select value={value} onChange={({ target }) => choose(target.value)}>
        <option value="">{all}</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** The totals of a report in one line. */
export function Totals({
  figures,
}: {
  figures: readonly (readonly [name: string, figure: number | string])[];
}) {
  return (
    <dl aria-label="Totals" className="flex min-w-48 flex-1 flex-wrap gap-x-8 gap-y-2 text-sm">
      {figures.map(([name, figure]) => (
        <div key={name} className="flex items-baseline gap-2">
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="font-semibold text-base tabular-nums">{figure.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  );
}
