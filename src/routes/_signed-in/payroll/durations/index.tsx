import { createFileRoute, Link } from '@tanstack/react-router';
import { REQUEST_STATES } from '#domain/sessions/request-states.ts';
import { ChangedDurations, type DurationSearch } from '#features/sessions/changed-durations.tsx';
import type { LinkToSession } from '#features/sessions/form-warnings.tsx';

function matching(value: unknown, form: RegExp): string | undefined {
  return typeof value === 'string' && form.test(value) ? value : undefined;
}

/** Only what is set stays in the address. */
function durationSearch(search: Record<string, unknown>): DurationSearch {
  const day = /^\d{4}-\d{2}-\d{2}$/;
  const known = {
    from: matching(search.from, day),
    to: matching(search.to, day),
    provider: matching(search.provider, /^[0-9a-f-]{36}$/i),
    status: REQUEST_STATES.find((state) => state === search.status),
    search: matching(search.search, /./),
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

export const Route = createFileRoute('/_signed-in/payroll/durations/')({
  staticData: { title: 'Changed Durations', permission: 'payroll.view' },
  validateSearch: durationSearch,
  component: ChangedDurationsScreen,
});

const linkToSession: LinkToSession = (id, content, className) => (
  <Link to="/my-sessions/info/$id" params={{ id }} className={className}>
    {content}
  </Link>
);

function ChangedDurationsScreen() {
  const navigate = Route.useNavigate();
  return (
    <ChangedDurations
      search={Route.useSearch()}
      onSearch={(change) =>
        void navigate({ search: (before) => durationSearch({ ...before, ...change }), replace: true })
      }
      linkTo={linkToSession}
    />
  );
}
