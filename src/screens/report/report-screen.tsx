import { CalendarClock } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { askedOf } from '#contract/report-files/chosen-rows.ts';
import { payPeriods } from '#db/catalog.ts';
import { useLaterPages } from '#screens/device/later-pages.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useFormDay, useToday } from '#screens/device/today.ts';
import { periodChoice } from '#screens/pay-period/period-choice.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { syncPosition } from '#sync/pull/pull.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import type { FilterShapes, ReportAddress } from './address.ts';
import { useUnsyncedChanges } from './completeness.tsx';
import type {
  CellTools,
  DeviceSource,
  EitherSource,
  HeldOrPagedSource,
  MixedSource,
  PagedSource,
  Report,
  ServerSource,
} from './define-report.ts';
import { useKeptAnswer, useKeptPages } from './kept-answer.ts';
import { ReportFrame, type ReportQuestion } from './report-frame.tsx';
import { changedAddress, type LooseReport, pagedQuery, spanOf } from './report-state.ts';
import type { WhyLink } from './why.tsx';

interface ReportScreenProps<Shapes extends FilterShapes, Row extends object> {
  report: Report<Shapes, Row>;
  search: ReportAddress<Shapes>;
  /** Changes the URL's search params. */
  onSearch: (change: (before: ReportAddress<Shapes>) => ReportAddress<Shapes>) => void;
  /** Called with the id of the row to open. */
  onOpen?: (id: string) => void;
  linkTo?: CellTools['linkTo'];
  whyLink?: WhyLink;
  /** Counts what changed the rows from outside of the report: the server is asked again whenever it grows. */
  revision?: number;
  /** Shown before the buttons that every report has. */
  actions?: ReactNode;
  /** Offers to mail the report with these filters, sorting, and columns. */
  onMail?: (address: Record<string, unknown>) => void;
  /** Whether it is in a sheet, which already has the title and the days. */
  isInSheet?: boolean;
}

/** Renders a declared report, with print and export. */
export function ReportScreen<Shapes extends FilterShapes, Row extends object>({
  report,
  search,
  onSearch,
  revision = 0,
  ...others
}: ReportScreenProps<Shapes, Row>) {
  const today = useToday();
  const { openedOn } = useFormDay();
  const names = useLookups();
  const periods = useLocal(payPeriods, []);
  if (names === undefined || periods === undefined) return null;
  const start = (search as { period?: string }).period;
  const choice =
    spanOf(report) === 'period'
      ? periodChoice(periods, start, {
          ...{ today, openedOn: report.keepsPeriod ? openedOn : today },
          opensClosed: report.opensClosed === true,
        })
      : null;
  if (choice !== null && choice.period === null) {
    return (
      <EmptyState icon={CalendarClock} title="No pay periods yet">
        Pay periods appear here after your office sets them.
      </EmptyState>
    );
  }
  const question: ReportQuestion = {
    ...others,
    ...{ report, names, today, choice },
    asked: askedOf(report, search, today, periods, choice?.period),
    address: search,
    onChange: (change) =>
      onSearch((before) => changedAddress(report, before, change) as ReportAddress<Shapes>),
    onView: (view) => onSearch(() => changedAddress(report, {}, view) as ReportAddress<Shapes>),
  };
  const { rows: source }: LooseReport = report;
  switch (source.from) {
    case 'device':
      return <DeviceReport {...question} source={source} />;
    case 'server':
      return <ServerReport {...question} source={source} revision={revision} />;
    case 'pages':
      return <PagedReport {...question} source={source} revision={revision} />;
    case 'both':
      return <MixedReport {...question} source={source} revision={revision} />;
    case 'either':
      return <EitherReport {...question} source={source} revision={revision} />;
    case 'held-or-pages':
      return <HeldOrPagedReport {...question} source={source} revision={revision} />;
  }
}

function DeviceReport({
  source,
  ...question
}: ReportQuestion & { source: DeviceSource<FilterShapes, object> }) {
  const { report } = question;
  const { workspace } = useSignedIn();
  const position = useLocal(syncPosition, []);
  const rows = source.useRows(useSame(question.asked));
  const unsynced = useUnsyncedChanges(report.asksDevices === true);
  return (
    <ReportFrame
      {...question}
      rows={rows}
      asOf={position?.pulled_at ?? null}
      now={workspace.clock.now()}
      unsynced={unsynced}
    />
  );
}

