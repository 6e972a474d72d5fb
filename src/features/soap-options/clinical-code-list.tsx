import { FileUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Service } from '#contract/catalogue.ts';
import { codesOfKind, type LocalClinicalCode } from '#db/soap-options.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { useOfficeCommand } from '#screens/device/office-write.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { type EntityColumn, EntityList } from '#screens/list/entity-list.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { emptyWords, filteredEntries, serviceColumn } from './bank-entries.ts';
import type { BankSearch } from './bank-search.ts';
import { ClinicalCodeForm } from './clinical-code-form.tsx';
import { ClinicalCodeImport } from './clinical-code-import.tsx';

interface ClinicalCodeListProps {
  kind: LocalClinicalCode['kind'];
  search: BankSearch;
  services: readonly Service[];
}

/** Procedures or diagnoses that notes may name. The office changes them; others look them up. */
export function ClinicalCodeList({ kind, search, services }: ClinicalCodeListProps) {
  const { profile } = useSignedIn();
  const command = useOfficeCommand();
  const codes = useLocal((db) => codesOfKind(db, kind), [kind]);
  const [isImporting, setImporting] = useState(false);
  const mayRecord = mayUse({ role: profile.auth, grants: profile.grants }, 'clinical-code.record');
  const rows = useMemo(
    () => filteredEntries(codes ?? [], search, ({ code, description }) => `${code} ${description}`),
    [codes, search],
  );
  const columns = useMemo<EntityColumn<'clinical_code', LocalClinicalCode>[]>(
    () => [
      {
        id: 'code',
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
        width: '24rem',
        value: ({ description }) => description,
        cell: ({ description }) => <span title={description}>{description}</span>,
      },
      serviceColumn(services),
    ],
    [services],
  );
  if (codes === undefined) return null;
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
        rows={rows}
        columns={columns}
        editing={mayRecord ? editing : undefined}
        empty={{
          title: 'No codes here',
          words: emptyWords(codes, 'Import a file, or add codes one at a time.'),
        }}
        description={
          kind === 'cpt'
            ? "CPT codes are copyrighted. Import the list you're licensed to use. Samples aren't real codes."
            : 'A starter list of ICD-10-CM. Import your own to add to it.'
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
      {isImporting && (
        <ClinicalCodeImport kind={kind} services={services} onClose={() => setImporting(false)} />
      )}
    </>
  );
}
