import { Download, GraduationCap } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { seesWholeOrganisation } from '#domain/access/permissions.ts';
import { displayDay, displayTime } from '#domain/time/pacific.ts';
import { useSignedIn } from '#sync/signed-in.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { downloadCsv } from '#ui/csv.ts';
import { DataTable, type DataTableColumn, type TableSort } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';
import { filteredStudents, type StudentRow } from './student-rows.ts';
import type { StudentSearch } from './student-search.ts';
import { type StudentReach, useStudentRows } from './use-student-rows.ts';

interface StudentListProps {
  reach: StudentReach;
  search: StudentSearch;
  onSearch: (change: { [Name in keyof StudentSearch]?: StudentSearch[Name] | undefined }) => void;
  onOpen: (id: string) => void;
}

const TITLES: Record<StudentReach, string> = {
  mine: 'My Students',
  all: 'Students',
  archived: 'Archived Students',
};

/** Students on this device: one's own with what is next and due, or everybody's. */
export function StudentList({ reach, search, onSearch, onOpen }: StudentListProps) {
  const { profile } = useSignedIn();
  const found = useStudentRows(reach);
  const columns = COLUMNS[reach];
  // Drawing a long list waits for whoever types or chooses.
  const shown = useDeferredValue(search);
  const rows = useMemo(
    () => (found === undefined ? [] : filteredStudents(found.rows, shown)),
    [found, shown],
  );
  const sort = useMemo(() => readSort(search.sort, columns), [search.sort, columns]);
  if (found === undefined) return null;
  const { named } = found;
  const schools = new Set(found.rows.map(({ student }) => student.location));
  const services = new Set(found.rows.flatMap(({ student }) => student.services));
  const title = TITLES[reach];
  const isOffice = seesWholeOrganisation({ role: profile.auth, grants: profile.grants });
  return (
    <div className="grid gap-5">
      <PageHeader
        title={title}
        description={countWords(rows.length, found.rows.length)}
        actions={
          isOffice && (
            <Button
              variant="outline"
              disabled={rows.length === 0}
              onClick={() => downloadCsv('students.csv', columns, rows)}
            >
              <Download aria-hidden="true" />
              CSV
            </Button>
          )
        }
      />
      <search aria-label="Filters" className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-4">
        <Field label="Search">
          <SearchField
            value={search.search ?? ''}
            placeholder="Name, grade, school or service"
            onSearch={(words) => onSearch({ search: words || undefined })}
          />
        </Field>
        <Field label="Service">
          <Select
            value={search.service ?? ''}
            onChange={({ target }) => onSearch({ service: target.value || undefined })}
          >
            <option value="">All</option>
            {named.services
              .filter(({ id }) => services.has(id))
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </Select>
        </Field>
        <Field label="School">
          <Select
            value={search.school ?? ''}
            onChange={({ target }) => onSearch({ school: target.value || undefined })}
          >
            <option value="">All</option>
            {named.locations
              .filter(({ id }) => schools.has(id))
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </Select>
        </Field>
        {reach === 'mine' && (
          <Field label="Notes">
            <Select
              value={search.due === true ? 'due' : ''}
              onChange={({ target }) => onSearch({ due: target.value === 'due' ? true : undefined })}
            >
              <option value="">All</option>
              <option value="due">Due</option>
            </Select>
          </Field>
        )}
      </search>
      <DataTable
        label={title}
        rows={rows}
        columns={columns}
        rowId={({ student }) => student.id}
        onOpen={({ student }) => onOpen(student.id)}
        sort={sort}
        onSortChange={(next) =>
          onSearch({ sort: next === null ? undefined : `${next.desc ? '-' : ''}${next.id}` })
        }
        empty={<Nobody reach={reach} isFiltered={found.rows.length > 0} />}
      />
    </div>
  );
}

function Nobody({ reach, isFiltered }: { reach: StudentReach; isFiltered: boolean }) {
  const words: Record<StudentReach, string> = {
    mine: 'A student appears here once the office assigns a service of theirs to you.',
    all: 'Students appear here once they are yours to see.',
    archived: 'Students who were archived appear here.',
  };
  return (
    <EmptyState icon={GraduationCap} title="No students here">
      {isFiltered ? 'Loosen the filters to see the others.' : words[reach]}
    </EmptyState>
  );
}

function countWords(shown: number, all: number): string {
  const words = all === 1 ? '1 student' : `${all.toLocaleString('en-US')} students`;
  return shown === all ? words : `${shown.toLocaleString('en-US')} of ${words}`;
}

const BY_NAME: TableSort = { id: 'name', desc: false };

/** `-due`: by the notes due, most first. */
function readSort(sort: string | undefined, columns: readonly { id: string }[]): TableSort {
  const id = sort?.replace(/^-/, '');
  if (id === undefined || !columns.some((column) => column.id === id)) return BY_NAME;
  return { id, desc: sort?.startsWith('-') === true };
}

/** `2026-03-10 09:00` for people. */
function momentWords(moment: string | null): string {
  if (moment === null) return '';
  const [day = '', time = ''] = moment.split(' ');
  return `${displayDay(day)} ${displayTime(time)}`;
}

type Column = DataTableColumn<StudentRow>;

const name: Column = {
  id: 'name',
  header: 'Name',
  width: '9.75rem',
  value: (row) => row.name,
  cell: (row) => <span className="font-medium">{row.name}</span>,
};
const grade: Column = {
  id: 'grade',
  header: 'Grade',
  width: '6.25rem',
  value: ({ student }) => student.grade,
};
const school: Column = { id: 'school', header: 'School', value: (row) => row.school };
const services: Column = { id: 'services', header: 'Services', value: (row) => row.services };
const authorised: Column = {
  id: 'authorised',
  header: 'Authorised',
  width: '11rem',
  value: (row) => row.authorised,
};
const wide: Column[] = [
  name,
  grade,
  school,
  { id: 'client', header: 'Client', value: (row) => row.client },
  services,
  { id: 'providers', header: 'Providers', value: (row) => row.providers },
  authorised,
];

const COLUMNS: Record<StudentReach, Column[]> = {
  mine: [
    name,
    grade,
    { ...school, width: '8.5rem' },
    { ...services, width: '6.5rem', value: (row) => row.shortServices },
    {
      id: 'next',
      header: 'Next session',
      width: '11.25rem',
      value: (row) => row.next,
      cell: (row) => momentWords(row.next) || <span className="text-muted-foreground">None planned</span>,
      csvValue: (row) => momentWords(row.next),
    },
    {
      id: 'last',
      header: 'Last session',
      width: '11.25rem',
      value: (row) => row.last,
      cell: (row) => momentWords(row.last) || <span className="text-muted-foreground">None lately</span>,
      csvValue: (row) => momentWords(row.last),
    },
    {
      id: 'due',
      header: 'Notes due',
      width: '7.25rem',
      align: 'end',
      value: (row) => row.due,
      cell: (row) =>
        row.due === 0 ? (
          <span className="text-muted-foreground">0</span>
        ) : (
          <Badge variant="warning">{row.due}</Badge>
        ),
    },
    {
      id: 'left',
      header: 'Authorised left',
      width: '10.25rem',
      value: (row) => row.leastLeft,
      cell: (row) => (
        <span className={row.leastLeft !== null && row.leastLeft < 0 ? 'text-destructive' : undefined}>
          {row.left || <span className="text-muted-foreground">No limit</span>}
        </span>
      ),
      csvValue: (row) => row.left,
    },
  ],
  all: wide,
  archived: wide,
};
