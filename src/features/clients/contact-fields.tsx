import type { ComponentProps } from 'react';
import type { ClientContact } from '#entities/client-account.ts';
import { RepeatedFields } from '#ui/repeated-fields.tsx';

const FIELDS = [
  { name: 'name', label: 'Name', type: 'text', most: 100 },
  { name: 'role', label: 'Role', type: 'text', most: 100 },
  { name: 'email', label: 'Email', type: 'email', most: 200 },
  { name: 'phone', label: 'Phone', type: 'tel', most: 40 },
] as const;

interface ContactFieldsProps extends Omit<ComponentProps<'fieldset'>, 'name' | 'onChange'> {
  contacts: readonly ClientContact[];
  onChange: (contacts: ClientContact[]) => void;
}

/** The people to call, in the order in which they are called. */
export function ContactFields({ contacts, ...props }: ContactFieldsProps) {
  return (
    <RepeatedFields
      {...{ name: 'contacts', noun: 'contact', fields: FIELDS, most: 20 }}
      entries={contacts}
      {...props}
    />
  );
}
