import { Download, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Timesheet } from '#contract/timesheet.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { statusInPeriod, submittedTotals, waitingWords } from '#domain/timesheets/status-rules.ts';
import { newestRevision } from '#domain/timesheets/timesheet.ts';
import type { ById } from '#screens/device/people-by-id.ts';
import type { Period } from '#screens/pay-period/period-choice.ts';
import { periodWords } from '#screens/pay-period/period-switcher.tsx';
import { Button } from '#ui/button.tsx';
import { downloadCsv } from '#ui/csv.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { SignatureLine } from '#ui/signature-line.tsx';
import { dayColumns, dayWords } from './hours-columns.ts';
import { HoursTable } from './hours-table.tsx';
import type { Hours } from './own-hours.ts';
import { Revisions } from './revisions.tsx';
import { SheetStatusBadge } from './sheet-status-badge.tsx';

interface SheetFrameProps {
  /** Whose timesheet it is. */
  provider: string;
  person: string;
  period: Period;
  /** Undefined until loaded. */
  hours: Hours | undefined;
  sheets: readonly Timesheet[];
  names: ById<string>;
  /** With their credentials, for paper. */
  signers: ById<string>;
  /** When the server answered, in ms since the epoch; null for this device's data. */
  answeredAt?: number | null;
  /** Selects for provider and period. */
  switchers: ReactNode;
  /** The state of the request to the server. */
  asking?: ReactNode;
  /** Shown between the header and the days. */
  statusLine: ReactNode;
  /** Shown below the days. */
  children?: ReactNode;
}

type SignaturesProps = Pick<SheetFrameProps, 'provider' | 'person' | 'signers'> & {
  newest: Timesheet | null;
};

/** Who submitted and approved it, on paper only. What nobody has signed electronically is signed by hand. */
function Signatures({ provider, person, newest, signers }: SignaturesProps) {
  const signer = signers.get(provider) ?? person;
  // What was rejected or withdrawn has to be submitted again.
  const stands = newest !== null && ['submitted', 'approved', 'locked'].includes(newest.status);
  const stepOf = (status: 'submitted' | 'approved') =>
    stands ? newest.steps.findLast((step) => step.status === status) : undefined;
  const submitted = stepOf('submitted');
  const approved = stepOf('approved');
  return (
    <footer className="mt-4 hidden break-inside-avoid gap-8 text-sm print:grid">
      <SignatureLine
        words={submitted === undefined ? `Signature of ${signer}` : `Submitted electronically by ${signer}`}
        date={submitted === undefined ? 'Date' : pacificDisplay(submitted.at)}
      />
      <SignatureLine
        words={
          approved === undefined
            ? 'Approved by'
            : `Approved electronically by ${signers.get(approved.by) ?? 'the office'}`
        }
        date={approved === undefined ? 'Date' : pacificDisplay(approved.at)}
      />
    </footer>
  );
}

/** One timesheet: status, days, and revisions, the same on screen, on paper, and in files. */
export function SheetFrame(props: SheetFrameProps) {
  const {
    provider,
    person,
    period,
    hours,
    sheets,
    names,
    signers,
    answeredAt = null,
    switchers,
    asking,
    statusLine,
    children,
  } = props;
  const counted = sheets.map((sheet) => ({
    ...sheet,
    status: statusInPeriod(sheet.status, period.is_locked),
  }));
  const newest = newestRevision(counted);
  return (
    <div className="grid gap-5">
      <PageHeader
        title="Timesheet"
        detail={person}
        // Beside the title there is no room for it once the provider can be chosen.
        description={
          <>
            {(newest !== null || hours !== undefined) && (
              <span className="mr-2 inline-flex align-[0.1em]">
                <SheetStatusBadge status={newest?.status ?? 'not-submitted'} arrival={newest} />
              </span>
            )}
            {periodWords(period)}, Pacific
            {answeredAt !== null && `. As of ${pacificDisplay(answeredAt)}`}
          </>
        }
        actions={
          <div className="flex flex-wrap items-center gap-2 print:hidden">
            {switchers}
            <span className="flex items-center gap-2">
              <Button
                variant="outline"
                disabled={hours === undefined}
                onClick={() =>
                  hours !== undefined &&
                  downloadCsv(`timesheet-${period.start_date}.csv`, dayColumns(), hours.days)
                }
              >
                <Download aria-hidden="true" />
                CSV
              </Button>
              <Button variant="outline" disabled={hours === undefined} onClick={() => window.print()}>
                <Printer aria-hidden="true" />
                Print
              </Button>
            </span>
          </div>
        }
      />
      {asking}
      {newest !== null && newest.waiting_for > 0 && newest.version > 0 && newest.status === 'submitted' && (
        <p className="text-sm text-warning">{waitingWords(newest.waiting_for)}</p>
      )}
      {newest !== null && newest.notes !== '' && newest.status !== 'submitted' && (
        <p className="rounded-lg border border-border bg-muted px-4 py-2.5 text-sm">
          <span className="font-medium">Note: </span>
          {newest.notes}
        </p>
      )}
      {statusLine}
      {hours !== undefined && (
        <HoursTable
          label="Days of the period"
          first="Day"
          rows={hours.days.map(({ day, meal: _meal, problems, ...figures }) => ({
            key: day,
            title: dayWords(day),
            problems,
            ...figures,
          }))}
          totals={hours.totals}
          submitted={submittedTotals(newest, hours.totals)}
        />
      )}
      {children}
      <Revisions sheets={counted} names={names} />
      {newest !== null && <p className="hidden max-w-prose text-sm print:block">{newest.attestation_text}</p>}
      {hours !== undefined && <Signatures {...{ provider, person, newest, signers }} />}
    </div>
  );
}
