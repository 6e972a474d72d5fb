import { FileUp, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Service } from '#contract/catalogue.ts';
import { codesOfKind, type LocalCode } from '#db/soap-bank.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { useOfficeCommand } from '#sync/office-write.ts';
import { useLocal, useSignedIn } from '#sync/signed-in.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ArchiveAction } from './archive-action.tsx';
import { type BankSearch, filteredEntries } from './bank-search.ts';
import { CodeForm } from './code-form.tsx';
import { CodeImport } from './code-import.tsx';

interface CodeListProps {
  kind: LocalCode['kind'];
  search: BankSearch;
  services: readonly Service[];
}

/** Procedures or diagnoses that notes may name. The office changes them; others look them up. */
export function CodeList({ kind, search, services }: CodeListProps) {
  const { profile } = useSignedIn();
  const command = useOfficeCommand();
  const codes = useLocal((db) => codesOfKind(db, kind), [kind]);
  const [edit, setEdit] = useState<{ opening: number; code: LocalCode | null }>();
  const [isImporting, setImporting] = useState(false);
  const open = (code: LocalCode | null) =>
    setEdit((before) => ({ opening: (before?.opening ?? 0) + 1, code }));
  const mayRecord = mayUse({ role: profile.auth, grants: profile.grants }, 'clinical-code.record');
  const rows = useMemo(
    () => filteredEntries(codes ?? [], search, ({ code, description }) => `${code} ${description}`),
    [codes, search],
  );
  const columns = useMemo<DataTableColumn<LocalCode>[]>(() => {
    const names = new Map(services.map(({ id, name }) => [id, name]));
    return [
      {
        id: 'code',
        header: 'Code',
        width: '11rem',
        value: ({ code }) => code,
        cell: ({ code, is_sample }) => (
          <span className="inline-flex items-center gap-2 font-medium tabular-nums">
            {code}
            {is_sample && <Badge variant="warning">Sample</Badge>}
          </span>
        ),
      },
      {
        id: 'description',
        header: 'Meaning',
        width: '24rem',
        value: ({ description }) => description,
        cell: ({ description }) => <span title={description}>{description}</span>,
      },
      {
        id: 'service',
        header: 'Service',
        value: ({ service }) => (service === null ? 'All' : (names.get(service) ?? 'Unknown service')),
      },
      {
        id: 'action',
        header: mayRecord ? 'Action' : 'State',
        width: '11rem',
        sortable: false,
        value: () => null,
        cell: (code) => (
          <span className="flex items-center">
            {code.archived && <Badge variant="neutral">Archived</Badge>}
            {mayRecord && (
              <ArchiveAction
                name={code.code}
                archived={code.archived}
                onArchive={(archived) =>
                  command(
                    `${kind}-code.update`,
                    { params: { id: code.id }, body: { archived } },
                    code.version,
                  )
                }
              />
            )}
          </span>
        ),
      },
    ];
  }, [services, kind, command, mayRecord]);
  if (codes === undefined) return null;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto text-muted-foreground text-sm">
          {kind === 'cpt'
            ? 'Procedure codes are under copyright: import the list that you hold a licence for. Samples are no real codes.'
            : 'A starter list of ICD-10-CM. Import your own to add to it.'}
        </p>
        {mayRecord && (
          <>
            <Button variant="outline" onClick={() => setImporting(true)}>
              <FileUp aria-hidden="true" />
              Import
            </Button>
            <Button variant="outline" onClick={() => open(null)}>
              <Plus aria-hidden="true" />
              Add code
            </Button>
          </>
        )}
      </div>
      <DataTable
        label={kind === 'cpt' ? 'CPT codes' : 'DX codes'}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        {...(mayRecord ? { onOpen: open } : {})}
        initialSort={{ id: 'code', desc: false }}
        empty={
          <EmptyState title="No codes here">
            {codes.length === 0
              ? 'Import a file, or add them one by one.'
              : 'Loosen the filters to see the others.'}
          </EmptyState>
        }
      />
      {edit !== undefined && (
        <CodeForm
          key={edit.opening}
          kind={kind}
          code={edit.code}
          services={services}
          onClose={() => setEdit(undefined)}
          onAddAnother={() => open(null)}
        />
      )}
      {isImporting && <CodeImport kind={kind} services={services} onClose={() => setImporting(false)} />}
    </div>
  );
}
