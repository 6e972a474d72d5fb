import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { GroupedClient } from '#contract/reports.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import {
  type Delivered,
  deliveryColumns,
  groupFilter,
  monthUntil,
  serviceFilter,
  summed,
} from './delivery-figures.ts';
import { distinctChoices, fileReport, fileSumsOf } from './file-report.ts';
import { headedSource } from './headed-source.ts';

type Answer = ReplyOf<Endpoints['report.grouped-clients']> & { from: string; to: string };

export interface GroupedRow extends GroupedClient {
  from: string;
  to: string;
}

interface GroupSum extends Delivered {
  group_name: string;
  clients: number;
  students: number;
}

/**
 * What each student of a client received, by the paying group.
 * @param hasMoney whether the reader sees what is billed
 */
export function groupedClientFile(hasMoney: boolean) {
  return fileReport({
    id: 'grouped-clients',
    title: 'Grouped Clients',
    label: 'Services by student',
    rows: headedSource({
      name: 'grouped clients',
      async ask(api, { from, to }): Promise<Answer> {
        const query = { start_date: from, end_date: to };
        return { ...(await api.call('report.grouped-clients', { query })), from, to };
      },
      rows: ({ services, from, to }: Answer): GroupedRow[] => services.map((row) => ({ ...row, from, to })),
    }),
    rowId: ({ client, student, service }) => `${client} ${student} ${service}`,
    days: monthUntil,
    filters: {
      group: groupFilter,
      client: {
        label: 'Client',
        choices: (_, rows) =>
          distinctChoices(rows.map(({ client, client_name }) => [client ?? '', client_name])),
        matches: ({ client }, id) => client === id,
      },
      service: serviceFilter,
      search: {
        label: 'Search',
        placeholder: 'Student or client',
        words: (row) => `${row.group_name} ${row.client_name} ${row.student_name} ${row.service_name}`,
      },
    },
    sort: { id: 'client', desc: false },
    columns: [
      { ...{ id: 'group', header: 'Group', only: 'file' }, value: ({ group_name }) => group_name },
      {
        ...{ id: 'client', header: 'Client', width: '12rem', only: 'wide' },
        value: ({ client_name }) => client_name,
        sortBy: (row) => `${row.group_name} ${row.client_name} ${row.student_name} ${row.service_name}`,
      },
      { ...{ id: 'student', header: 'Student' }, value: ({ student_name }) => student_name },
      {
        ...{ id: 'service', header: 'Service', width: '10rem', only: 'wide' },
        value: ({ service_name }) => service_name,
      },
      ...deliveryColumns<GroupedRow>(hasMoney),
    ],
    sums: fileSumsOf({
      label: 'Groups',
      sheet: 'Groups',
      rows: (rows: readonly GroupedRow[]): GroupSum[] =>
        [...groupedBy(rows, ({ group_name }) => group_name)].map(([group_name, own]) => ({
          group_name,
          clients: new Set(own.map(({ client }) => client)).size,
          students: new Set(own.map(({ student }) => student)).size,
          ...summed(own),
        })),
      rowId: ({ group_name }) => group_name,
      columns: [
        { ...{ id: 'group', header: 'Group' }, value: ({ group_name }) => group_name },
        {
          ...{ id: 'clients', header: 'Clients', kind: 'number', width: '6rem', only: 'wide' },
          value: ({ clients }) => clients,
        },
        {
          ...{ id: 'students', header: 'Students', kind: 'number', width: '6.5rem' },
          value: ({ students }) => students,
        },
        ...deliveryColumns<GroupSum>(hasMoney),
      ],
    }),
  });
}
