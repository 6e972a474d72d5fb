import { createFileRoute } from '@tanstack/react-router';
import { COMPLIANCE_FILTERS } from '#domain/lunch/card-filters.ts';
import { type LunchCardSearch, LunchCards } from '#features/lunch-cards/lunch-cards.tsx';

function matching(value: unknown, form: RegExp): string | undefined {
  return typeof value === 'string' && form.test(value) ? value : undefined;
}

/** Only what is set stays in the address. */
function lunchCardSearch(search: Record<string, unknown>): LunchCardSearch {
  const day = /^\d{4}-\d{2}-\d{2}$/;
  const known = {
    from: matching(search.from, day),
    to: matching(search.to, day),
    provider: matching(search.provider, /^[0-9a-f-]{36}$/i),
    compliance: COMPLIANCE_FILTERS.find((filter) => filter !== 'all' && filter === search.compliance),
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

export const Route = createFileRoute('/_signed-in/reports/dashboard/lunch-cards/')({
  staticData: { title: 'Lunch Cards', permission: 'lunch.read' },
  validateSearch: lunchCardSearch,
  component: LunchCardsScreen,
});

function LunchCardsScreen() {
  const navigate = Route.useNavigate();
  return (
    <LunchCards
      search={Route.useSearch()}
      onSearch={(change) =>
        void navigate({ search: (before) => lunchCardSearch({ ...before, ...change }), replace: true })
      }
    />
  );
}
