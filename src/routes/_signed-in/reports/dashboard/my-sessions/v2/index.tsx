import { createFileRoute } from '@tanstack/react-router';
import { REQUEST_STATES } from '#domain/sessions/request-states.ts';
import { SESSION_STATES } from '#domain/sessions/session.ts';
import { type ReportSearch, SessionReport } from '#features/sessions/session-report.tsx';

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}

/** Only what is set stays in the address. */
function reportSearch(search: Record<string, unknown>): ReportSearch {
  const known = {
    from: dayOf(search.from),
    to: dayOf(search.to),
    provider: textOf(search.provider),
    service: textOf(search.service),
    state: SESSION_STATES.find((state) => state === search.state),
    request: REQUEST_STATES.find((state) => state === search.request),
    search: textOf(search.search),
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

export const Route = createFileRoute('/_signed-in/reports/dashboard/my-sessions/v2/')({
  staticData: { title: 'My Sessions V2', permission: 'session.report' },
  validateSearch: reportSearch,
  component: SessionReportScreen,
});

function SessionReportScreen() {
  const navigate = Route.useNavigate();
  return (
    <SessionReport
      search={Route.useSearch()}
      onSearch={(change) =>
        void navigate({ search: (before) => reportSearch({ ...before, ...change }), replace: true })
      }
      onOpen={(id) => void navigate({ to: '/reports/dashboard/my-sessions/v2/info/$id', params: { id } })}
    />
  );
}
