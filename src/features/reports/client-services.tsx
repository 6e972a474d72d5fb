import { Building2 } from 'lucide-react';
import { clientServiceFile } from '#contract/report-files/client-service-file.ts';
import { defineReport, withCells } from '#screens/report/define-report.ts';
import { TwoLines } from '#ui/two-lines.tsx';
import { CLIENT_SERVICE_FILTERS } from './care-filters.ts';
import { deliveryCells, deliveryHeights, deliveryTotals } from './delivery-columns.tsx';

/** The report, with or without what is billed. */
function clientServices({ hasMoney }: { hasMoney: boolean }) {
  const file = clientServiceFile(hasMoney);
  return defineReport(CLIENT_SERVICE_FILTERS, {
    ...file,
    // The students behind it.
    opens: ({ client, service }) => `${client ?? ''}/${service}`,
    ...deliveryHeights,
    totals: (rows) => [['Clients', new Set(rows.map(({ client }) => client)).size], ...deliveryTotals(rows)],
    columns: withCells(file.columns, {
      client: ({ client_name, group_name, service_name }, { isTight }) => (
        <TwoLines
          first={client_name}
          second={isTight ? service_name : group_name === client_name ? '' : group_name}
        />
      ),
      ...deliveryCells,
    }),
    empty: {
      ...{ icon: Building2, title: 'No services on these days' },
      help: 'Try other dates. Every client with a planned or recorded session appears here.',
      filtered: 'No services match these filters.',
    },
  });
}

export const clientServicesWithMoney = clientServices({ hasMoney: true });
export const clientServicesWithoutMoney = clientServices({ hasMoney: false });
