import { UsersRound } from 'lucide-react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { GroupedClient } from '#contract/reports.ts';
import { rowsById } from '#db/people.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { deliveredMinutes, plannedMinutes } from '#domain/reports/service-minutes.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { hoursText } from '#domain/time/duration.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { defineReport, distinctChoices, fromServer, sumsOf } from '#screens/report/define-report.ts';
import type { Why, WhyPart } from '#screens/report/why.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { GROUPED_FILTERS } from './care-filters.ts';
import {
  type Delivered,
  deliveryColumns,
  deliveryDefaults,
  deliveryTotals,
  paidFilters,
  summed,
  unsyncedOf,
} from './delivery-columns.tsx';

type Answer = ReplyOf<Endpoints['report.grouped-clients']> & { from: string; to: string };

interface Row extends GroupedClient {
  from: string;
  to: string;
}

interface GroupSum extends Delivered {
  group_name: string;
  clients: number;
  students: number;
}

/** The sessions behind a figure, as the server has them. */
function whyOf(row: Row, figure: 'planned' | 'delivered'): Why {
  const minutesOf = figure === 'planned' ? plannedMinutes : deliveredMinutes;
  return {
    title: `${figure === 'planned' ? 'Planned' : 'Delivered'}, ${row.student_name}`,
    rule:
      figure === 'planned'
        ? 'Scheduled minutes of recorded sessions (not makeups), plus calendar events with no session yet.'
        : 'Counted minutes of delivered sessions and makeup sessions.',
    async parts(api, db) {
      const sessions = await api.call('session.list-of-student', { params: { id: row.student } });
      const providers = await rowsById(
        db,
        'provider',
        sessions.map(({ provider }) => provider),
      );
      return sessions
        .filter(
          ({ session_date, service, client }) =>
            row.from <= session_date &&
            session_date <= row.to &&
            service === row.service &&
            client === row.client,
        )
        .flatMap((session): WhyPart[] => {
          const minutes = minutesOf(session);
          if (minutes === 0) return [];
          const provider = providers.get(session.provider);
          const by = provider === undefined ? '' : `, ${providerName(provider)}`;
          return [
            {
              id: session.id,
              label: `${displayDay(session.session_date)}${by}`,
              figure: hoursText(minutes),
              to: { kind: 'session', id: session.id },
            },
          ];
        });
    },
  };
}

/**
 * What each student of a client received, by the paying group.
 * @param hasMoney whether the reader sees what is billed
 */
function groupedClients({ hasMoney }: { hasMoney: boolean }) {
  return defineReport(GROUPED_FILTERS, {
    id: 'grouped-clients',
    title: 'Grouped Clients',
    label: 'Services by student',
    rows: fromServer({
      name: 'grouped clients',
      async ask(api, { from, to }): Promise<Answer> {
        const query = { start_date: from, end_date: to };
        return { ...(await api.call('report.grouped-clients', { query })), from, to };
      },
      rows: ({ services, from, to }: Answer): Row[] => services.map((row) => ({ ...row, from, to })),
      asOf: ({ as_of }) => as_of,
      unsynced: unsyncedOf,
    }),
    rowId: ({ client, student, service }) => `${client} ${student} ${service}`,
    opens: ({ student }) => student,
    ...deliveryDefaults,
    filters: {
      group: paidFilters.group,
      client: {
        label: 'Client',
        choices: (_, rows) =>
          distinctChoices(rows.map(({ client, client_name }) => [client ?? '', client_name])),
        matches: ({ client }, id) => client === id,
      },
      service: paidFilters.service,
      search: {
        label: 'Search',
        placeholder: 'Student or client',
        words: (row) => `${row.group_name} ${row.client_name} ${row.student_name} ${row.service_name}`,
      },
    },
    sort: { id: 'client', desc: false },
    totals: (rows) => [
      ['Students', new Set(rows.map(({ student }) => student)).size],
      ...deliveryTotals(rows),
    ],
    why: (row, column) =>
      (column === 'planned' && row.planned_minutes > 0) ||
      (column === 'delivered' && row.delivered_minutes > 0)
        ? () => whyOf(row, column)
        : null,
    columns: [
      { ...{ id: 'group', header: 'Group', only: 'file' }, value: ({ group_name }) => group_name },
      {
        ...{ id: 'client', header: 'Client', width: '12rem', only: 'wide' },
        value: ({ client_name }) => client_name,
        sortBy: (row) => `${row.group_name} ${row.client_name} ${row.student_name} ${row.service_name}`,
        cell: ({ client_name, group_name }) => (
          <TwoLines first={client_name} second={group_name === client_name ? '' : group_name} />
        ),
      },
      {
        ...{ id: 'student', header: 'Student' },
        value: ({ student_name }) => student_name,
        cell: ({ student_name, client_name, service_name }, { isTight }) =>
          isTight ? (
            <TwoLines first={student_name} second={`${service_name} · ${client_name}`} />
          ) : (
            <span title={student_name}>{student_name}</span>
          ),
      },
      {
        ...{ id: 'service', header: 'Service', width: '10rem', only: 'wide' },
        value: ({ service_name }) => service_name,
      },
      ...deliveryColumns<Row>(hasMoney),
    ],
    sums: sumsOf({
      label: 'Groups',
      sheet: 'Groups',
      rows: (rows: readonly Row[]): GroupSum[] =>
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
    empty: {
      ...{ icon: UsersRound, title: 'No sessions on these days' },
      help: 'Try other dates. Every student with a planned or recorded session appears here.',
      filtered: 'No students match these filters.',
    },
  });
}

export const groupedClientsWithMoney = groupedClients({ hasMoney: true });
export const groupedClientsWithoutMoney = groupedClients({ hasMoney: false });
