import { Plus, Trash2 } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import type { ClientContact } from '#entities/client-account.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import type { ClientEntityForm } from './client-form.tsx';
import { NEW_CONTACT } from './client-values.ts';

const FIELDS = [
  { name: 'name', label: 'Name', type: 'text', most: 100 },
  { name: 'role', label: 'Role', type: 'text', most: 100 },
  { name: 'email', label: 'Email', type: 'email', most: 200 },
  { name: 'phone', label: 'Phone', type: 'tel', most: 40 },
] as const;

const MOST = 20;

interface ContactFieldsProps extends Omit<ComponentProps<'div'>, 'onChange'> {
  form: ClientEntityForm;
  onChange: (contacts: ClientContact[]) => void;
}

/** The people to call, each with four fields, in the order in which they are called. */
export function ContactFields({ form, onChange, ...group }: ContactFieldsProps) {
  const { contacts } = form.values;
  const frame = useRef<HTMLDivElement>(null);
  const add = () => {
    onChange([...contacts, NEW_CONTACT]);
    // The new fields are there after the render.
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLInputElement>(`[name="contacts.${contacts.length}.name"]`)?.focus(),
    );
  };
  const remove = (place: number) => {
    onChange(contacts.filter((_, at) => at !== place));
    frame.current?.querySelector<HTMLButtonElement>('[data-add]')?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name comes from the field around it.
    <div ref={frame} role="group" className="grid gap-3" {...group}>
      {contacts.map((contact, place) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a contact has no id, and its fields hold no state.
          key={place}
          className="grid gap-3 rounded-lg border border-border p-3"
        >
          <legend className="sr-only">Contact {place + 1}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {FIELDS.map(({ name, label, type, most }) => (
              <Field key={name} label={label} required={name === 'name'}>
                <Input
                  {...{ name: `contacts.${place}.${name}`, type, maxLength: most, autoComplete: 'off' }}
                  value={contact[name]}
                  onChange={({ target }) =>
                    onChange(
                      contacts.map((one, at) => (at === place ? { ...one, [name]: target.value } : one)),
                    )
                  }
                />
              </Field>
            ))}
          </div>
          <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => remove(place)}>
            <Trash2 aria-hidden="true" />
            Remove contact
            <span className="sr-only"> {contact.name || place + 1}</span>
          </Button>
        </fieldset>
      ))}
      {contacts.length < MOST && (
        <Button size="sm" variant="outline" data-add className="justify-self-start" onClick={add}>
          <Plus aria-hidden="true" />
          Add contact
        </Button>
      )}
    </div>
  );
}
