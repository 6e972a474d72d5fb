import { FileUp } from 'lucide-react';
import { toast } from 'sonner';
import type { Service } from '#contract/catalog.ts';
import type { LocalClinicalCode } from '#db/soap-options.ts';
import { counted } from '#domain/text/counted.ts';
import { FaultyLines } from '#screens/file/faulty-lines.tsx';
import { ENCODINGS, type Encoding } from '#screens/file/file-text.ts';
import { Button } from '#ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Progress } from '#ui/progress.tsx';
import { Select } from '#ui/select.tsx';
import { CodePreview } from './code-file-preview.tsx';
import { type Comparison, type Sending, useCodeImport } from './code-import.ts';
import type { ReadFile } from './read-code-file.ts';

interface ClinicalCodeImportProps {
  kind: LocalClinicalCode['kind'];
  services: readonly Service[];
  onClose: () => void;
  onImported: Parameters<typeof useCodeImport>[2];
}

/** Files without these columns that are read too. */
const PUBLISHED: Record<ClinicalCodeImportProps['kind'], string> = {
  cpt: '',
  dx: ', or the ICD-10-CM order file from the CMS website',
};

/** A file of codes: read and previewed here, compared with the list, then imported on confirmation. */
export function ClinicalCodeImport({ kind, services, onClose, onImported }: ClinicalCodeImportProps) {
  const work = useCodeImport(kind, services, onImported);
  const { file, encoding, rowsRead, reading, problem, comparison, sending } = work;
  const isSending = sending?.state === 'running' || sending?.state === 'canceling';
  const whole = reading?.problem ?? null;
  const total = reading?.codes.length ?? 0;
  const isCompared = comparison !== null && (comparison.done === total || comparison.problem !== null);
  const toImport = comparison?.problem === null ? comparison.counts.added + comparison.counts.changed : total;
  const send = async () => {
    if (!(await work.send())) return;
    toast.success(`${counted(toImport, 'code')} imported`, { duration: 2_500 });
    onClose();
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isSending && onClose()}>
      <DialogContent className="max-w-3xl" closable={!isSending}>
        <DialogHeader>
          <DialogTitle>Import {kind === 'cpt' ? 'CPT' : 'DX'} codes</DialogTitle>
          <DialogDescription>
            {sending === null
              ? `Choose a CSV or Excel file with the columns code, description, and optionally service${PUBLISHED[kind]}. Codes that are already in the list are updated, and no code is removed. Without a service column, codes keep their service. Nothing changes until you press Import.`
              : 'Keep this page open until the import is done.'}
          </DialogDescription>
        </DialogHeader>
        {sending === null && (
          <div className="grid gap-4 sm:grid-cols-[1fr_14rem]">
            <Field
              label="File"
              error={problem ?? (whole === null ? undefined : `Line ${whole.line}: ${whole.message}`)}
            >
              <Input
                type="file"
                accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values"
                className="h-auto cursor-pointer py-1.5 pl-1.5 file:mr-3 file:h-7 file:cursor-pointer file:rounded-md file:border file:border-border file:bg-secondary file:px-3 file:font-medium"
                onChange={({ target }) => void work.read(target.files?.[0] ?? null, null)}
              />
            </Field>
            {reading?.encoding != null && (
              <EncodingChoice
                isNotable={reading.isDetected && reading.encoding !== 'utf-8'}
                value={encoding ?? reading.encoding}
                onChoose={(chosen) => void work.read(file, chosen)}
              />
            )}
          </div>
        )}
        {rowsRead !== null && (
          <Progress label="Reading the file…" value={null} detail={counted(rowsRead, 'line')} />
        )}
        {reading !== null && whole === null && sending === null && (
          <>
            <Summary reading={reading} comparison={comparison} onCompareAgain={work.compareAgain} />
            <FaultyLines
              file={{ name: file?.name ?? 'codes', headings: reading.heading }}
              faulty={reading.faulty}
            />
            <CodePreview
              reading={reading}
              services={services}
              before={isCompared && comparison.problem === null ? comparison.before : null}
            />
          </>
        )}
        {sending !== null && <SendingStatus sending={sending} total={total} />}
        <DialogFooter>
          {isSending ? (
            <Button variant="outline" disabled={sending.state === 'canceling'} onClick={work.cancel}>
              {sending.state === 'canceling' ? 'Canceling…' : 'Cancel'}
            </Button>
          ) : (
            <Button variant="outline" onClick={onClose}>
              {sending === null ? 'Cancel' : 'Close'}
            </Button>
          )}
          {sending === null ? (
            <Button
              disabled={whole !== null || !isCompared || toImport === 0}
              onClick={() => void send()}
              className="h-auto min-h-9 whitespace-normal"
            >
              <FileUp aria-hidden="true" />
              {importWords(isCompared ? toImport : null, reading?.faulty.length ?? 0)}
            </Button>
          ) : (
            <Button progress={isSending ? 'loading' : 'idle'} onClick={() => void send()}>
              {isSending ? 'Importing…' : sending.state === 'failed' ? 'Try again' : 'Continue'}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** What the button does. @param count null while it isn't known */
function importWords(count: number | null, faulty: number): string {
  if (count === null) return 'Import';
  if (count === 0) return 'Nothing to import';
  const codes = `Import ${counted(count, 'code')}`;
  return faulty === 0 ? codes : `${codes}, skip ${counted(faulty, 'line')} with errors`;
}

interface EncodingChoiceProps {
  /** Whether a reader should look closely. */
  isNotable: boolean;
  value: Encoding;
  onChoose: (encoding: Encoding) => void;
}

/** How the bytes of the file were read. Without a byte order mark that can only be guessed. */
function EncodingChoice({ isNotable, value, onChoose }: EncodingChoiceProps) {
  return (
    <Field
      label="Encoding"
      description={
        isNotable
          ? "The file isn't UTF-8. If characters look wrong below, choose another encoding."
          : undefined
      }
    >
      <Select value={value} onChange={({ target }) => onChoose(target.value as Encoding)}>
        {Object.entries(ENCODINGS).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

interface SummaryProps {
  reading: ReadFile;
  comparison: Comparison | null;
  onCompareAgain: () => void;
}

/** How many rows were read, and what importing them would do. */
function Summary({ reading, comparison, onCompareAgain }: SummaryProps) {
  const { rows, codes, faulty, categories } = reading;
  const isComplete = comparison?.problem === null && comparison.done === codes.length;
  const counts = isComplete
    ? [
        `${comparison.counts.added.toLocaleString('en-US')} new`,
        `${comparison.counts.changed.toLocaleString('en-US')} changed`,
        `${comparison.counts.unchanged.toLocaleString('en-US')} unchanged`,
      ]
    : [];
  const faults = faulty.length > 0 ? [`${faulty.length.toLocaleString('en-US')} with errors`] : [];
  return (
    <div className="grid gap-2 text-sm">
      <div role="status">
        <p>
          {counted(rows + categories, 'line')} read.
          {categories > 0 && ` ${categoryWords(categories)}`}
        </p>
        <p className="font-medium tabular-nums">{[...counts, ...faults].join(' · ')}</p>
      </div>
      {comparison !== null && !isComplete && comparison.problem === null && (
        <Progress
          label="Comparing with the list…"
          value={comparison.done}
          max={codes.length}
          detail={`${comparison.done.toLocaleString('en-US')} of ${codes.length.toLocaleString('en-US')}`}
        />
      )}
      {comparison !== null && comparison.problem !== null && (
        <div role="alert" className="flex flex-wrap items-center gap-2 text-destructive">
          Couldn't compare the file with the list. {comparison.problem}
          <Button variant="outline" size="sm" onClick={onCompareAgain}>
            Compare again
          </Button>
        </div>
      )}
    </div>
  );
}

function categoryWords(count: number): string {
  return count === 1
    ? "1 is a category, which claims don't take, and is left out."
    : `${count.toLocaleString('en-US')} are categories, which claims don't take, and are left out.`;
}

function SendingStatus({ sending, total }: { sending: Sending; total: number }) {
  const { done, state, problem } = sending;
  const figures = `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
  return (
    <div className="grid gap-3 text-sm">
      <Progress label="Codes imported" value={done} max={total} detail={figures} />
      {state === 'failed' && (
        <p role="alert" className="text-destructive">
          {problem} {figures} codes were imported. Try again to import the rest.
        </p>
      )}
      {state === 'canceled' && (
        <p role="status">
          Import canceled. {figures} codes were imported and stay in the list. Continue to import the rest.
        </p>
      )}
    </div>
  );
}
