import { Building2 } from 'lucide-react';
import type { ClientFile } from '#contract/clients.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { clientSlug } from '#domain/clients/client-rules.ts';
import { countedOf } from '#domain/text/counted.ts';
import { fieldLabel } from '#entities/words/words.ts';
import type { Lookups } from '#screens/device/lookups.ts';
import { namesById } from '#screens/device/record-names.ts';
import {
  defineReport,
  distinctChoices,
  fromServer,
  type ReportColumn,
} from '#screens/report/define-report.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { CLIENT_FILTERS } from './client-search.ts';

interface ClientRow {
  client: ClientFile;
  services: string;
  shortServices: readonly string[];
  regions: string;
  regionNumbers: string;
}

function rowsOf(clients: readonly ClientFile[], { names }: { names: Lookups }): ClientRow[] {
  const full = namesById(names.services);
  const short = new Map(names.services.map(({ id, short_name }) => [id, short_name]));
  return clients.map((client) => ({
    client,
    services: client.services.map((id) => full.get(id) ?? 'Unknown service').join(', '),
    shortServices: client.services.map((id) => short.get(id) ?? '?'),
    regions: client.region_list.map(({ name }) => name).join(', '),
    regionNumbers: client.region_list.flatMap(({ region_number: one }) => one || []).join(', '),
  }));
}

const label = (field: string) => fieldLabel('client_account', field);
const yesNo = (is: boolean) => (is ? 'Yes' : 'No');

/** Who can be called, one after the other. */
function contactWords({ contacts }: ClientFile): string {
  return contacts
    .map(({ name, role, email, phone }) => [name, role, email, phone].filter(Boolean).join(', '))
    .join('; ');
}

const COLUMNS: readonly ReportColumn<ClientRow>[] = [
  {
    ...{ id: 'name', header: fieldLabel('client', 'name') },
    value: ({ client }) => client.name,
    cell: ({ client }) =>
      client.district_name === null ? (
        <ClampedText text={client.name} className="font-medium" />
      ) : (
        <div title={client.name}>
          <TwoLines
            first={<span className="font-medium">{client.name}</span>}
            second={<span>{client.district_name}</span>}
          />
        </div>
      ),
  },
  { id: 'district', header: label('district'), only: 'file', value: ({ client }) => client.district_name },
  {
    ...{ id: 'services', header: label('services'), width: '11.5rem', tightWidth: '8.25rem' },
    value: (row) => row.services,
    sortBy: (row) => row.shortServices.join(' '),
    cell: ({ services, shortServices }, { isTight }) => (
      <span title={services} className="flex items-center gap-1">
        {shortServices.slice(0, isTight ? 2 : 3).map((one) => (
          <Badge key={one} variant="outline">
            {one}
          </Badge>
        ))}
        {shortServices.length > (isTight ? 2 : 3) && (
          <span className="text-muted-foreground text-xs leading-5">
            +{shortServices.length - (isTight ? 2 : 3)}
          </span>
        )}
      </span>
    ),
  },
  {
    ...{ id: 'regions', header: label('regions'), width: '9.5rem', tightWidth: '8.75rem' },
    value: (row) => row.regions,
    cell: ({ regions, regionNumbers }) => (
      <div title={regions}>
        <TwoLines first={regions} second={regionNumbers} />
      </div>
    ),
  },
  {
    ...{ id: 'region_numbers', header: 'Region numbers', only: 'file' },
    value: (row) => row.regionNumbers,
  },
  {
    ...{ id: 'manager', header: label('manager'), width: '9rem', tightWidth: '7.5rem' },
    value: ({ client }) => client.manager_name,
  },
  {
    ...{ id: 'students', header: 'Students', kind: 'number', width: '7.25rem', tightWidth: '5.5rem' },
    value: ({ client }) => client.student_count,
    total: (rows) => rows.reduce((sum, { client }) => sum + client.student_count, 0),
  },
  {
    ...{ id: 'insurance', header: label('is_insurance'), width: '9.75rem', only: 'wide', hidesSame: true },
    value: ({ client }) => yesNo(client.is_insurance),
    cell: ({ client }) => client.is_insurance && <Badge variant="outline">Insurance</Badge>,
  },
  {
    ...{ id: 'contract_end', header: label('contract_end'), kind: 'day', width: '8.5rem' },
    ...{ only: 'wide', hidesSame: true },
    value: ({ client }) => client.contract_end,
  },
  ...(
    [
      ['needs_codes', fieldLabel('client', 'needs_codes'), (client) => yesNo(client.needs_codes)],
      ['contacts', label('contacts'), contactWords],
      ['contract_number', label('contract_number'), (client) => client.contract_number],
      ['contract_start', label('contract_start'), (client) => client.contract_start, 'day'],
      ['contract_cap', label('contract_cap_cents'), (client) => client.contract_cap_cents, 'money'],
      ['purchase_order', label('purchase_order'), (client) => client.purchase_order],
      ['invoice_address', label('invoice_address'), (client) => client.invoice_address],
    ] satisfies [string, string, (client: ClientFile) => string | number | null, ('day' | 'money')?][]
  ).map(
    ([id, header, value, kind]): ReportColumn<ClientRow> => ({
      ...{ id, header, only: 'file' },
      ...(kind === undefined ? {} : { kind }),
      value: ({ client }) => value(client),
    }),
  ),
];

