import type { ReactNode } from 'react';
import { ApiError, type ErrorCode } from '#contract/errors.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { counted } from '#domain/text/counted.ts';
import type { SignedInDevice } from '#screens/device/signed-in.ts';

/** Whether a decision took effect, or waits on this device to be sent. */
export type Outcome = 'done' | 'waiting';

interface ActionButton<Row> {
  id: string;
  /** "Approve" */
  label: string;
  /** One and many: "timesheet", "timesheets". */
  nouns: readonly [one: string, many: string];
  isDestructive?: true;
  /** Who is offered it at all. */
  may: (actor: Actor) => boolean;
  /** Why it can't be done to a row, in words; nothing where it can. The server decides again. */
  refusal: (row: Row, actor: Actor) => string | null;
}

/** Something that is done to several rows in one step of the server, chosen and previewed in a form of its own. */
export interface ReportStep<Row> extends ActionButton<Row> {
  /** Told of every row that was selected, also of those that will be refused. */
  form: (rows: readonly Row[], leads: { onClose: () => void; onDone: () => void }) => ReactNode;
}

/** Something that is done to one or more rows of a report, by the call that a row's own button makes. */
export interface ReportAction<Row> extends ActionButton<Row> {
  /** "Approved" */
  done: string;
  /** What will change, in sentences. */
  summary: (rows: readonly Row[]) => readonly string[];
  /** What it does to one row, beside its name. */
  effect?: (row: Row) => string;
  /** It isn't asked for a note: nothing would keep it. */
  takesNoNote?: true;
  /** Whether these rows need a note. */
  needsNote?: (rows: readonly Row[]) => boolean;
  /** Does it to one row. Throws where it is refused. */
  run: (row: Row, note: string, signedIn: SignedInDevice) => Promise<void>;
  /** Waits for the answer where the call itself does not. Throws where it is refused. */
  settle?: (row: Row, signedIn: SignedInDevice) => Promise<Outcome>;
  /** Once all rows have been tried. */
  after?: (signedIn: SignedInDevice) => Promise<void>;
}

/** A rule's refusal in words. */
export function refusalWords(
  refusal: { code: ErrorCode; message?: string | undefined } | null,
): string | null {
  return refusal === null ? null : (refusal.message ?? new ApiError(refusal.code).message);
}

/** The outcome for a row. */
export interface RowOutcome<Row> {
  row: Row;
  outcome: Outcome | { refused: string };
}

/** "3 timesheets" */
export function countOf({ nouns: [one, many] }: Pick<ActionButton<never>, 'nouns'>, count: number): string {
  return counted(count, one, many);
}

/**
 * Does an action to each row, one after the other: a refusal stops only its own row.
 *
 * @param onProgress told how many rows have been tried
 */
export async function runForEach<Row>(
  action: ReportAction<Row>,
  rows: readonly Row[],
  note: string,
  signedIn: SignedInDevice,
  onProgress: (tried: number) => void,
): Promise<RowOutcome<Row>[]> {
  const outcomes: RowOutcome<Row>[] = [];
  const attempt = async (row: Row, what: () => Promise<Outcome>): Promise<RowOutcome<Row>> => {
    try {
      return { row, outcome: await what() };
    } catch (problem) {
      return { row, outcome: { refused: problem instanceof Error ? problem.message : String(problem) } };
    }
  };
  for (const row of rows) {
    outcomes.push(
      await attempt(row, async () => {
        await action.run(row, note, signedIn);
        return 'done';
      }),
    );
    onProgress(outcomes.length);
  }
  const { settle } = action;
  const settled =
    settle === undefined
      ? outcomes
      : await Promise.all(
          outcomes.map((tried) =>
            tried.outcome === 'done' ? attempt(tried.row, () => settle(tried.row, signedIn)) : tried,
          ),
        );
  await action.after?.(signedIn);
  return settled;
}
