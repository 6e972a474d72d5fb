import { Languages, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Service } from '#contract/catalogue.ts';
import { bankOptions, type LocalOption } from '#db/soap-bank.ts';
import { type FamilyLanguage, LANGUAGE_LABELS } from '#domain/students/student-file.ts';
import { useOfficeCommand } from '#sync/office-write.ts';
import { useLocal } from '#sync/signed-in.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ArchiveAction } from './archive-action.tsx';
import { type BankSearch, filteredEntries } from './bank-search.ts';
import { OptionForm } from './option-form.tsx';

interface OptionListProps {
  bank: 'goal-option' | 'plan-option';
  search: BankSearch;
  services: readonly Service[];
}

const ENTITIES = { 'goal-option': 'goal_option', 'plan-option': 'plan_option' } as const;
const LABELS = { 'goal-option': 'Goals', 'plan-option': 'Plans' } as const;

/** One bank: what students' goals or plans are copied from. */
export function OptionList({ bank, search, services }: OptionListProps) {
  const command = useOfficeCommand();
  const options = useLocal((db) => bankOptions(db, ENTITIES[bank]), [bank]);
  const [edit, setEdit] = useState<{ opening: number; option: LocalOption | null }>();
  const open = (option: LocalOption | null) =>
    setEdit((before) => ({ opening: (before?.opening ?? 0) + 1, option }));
  const rows = useMemo(
    () => filteredEntries(options ?? [], search, (option) => textOf(option)),
    [options, search],
  );
  const columns = useMemo<DataTableColumn<LocalOption>[]>(() => {
    const names = new Map(services.map(({ id, name }) => [id, name]));
    return [
      {
        id: 'text',
        header: 'Text',
        width: '26rem',
        value: ({ option_text }) => option_text,
        cell: ({ option_text }) => <span title={option_text}>{option_text}</span>,
      },
      {
        id: 'service',
        header: 'Service',
        value: ({ service }) => (service === null ? 'All' : (names.get(service) ?? 'Unknown service')),
      },
      {
        id: 'languages',
        header: 'Languages',
        value: (option) => languagesOf(option).join(', '),
        cell: (option) =>
          languagesOf(option).length > 0 && (
            <span className="inline-flex items-center gap-1.5">
              <Languages aria-hidden="true" className="size-4 text-muted-foreground" />
              {languagesOf(option).join(', ')}
            </span>
          ),
      },
      {
        id: 'action',
        header: 'Action',
        width: '11rem',
        sortable: false,
        value: () => null,
        cell: (option) => (
          <span className="flex items-center">
            {option.archived && <Badge variant="neutral">Archived</Badge>}
            <ArchiveAction
              name={option.option_text}
              archived={option.archived}
              onArchive={(archived) =>
                command(`${bank}.update`, { params: { id: option.id }, body: { archived } }, option.version)
              }
            />
          </span>
        ),
      },
    ];
  }, [services, bank, command]);
  if (options === undefined) return null;
  return (
    <div className="grid gap-3">
      <Button variant="outline" className="justify-self-end" onClick={() => open(null)}>
        <Plus aria-hidden="true" />
        {bank === 'goal-option' ? 'Add goal' : 'Add plan'}
      </Button>
      <DataTable
        label={LABELS[bank]}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        onOpen={open}
        initialSort={{ id: 'text', desc: false }}
        empty={
          <EmptyState title="Nothing here">
            {options.length === 0
              ? 'Add the first entry of the bank.'
              : 'Loosen the filters to see the others.'}
          </EmptyState>
        }
      />
      {edit !== undefined && (
        <OptionForm
          key={edit.opening}
          bank={bank}
          option={edit.option}
          services={services}
          onClose={() => setEdit(undefined)}
          onAddAnother={() => open(null)}
        />
      )}
    </div>
  );
}

function languagesOf({ translations }: LocalOption): string[] {
  return Object.entries(translations)
    .filter(([, words]) => words !== '')
    .map(([language]) => LANGUAGE_LABELS[language as FamilyLanguage]);
}

function textOf({ option_text, translations }: LocalOption): string {
  return [option_text, ...Object.values(translations)].join(' ');
}
