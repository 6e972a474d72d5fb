import { GraduationCap, UsersRound } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { type Lookups, useLookups } from '#screens/device/lookups.ts';
import { namesById } from '#screens/device/record-names.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ServerData } from '#ui/server-data.tsx';

type StudentOfClient = ReplyOf<Endpoints['client.list-students']>[number];
type ProviderOfClient = ReplyOf<Endpoints['client.list-providers']>[number];

const BY_NAME = { id: 'name', desc: false };

/** The client's active students, as far as the person may see them. */
export function ClientStudents({ id, onOpen }: { id: string; onOpen: (student: string) => void }) {
  const names = useLookups();
  const answer = useKeptAnswer(
    'client-students',
    JSON.stringify({ id }),
    useCallback((api: ApiClient) => api.call('client.list-students', { params: { id } }), [id]),
  );
  const columns = useMemo(() => (names === undefined ? [] : studentColumns(names)), [names]);
  return (
    <ServerData name="students" state={answer}>
      {(students) => (
        <DataTable
          label="Students"
          rows={students}
          columns={columns}
          rowId={({ id: one }) => one}
          initialSort={BY_NAME}
          onOpen={({ id: one }) => onOpen(one)}
          empty={
            <EmptyState icon={GraduationCap} title="No students yet">
              Active students of this client appear here.
            </EmptyState>
          }
        />
      )}
    </ServerData>
  );
}

function studentColumns(names: Lookups): DataTableColumn<StudentOfClient>[] {
  const schools = namesById(names.locations);
  const shortNames = new Map(names.services.map((one) => [one.id, one.short_name]));
  const people = new Map([...names.providers.values()].map((one) => [one.id, providerName(one)]));
  const listed = (ids: readonly string[], known: ReadonlyMap<string, string>) =>
    ids.flatMap((one) => known.get(one) ?? []).join(', ');
  return [
    {
      ...column('Name', 'name', '11.5rem'),
      value: ({ first_name, last_name }) => `${last_name}, ${first_name}`,
    },
    { ...column(fieldLabel('student', 'grade'), 'grade', '6rem'), value: ({ grade }) => grade },
    {
      ...column(fieldLabel('student', 'location'), 'school'),
      value: ({ location }) => schools.get(location ?? '') ?? '',
    },
    {
      ...column(fieldLabel('student', 'services'), 'services', '7.5rem'),
      value: (student) => listed(student.services, shortNames),
    },
    {
      ...column(fieldLabel('student', 'providers'), 'providers', '11rem'),
      value: (student) => listed(student.providers, people),
    },
  ];
}

/** The providers of the client's students, as far as the person may see them. */
export function ClientProviders({ id }: { id: string }) {
  const names = useLookups();
  const answer = useKeptAnswer(
    'client-providers',
    JSON.stringify({ id }),
    useCallback((api: ApiClient) => api.call('client.list-providers', { params: { id } }), [id]),
  );
  const columns = useMemo(() => (names === undefined ? [] : providerColumns(names)), [names]);
  return (
    <ServerData name="providers" state={answer}>
      {(providers) => (
        <DataTable
          label="Providers"
          rows={providers}
          columns={columns}
          rowId={({ id: one }) => one}
          initialSort={BY_NAME}
          empty={
            <EmptyState icon={UsersRound} title="No providers yet">
              Providers of this client's students appear here.
            </EmptyState>
          }
        />
      )}
    </ServerData>
  );
}

function providerColumns(names: Lookups): DataTableColumn<ProviderOfClient>[] {
  const services = namesById(names.services);
  return [
    {
      ...column('Name', 'name'),
      value: ({ provider_first, provider_last }) => `${provider_last}, ${provider_first}`,
    },
    { ...column(fieldLabel('provider', 'credentials'), 'credentials'), value: (row) => row.credentials },
    {
      ...column(fieldLabel('provider', 'services'), 'services'),
      value: (row) => row.services.flatMap((one) => services.get(one) ?? []).join(', '),
    },
    {
      ...{ ...column('Students of this client', 'students', '12rem'), align: 'end' },
      value: ({ student_count }) => student_count,
    },
  ];
}

function column(header: string, id: string, width?: string) {
  return { id, header, ...(width === undefined ? {} : { width }) };
}
