import { createFileRoute } from '@tanstack/react-router';
import { GeneralRates } from '#features/clients/general-rates.tsx';
import { generalRatesSearch } from '#features/clients/rate-search.ts';

export const Route = createFileRoute('/_signed-in/admin/rates')({
  staticData: { title: 'Rates of regions and services', permission: 'rate.record', reads: 'recent' },
  validateSearch: generalRatesSearch,
  component: GeneralRatesScreen,
});

function GeneralRatesScreen() {
  const navigate = Route.useNavigate();
  const { region } = Route.useSearch();
  return (
    <GeneralRates
      region={region}
      onRegion={(next) =>
        void navigate({ search: next === undefined ? {} : { region: next }, replace: true })
      }
    />
  );
}
