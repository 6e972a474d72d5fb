import { Plus, Trash2 } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { NamedOptions, Select } from './select.tsx';

interface TypedField<Name extends string> {
  name: Name;
  label: string;
  type: 'text' | 'email' | 'tel' | 'date';
  most?: number;
  /** Takes a whole line. */
  isWide?: true;
}

interface ChosenField<Name extends string> {
  name: Name;
  label: string;
  type: 'choice';
  choices: readonly { id: string; name: string }[];
  isWide?: true;
}

type RepeatedField<Name extends string> = TypedField<Name> | ChosenField<Name>;

interface RepeatedFieldsProps<Name extends string>
  extends Omit<ComponentProps<'fieldset'>, 'name' | 'onChange'> {
  /** Begins the names of the inputs, as in "contacts.0.name". */
  name: string;
  /** What one of them is called, in lowercase. */
  noun: string;
  /** The first one names the entry, and is required. */
  fields: readonly [RepeatedField<Name>, ...RepeatedField<Name>[]];
  most: number;
  entries: readonly Record<Name, string>[];
  onChange: (entries: Record<Name, string>[]) => void;
}

/** Entries of the same fields, such as contacts, which can be added and removed. */
export function RepeatedFields<Name extends string>({
  name,
  noun,
  fields,
  most,
  entries,
  onChange,
  ...group
}: RepeatedFieldsProps<Name>) {
  const frame = useRef<HTMLFieldSetElement>(null);
  const [first] = fields;
  const title = `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`;
  const add = () => {
    onChange([...entries, blank(fields)]);
    // The new fields are there after the render.
    requestAnimationFrame(() =>
      frame.current
        ?.querySelector<HTMLInputElement>(`[name="${name}.${entries.length}.${first.name}"]`)
        ?.focus(),
    );
  };
  const remove = (place: number) => {
    onChange(entries.filter((_, at) => at !== place));
    frame.current?.querySelector<HTMLButtonElement>('[data-add]')?.focus();
  };
  return (
    <fieldset ref={frame} className="grid min-w-0 gap-3" {...group}>
      {entries.map((entry, place) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no id, and its fields hold no state.
          key={place}
          className="grid gap-3 rounded-lg border border-border p-3"
        >
          <legend className="sr-only">
            {title} {place + 1}
          </legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {fields.map((spec) => {
              const field = spec.name;
              const control = {
                name: `${name}.${place}.${field}`,
                value: entry[field],
                onChange: ({ target }: { target: { value: string } }) =>
                  onChange(
                    entries.map((one, at) => (at === place ? { ...one, [field]: target.value } : one)),
                  ),
              };
              return (
                <Field
                  key={field}
                  label={spec.label}
                  required={field === first.name}
                  {...(spec.isWide ? { className: 'sm:col-span-2' } : {})}
                >
                  {spec.type === 'choice' ? (
                    <Select {...control}>
                      <NamedOptions items={spec.choices} none="Choose" />
                    </Select>
                  ) : (
                    <Input {...control} type={spec.type} autoComplete="off" maxLength={spec.most} />
                  )}
                </Field>
              );
            })}
          </div>
          <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => remove(place)}>
            <Trash2 aria-hidden="true" />
            Remove {noun}
            <span className="sr-only"> {entry[first.name] || place + 1}</span>
          </Button>
        </fieldset>
      ))}
      {entries.length < most && (
        <Button size="sm" variant="outline" data-add className="justify-self-start" onClick={add}>
          <Plus aria-hidden="true" />
          Add {noun}
        </Button>
      )}
    </fieldset>
  );
}

function blank<Name extends string>(fields: readonly RepeatedField<Name>[]): Record<Name, string> {
  return Object.fromEntries(fields.map(({ name }) => [name, ''])) as Record<Name, string>;
}
