import { UsersRound } from 'lucide-react';
import type { ProviderFile } from '#contract/providers.ts';
import { employmentLabel } from '#domain/access/employment.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { roleLabel } from '#domain/access/roles.ts';
import { providerName, withCredentials } from '#domain/providers/provider-name.ts';
import { expiryState, nextToExpire } from '#domain/providers/provider-rules.ts';
import { countedOf } from '#domain/text/counted.ts';
import { displayDay, pacificDay } from '#domain/time/pacific.ts';
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
import { ExpiryBadge } from './expiry-badge.tsx';
import { PROVIDER_FILTERS } from './provider-search.ts';

interface ProviderRow {
  provider: ProviderFile;
  name: string;
  services: string;
  shortServices: readonly string[];
  supervisors: string;
  /** The credential that expires first. */
  expires_on: string | null;
  expiring: string;
  /** The Pacific day. */
  today: string;
}

function rowsOf(providers: readonly ProviderFile[], { names }: { names: Lookups }): ProviderRow[] {
  const full = namesById(names.services);
  const short = new Map(names.services.map(({ id, short_name }) => [id, short_name]));
  const today = pacificDay(Date.now());
  return providers.map((provider) => {
    const next = nextToExpire(provider.credential_records);
    return {
      provider,
      name: providerName(provider),
      services: provider.services.map((id) => full.get(id) ?? 'Unknown service').join(', '),
      shortServices: provider.services.map((id) => short.get(id) ?? '?'),
      supervisors: provider.supervisor_list.map(({ name }) => name).join(', '),
      expires_on: next?.expires_on ?? null,
      expiring: next?.name ?? '',
      today,
    };
  });
}

const label = (field: string) => fieldLabel('provider_account', field);

/** "24 of 28" */
function loadWords({ student_count, max_caseload }: ProviderFile): string {
  return max_caseload === null ? String(student_count) : `${student_count} of ${max_caseload}`;
}

function isOverloaded({ student_count, max_caseload }: ProviderFile): boolean {
  return max_caseload !== null && student_count > max_caseload;
}

const COLUMNS: readonly ReportColumn<ProviderRow>[] = [
  {
    ...{ id: 'name', header: 'Name' },
    value: (row) => row.name,
    sortBy: ({ provider }) => `${provider.provider_last} ${provider.provider_first}`.toLowerCase(),
    cell: ({ name, provider }, { isTight }) => (
      <div title={withCredentials(name, provider.credentials)}>
        <TwoLines
          first={<span className="font-medium">{name}</span>}
          second={[...(isTight ? [roleLabel(provider.role)] : []), provider.credentials]
            .filter(Boolean)
            .join(' · ')}
        />
      </div>
    ),
  },
  {
    ...{ id: 'role', header: 'Role', width: '8rem', only: 'wide' },
    value: ({ provider }) => roleLabel(provider.role),
  },
  {
    ...{ id: 'services', header: fieldLabel('provider', 'services'), width: '10rem', tightWidth: '7.25rem' },
    value: (row) => row.services,
    sortBy: (row) => row.shortServices.join(' '),
    cell: ({ services, shortServices }, { isTight }) => (
      <span title={services} className="flex items-center gap-1">
        {shortServices.slice(0, isTight ? 1 : 2).map((one) => (
          <Badge key={one} variant="outline">
            {one}
          </Badge>
        ))}
        {shortServices.length > (isTight ? 1 : 2) && (
          <span className="text-muted-foreground text-xs leading-5">
            +{shortServices.length - (isTight ? 1 : 2)}
          </span>
        )}
      </span>
    ),
  },
  {
    ...{ id: 'supervisors', header: fieldLabel('provider', 'supervisors') },
    ...{ width: '10.5rem', tightWidth: '8rem' },
    value: (row) => row.supervisors,
    cell: ({ supervisors }) => <ClampedText text={supervisors} />,
  },
  {
    ...{ id: 'students', header: 'Students', kind: 'number', width: '7.25rem', tightWidth: '6.5rem' },
    value: ({ provider }) => provider.student_count,
    cell: ({ provider }) =>
      isOverloaded(provider) ? (
        <Badge variant="warning">
          {loadWords(provider)}
          <span className="sr-only"> (above the maximum)</span>
        </Badge>
      ) : (
        loadWords(provider)
      ),
  },
  {
    ...{ id: 'max_caseload', header: label('max_caseload'), kind: 'number', only: 'file' },
    value: ({ provider }) => provider.max_caseload,
  },
  {
    ...{ id: 'expires_on', header: 'Next expiry', kind: 'day', none: 'None' },
    ...{ width: '11rem', tightWidth: '8.75rem' },
    value: (row) => row.expires_on,
    cell: ({ expires_on, expiring }, { now }) =>
      expires_on === null ? undefined : (
        <div title={`${expiring}, ${displayDay(expires_on)}`}>
          <TwoLines
            first={displayDay(expires_on)}
            second={<ExpiryBadge expires_on={expires_on} today={pacificDay(now)} />}
          />
        </div>
      ),
  },
  ...(
    [
      ['expiring', 'Expires next', (row) => row.expiring],
      ['credentials', fieldLabel('provider', 'credentials'), ({ provider }) => provider.credentials],
      ['email', 'Email', ({ provider }) => provider.email],
      ['phone', label('phone'), ({ provider }) => provider.phone],
      ['emp', 'Employment type', ({ provider }) => employmentLabel(provider.emp)],
      ['payroll_id', label('payroll_id'), ({ provider }) => provider.payroll_id],
      ['npi', label('npi'), ({ provider }) => provider.npi],
      ['license_number', label('license_number'), ({ provider }) => provider.license_number],
      ['license_state', label('license_state'), ({ provider }) => provider.license_state],
      ['taxonomy_code', label('taxonomy_code'), ({ provider }) => provider.taxonomy_code],
    ] satisfies [string, string, (row: ProviderRow) => string][]
  ).map(([id, header, value]): ReportColumn<ProviderRow> => ({ id, header, only: 'file', value })),
  ...(['hired_on', 'left_on'] as const).map(
    (id): ReportColumn<ProviderRow> => ({
      ...{ id, header: label(id), kind: 'day', only: 'file' },
      value: ({ provider }) => provider[id],
    }),
  ),
];

