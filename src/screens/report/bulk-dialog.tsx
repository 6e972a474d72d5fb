import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ownActor } from '#screens/device/own-actor.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#ui/dialog.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Field } from '#ui/field.tsx';
import { Progress } from '#ui/progress.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { countOf, type ReportAction, type RowOutcome, runForEach } from './report-action.ts';

const LONGEST_NOTE = 2_000;
const MOST_NAMES_IN_A_SENTENCE = 5;

interface BulkDialogProps<Row extends object> {
  action: ReportAction<Row>;
  /** Those that were selected. */
  rows: readonly Row[];
  rowName: (row: Row) => string;
  onClose: () => void;
  /** Told which rows were not changed, once all have been tried. */
  onDone: (refused: readonly Row[]) => void;
}

/** Says what an action will change, does it, and says what was done and what was refused. */
export function BulkDialog<Row extends object>(props: BulkDialogProps<Row>) {
  const { action, rows, rowName, onClose, onDone } = props;
  const signedIn = useSignedIn();
  const [{ possible, excluded }] = useState(() => sorted(action, rows, ownActor(signedIn.profile)));
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const [tried, setTried] = useState<number | null>(null);
  const [outcomes, setOutcomes] = useState<readonly RowOutcome<Row>[] | null>(null);
  const once = useOneAtATime();
  const needsNote = action.needsNote?.(possible) === true;
  const run = async (event: FormEvent) => {
    event.preventDefault();
    // It is drawn inside the page of the report, to React.
    event.stopPropagation();
    if (needsNote && note.trim() === '') return setProblem('Enter a note.');
    await once(async () => {
      setProblem(undefined);
      setTried(0);
      const found = await runForEach(action, possible, note.trim(), signedIn, setTried);
      setOutcomes(found);
      onDone(found.filter(({ outcome }) => typeof outcome !== 'string').map(({ row }) => row));
    });
  };
  const isRunning = tried !== null && outcomes === null;
  const title = `${action.label} ${countOf(action, possible.length)}`;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isRunning && onClose()}>
      <DialogContent closable={false}>
        <form noValidate className="contents" onSubmit={(event) => void run(event)}>
          <DialogHeader>
            <DialogTitle>{title}</DialogTitle>
            <DialogDescription>
              {possible.length === 0 ? 'Nothing will change.' : action.summary(possible).join(' ')}
            </DialogDescription>
          </DialogHeader>
          <ScrollRegion aria-label="What changes" className="grid max-h-[45dvh] gap-4 overflow-y-auto">
            {outcomes === null ? (
              <>
                <RowNames
                  title={`To be ${action.done.toLowerCase()}`}
                  rows={possible}
                  rowName={rowName}
                  effect={action.effect}
                />
                {excluded.length > 0 && (
                  <Reasons
                    title={`Not included: ${countOf(action, excluded.length)}`}
                    reasons={excluded.map(([row, why]) => [rowName(row), why])}
                    action={action}
                  />
                )}
              </>
            ) : (
              <Outcomes action={action} outcomes={outcomes} rowName={rowName} />
            )}
          </ScrollRegion>
          {isRunning && (
            <Progress
              label={`${tried.toLocaleString('en-US')} of ${countOf(action, possible.length)}`}
              value={(100 * tried) / possible.length}
            />
          )}
          {tried === null && possible.length > 0 && action.takesNoNote !== true && (
            <Field label="Note" required={needsNote} error={problem}>
              <Textarea
                rows={2}
                value={note}
                maxLength={LONGEST_NOTE}
                onChange={({ target }) => setNote(target.value)}
              />
            </Field>
          )}
          <DialogFooter>
            {outcomes === null && possible.length > 0 ? (
              <>
                <Button variant="outline" disabled={isRunning} onClick={onClose}>
                  Cancel
                </Button>
                <Button
                  type="submit"
                  variant={action.isDestructive ? 'destructive' : 'default'}
                  progress={isRunning ? 'loading' : 'idle'}
                >
                  {title}
                </Button>
              </>
            ) : (
              <Button variant="outline" onClick={onClose}>
                Close
              </Button>
            )}
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function sorted<Row>(
  action: ReportAction<Row>,
  rows: readonly Row[],
  actor: Parameters<ReportAction<Row>['refusal']>[1],
) {
  const judged = rows.map((row) => [row, action.refusal(row, actor)] as const);
  return {
    possible: judged.filter(([, refusal]) => refusal === null).map(([row]) => row),
    excluded: judged.filter((one): one is readonly [Row, string] => one[1] !== null),
  };
}

interface NamesProps<Row extends object> extends Pick<BulkDialogProps<Row>, 'rows' | 'rowName'> {
  title: string;
  effect: ReportAction<Row>['effect'];
}

function RowNames<Row extends object>({ title, rows, rowName, effect }: NamesProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <section className="grid gap-1 text-sm">
      <h3 className="font-medium">{title}</h3>
      <ul aria-label={title}>
        {rows.map((row) => (
          <li key={rowName(row)}>
            {rowName(row)}
            {effect !== undefined && <span className="text-muted-foreground">: {effect(row)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ReasonsProps {
  title: string;
  reasons: readonly (readonly [name: string, why: string])[];
  action: Pick<ReportAction<never>, 'nouns'>;
}

/** Why rows don't change, grouped by reason. Many rows with one reason are counted, and named on request. */
function Reasons({ title, reasons, action }: ReasonsProps) {
  const byReason = new Map<string, string[]>();
  for (const [name, why] of reasons) byReason.set(why, [...(byReason.get(why) ?? []), name]);
  return (
    <section className="grid gap-1 text-sm">
      <h3 className="flex items-center gap-2 font-medium text-warning">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        {title}
      </h3>
      <ul aria-label={title} className="grid gap-1">
        {[...byReason].map(([why, names]) =>
          names.length > MOST_NAMES_IN_A_SENTENCE ? (
            <li key={why}>
              <p>
                {countOf(action, names.length)}: <span className="text-muted-foreground">{why}</span>
              </p>
              <Disclosure title={`Which ${action.nouns[1]}`}>
                <p className="break-words">{names.join('; ')}</p>
              </Disclosure>
            </li>
          ) : (
            <li key={why}>
              {names.join('; ')}: <span className="text-muted-foreground">{why}</span>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

interface OutcomesProps<Row extends object> extends Pick<BulkDialogProps<Row>, 'action' | 'rowName'> {
  outcomes: readonly RowOutcome<Row>[];
}

function Outcomes<Row extends object>({ action, outcomes, rowName }: OutcomesProps<Row>) {
  const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  const refused = outcomes.flatMap(({ row, outcome }) =>
    typeof outcome === 'string' ? [] : [[rowName(row), outcome.refused] as const],
  );
  return (
    <div role="status" className="grid gap-3 text-sm">
      {count('done') > 0 && (
        <p className="flex items-center gap-2 text-success">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
          {action.done}: {countOf(action, count('done'))}
        </p>
      )}
      {count('waiting') > 0 && (
        <p className="flex items-center gap-2 text-primary">
          <Hourglass aria-hidden="true" className="size-4 shrink-0" />
          Saved on this device, waiting for the server: {countOf(action, count('waiting'))}
        </p>
      )}
      {refused.length > 0 && (
        <Reasons
          title={`Not changed: ${countOf(action, refused.length)}`}
          reasons={refused}
          action={action}
        />
      )}
    </div>
  );
}
