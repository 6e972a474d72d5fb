import { useEffect, useMemo, useRef, useState } from 'react';
import { displayDay, pacificDay } from '#domain/time/pacific.ts';
import type { ReportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { ServerData } from '#ui/server-data.tsx';
import type { AUDIT_FILTERS } from './audit-filters.ts';
import { usePeople } from './audit-people.ts';
import { type AuditSearch, auditLog } from './audit-report.tsx';

type Search = ReportAddress<typeof AUDIT_FILTERS>;

interface AuditScreenProps {
  search: Search;
  onSearch: (change: (before: Search) => Search) => void;
  onOpen: (id: string) => void;
}

/** The audit log, once it is known who its people are. */
export function AuditScreen(props: AuditScreenProps) {
  const { answer, people } = usePeople();
  const [searchedTo, setSearchedTo] = useState<string | null>(null);
  const turn = useRef(0);
  const { person, student, kind, entity, record, search: words } = props.search;
  const isNarrowed = [person, student, kind, entity, record, words].some((held) => held !== undefined);
  const report = useMemo(() => {
    const search: AuditSearch = {
      begin() {
        turn.current += 1;
        const own = turn.current;
        setSearchedTo(null);
        return () => own === turn.current;
      },
      tell: setSearchedTo,
    };
    return auditLog(people ?? [], search, isNarrowed);
  }, [people, isNarrowed]);
  // A search ends with its screen.
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );
  return (
    <ServerData
      name="the audit log"
      state={{ ...answer, problem: people === undefined ? answer.problem : null }}
    >
      {() => (
        <>
          <ReportScreen report={report} {...props} />
          <p role="status" className="mt-3 text-center text-muted-foreground text-sm empty:hidden">
            {searchedTo !== null && `Searched back to ${displayDay(pacificDay(searchedTo))} so far…`}
          </p>
        </>
      )}
    </ServerData>
  );
}
