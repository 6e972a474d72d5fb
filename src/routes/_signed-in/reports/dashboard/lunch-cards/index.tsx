import { createFileRoute } from '@tanstack/react-router';
import { CARD_FILTERS } from '#features/lunch-cards/card-filters.ts';
import { LunchCards } from '#features/lunch-cards/lunch-cards.tsx';
import { reportAddress } from '#screens/report/address.ts';

const lunchCardSearch = reportAddress(CARD_FILTERS);

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
