import type { Timesheet } from '#contract/timesheet.ts';
import { durationText } from '#domain/time/duration.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { STATUS_LABELS, type TimesheetStep } from '#domain/timesheets/timesheet.ts';
import type { ById } from '#screens/device/people-by-id.ts';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { SheetStatusBadge } from './sheet-status-badge.tsx';

const STEP_WORDS: Record<TimesheetStep['status'], string> = {
  ...STATUS_LABELS,
  recommended: 'Recommended',
  amended: 'Amended',
};

interface RevisionsProps {
  sheets: readonly Timesheet[];
  /** People's names by id, as far as this device knows them. */
  names: ById<string>;
}

/** All submissions of the period, newest first, with their history. */
export function Revisions({ sheets, names }: RevisionsProps) {
  if (sheets.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Revisions</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-5">
        {sheets.toReversed().map((sheet) => (
          <section key={sheet.id} aria-label={revisionWords(sheet)} className="grid gap-2">
            <h3 className="flex flex-wrap items-center gap-2 font-medium text-sm">
              {revisionWords(sheet)}
              <SheetStatusBadge status={sheet.status} arrival={sheet} />
              <span className="font-normal text-muted-foreground tabular-nums">
                Paid {durationText(sheet.totals.paid_minutes)} as submitted
              </span>
            </h3>
            <ol className="grid gap-1.5 border-border border-l pl-4 text-sm">
              {sheet.steps.map((step) => (
                <li key={`${step.status} ${step.at}`}>
                  <span className="font-medium">
                    {sheet.version === 0 ? 'Saved on this device' : STEP_WORDS[step.status]}
                  </span>{' '}
                  <span className="text-muted-foreground">
                    by {names.get(step.by) ?? 'your office'}, {pacificDisplay(step.at)}
                  </span>
                  {step.notes !== '' && <p className="whitespace-pre-wrap">{step.notes}</p>}
                </li>
              ))}
            </ol>
          </section>
        ))}
      </CardContent>
    </Card>
  );
}

function revisionWords({ version, revision }: Pick<Timesheet, 'version' | 'revision'>): string {
  return version === 0 ? 'New revision' : `Revision ${revision}`;
}
