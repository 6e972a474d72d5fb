import { type ReactNode, useDeferredValue, useMemo } from 'react';
import {
  askedWords,
  choosableColumns,
  chosenColumns,
  filteredRows,
  inOrder,
  sortOf,
} from '#contract/report-files/chosen-rows.ts';
import { counted, countedOf } from '#domain/text/counted.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import type { LaterPages } from '#screens/device/later-pages.ts';
import type { Lookups } from '#screens/device/lookups.ts';
import { type ServerResult as ServerAnswer, useSignedIn } from '#screens/device/signed-in.ts';
import type { PeriodChoice } from '#screens/pay-period/period-choice.ts';
import { PeriodSwitcher, periodWords } from '#screens/pay-period/period-switcher.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { MoreRows } from '#ui/more-rows.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Totals } from '#ui/report-head.tsx';
import { RefreshButton, ServerData } from '#ui/server-data.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useViewport } from '#ui/viewport.ts';
import { ColumnChoice } from './column-choice.tsx';
import { completenessWords, Incomplete, type UnsyncedChanges } from './completeness.tsx';
import { CountedChoices } from './counted-choices.tsx';
import type { CellTools, Choice, PagedSums } from './define-report.ts';
import { type StudentChoice, useEveryone } from './everyone.ts';
import { ExportMenu, PrintButton } from './export-menu.tsx';
import { useKeptScroll } from './kept-scroll.ts';
import { PagedTotals } from './paged-parts.tsx';
import { PrintedRows } from './printed-rows.tsx';
import { hasFilters, ReportFilters } from './report-filters.tsx';
import { countedFilters, type LooseAddress, type LooseReport, spanOf } from './report-state.ts';
import { ReportTable, SumsTable } from './report-table.tsx';
import { useRowForm } from './row-form.tsx';
import { SavedViews } from './saved-views.tsx';
import type { WhyLink } from './why.tsx';

/** A report and its filters. */
export interface ReportQuestion {
  report: LooseReport;
  names: Lookups;
  asked: { from: string; to: string };
  today: string;
  /** The pay period, if the report is about one. */
  choice: PeriodChoice | null;
  address: LooseAddress;
  onChange: (change: LooseAddress) => void;
  onView: (address: LooseAddress) => void;
  onOpen?: (id: string) => void;
  linkTo?: CellTools['linkTo'];
  whyLink?: WhyLink;
  actions?: ReactNode;
  onMail?: (address: LooseAddress) => void;
  isInSheet?: boolean;
}

interface ReportFrameProps extends ReportQuestion {
  /** Undefined until loaded: the header is already rendered, so that it keeps the focus. */
  rows: readonly object[] | undefined;
  /** As of when the rows are: an instant, or ms since the epoch. */
  asOf: string | number | null;
  now: number;
  unsynced: UnsyncedChanges;
  answer?: { name: string; asked: ServerAnswer<unknown>; other: LooseAddress | null };
  /** Where the rows are those of some pages. */
  paged?: Paged;
}

interface Paged extends LaterPages<object> {
  nouns: readonly [one: string, many: string];
  sums: ServerAnswer<PagedSums>;
  /** How many of the rows have a change that waits on this device. */
  waiting?: number | undefined;
}

const nowhere = (_: unknown, content: ReactNode) => content;
const nothingToReload = async () => undefined;
const NO_ROWS: readonly object[] = [];
const NO_CHOICES: readonly Choice[] = [];

