import { Plus, Trash2 } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { type CredentialValues, NEW_CREDENTIAL } from './provider-values.ts';

const FIELDS = [
  { name: 'name', label: 'Credential', type: 'text', most: 100 },
  { name: 'number', label: 'Number', type: 'text', most: 60 },
  { name: 'expires_on', label: 'Expires on', type: 'date', most: undefined },
] as const;

const MOST = 20;

interface CredentialFieldsProps extends Omit<ComponentProps<'div'>, 'onChange'> {
  credentials: readonly CredentialValues[];
  onChange: (credentials: CredentialValues[]) => void;
}

/** Licenses, certificates, and clearances, each with a number and the day on which it expires. */
export function CredentialFields({ credentials, onChange, ...group }: CredentialFieldsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const add = () => {
    onChange([...credentials, NEW_CREDENTIAL]);
    // The new fields are there after the render.
    requestAnimationFrame(() =>
      frame.current
        ?.querySelector<HTMLInputElement>(`[name="credential_records.${credentials.length}.name"]`)
        ?.focus(),
    );
  };
  const remove = (place: number) => {
    onChange(credentials.filter((_, at) => at !== place));
    frame.current?.querySelector<HTMLButtonElement>('[data-add]')?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name comes from the field around it.
    <div ref={frame} role="group" className="grid gap-3" {...group}>
      {credentials.map((credential, place) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a credential has no id, and its fields hold no state.
          key={place}
          className="grid gap-3 rounded-lg border border-border p-3"
        >
          <legend className="sr-only">Credential {place + 1}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {FIELDS.map(({ name, label, type, most }) => (
              <Field
                key={name}
                label={label}
                required={name === 'name'}
                {...(name === 'name' ? { className: 'sm:col-span-2' } : {})}
              >
                <Input
                  {...{ name: `credential_records.${place}.${name}`, type, autoComplete: 'off' }}
                  maxLength={most}
                  value={credential[name]}
                  onChange={({ target }) =>
                    onChange(
                      credentials.map((one, at) => (at === place ? { ...one, [name]: target.value } : one)),
                    )
                  }
                />
              </Field>
            ))}
          </div>
          <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => remove(place)}>
            <Trash2 aria-hidden="true" />
            Remove credential
            <span className="sr-only"> {credential.name || place + 1}</span>
          </Button>
        </fieldset>
      ))}
      {credentials.length < MOST && (
        <Button size="sm" variant="outline" data-add className="justify-self-start" onClick={add}>
          <Plus aria-hidden="true" />
          Add credential
        </Button>
      )}
    </div>
  );
}
