import { type ReactNode, useCallback, useMemo } from 'react';
import type { RunFile } from '#contract/payroll.ts';
import { absentAsNull } from '#screens/device/signed-in.ts';
import type { ReportAddress } from '#screens/report/address.ts';
import type { CellTools } from '#screens/report/define-report.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import { ServerData } from '#ui/server-data.tsx';
import type { DIFFERENCE_FILTERS } from './payroll-filters.ts';
import { runDifference } from './run-difference.tsx';

type Search = ReportAddress<typeof DIFFERENCE_FILTERS>;

interface DifferenceScreenProps {
  id: string;
  search: Search;
  onSearch: (change: (before: Search) => Search) => void;
  back: ReactNode;
  notFound: ReactNode;
  linkTo: NonNullable<CellTools['linkTo']>;
}

/** What differs between a run and another one, or the current records. */
export function DifferenceScreen({ id, back, notFound, ...others }: DifferenceScreenProps) {
  const answer = useKeptAnswer(
    'payroll-run',
    JSON.stringify({ id }),
    useCallback((api: ApiClient) => absentAsNull(api.call('payroll.read-run', { params: { id } })), [id]),
  );
  if (answer.result === null) return notFound;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {back}
      <ServerData name="the payroll run" state={{ ...answer, result: answer.result }}>
        {(file) => <Differences file={file} {...others} />}
      </ServerData>
    </div>
  );
}

function Differences({
  file,
  search,
  ...others
}: { file: RunFile } & Pick<DifferenceScreenProps, 'search' | 'onSearch' | 'linkTo'>) {
  const report = useMemo(() => runDifference(file, search.with), [file, search.with]);
  return <ReportScreen report={report} search={search} {...others} />;
}
