import { Languages } from 'lucide-react';
import { useMemo } from 'react';
import type { Service } from '#contract/catalog.ts';
import { bankOptions, type LocalSoapOption } from '#db/soap-options.ts';
import { type FamilyLanguage, LANGUAGE_LABELS } from '#domain/students/student-file.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { ImportLink } from '#screens/file/import-link.tsx';
import { type EntityColumn, EntityList } from '#screens/list/entity-list.tsx';
import { emptyWords, filteredEntries, serviceColumn } from './bank-entries.ts';
import type { BankSearch } from './bank-search.ts';
import { SoapOptionForm } from './soap-option-form.tsx';

interface SoapOptionListProps {
  bank: 'goal-option' | 'plan-option';
  search: BankSearch;
  services: readonly Service[];
}

const ENTITIES = { 'goal-option': 'goal_option', 'plan-option': 'plan_option' } as const;
const LABELS = { 'goal-option': 'Goals', 'plan-option': 'Plans' } as const;

/** One bank, from which students' goals or plans are copied. */
export function SoapOptionList({ bank, search, services }: SoapOptionListProps) {
  const command = useServerCommand();
  const options = useLocal((db) => bankOptions(db, ENTITIES[bank]), [bank]);
  const rows = useMemo(() => filteredEntries(options ?? [], search, textOf), [options, search]);
  const columns = useMemo<EntityColumn<'goal_option', LocalSoapOption>[]>(
    () => [
      {
        id: 'option_text',
        value: ({ option_text }) => option_text,
      },
      serviceColumn(services),
      {
        id: 'translations',
        width: '7.5rem',
        value: (option) => languagesOf(option).join(', '),
        cell: (option) =>
          languagesOf(option).length > 0 && (
            <span className="inline-flex items-center gap-1.5">
              <Languages aria-hidden="true" className="size-4 text-muted-foreground" />
              {languagesOf(option).join(', ')}
            </span>
          ),
      },
    ],
    [services],
  );
  if (options === undefined) return null;
  return (
    <EntityList
      entity={ENTITIES[bank]}
      label={LABELS[bank]}
      actions={<ImportLink kind={bank} />}
      rows={rows}
      columns={columns}
      editing={{
        nameOf: ({ option_text }) => option_text,
        archive: ({ id, version }, archived) =>
          command(`${bank}.update`, { params: { id }, body: { archived } }, version),
        form: (option, leads) => (
          <SoapOptionForm bank={bank} option={option} services={services} {...leads} />
        ),
      }}
      empty={{
        title: `No ${LABELS[bank].toLowerCase()} here`,
        words: emptyWords(options, 'Add the first one to the bank.'),
      }}
    />
  );
}

function languagesOf({ translations }: LocalSoapOption): string[] {
  return Object.entries(translations)
    .filter(([, words]) => words !== '')
    .map(([language]) => LANGUAGE_LABELS[language as FamilyLanguage]);
}

function textOf({ option_text, translations }: LocalSoapOption): string {
  return [option_text, ...Object.values(translations)].join(' ');
}