interface Asking<Source> extends ReportQuestion {
  source: Source;
  revision: number;
}

function ServerReport({
  source,
  revision,
  ...question
}: Asking<ServerSource<FilterShapes, object, unknown>>) {
  const { names } = question;
  const { workspace } = useSignedIn();
  const { answer } = useAnswer(source, question, revision);
  const { result, answeredAt } = answer;
  const rows = useMemo(
    () => (result === undefined ? undefined : source.rows(result, { names, device_id: workspace.device_id })),
    [source, result, names, workspace],
  );
  return (
    <ReportFrame
      {...question}
      rows={rows}
      answer={{ name: source.name, asked: answer, other: answer.other }}
      asOf={result === undefined ? null : (source.asOf?.(result) ?? answeredAt)}
      // Ages are relative to the answer, so that all rows match.
      now={answeredAt ?? workspace.clock.now()}
      unsynced={result === undefined ? undefined : source.unsynced?.(result)}
    />
  );
}

type PageOf = object & { next: string | null };
type Pages = Omit<PagedSource<FilterShapes, object, unknown>, 'from' | 'name'>;

/** The pages of a list that are loaded, and what all of them add up to. Nothing is asked where the device has the rows. */
function usePages(
  source: Pages,
  { report, names, asked, address }: ReportQuestion,
  revision: number,
  isAsked = true,
) {
  const { workspace } = useSignedIn();
  const filters = useSame(pagedQuery(report, asked, address));
  const query = useMemo(() => ({ ...filters, sort: String(address.sort ?? '') }), [filters, address.sort]);
  const ask = useCallback(
    async (api: ApiClient) => (isAsked ? source.ask(api, query, null, false) : null),
    [source, query, isAsked],
  );
  const askSums = useCallback(
    async (api: ApiClient) => (isAsked ? source.askSums(api, { ...filters, sort: '' }) : null),
    [source, filters, isAsked],
  );
  const first = useRevised(useKeptAnswer(report.id, JSON.stringify(query), ask), revision);
  const sums = useRevised(useKeptAnswer(`${report.id}-sums`, JSON.stringify(filters), askSums), revision);
  const rowsOf = useCallback(
    (page: unknown) => source.rows(page, { names, device_id: workspace.device_id }),
    [source, names, workspace],
  );
  const { most, nouns } = source;
  const store = useKeptPages<PageOf>(report.id, JSON.stringify(query), first.answeredAt);
  const pages = useLaterPages(
    first.result ?? undefined,
    rowsOf,
    (api, after, isWhole) => source.ask(api, query, after, isWhole),
    most === undefined
      ? undefined
      : {
          most,
          words: `There are more than ${most.toLocaleString('en-US')} ${nouns[1]}. Choose fewer days or filters.`,
        },
    store,
  );
  const { reload: reloadFirst } = first;
  const { reload: reloadSums } = sums;
  const reload = useCallback(async () => {
    await Promise.all([reloadFirst(), reloadSums()]);
  }, [reloadFirst, reloadSums]);
  return { first, sums: { ...sums, result: sums.result ?? undefined }, pages, reload };
}

function PagedReport({ source, revision, ...question }: Asking<PagedSource<FilterShapes, object, unknown>>) {
  const { workspace } = useSignedIn();
  const { first, sums, pages, reload } = usePages(source, question, revision);
  const { answeredAt } = first;
  const result = first.result ?? undefined;
  return (
    <ReportFrame
      {...question}
      rows={result === undefined ? undefined : pages.rows}
      paged={{ ...pages, nouns: source.nouns, sums }}
      answer={{ name: source.name, asked: { ...first, reload }, other: first.other }}
      asOf={result === undefined ? null : (source.asOf?.(result) ?? answeredAt)}
      now={answeredAt ?? workspace.clock.now()}
      unsynced={result === undefined ? undefined : source.unsynced?.(result)}
    />
  );
}