const filters = {
  search: {
    label: 'Search',
    placeholder: 'Client, district, contact',
    words: ({ client, services, regions, regionNumbers }: ClientRow) =>
      [
        ...[client.name, client.district_name, client.manager_name, services, regions, regionNumbers],
        ...[contactWords(client), client.contract_number, client.purchase_order],
      ].join(' '),
  },
  service: {
    label: 'Service',
    choices({ services }: Lookups, rows: readonly ClientRow[]) {
      const offered = new Set(rows.flatMap(({ client }) => client.services));
      return services.filter(({ id }) => offered.has(id));
    },
    matches: ({ client }: ClientRow, id: string) => client.services.includes(id),
  },
  region: {
    label: 'Region',
    choices: (_: Lookups, rows: readonly ClientRow[]) =>
      distinctChoices(
        rows.flatMap(({ client }) => client.region_list.map(({ id, name }) => [id, name] as const)),
      ),
    matches: ({ client }: ClientRow, id: string) => client.regions.includes(id),
  },
  manager: {
    label: 'Manager',
    choices: (_: Lookups, rows: readonly ClientRow[]) =>
      distinctChoices(
        rows.flatMap(({ client: { manager, manager_name: name } }) =>
          manager === null || name === null ? [] : [[manager, name] as const],
        ),
      ),
    matches: ({ client }: ClientRow, id: string) => client.manager === id,
  },
};

const common = {
  ...{ filters, columns: COLUMNS, mayExport: seesWholeOrganization, rowHeight: 60 },
  rowId: ({ client }: ClientRow) => client.id,
  rowName: ({ client }: ClientRow) => client.name,
  /** As its address ends. */
  opens: ({ client }: ClientRow) => `${client.id}/${clientSlug(client.name)}`,
  sort: { id: 'name', desc: false },
  remark: (shown: readonly ClientRow[], all: readonly ClientRow[]) =>
    countedOf(shown.length, all.length, 'client'),
};

const answered = (name: string, call: 'client.list-all' | 'client.list-archived') =>
  fromServer({ name, ask: (api: ApiClient) => api.call(call), rows: rowsOf });

export const activeClients = defineReport(CLIENT_FILTERS, {
  ...{ ...common, id: 'clients', title: 'Clients', label: 'Clients' },
  rows: answered('clients', 'client.list-all'),
  empty: {
    ...{ icon: Building2, title: 'No clients yet', filtered: 'Clear the filters to see all.' },
    help: 'Districts, schools, and families that contract with you appear here.',
  },
});

export const archivedClients = defineReport(CLIENT_FILTERS, {
  ...{ ...common, id: 'archived-clients', title: 'Archived Clients', label: 'Archived Clients' },
  rows: answered('archived clients', 'client.list-archived'),
  empty: {
    ...{ icon: Building2, title: 'No archived clients', filtered: 'Clear the filters to see all.' },
    help: 'Clients you deactivate appear here.',
  },
});
