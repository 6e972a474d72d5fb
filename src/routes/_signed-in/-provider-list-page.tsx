import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { activeProviders } from '#features/providers/provider-list.tsx';
import type { PROVIDER_FILTERS } from '#features/providers/provider-search.ts';
import type { ReportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

type Search = ReportAddress<typeof PROVIDER_FILTERS>;

interface ProviderListPageProps {
  report: typeof activeProviders;
  search: Search;
  onSearch: (change: (before: Search) => Search) => void;
  actions?: ReactNode;
}

/** A list of providers, each opening its page. */
export function ProviderListPage(props: ProviderListPageProps) {
  const navigate = useNavigate();
  return (
    <ReportScreen {...props} onOpen={(id) => void navigate({ to: '/providers/info/$id', params: { id } })} />
  );
}