function HeldOrPagedReport({
  source,
  revision,
  ...question
}: Asking<HeldOrPagedSource<FilterShapes, object, object, object>>) {
  const { report } = question;
  const { workspace } = useSignedIn();
  const position = useLocal(syncPosition, []);
  const asked = useSame(source.question(question.asked));
  const isHeld = source.useIsHeld(question.asked);
  const isAsked = isHeld === false;
  const { first, sums, pages, reload } = usePages(source.pages, question, revision, isAsked);
  const found = isAsked && first.result != null ? pages.rows : undefined;
  const rows = source.useRows(asked, isHeld, { result: found, reload });
  const whole = source.useWhole(asked);
  const unsynced = useUnsyncedChanges(report.asksDevices === true);
  const load = async (isWhole: boolean) => {
    const all = await pages.load(isWhole);
    return all === null ? null : whole(all);
  };
  return (
    <ReportFrame
      {...question}
      rows={rows}
      {...(isAsked && {
        answer: { name: source.name, asked: { ...first, reload }, other: first.other },
        paged: {
          ...pages,
          load,
          nouns: source.pages.nouns,
          sums,
          waiting: rows?.filter(source.isWaiting).length,
        },
      })}
      asOf={isAsked ? first.answeredAt : (position?.pulled_at ?? null)}
      now={workspace.clock.now()}
      unsynced={unsynced}
    />
  );
}

function MixedReport({ source, revision, ...question }: Asking<MixedSource<FilterShapes, object, unknown>>) {
  const { report } = question;
  const { workspace } = useSignedIn();
  const { asked, answer } = useAnswer(source, question, revision);
  const rows = source.useRows(asked, answer);
  const unsynced = useUnsyncedChanges(report.asksDevices === true);
  return (
    <ReportFrame
      {...question}
      rows={rows}
      answer={{ name: source.name, asked: answer, other: answer.other }}
      asOf={answer.answeredAt}
      now={answer.answeredAt ?? workspace.clock.now()}
      unsynced={unsynced}
    />
  );
}

function EitherReport({
  source,
  revision,
  ...question
}: Asking<EitherSource<FilterShapes, object, object, unknown>>) {
  const { report } = question;
  const { workspace } = useSignedIn();
  const position = useLocal(syncPosition, []);
  const asked = useSame(source.question(question.asked));
  const isHeld = source.useIsHeld(question.asked);
  const ask = useCallback(
    async (api: ApiClient) => (isHeld === false ? source.ask(api, asked) : null),
    [source, asked, isHeld],
  );
  const answer = useRevised(useKeptAnswer<unknown>(report.id, JSON.stringify(asked), ask), revision);
  const rows = source.useRows(asked, isHeld, answer);
  const unsynced = useUnsyncedChanges(report.asksDevices === true);
  const isAsked = isHeld === false;
  return (
    <ReportFrame
      {...question}
      rows={rows}
      {...(isAsked ? { answer: { name: source.name, asked: answer, other: answer.other } } : {})}
      asOf={isAsked ? answer.answeredAt : (position?.pulled_at ?? null)}
      now={workspace.clock.now()}
      unsynced={unsynced}
    />
  );
}

/** The server's answer for these filters, or the last stored one. */
function useAnswer(
  source: Pick<ServerSource<FilterShapes, object, unknown>, 'ask'>,
  question: ReportQuestion,
  revision: number,
) {
  const asked = useSame(question.asked);
  const ask = useCallback((api: ApiClient) => source.ask(api, asked), [source, asked]);
  const answer = useKeptAnswer<unknown>(question.report.id, JSON.stringify(asked), ask);
  return { asked, answer: useRevised(answer, revision) };
}

/** Asks again whenever something changed the rows from outside of the report. */
function useRevised<Answer extends { reload: () => Promise<void> }>(
  answer: Answer,
  revision: number,
): Answer {
  const { reload } = answer;
  const answered = useRef(revision);
  useEffect(() => {
    if (answered.current === revision) return;
    answered.current = revision;
    void reload();
  }, [revision, reload]);
  return answer;
}

/** A stable object while its contents are equal. */
function useSame<Value extends object>(value: Value): Value {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text), [text]);
}
