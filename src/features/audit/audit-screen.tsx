import { useMemo } from 'react';
import type { ReportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { ServerData } from '#ui/server-data.tsx';
import type { AUDIT_FILTERS } from './audit-filters.ts';
import { usePeople } from './audit-people.ts';
import { auditLog } from './audit-report.tsx';

type Search = ReportAddress<typeof AUDIT_FILTERS>;

interface AuditScreenProps {
  search: Search;
  onSearch: (change: (before: Search) => Search) => void;
  onOpen: (id: string) => void;
}

/** The audit log, once it is known who its people are. */
export function AuditScreen(props: AuditScreenProps) {
  const { answer, people } = usePeople();
  const report = useMemo(() => auditLog(people ?? []), [people]);
  return (
    <ServerData
      name="the audit log"
      state={{ ...answer, problem: people === undefined ? answer.problem : null }}
    >
      {() => <ReportScreen report={report} {...props} />}
    </ServerData>
  );
}
