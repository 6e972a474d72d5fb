import { Link } from '@tanstack/react-router';
import { CircleCheck, Download, FileUp } from 'lucide-react';
import { mayUse } from '#domain/access/permissions.ts';
import { missingColumns } from '#domain/imports/import-columns.ts';
import {
  canUpdate,
  type ExistingChoice,
  IMPORT_KINDS,
  type ImportKind,
  isOfPayroll,
  mayImport,
} from '#domain/imports/import-kinds.ts';
import { KIND_WORDS } from '#domain/imports/import-words.ts';
import { capitalized } from '#domain/text/capitalized.ts';
import { counted } from '#domain/text/counted.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { FaultyLines } from '#screens/file/faulty-lines.tsx';
import { ENCODINGS, type Encoding } from '#screens/file/file-text.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Progress } from '#ui/progress.tsx';
import { RadioGroup, RadioGroupItem } from '#ui/radio-group.tsx';
import { Select } from '#ui/select.tsx';
import { ColumnChoice } from './column-table.tsx';
import { downloadTemplate } from './import-files.ts';
import { LinePreview } from './line-tables.tsx';
import { type Check, type ImportWork, useImport } from './use-import.ts';

interface ImportStepsProps {
  kind: ImportKind;
  /** The columns of earlier files of this kind. */
  known: Readonly<Record<string, string>>;
}

/** File, columns, check, import: one below the other, as far as they can be done. */
export function ImportSteps({ kind, known }: ImportStepsProps) {
  const work = useImport(kind, known);
  const { opened, problem, check, sending } = work;
  const missing = opened === null ? [] : missingColumns(kind, work.columns);
  if (sending !== null) return <SendingStatus kind={kind} work={work} />;
  return (
    <ol className="grid gap-6">
      <Step number={1} title="File">
        <FileChoice kind={kind} work={work} />
      </Step>
      {opened !== null && problem === null && (
        <Step number={2} title="Columns">
          {opened.above > 0 && (
            <p className="text-muted-foreground text-sm">
              {counted(opened.above, 'line')} above the header row {opened.above === 1 ? "isn't" : "aren't"}{' '}
              imported.
            </p>
          )}
          <ColumnChoice kind={kind} work={work} />
          {missing.length > 0 && (
            <p role="alert" className="text-destructive text-sm">
              Choose a column for: {missing.join('; ')}.
            </p>
          )}
          {check === null && (
            <div>
              <Button disabled={missing.length > 0} onClick={() => void work.checkFile()}>
                Check {counted(opened.rows.length, 'line')}
              </Button>
            </div>
          )}
        </Step>
      )}
      {opened !== null && check !== null && (
        <Step number={3} title="Check" isFocused>
          <CheckSummary kind={kind} check={check} onAgain={() => void work.checkFile()} />
          <FaultyLines file={opened} faulty={check.faulty} />
          <LinePreview kind={kind} work={work} check={check} />
        </Step>
      )}
      {check !== null && isComplete(check) && (
        <Step number={4} title="Import">
          {canUpdate(kind) && <ExistingField kind={kind} work={work} />}
          <ImportButton kind={kind} check={check} onImport={() => void work.send()} />
        </Step>
      )}
    </ol>
  );
}

/** A ref: one function for all renders, so it is called once. */
function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}

function isComplete({ done, total, problem }: Check): boolean {
  return problem === null && done === total;
}

interface StepProps {
  number: number;
  title: string;
  /** Has the focus when it appears: the button that leads to it goes. */
  isFocused?: boolean;
  children: React.ReactNode;
}

function Step({ number, title, isFocused = false, children }: StepProps) {
  return (
    <li className="grid gap-4 rounded-lg border border-border bg-card p-5">
      <h2 className="font-semibold text-lg outline-none" {...(isFocused && { ref: focusOnce, tabIndex: -1 })}>
        {number}. {title}
      </h2>
      {children}
    </li>
  );
}

