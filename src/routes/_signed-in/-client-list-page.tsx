import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { activeClients } from '#features/clients/client-list.tsx';
import type { CLIENT_FILTERS } from '#features/clients/client-search.ts';
import type { ReportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

type Search = ReportAddress<typeof CLIENT_FILTERS>;

interface ClientListPageProps {
  report: typeof activeClients;
  search: Search;
  onSearch: (change: (before: Search) => Search) => void;
  actions?: ReactNode;
}

/** A list of clients, each opening its page. */
export function ClientListPage(props: ClientListPageProps) {
  const navigate = useNavigate();
  return (
    <ReportScreen
      {...props}
      onOpen={(opened) => {
        const [id = '', client_slug = ''] = opened.split('/');
        void navigate({ to: '/clients/info/$id/$client_slug', params: { id, client_slug } });
      }}
    />
  );
}
