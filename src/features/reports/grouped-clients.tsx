import { UsersRound } from 'lucide-react';
import { type GroupedRow, groupedClientFile } from '#contract/report-files/grouped-client-file.ts';
import { rowsById } from '#db/people.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { deliveredMinutes, plannedMinutes } from '#domain/reports/service-minutes.ts';
import { hoursText } from '#domain/time/duration.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { wholeList } from '#screens/device/held-sessions.ts';
import { defineReport, sumsWithCells, withCells } from '#screens/report/define-report.ts';
import type { Why, WhyPart } from '#screens/report/why.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { GROUPED_FILTERS } from './care-filters.ts';
import { deliveryCells, deliveryHeights, deliveryTotals } from './delivery-columns.tsx';

/** The sessions behind a figure, as the server has them. */
function whyOf(row: GroupedRow, figure: 'planned' | 'delivered'): Why {
  const minutesOf = figure === 'planned' ? plannedMinutes : deliveredMinutes;
  return {
    title: `${figure === 'planned' ? 'Planned' : 'Delivered'}, ${row.student_name}`,
    rule:
      figure === 'planned'
        ? 'Scheduled minutes of recorded sessions (not makeups), plus calendar events with no session yet.'
        : 'Counted minutes of delivered sessions and makeup sessions.',
    async parts(api, db) {
      const sessions = await wholeList(api, {
        ...{ student: row.student, service: row.service },
        ...{ start_date: row.from, end_date: row.to },
      });
      const providers = await rowsById(
        db,
        'provider',
        sessions.map(({ provider }) => provider),
      );
      return sessions
        .filter(({ client }) => client === row.client)
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

/** The report, with or without what is billed. */
function groupedClients({ hasMoney }: { hasMoney: boolean }) {
  const file = groupedClientFile(hasMoney);
  return defineReport(GROUPED_FILTERS, {
    ...file,
    opens: ({ student }) => student,
    ...deliveryHeights,
    totals: (rows) => [
      ['Students', new Set(rows.map(({ student }) => student)).size],
      ...deliveryTotals(rows),
    ],
    why: (row, column) =>
      (column === 'planned' && row.planned_minutes > 0) ||
      (column === 'delivered' && row.delivered_minutes > 0)
        ? () => whyOf(row, column)
        : null,
    columns: withCells(file.columns, {
      client: ({ client_name, group_name }) => (
        <TwoLines first={client_name} second={group_name === client_name ? '' : group_name} />
      ),
      student: ({ student_name, client_name, service_name }, { isTight }) =>
        isTight ? (
          <TwoLines first={student_name} second={`${service_name} · ${client_name}`} />
        ) : (
          <span title={student_name}>{student_name}</span>
        ),
      ...deliveryCells,
    }),
    ...(file.sums !== undefined && { sums: sumsWithCells(file.sums, deliveryCells) }),
    empty: {
      ...{ icon: UsersRound, title: 'No sessions on these days' },
      help: 'Try other dates. Every student with a planned or recorded session appears here.',
      filtered: 'No students match these filters.',
    },
  });
}

export const groupedClientsWithMoney = groupedClients({ hasMoney: true });
export const groupedClientsWithoutMoney = groupedClients({ hasMoney: false });
