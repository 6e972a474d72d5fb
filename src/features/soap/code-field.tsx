import { useState } from 'react';
import type { LocalDatabase } from '#db/local-database.ts';
import { codesNamed, type LocalClinicalCode, searchCodes } from '#db/soap-options.ts';
import { useLacking } from '#screens/device/first-pull.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { type ComboboxOption, MultiCombobox } from '#ui/combobox.tsx';
import { Field } from '#ui/field.tsx';

const MOST_CODES = 12;
/** Options that a reader looks through before typing more. */
const OFFERED = 50;

interface CodeFieldProps {
  kind: LocalClinicalCode['kind'];
  label: string;
  searchLabel: string;
  /** Of the session: its codes are offered, and those of all services. */
  service: string;
  value: readonly string[];
  error: string | undefined;
  onChange: (codes: string[]) => void;
}

/** Chooses codes of a list that may be long: what is typed is searched in the index of this device. */
export function CodeField({ kind, label, searchLabel, service, value, error, onChange }: CodeFieldProps) {
  const [words, setWords] = useState('');
  const isLoading = useLacking('clinical_code');
  const chosen = value.join(' ');
  const found = useLocal(
    (db) => codeOptions(db, kind, { words, service, chosen: chosen === '' ? [] : chosen.split(' ') }),
    [kind, words, service, chosen],
  );
  return (
    <Field
      label={label}
      error={error}
      description={isLoading ? 'Codes are still loading. Some may be missing from this list.' : undefined}
      required
      group
    >
      <MultiCombobox
        options={found?.options ?? []}
        hasMore={found?.hasMore ?? false}
        emptyText={emptyText(found !== undefined, isLoading)}
        searchLabel={searchLabel}
        onSearch={setWords}
        value={value}
        onValueChange={(codes) => onChange(codes.slice(0, MOST_CODES))}
      />
    </Field>
  );
}

function emptyText(isFound: boolean, isLoading: boolean): string {
  if (!isFound) return 'Searching…';
  return isLoading ? 'No matches yet. Codes are still loading.' : 'No matches.';
}

async function codeOptions(
  db: LocalDatabase,
  kind: LocalClinicalCode['kind'],
  { words, service, chosen }: { words: string; service: string; chosen: readonly string[] },
): Promise<{ options: ComboboxOption[]; hasMore: boolean }> {
  const [named, { codes, hasMore }] = await Promise.all([
    words.trim() === '' ? codesNamed(db, kind, chosen) : [],
    searchCodes(db, kind, { words, service, withArchived: false, limit: OFFERED }),
  ]);
  const byCode = new Map([...named, ...codes].map((code) => [code.code, code]));
  const options = Array.from(byCode.values(), ({ code, description, is_sample }) => ({
    value: code,
    label: code,
    hint: is_sample ? `${description} (sample)` : description,
  }));
  return { options, hasMore };
}
