import { UsersRound } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { type Lookups, useLookups } from '#screens/device/lookups.ts';
import { namesById } from '#screens/device/record-names.ts';
import { StudentTable } from '#screens/list/student-table.tsx';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ServerData } from '#ui/server-data.tsx';

type ProviderOfClient = ReplyOf<Endpoints['client.list-providers']>[number];

/** The client's active students that the person may see. */
export function ClientStudents({ id, onOpen }: { id: string; onOpen: (student: string) => void }) {
  return (
    <StudentTable
      kept="client-students"
      of={id}
      ask={useCallback((api: ApiClient) => api.call('client.list-students', { params: { id } }), [id])}
      empty="Active students of this client appear here."
      showsProviders
      onOpen={onOpen}
    />
  );
}

/** The providers of the client's students that the person may see. */
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
          rowHeight={60}
          initialSort={{ id: 'name', desc: false }}
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
      ...{ ...column('Students of this client', 'students', '9rem'), align: 'end' },
      value: ({ student_count }) => student_count,
    },
  ];
}

function column(header: string, id: string, width?: string) {
  return { id, header, ...(width === undefined ? {} : { width }) };
}
