import { FileUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { RescueFile } from '#contract/quarantine.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { usePeopleById } from '#screens/device/people-by-id.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { NoAnswer } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { outcomeOf, type RescueOutcome, readRescueFile, UnfitFile } from './rescue-reading.ts';

type Imported = ReplyOf<Endpoints['rescue.import']>;

const OUTCOME_LABELS: Record<RescueOutcome, string> = {
  taken: 'On the server',
  kept: 'Held for review',
  refused: 'Rejected',
};
const OUTCOME_VARIANTS = { taken: 'success', kept: 'warning', refused: 'destructive' } as const;

/** Imports unsynced changes that left a device in a file. Only the server can decrypt them. */
export function RescueImport() {
  const { engine } = useSignedIn();
  const [file, setFile] = useState<RescueFile | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isImporting, setImporting] = useState(false);
  const [imported, setImported] = useState<Imported | null>(null);

  const choose = async (chosen: File | undefined) => {
    setImported(null);
    setFile(null);
    setFault(null);
    if (chosen === undefined) return;
    try {
      setFile(await readRescueFile(chosen));
    } catch (problem) {
      setFault(problem instanceof UnfitFile ? problem.message : "This file couldn't be read.");
    }
  };
  const send = async (body: RescueFile) => {
    setImporting(true);
    setFault(null);
    try {
      setImported(await engine.api.call('rescue.import', { body }));
    } catch (problem) {
      setFault(problemWords(problem));
    }
    setImporting(false);
  };
  return (
    <div className="grid max-w-3xl gap-4">
      <Card>
        <CardHeader>
          <CardTitle>The file</CardTitle>
          <CardDescription>
            When a device can't connect, its user exports this encrypted file in their Sync center.
          </CardDescription>
        </CardHeader>
        <CardContent className="grid gap-4">
          <Field
            label="Rescue file"
            description="File name starts with caseload-rescue"
            error={fault ?? undefined}
          >
            <Input
              type="file"
              accept=".json,application/json"
              className="h-auto cursor-pointer py-1.5 pl-1.5 file:mr-3 file:h-7 file:cursor-pointer file:rounded-md file:border file:border-border file:bg-secondary file:px-3 file:font-medium"
              onChange={({ target }) => void choose(target.files?.[0])}
            />
          </Field>
          {file !== null && (
            <>
              <FileFacts file={file} />
              <div className="flex flex-wrap items-center gap-3">
                <Button progress={isImporting ? 'loading' : 'idle'} onClick={() => void send(file)}>
                  {!isImporting && <FileUp aria-hidden="true" />}
                  {`Import ${changes(file.writes.length)}`}
                </Button>
                <p className="text-muted-foreground text-sm">Safe to import more than once.</p>
              </div>
            </>
          )}
        </CardContent>
      </Card>
      <div role="status" className="contents">
        {file !== null && imported !== null && <Answers file={file} imported={imported} />}
      </div>
    </div>
  );
}

function changes(count: number): string {
  return count === 1 ? '1 change' : `${count.toLocaleString('en-US')} changes`;
}

function problemWords(problem: unknown): string {
  if (problem instanceof NoAnswer) return "Can't reach the server. Import the file again later.";
  return problem instanceof Error ? problem.message : String(problem);
}

function FileFacts({ file }: { file: RescueFile }) {
  const author = usePeopleById('provider').get(file.user_id);
  const captured = file.writes.map(({ captured_at }) => captured_at).sort();
  const facts: [string, ReactNode][] = [
    ['Changes', file.writes.length.toLocaleString('en-US')],
    ['Entered by', author === undefined ? "Someone who isn't a provider" : providerName(author)],
    ['Entered on', [...new Set([captured.at(0), captured.at(-1)])].map(shownInstant).join(' to ')],
    ['Exported', pacificDisplay(file.exported_at)],
    ['Device', `${file.device_id.slice(-6)}, app ${file.app_version}`],
  ];
  return (
    <dl aria-label="In this file" className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[8rem_1fr]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function shownInstant(instant: string | undefined): string {
  return instant === undefined ? '' : pacificDisplay(instant);
}

function Answers({ file, imported }: { file: RescueFile; imported: Imported }) {
  const answers = new Map(imported.answers.map((answer) => [answer.write_id, answer]));
  const count = (outcome: RescueOutcome) =>
    imported.answers.filter((answer) => outcomeOf(answer) === outcome).length;
  const counts = (['taken', 'kept', 'refused'] as const).filter((outcome) => count(outcome) > 0);
  return (
    <Card>
      <CardHeader>
        <CardTitle>{`${changes(imported.answers.length)} from ${imported.author_name}`}</CardTitle>
        <CardDescription>
          {counts
            .map((outcome) => `${OUTCOME_LABELS[outcome]}: ${count(outcome).toLocaleString('en-US')}`)
            .join(' · ')}
        </CardDescription>
      </CardHeader>
      <ol aria-label="Results">
        {file.writes.map(({ write_id, captured_at }) => {
          const answer = answers.get(write_id);
          if (answer === undefined) return null;
          const outcome = outcomeOf(answer);
          const words = answerWords(answer, outcome);
          return (
            <li
              key={write_id}
              className="flex flex-wrap items-start gap-x-4 gap-y-1 border-border border-t px-4 py-3 text-sm sm:px-5"
            >
              <span className="w-48 tabular-nums">Entered {pacificDisplay(captured_at)}</span>
              <span className="grid min-w-0 flex-1 basis-64 gap-1">
                <Badge variant={OUTCOME_VARIANTS[outcome]}>{OUTCOME_LABELS[outcome]}</Badge>
                {words.map((line) => (
                  <span key={line} className="text-muted-foreground">
                    {line}
                  </span>
                ))}
              </span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

function answerWords({ message, fields }: Imported['answers'][number], outcome: RescueOutcome): string[] {
  if (outcome === 'taken') return ['Saved.'];
  if (outcome === 'kept') return ['It\'s waiting for review under "Held changes".'];
  return [message ?? 'Rejected without a reason.', ...Object.values(fields ?? {})];
}
