import { createFileRoute } from '@tanstack/react-router';
import { CARD_FILTERS } from '#features/lunch-cards/lunch-card-filters.ts';
import { lunchCards } from '#features/lunch-cards/lunch-cards.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

export const Route = createFileRoute('/_signed-in/reports/dashboard/lunch-cards/')({
  staticData: { title: 'Lunch Cards', permission: 'lunch.read' },
  validateSearch: reportAddress(CARD_FILTERS),
  component: LunchCardsScreen,
});

function LunchCardsScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={lunchCards}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
