import { FileUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Service } from '#contract/catalog.ts';
import { countCodes, type LocalClinicalCode, searchCodes } from '#db/soap-options.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { useLacking } from '#screens/device/first-pull.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { type EntityColumn, EntityList } from '#screens/list/entity-list.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { serviceColumn } from './bank-entries.ts';
import type { BankSearch } from './bank-search.ts';
import { ClinicalCodeForm } from './clinical-code-form.tsx';

// Loaded when it's asked for, with the library that reads files; the worker holds it for offline use.
const ClinicalCodeImport = lazyPart(async () => ({
  default: (await import('./clinical-code-import.tsx')).ClinicalCodeImport,
}));

/** Codes that are read at once: a list may have tens of thousands. */
const PAGE = 200;

interface ClinicalCodeListProps {
  kind: LocalClinicalCode['kind'];
  search: BankSearch;
  services: readonly Service[];
}

/** Procedures or diagnoses that notes may name. The office changes them; others look them up. */
export function ClinicalCodeList({ kind, search, services }: ClinicalCodeListProps) {
  const { profile } = useSignedIn();
  const command = useServerCommand();
  const [limit, setLimit] = useState(PAGE);
  const { search: words = '', service, archived = false } = search;
  const found = useLocal(
    (db) => searchCodes(db, kind, { words, service, withArchived: archived, limit }),
    [kind, words, service, archived, limit],
  );
  const total = useLocal((db) => countCodes(db, kind), [kind]);
  const [isArriving, setArriving] = useState(false);
  const isLoading = useLacking('clinical_code') || isArriving;
  const [isImporting, setImporting] = useState(false);
  const mayRecord = mayUse({ role: profile.auth, grants: profile.grants }, 'clinical-code.record');
  const columns = useMemo<EntityColumn<'clinical_code', LocalClinicalCode>[]>(
    () => [
      {
        id: 'code',
        width: '9rem',
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
        value: ({ description }) => description,
      },
      serviceColumn(services),
    ],
    [services],
  );
  if (found === undefined || total === undefined) return null;
  const editing = {
    nameOf: ({ code }: LocalClinicalCode) => code,
    archive: ({ id, version }: LocalClinicalCode, archived: boolean) =>
      command(`${kind}-code.update`, { params: { id }, body: { archived } }, version),
    form: (code: LocalClinicalCode | null, leads: { onClose: () => void; onAddAnother: () => void }) => (
      <ClinicalCodeForm kind={kind} code={code} services={services} {...leads} />
    ),
  };
  return (
    <>
      <EntityList
        entity="clinical_code"
        label={kind === 'cpt' ? 'CPT codes' : 'DX codes'}
        rows={found.codes}
        columns={columns}
        editing={mayRecord ? editing : undefined}
        empty={
          isLoading
            ? { title: 'Codes are still loading', words: 'They appear here as they arrive.' }
            : {
                title: 'No codes here',
                words:
                  total === 0
                    ? 'Import a file, or add codes one at a time.'
                    : 'Clear the filters to see all.',
              }
        }
        description={
          kind === 'cpt'
            ? "CPT codes are copyrighted. Import the list you're licensed to use. Samples aren't real codes."
            : 'A starter list of ICD-10-CM codes. Import your own to add to it.'
        }
        actions={
          mayRecord && (
            <Button variant="outline" onClick={() => setImporting(true)}>
              <FileUp aria-hidden="true" />
              Import
            </Button>
          )
        }
      />
      {found.hasMore && (
        <div className="flex flex-wrap items-center gap-3 text-muted-foreground text-sm">
          <p role="status">
            Showing {found.codes.length.toLocaleString('en-US')} codes.{' '}
            {isLoading
              ? `${total.toLocaleString('en-US')} have loaded so far. The rest will follow.`
              : `There are ${total.toLocaleString('en-US')} in the list. Search to find others.`}
          </p>
          <Button variant="outline" size="sm" onClick={() => setLimit(limit + PAGE)}>
            Show {PAGE} more
          </Button>
        </div>
      )}
      {isImporting && (
        <ClinicalCodeImport
          kind={kind}
          services={services}
          onClose={() => setImporting(false)}
          onImported={(arrived) => {
            setArriving(true);
            void arrived.finally(() => setArriving(false));
          }}
          absence={{ onClose: () => setImporting(false) }}
        />
      )}
    </>
  );
}
