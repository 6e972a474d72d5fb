import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { ClientService } from '#contract/reports.ts';
import { deliveryColumns, groupFilter, monthUntil, serviceFilter } from './delivery-figures.ts';
import { fileReport } from './file-report.ts';
import { daysQuery, headedSource } from './headed-source.ts';

type Answer = ReplyOf<Endpoints['report.client-services']>;

/**
 * The services that each client receives, and how much of the plan was delivered.
 * @param hasMoney whether the reader sees what is billed
 */
export function clientServiceFile(hasMoney: boolean) {
  return fileReport({
    id: 'client-services',
    title: 'Client Services Report',
    label: 'Services by client',
    rows: headedSource({
      name: 'client services',
      ask: (api, asked) => api.call('report.client-services', { query: daysQuery(asked) }),
      rows: ({ services }: Answer): readonly ClientService[] => services,
    }),
    rowId: ({ client, service }) => `${client} ${service}`,
    days: monthUntil,
    filters: {
      group: groupFilter,
      service: serviceFilter,
      search: {
        label: 'Search',
        placeholder: 'Client',
        words: ({ client_name, group_name }) => `${client_name} ${group_name}`,
      },
    },
    sort: { id: 'client', desc: false },
    columns: [
      { ...{ id: 'group', header: 'Group', only: 'file' }, value: ({ group_name }) => group_name },
      {
        ...{ id: 'client', header: 'Client' },
        value: ({ client_name }) => client_name,
        sortBy: ({ group_name, client_name, service_name }) => `${group_name} ${client_name} ${service_name}`,
      },
      {
        ...{ id: 'service', header: 'Service', width: '14rem', only: 'wide' },
        value: ({ service_name }) => service_name,
      },
      {
        ...{ id: 'students', header: 'Students', kind: 'number', width: '6.5rem', tightWidth: '5.25rem' },
        value: ({ students }) => students,
      },
      {
        ...{ id: 'providers', header: 'Providers', kind: 'number', only: 'file' },
        value: ({ providers }) => providers,
      },
      ...deliveryColumns<ClientService>(hasMoney),
    ],
  });
}
