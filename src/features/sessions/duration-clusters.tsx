import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { signed } from '#contract/report-files/file-cells.ts';
import { displayMoment } from '#domain/time/pacific.ts';
import { ownActor } from '#screens/device/own-actor.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { BulkDialog } from '#screens/report/bulk-dialog.tsx';
import type { SummaryProps } from '#screens/report/define-report.ts';
import { Button } from '#ui/button.tsx';
import {
  type DurationCluster,
  type DurationRow,
  type DurationSize,
  durationClusters,
  durationTotals,
} from './duration-rows.ts';
import { decisionOnDurations } from './request-decisions.ts';

const WORDS: Readonly<Record<DurationSize, string>> = {
  small: 'within 5 minutes of schedule',
  medium: '6 to 15 minutes off schedule',
  large: 'more than 15 minutes off schedule',
};

/** Who, when, and with whom: names a row where it is spoken of by itself. */
export function durationName({ provider, session, students }: DurationRow): string {
  return `${provider}, ${displayMoment(session.session_date, session.start_time)}, ${students}`;
}

/** Pending requests grouped by how far they are from the plan; each group is approved at once, after a summary. */
export function DurationClusters({ rows }: SummaryProps) {
  const actor = ownActor(useSignedIn().profile);
  const [asked, setAsked] = useState<DurationCluster | null>(null);
  const approve = decisionOnDurations('approved');
  // The report's own rows.
  const clusters = durationClusters(rows as readonly DurationRow[]);
  if (!approve.may(actor) || (clusters.length === 0 && asked === null)) return null;
  return (
    <>
      <ul aria-label="Groups to review" className="grid gap-2 print:hidden">
        {clusters.map((cluster) => (
          <li
            key={cluster.size}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-border bg-card px-4 py-2.5"
          >
            <p className="min-w-0 flex-1 basis-64 text-sm">
              <span className="font-semibold tabular-nums">{cluster.rows.length}</span> requests{' '}
              {WORDS[cluster.size]}{' '}
              <span className="text-muted-foreground tabular-nums">
                ({signed(durationTotals(cluster.rows).difference)} minutes in total)
              </span>
            </p>
            <Button size="sm" variant="outline" onClick={() => setAsked(cluster)}>
              <CheckCheck aria-hidden="true" />
              Approve {cluster.rows.length}
              <span className="sr-only"> requests {WORDS[cluster.size]}</span>
            </Button>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <BulkDialog
          action={approve}
          rows={asked.rows}
          rowName={durationName}
          onClose={() => setAsked(null)}
          onDone={() => undefined}
        />
      )}
    </>
  );
}
