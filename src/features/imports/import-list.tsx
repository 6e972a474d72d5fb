import { Link } from '@tanstack/react-router';
import { FileUp, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ImportOverview, ImportRecord } from '#contract/imports.ts';
import { IMPORT_KINDS, mayImport } from '#domain/imports/import-kinds.ts';
import { KIND_WORDS } from '#domain/imports/import-words.ts';
import { capitalized } from '#domain/text/capitalized.ts';
import { counted } from '#domain/text/counted.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx';
import { importedWords } from './import-steps.tsx';
import { UndoDialog } from './undo-dialog.tsx';

const askOverview = (api: ApiClient) => api.call('import.list');

/** The kinds of files in the order in which they are imported, and the imports so far. */
export function ImportList() {
  const answer = useKeptAnswer('imports', 'imports', askOverview);
  return (
    <ServerData name="imports" state={answer}>
      {(overview) => (
        <div className="grid gap-6">
          <Kinds overview={overview} />
          <ImportHistory imports={overview.imports} reload={answer.reload} />
        </div>
      )}
    </ServerData>
  );
}

interface ImportHistoryProps {
  imports: readonly ImportRecord[];
  reload: () => Promise<void>;
}

/** The imports so far, each with the way to undo it. */
export function ImportHistory({ imports, reload }: ImportHistoryProps) {
  const [undoing, setUndoing] = useState<ImportRecord | null>(null);
  return (
    <section aria-label="Past imports" className="grid gap-3">
      <h2 className="font-semibold text-lg">Past imports</h2>
      <PastImports imports={imports} onUndo={setUndoing} />
      {undoing !== null && <UndoDialog record={undoing} reload={reload} onClose={() => setUndoing(null)} />}
    </section>
  );
}

function Kinds({ overview }: { overview: ImportOverview }) {
  const { profile } = useSignedIn();
  const holder = { role: profile.auth, grants: profile.grants };
  return (
    <section aria-label="Files" className="grid gap-3">
      <h2 className="font-semibold text-lg">Import in this order</h2>
      <ol aria-label="Kinds of files" className="grid gap-2">
        {IMPORT_KINDS.filter((kind) => mayImport(holder, kind)).map((kind, at) => {
          const { one, many, about } = KIND_WORDS[kind];
          return (
            <li
              key={kind}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-border bg-card px-5 py-3 md:flex-nowrap"
            >
              <span className="grid size-7 shrink-0 place-items-center rounded-full bg-primary-soft font-medium text-primary text-sm">
                {at + 1}
              </span>
              <span className="grid min-w-0 flex-1 basis-64">
                <span className="font-medium">{capitalized(many)}</span>
                <span className="text-muted-foreground text-sm">{about}</span>
              </span>
              <span className="text-muted-foreground text-sm tabular-nums">
                {counted(overview.counts[kind], one, many)}
              </span>
              <Button asChild variant="outline" className="md:min-w-60">
                <Link to="/admin/import/$kind" params={{ kind }}>
                  <FileUp aria-hidden="true" />
                  Import {many}
                </Link>
              </Button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface PastImportsProps {
  imports: readonly ImportRecord[];
  onUndo: (record: ImportRecord) => void;
}

function PastImports({ imports, onUndo }: PastImportsProps) {
  if (imports.length === 0) {
    return (
      <div className="rounded-lg border border-border bg-card">
        <EmptyState icon={FileUp} title="No imports yet">
          Start with services, then work down the list above.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="overflow-x-auto rounded-lg border border-border bg-card">
      <Table aria-label="Past imports">
        <TableHeader>
          <TableRow>
            <TableHead>File</TableHead>
            <TableHead>Imported</TableHead>
            <TableHead>Result</TableHead>
            <TableHead>Status</TableHead>
            <TableHead>Action</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {imports.map((record) => (
            <TableRow key={record.id}>
              <TableCell className="whitespace-normal">
                <span className="font-medium">{record.file_name}</span>
                <span className="block text-muted-foreground text-sm">
                  {capitalized(KIND_WORDS[record.kind].many)}
                </span>
              </TableCell>
              <TableCell className="whitespace-normal">
                {record.started_by_name ?? 'Unknown person'}
                <span className="block text-muted-foreground text-sm">
                  {pacificDisplay(record.started_at)}
                </span>
              </TableCell>
              <TableCell className="min-w-48 whitespace-normal">
                {importedWords(record.kind, record)}
              </TableCell>
              <TableCell className="whitespace-normal">
                <ImportState record={record} />
              </TableCell>
              <TableCell>
                {record.remaining > 0 && (
                  <Button variant="outline" size="sm" onClick={() => onUndo(record)}>
                    <Undo2 aria-hidden="true" />
                    Undo
                  </Button>
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function ImportState({ record }: { record: ImportRecord }) {
  if (record.undone_at !== null) {
    return (
      <>
        <Badge variant="outline">Undone</Badge>
        <span className="block text-muted-foreground text-sm">
          {record.undone_by_name}, {pacificDisplay(record.undone_at)}
          {record.remaining > 0 && `, except ${counted(record.remaining, 'record')}`}
        </span>
      </>
    );
  }
  if (record.finished_at === null) return <Badge variant="warning">Not finished</Badge>;
  return <Badge variant="success">Imported</Badge>;
}
