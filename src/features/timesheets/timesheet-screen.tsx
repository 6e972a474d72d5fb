import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { providersById } from '#db/people.ts';
import { timesheetsOfPeriod } from '#db/timesheets.ts';
import { mayUse, seesWholeOrganization } from '#domain/access/permissions.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { takesSubmission } from '#domain/timesheets/status-rules.ts';
import { newestRevision } from '#domain/timesheets/timesheet.ts';
import { useLoading } from '#screens/device/first-pull.ts';
import type { ById } from '#screens/device/people-by-id.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useFormDay } from '#screens/device/today.ts';
import { type PeriodChoice, usePeriodChoice } from '#screens/pay-period/period-choice.ts';
import { PeriodSwitcher } from '#screens/pay-period/period-switcher.tsx';
import type { ReportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import type { WhyLink } from '#screens/report/why.tsx';
import { Combobox } from '#ui/combobox.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingRecords } from '#ui/loading-records.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { AskedOfServer } from '#ui/server-data.tsx';
import { PaidHelp } from './hours-headlines.tsx';
import { useNamesOfPeople, useSignersOfPeople } from './names-of-people.ts';
import { OthersTimesheet, ReviewedTimesheet } from './others-timesheet.tsx';
import type { OVERVIEW_FILTERS } from './overview-filters.ts';
import { useOwnHours } from './own-hours.ts';
import { OwnStatus } from './own-status.tsx';
import { SheetFrame } from './sheet-frame.tsx';
import { Submission } from './submission.tsx';
import { TOO_OLD_TO_SUBMIT } from './submit-timesheet.ts';
import { timesheetOverview } from './timesheet-overview.tsx';

type OverviewAddress = ReportAddress<typeof OVERVIEW_FILTERS>;

interface TimesheetScreenProps {
  providerId: string;
  search: OverviewAddress;
  onSearch: (change: (before: OverviewAddress) => OverviewAddress) => void;
  /**
   * Opens another provider's timesheet of the current period.
   *
   * @param replaces whether "back" skips the current one
   */
  onProvider: (id: string, period: string, replaces: boolean) => void;
  /** A link back to all timesheets. */
  back: ReactNode;
  whyLink: WhyLink;
  /** Shown for a provider who doesn't exist or whom the person may not see. */
  notFound: ReactNode;
  /** A link to the Sync center. */
  syncCenter: ReactNode;
}

/** In the URL instead of a provider. */
export const EVERYBODY = 'all';

/** A provider's pay period by day: the user's own from this device, others' from the server. */
export function TimesheetScreen({
  providerId,
  search,
  onSearch,
  onProvider,
  back,
  whyLink,
  notFound,
  syncCenter,
}: TimesheetScreenProps) {
  const { profile } = useSignedIn();
  const { openedOn } = useFormDay();
  const providers = useLocal(providersById, []);
  const opensClosed = providerId === EVERYBODY;
  const choice = usePeriodChoice(search.period, { openedOn, opensClosed });
  const names = useNamesOfPeople();
  const signers = useSignersOfPeople();
  const isOverview =
    providers !== undefined && !providers.has(providerId) && providerId !== profile.provider_id;
  const loading = useLoading(isOverview ? choice?.period?.start_date : undefined);
  if (choice === undefined || providers === undefined) return null;
  const isOffice = seesWholeOrganization({ role: profile.auth, grants: profile.grants });
  if (choice.period === null) {
    return (
      <EmptyState icon={CalendarClock} title="No pay periods yet">
        Pay periods appear here after your office sets them.
      </EmptyState>
    );
  }
  const { start_date } = choice.period;
  const open = (id: string) => onProvider(id, start_date, false);
  const whose = mayUse({ role: profile.auth, grants: profile.grants }, 'provider.read') && (
    <Combobox
      aria-label="Provider"
      className="w-56"
      searchLabel="Find a provider"
      placeholder="Choose a provider"
      options={[
        ...(isOffice ? [{ value: EVERYBODY, label: 'All providers' }] : []),
        ...[...providers.values()]
          .filter(({ archived, id }) => !archived || id === providerId)
          .map((one) => ({ value: one.id, label: providerName(one) }))
          .sort((a, b) => a.label.localeCompare(b.label)),
      ]}
      value={providers.has(providerId) ? providerId : isOffice ? EVERYBODY : null}
      onValueChange={open}
    />
  );
  const switchers = (
    <>
      {whose}
      <PeriodSwitcher choice={choice} onPeriod={(period) => onSearch((before) => ({ ...before, period }))} />
    </>
  );
  if (loading !== null) {
    return (
      <div className="grid gap-5">
        <PageHeader
          title="Timesheets"
          actions={<div className="flex flex-wrap items-center gap-2">{switchers}</div>}
        />
        <LoadingRecords words={loading.words} percent={loading.percent} lines={6} />
      </div>
    );
  }
  const common = { choice, period: choice.period, names, signers, switchers, syncCenter };
  if (providerId === profile.provider_id) {
    return (
      <div className="grid gap-3">
        {isOffice && back}
        <OwnTimesheet {...common} />
      </div>
    );
  }
  if (!providers.has(providerId)) {
    if (providerId !== EVERYBODY || whose === false) return notFound;
    if (isOffice) {
      return (
        <ReportScreen
          report={timesheetOverview}
          search={search}
          onSearch={onSearch}
          onOpen={open}
          whyLink={whyLink}
          actions={whose}
        />
      );
    }
    return (
      <div className="grid gap-5">
        <h1 className="font-semibold text-2xl">Timesheets</h1>
        <div className="flex flex-wrap items-center gap-2">{switchers}</div>
        <EmptyState icon={CalendarClock} title="Choose a provider">
          See their timesheets for each pay period.
        </EmptyState>
      </div>
    );
  }
  if (!isOffice) return <OthersTimesheet providerId={providerId} review={null} {...common} />;
  const { status, search: words, sort } = search;
  return (
    <ReviewedTimesheet
      // Other filters start another review.
      key={[start_date, status, words, sort].join(' ')}
      providerId={providerId}
      search={search}
      onOpen={(id) => onProvider(id, start_date, true)}
      back={back}
      {...common}
    />
  );
}

interface SheetProps {
  choice: PeriodChoice;
  period: NonNullable<PeriodChoice['period']>;
  names: ById<string>;
  signers: ById<string>;
  switchers: ReactNode;
  syncCenter: ReactNode;
}

function OwnTimesheet({ choice, period, names, signers, switchers, syncCenter }: SheetProps) {
  const { profile } = useSignedIn();
  const { hours, asked } = useOwnHours(period);
  const sheets = useLocal(
    (db) => timesheetsOfPeriod(db, profile.user_id, period.start_date),
    [profile.user_id, period.start_date],
  );
  if (hours === undefined && asked !== null) return <AskedOfServer name="hours" state={asked} />;
  if (hours === undefined || sheets === undefined) return null;
  const newest = newestRevision(sheets);
  const isOpen = takesSubmission(newest?.status ?? 'not-submitted') && !period.is_locked;
  return (
    <SheetFrame
      provider={profile.user_id}
      person={names.get(profile.user_id) ?? ''}
      {...{ period, hours, sheets, names, signers, switchers }}
      statusLine={newest !== null && <OwnStatus sheet={newest} syncCenter={syncCenter} />}
    >
      <PaidHelp totals={hours.totals} />
      {isOpen && asked === null && (
        <Submission key={period.id} hours={hours} period={period} today={choice.today} />
      )}
      {isOpen && asked !== null && <p className="text-sm">{TOO_OLD_TO_SUBMIT}</p>}
    </SheetFrame>
  );
}
