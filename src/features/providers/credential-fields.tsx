import type { ComponentProps } from 'react';
import { RepeatedFields } from '#ui/repeated-fields.tsx';
import type { CredentialValues } from './provider-values.ts';

const FIELDS = [
  { name: 'name', label: 'Credential', type: 'text', most: 100, isWide: true },
  { name: 'number', label: 'Number', type: 'text', most: 60 },
  { name: 'expires_on', label: 'Expires on', type: 'date' },
] as const;

interface CredentialFieldsProps extends Omit<ComponentProps<'fieldset'>, 'name' | 'onChange'> {
  credentials: readonly CredentialValues[];
  onChange: (credentials: CredentialValues[]) => void;
}

/** Licenses, certificates, and clearances, each with a number and the day on which it expires. */
export function CredentialFields({ credentials, ...props }: CredentialFieldsProps) {
  return (
    <RepeatedFields
      {...{ name: 'credential_records', noun: 'credential', fields: FIELDS, most: 20 }}
      entries={credentials}
      {...props}
    />
  );
}
