import { GraduationCap } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { Student } from '#contract/student.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { type Lookups, useLookups } from '#screens/device/lookups.ts';
import { namesById } from '#screens/device/record-names.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ServerData } from '#ui/server-data.tsx';

/** The provider's active students, as far as the person may see them. */
export function ProviderStudents({ id, onOpen }: { id: string; onOpen: (student: string) => void }) {
  const names = useLookups();
  const answer = useKeptAnswer(
    'provider-students',
    JSON.stringify({ id }),
    useCallback((api: ApiClient) => api.call('student.list-of-provider', { params: { id } }), [id]),
  );
  const columns = useMemo(() => (names === undefined ? [] : columnsOf(names)), [names]);
  return (
    <ServerData name="students" state={answer}>
      {(students) => (
        <DataTable
          label="Students"
          rows={students}
          columns={columns}
          rowId={({ id: one }) => one}
          initialSort={{ id: 'name', desc: false }}
          onOpen={({ id: one }) => onOpen(one)}
          empty={
            <EmptyState icon={GraduationCap} title="No students yet">
              Active students assigned to this provider appear here.
            </EmptyState>
          }
        />
      )}
    </ServerData>
  );
}

function columnsOf(names: Lookups): DataTableColumn<Student>[] {
  const schools = namesById(names.locations);
  const shortNames = new Map(names.services.map((one) => [one.id, one.short_name]));
  return [
    {
      ...{ id: 'name', header: 'Name' },
      value: ({ first_name, last_name }) => `${last_name}, ${first_name}`,
    },
    { id: 'grade', header: fieldLabel('student', 'grade'), width: '6rem', value: ({ grade }) => grade },
    {
      ...{ id: 'school', header: fieldLabel('student', 'location') },
      value: ({ location }) => schools.get(location ?? '') ?? '',
    },
    {
      ...{ id: 'services', header: fieldLabel('student', 'services'), width: '9rem' },
      value: ({ services }) => services.flatMap((one) => shortNames.get(one) ?? []).join(', '),
    },
  ];
}
