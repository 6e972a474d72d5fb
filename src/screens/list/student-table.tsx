import { GraduationCap } from 'lucide-react';
import { useMemo } from 'react';
import type { Student } from '#contract/student.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { gradeOrder } from '#domain/students/next-grade.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { type Lookups, useLookups } from '#screens/device/lookups.ts';
import type { ById } from '#screens/device/people-by-id.ts';
import { namedBy, namesById } from '#screens/device/record-names.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ServerData } from '#ui/server-data.tsx';

interface StudentTableProps {
  /** Names the answer that is kept, and whose students they are. */
  kept: string;
  of: string;
  /** The same function while `of` is the same. */
  ask: (api: ApiClient) => Promise<Student[]>;
  /** Who appears here. */
  empty: string;
  showsProviders?: boolean;
  onOpen: (student: string) => void;
}

/** Students of a client or a provider that the person may see. */
export function StudentTable({ kept, of, ask, empty, showsProviders = false, onOpen }: StudentTableProps) {
  const names = useLookups();
  const answer = useKeptAnswer(kept, JSON.stringify({ id: of }), ask);
  const columns = useMemo(
    () => (names === undefined ? [] : columnsOf(names, showsProviders)),
    [names, showsProviders],
  );
  return (
    <ServerData name="students" state={answer}>
      {(students) => (
        <DataTable
          label="Students"
          rows={students}
          columns={columns}
          rowId={({ id }) => id}
          initialSort={{ id: 'name', desc: false }}
          onOpen={({ id }) => onOpen(id)}
          empty={
            <EmptyState icon={GraduationCap} title="No students yet">
              {empty}
            </EmptyState>
          }
        />
      )}
    </ServerData>
  );
}

function columnsOf(names: Lookups, showsProviders: boolean): DataTableColumn<Student>[] {
  const schools = namesById(names.locations);
  const shortNames = new Map(names.services.map((one) => [one.id, one.short_name]));
  const people = namedBy(names.providers, providerName);
  const listed = (ids: readonly string[], known: ById<string>) =>
    ids.flatMap((one) => known.get(one) ?? []).join(', ');
  const columns: DataTableColumn<Student>[] = [
    {
      ...{ id: 'name', header: 'Name', width: '11rem' },
      value: ({ first_name, last_name }) => `${last_name}, ${first_name}`,
    },
    {
      ...{ id: 'grade', header: fieldLabel('student', 'grade'), width: '5rem' },
      value: ({ grade }) => gradeOrder(grade),
      cell: ({ grade }) => grade,
    },
    {
      ...{ id: 'school', header: fieldLabel('student', 'location') },
      value: ({ location }) => schools.get(location ?? '') ?? '',
    },
    {
      ...{ id: 'services', header: fieldLabel('student', 'services'), width: '6.75rem' },
      value: ({ services }) => listed(services, shortNames),
    },
  ];
  const providers: DataTableColumn<Student> = {
    ...{ id: 'providers', header: fieldLabel('student', 'providers') },
    value: (student) => listed(student.providers, people),
  };
  return showsProviders ? [...columns, providers] : columns;
}