function FileChoice({ kind, work }: { kind: ImportKind; work: ImportWork }) {
  const { layout, problem, recordsRead, source } = work;
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_16rem]">
        <Field
          label="File"
          description={
            <>
              CSV or Excel (.xlsx), up to 100,000 lines. The header row has the column names. Title lines
              above it are skipped.{' '}
              <button
                type="button"
                className="inline-flex items-center gap-1 text-primary underline underline-offset-2"
                onClick={() => downloadTemplate(kind)}
              >
                <Download aria-hidden="true" className="size-3.5" />
                Download a template
              </button>
            </>
          }
          error={problem ?? undefined}
        >
          <Input
            type="file"
            accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            className="h-auto cursor-pointer py-1.5 pl-1.5 file:mr-3 file:h-7 file:cursor-pointer file:rounded-md file:border file:border-border file:bg-secondary file:px-3 file:font-medium"
            onChange={({ target }) => void work.open(target.files?.[0] ?? null)}
          />
        </Field>
        {layout?.encoding != null && (
          <Field
            label="Encoding"
            description={
              layout.isDetected && layout.encoding !== 'utf-8'
                ? "The file isn't UTF-8. If characters look wrong below, choose another encoding."
                : undefined
            }
          >
            <Select
              value={layout.encoding}
              onChange={({ target }) => void work.open(source, target.value as Encoding)}
            >
              {Object.entries(ENCODINGS).map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {layout !== null && layout.sheets.length > 1 && (
          <Field label="Sheet">
            <Select
              value={String(layout.sheet)}
              onChange={({ target }) => void work.open(source, null, Number(target.value))}
            >
              {layout.sheets.map((name, at) => (
                <option key={name} value={String(at)}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      {recordsRead !== null && (
        <Progress label="Reading the file…" value={null} detail={counted(recordsRead, 'line')} />
      )}
    </>
  );
}

function CheckSummary({ kind, check, onAgain }: { kind: ImportKind; check: Check; onAgain: () => void }) {
  const { counts, rows, done, total, problem } = check;
  const { one, many } = KIND_WORDS[kind];
  const existing = counts.exists + counts.same;
  const parts = [
    `${counted(counts.add, `new ${one}`, `new ${many}`)}`,
    ...(counts.update > 0 ? [`${counts.update.toLocaleString('en-US')} to update`] : []),
    ...(existing > 0 ? [`${existing.toLocaleString('en-US')} already in Caseload`] : []),
    ...(counts.faulty > 0 ? [`${counts.faulty.toLocaleString('en-US')} with errors`] : []),
  ];
  return (
    <div className="grid gap-2 text-sm">
      <div role="status">
        <p>{counted(rows, 'line')} read. Nothing is imported yet.</p>
        {isComplete(check) && <p className="font-medium tabular-nums">{parts.join(' · ')}</p>}
      </div>
      {problem === null && done < total && (
        <Progress
          label="Checking…"
          value={done}
          max={total}
          detail={`${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`}
        />
      )}
      {problem !== null && (
        <div role="alert" className="flex flex-wrap items-center gap-2 text-destructive">
          Couldn't check all lines. {problem}
          <Button variant="outline" size="sm" onClick={onAgain}>
            Check again
          </Button>
        </div>
      )}
    </div>
  );
}

function ExistingField({ kind, work }: { kind: ImportKind; work: ImportWork }) {
  const { many } = KIND_WORDS[kind];
  return (
    <Field
      label={`${capitalized(many)} that already exist`}
      group
      description="Empty cells never replace existing values."
    >
      <RadioGroup
        value={work.existing}
        onValueChange={(value) => void work.checkFile(value as ExistingChoice)}
      >
        <RadioGroupItem value="skip">Skip them</RadioGroupItem>
        <RadioGroupItem value="update">Update them from the file</RadioGroupItem>
      </RadioGroup>
    </Field>
  );
}

interface ImportButtonProps {
  kind: ImportKind;
  check: Check;
  onImport: () => void;
}

function ImportButton({ kind, check, onImport }: ImportButtonProps) {
  const { one, many } = KIND_WORDS[kind];
  const count = check.counts.add + check.counts.update;
  const faulty = check.counts.faulty;
  const skipping = faulty === 0 ? '' : `, skip ${counted(faulty, 'line')} with errors`;
  return (
    <div className="grid justify-items-start gap-2">
      <Button disabled={count === 0} onClick={onImport} className="h-auto min-h-9 whitespace-normal">
        <FileUp aria-hidden="true" />
        {count === 0 ? 'Nothing to import' : `Import ${counted(count, one, many)}${skipping}`}
      </Button>
      {faulty > 0 && count > 0 && (
        <p className="text-muted-foreground text-sm">
          Or fix the file first and choose it again. A line with errors is never partly imported.
        </p>
      )}
    </div>
  );
}

function SendingStatus({ kind, work }: { kind: ImportKind; work: ImportWork }) {
  const { sending } = work;
  const { profile } = useSignedIn();
  if (sending === null) return null;
  const holder = { role: profile.auth, grants: profile.grants };
  const { done, total, state, problem, record } = sending;
  const figures = `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
  const next = IMPORT_KINDS[IMPORT_KINDS.indexOf(kind) + 1];
  // Takes the place of the steps with their button, and has the focus until it is done.
  const place = { ref: focusOnce, tabIndex: -1 };
  if (state === 'done') {
    return (
      <div
        {...place}
        className="grid justify-items-start gap-3 rounded-lg border border-border bg-card p-5 outline-none"
      >
        <p role="status" className="flex items-center gap-2 font-medium">
          <CircleCheck aria-hidden="true" className="size-5 text-success" />
          {record === null ? 'Import finished.' : importedWords(kind, record)}
        </p>
        <p className="text-muted-foreground text-sm">
          You can undo this import as long as nothing else uses its records.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button asChild variant="outline">
            {isOfPayroll(kind) ? (
              <Link to="/payroll/extra-pay">Show extra pay</Link>
            ) : mayUse(holder, 'catalogue.record') ? (
              <Link to="/admin/import">Back to imports</Link>
            ) : (
              <Link to="/admin/soap-options">Back to SOAP options</Link>
            )}
          </Button>
          {next !== undefined && !isOfPayroll(next) && mayImport(holder, next) && (
            <Button asChild>
              <Link to="/admin/import/$kind" params={{ kind: next }}>
                Next: {KIND_WORDS[next].many}
              </Link>
            </Button>
          )}
        </div>
      </div>
    );
  }
  return (
    <div {...place} className="grid gap-3 rounded-lg border border-border bg-card p-5 text-sm outline-none">
      <p>Keep this page open until the import is done.</p>
      <Progress label="Lines imported" value={done} max={total} detail={figures} />
      {state === 'failed' && (
        <div role="alert" className="grid justify-items-start gap-2 text-destructive">
          {problem} {figures} lines were imported. Try again to import the rest.
          <Button onClick={() => void work.send()}>Try again</Button>
        </div>
      )}
    </div>
  );
}

/** "4,900 students added, 20 updated, 100 lines with errors left out." */
export function importedWords(
  kind: ImportKind,
  { added, updated, skipped, faulty }: { added: number; updated: number; skipped: number; faulty: number },
): string {
  const { one, many } = KIND_WORDS[kind];
  return `${[
    `${counted(added, one, many)} added`,
    ...(updated > 0 ? [`${updated.toLocaleString('en-US')} updated`] : []),
    ...(skipped > 0 ? [`${skipped.toLocaleString('en-US')} already there`] : []),
    ...(faulty > 0 ? [`${counted(faulty, 'line')} with errors left out`] : []),
  ].join(', ')}.`;
}