/** A report with its rows: header, filters, totals, table, print, and files. */
export function ReportFrame(props: ReportFrameProps) {
  const { report, names, asked, today, choice, address, onChange, onView, onOpen, actions, onMail } = props;
  const { linkTo = nowhere, whyLink = nowhere, isInSheet = false } = props;
  const { rows: found, asOf, now, unsynced, answer, paged } = props;
  const pagedSums = paged?.sums.result;
  const { profile } = useSignedIn();
  const isTight = useViewport() !== 'full';
  const all = found ?? NO_ROWS;
  // Rendering a long list must not block typing.
  const shownAddress = useDeferredValue(address);
  const shown = useMemo(() => filteredRows(report, all, shownAddress), [report, all, shownAddress]);
  const sort = useMemo(() => sortOf(report, address), [report, address]);
  const rows = useMemo(() => inOrder(report, shown, sort), [report, shown, sort]);
  const columns = useMemo(() => chosenColumns<object>(report, address), [report, address]);
  useKeptScroll(report.id, rows.length > 0 && !isInSheet);
  const reload = answer?.asked.reload ?? nothingToReload;
  const tools: CellTools = useMemo(
    () => ({ now, isTight, linkTo, whyLink, reload }),
    [now, isTight, linkTo, whyLink, reload],
  );
  const rowForm = useRowForm(report, reload);
  const everyone = useEveryone(report);
  const choicesOf = (filter: string): readonly StudentChoice[] => {
    const spec = report.filters[filter];
    if (spec?.everyone !== undefined) return everyone[spec.everyone] ?? NO_CHOICES;
    return pagedSums?.choices[filter] ?? spec?.choices?.(names, all) ?? NO_CHOICES;
  };
  const days = spanOf(report) === null ? null : asked;
  const words = askedWords(report, address, days, choicesOf);
  const asOfWords = asOf === null ? '' : `As of ${pacificDisplay(asOf)}, Pacific`;
  const loadedWords =
    paged === undefined || pagedSums === undefined
      ? ''
      : [
          countedOf(all.length, pagedSums.count, ...paged.nouns),
          ...(paged.waiting ? [`the totals don't include ${counted(paged.waiting, 'unsynced change')}`] : []),
        ].join(', ');
  const standsBeside = report.rows.from === 'both';
  const remark = (found && report.remark?.(shown, all)) ?? '';
  const description = [
    choice?.period == null || isInSheet ? '' : `${periodWords(choice.period)}, Pacific`,
    asOfWords,
    standsBeside ? '' : remark,
    loadedWords,
  ]
    .filter((part) => part !== '')
    .join(' · ');
  const completeness = completenessWords(unsynced);
  const line = (
    <>
      {/* Two lines on a tablet, each in its place before the server has answered: what is below them stays too. */}
      <span className={standsBeside ? 'block max-lg:min-h-10' : undefined}>
        {description}
        {completeness !== '' && (
          <>
            {description !== '' && (
              <span className={standsBeside ? 'max-lg:hidden' : undefined}>
                {description.endsWith('.') ? ' ' : ' · '}
              </span>
            )}
            <span className={standsBeside ? 'max-lg:block' : undefined}>{completeness}</span>
          </>
        )}
      </span>
      {/* The answer can change the remark: its line stays, even if empty. */}
      {standsBeside && report.remark !== undefined && <span className="block min-h-5">{remark}</span>}
    </>
  );
  const choosable = choosableColumns(report);
  // Files and print have only loaded rows.
  const toTake = answer !== undefined && answer.asked.result === undefined ? NO_ROWS : rows;
  const complete = async () => {
    const whole = (await paged?.load(true)) ?? null;
    return whole === null ? null : inOrder(report, filteredRows(report, whole, address), sort);
  };
  const completes = paged?.hasMore === true && { complete };
  const { Summary, sums } = report;
  const mayExport = report.mayExport?.({ role: profile.auth, grants: profile.grants }) !== false;
  const exportOf = (taken: readonly object[], shownWords: string) => (
    <ExportMenu
      fileName={[report.id, ...(days === null ? [today] : [days.from, days.to])].join('-')}
      title={report.title}
      columns={columns}
      rows={taken}
      {...(taken === toTake && completes)}
      sums={sums}
      onMail={onMail === undefined || taken !== toTake ? undefined : () => onMail(address)}
      about={(written) => [
        ['As of', asOfWords.replace('As of ', '')],
        ['Shown', shownWords],
        ['Rows', written.length.toLocaleString('en-US')],
      ]}
    />
  );
  const files = mayExport && exportOf(toTake, words);
  const summary = Summary !== undefined && (
    <Summary
      {...{ asked, tools, isInSheet, rows }}
      summary={pagedSums === undefined && paged?.sums.problem ? null : pagedSums?.summary}
    />
  );
  if (isInSheet) {
    if (found === undefined) return <Skeleton className="h-80" />;
    return (
      <>
        <Incomplete unsynced={unsynced} />
        {summary}
        {actions}
        {onOpen !== undefined && report.list?.(rows, onOpen)}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted-foreground text-sm">{line}</p>
          {files}
        </div>
      </>
    );
  }
  const views = (
    <div className="ml-auto flex gap-2 print:hidden">
      <SavedViews report={report.id} address={address} onView={onView} />
      <ColumnChoice
        columns={choosable}
        shown={columns.filter((column) => choosable.includes(column)).map(({ id }) => id)}
        onChange={(ids) => onChange({ columns: ids?.join(',') })}
      />
    </div>
  );
  // Without figures to be beside, they would be alone in their line.
  const isCounted = countedFilters(report).length > 0;
  const isBesideFilters =
    hasFilters(report) &&
    report.totals === undefined &&
    paged === undefined &&
    sums === undefined &&
    !isCounted;
  const body = (
    <>
      <Incomplete unsynced={unsynced} />
      {summary}
      {sums !== undefined && <SumsTable sums={sums} rows={rows} tools={tools} />}
      {!isBesideFilters && (
        <div className="flex flex-wrap items-end justify-between gap-3">
          {/* Choices and figures are each too wide for one line with the other. */}
          <div
            className={
              (isCounted || sums !== undefined) && (report.totals !== undefined || paged !== undefined)
                ? 'flex w-full flex-wrap items-center justify-between gap-3'
                : 'contents'
            }
          >
            {sums !== undefined && <h2 className="font-semibold text-lg print:hidden">{report.label}</h2>}
            <div className="flex flex-wrap gap-3 empty:hidden print:hidden">
              <CountedChoices
                {...{ report, address, choicesOf, onChange }}
                rows={all}
                served={paged === undefined ? undefined : pagedSums === undefined ? {} : pagedSums.counts}
              />
            </div>
          </div>
          {paged !== undefined && <PagedTotals sums={paged.sums} />}
          {paged === undefined && report.totals !== undefined && (
            <Totals figures={report.totals(rows, all, now)} />
          )}
          {views}
        </div>
      )}
      <ReportTable
        {...{ report, address, rows, columns, tools, onOpen, onChange, onView }}
        onOpenRow={rowForm?.open}
        {...(paged !== undefined && { footers: pagedSums?.footers ?? {} })}
        hasRows={all.length > 0}
        exportOf={mayExport ? (taken) => exportOf(taken, 'Selected rows') : undefined}
      />
      {paged !== undefined && <MoreRows paged={paged} />}
      <PrintedRows
        // The browser's own Print doesn't load the rest.
        asked={paged?.hasMore === true ? `${words} · ${loadedWords}` : words}
        columns={columns}
        rows={rows}
        rowId={report.rowId}
        sums={sums}
      />
    </>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        title={report.title}
        badge={report.badge && <Badge variant="outline">{report.badge}</Badge>}
        description={description === '' && completeness === '' ? undefined : line}
        actions={
          <span className="flex flex-wrap items-center gap-2 print:hidden">
            {rowForm?.button}
            {actions}
            {choice !== null && (
              <PeriodSwitcher choice={choice} onPeriod={(period) => onChange({ period })} />
            )}
            {/* One of them alone on a second line would look lost. */}
            <span className="flex items-center gap-2 empty:hidden">
              {files !== false && (
                <>
                  {files}
                  <PrintButton isDisabled={toTake.length === 0} {...completes} />
                </>
              )}
              {answer !== undefined && <RefreshButton state={answer.asked} />}
            </span>
          </span>
        }
      />
      {hasFilters(report) && (
        <div className="flex flex-wrap items-end gap-3 print:hidden">
          <div className="min-w-0 basis-full min-[1400px]:flex-1">
            <ReportFilters
              report={report}
              address={address}
              days={asked}
              choicesOf={choicesOf}
              onChange={onChange}
            />
          </div>
          {isBesideFilters && <div className="ml-auto *:*:h-9">{views}</div>}
        </div>
      )}
      {/* Beside rows of the device, the button says that it is asking: a card above them would move them twice. */}
      {answer !== undefined && !(standsBeside && found !== undefined && answer.asked.problem === null) && (
        <>
          <ServerData
            name={answer.name}
            state={standsBeside ? answer.asked : { ...answer.asked, result: found }}
          >
            {() => !standsBeside && body}
          </ServerData>
          {answer.other !== null && (
            <Button
              variant="outline"
              className="justify-self-center"
              onClick={() => onChange({ ...answer.other, period: answer.other?.from })}
            >
              Show the last answer
            </Button>
          )}
        </>
      )}
      {(answer === undefined || standsBeside) && found !== undefined && body}
      {rowForm?.form}
    </div>
  );
}
