import { Building2 } from 'lucide-react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { ClientService } from '#contract/reports.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { TwoLines } from '#ui/two-lines.tsx';
import { CLIENT_SERVICE_FILTERS } from './care-filters.ts';
import {
  deliveryColumns,
  deliveryDefaults,
  deliveryTotals,
  paidFilters,
  unsyncedOf,
} from './delivery-columns.tsx';

type Answer = ReplyOf<Endpoints['report.client-services']>;

/**
 * The services that each client receives, and how much of the plan was delivered.
 * @param hasMoney whether the reader sees what is billed
 */
function clientServices({ hasMoney }: { hasMoney: boolean }) {
  return defineReport(CLIENT_SERVICE_FILTERS, {
    id: 'client-services',
    title: 'Client Services Report',
    label: 'Services by client',
    rows: fromServer({
      name: 'client services',
      ask: (api, { from, to }) =>
        api.call('report.client-services', { query: { start_date: from, end_date: to } }),
      rows: ({ services }: Answer): readonly ClientService[] => services,
      asOf: ({ as_of }) => as_of,
      unsynced: unsyncedOf,
    }),
    rowId: ({ client, service }) => `${client} ${service}`,
    // The students behind it.
    opens: ({ client, service }) => `${client ?? ''}/${service}`,
    ...deliveryDefaults,
    filters: {
      group: paidFilters.group,
      service: paidFilters.service,
      search: {
        label: 'Search',
        placeholder: 'Client',
        words: ({ client_name, group_name }) => `${client_name} ${group_name}`,
      },
    },
    sort: { id: 'client', desc: false },
    totals: (rows) => [['Clients', new Set(rows.map(({ client }) => client)).size], ...deliveryTotals(rows)],
    columns: [
      { ...{ id: 'group', header: 'Group', only: 'file' }, value: ({ group_name }) => group_name },
      {
        ...{ id: 'client', header: 'Client' },
        value: ({ client_name }) => client_name,
        sortBy: ({ group_name, client_name, service_name }) => `${group_name} ${client_name} ${service_name}`,
        cell: ({ client_name, group_name, service_name }, { isTight }) => (
          <TwoLines
            first={client_name}
            second={isTight ? service_name : group_name === client_name ? '' : group_name}
          />
        ),
      },
      {
        ...{ id: 'service', header: 'Service', width: '14rem', only: 'wide' },
        value: ({ service_name }) => service_name,
      },
      {
        ...{ id: 'students', header: 'Students', kind: 'number', width: '6.5rem' },
        value: ({ students }) => students,
      },
      {
        ...{ id: 'providers', header: 'Providers', kind: 'number', only: 'file' },
        value: ({ providers }) => providers,
      },
      ...deliveryColumns<ClientService>(hasMoney),
    ],
    empty: {
      ...{ icon: Building2, title: 'No services on these days' },
      help: 'Try other dates. Every client with a planned or recorded session appears here.',
      filtered: 'No services match these filters.',
    },
  });
}

export const clientServicesWithMoney = clientServices({ hasMoney: true });
export const clientServicesWithoutMoney = clientServices({ hasMoney: false });