const filters = {
  search: {
    label: 'Search',
    placeholder: 'Name, email, credential',
    words: ({ provider, name, services, supervisors }: ProviderRow) =>
      [
        ...[name, provider.credentials, provider.email, provider.username, provider.phone, services],
        ...[supervisors, provider.npi, provider.license_number],
        ...provider.credential_records.flatMap((one) => [one.name, one.number]),
      ].join(' '),
  },
  role: {
    label: 'Role',
    choices: (_: Lookups, rows: readonly ProviderRow[]) =>
      distinctChoices(rows.map(({ provider: { role } }) => [role, roleLabel(role)] as const)),
    matches: ({ provider }: ProviderRow, id: string) => provider.role === id,
  },
  service: {
    label: 'Service',
    choices({ services }: Lookups, rows: readonly ProviderRow[]) {
      const offered = new Set(rows.flatMap(({ provider }) => provider.services));
      return services.filter(({ id }) => offered.has(id));
    },
    matches: ({ provider }: ProviderRow, id: string) => provider.services.includes(id),
  },
  supervisor: {
    label: 'Supervisor',
    choices: (_: Lookups, rows: readonly ProviderRow[]) =>
      distinctChoices(
        rows.flatMap(({ provider }) => provider.supervisor_list.map(({ id, name }) => [id, name] as const)),
      ),
    matches: ({ provider }: ProviderRow, id: string) => provider.supervisors.includes(id),
  },
  expiring: {
    label: 'Credentials',
    choices: () => [{ id: 'expiring', name: 'Expired or expiring' }],
    matches: ({ expires_on, today }: ProviderRow) => expiryState({ expires_on }, today) !== null,
  },
};

const common = {
  ...{ filters, columns: COLUMNS, mayExport: seesWholeOrganization, rowHeight: 52 },
  rowId: ({ provider }: ProviderRow) => provider.id,
  rowName: ({ name }: ProviderRow) => name,
  opens: ({ provider }: ProviderRow) => provider.id,
  sort: { id: 'name', desc: false },
  remark: (shown: readonly ProviderRow[], all: readonly ProviderRow[]) =>
    countedOf(shown.length, all.length, 'provider'),
};

const answered = (name: string, call: 'provider.list-files' | 'provider.list-archived') =>
  fromServer({ name, ask: (api: ApiClient) => api.call(call), rows: rowsOf });

export const activeProviders = defineReport(PROVIDER_FILTERS, {
  ...{ ...common, id: 'providers', title: 'Providers', label: 'Providers' },
  rows: answered('providers', 'provider.list-files'),
  empty: {
    ...{ icon: UsersRound, title: 'No providers yet', filtered: 'Clear the filters to see all.' },
    help: 'Therapists and educators who deliver services appear here.',
  },
});

export const archivedProviders = defineReport(PROVIDER_FILTERS, {
  ...{ ...common, id: 'archived-providers', title: 'Archived Providers', label: 'Archived Providers' },
  rows: answered('archived providers', 'provider.list-archived'),
  empty: {
    ...{ icon: UsersRound, title: 'No archived providers', filtered: 'Clear the filters to see all.' },
    help: 'Providers you deactivate appear here.',
  },
});
