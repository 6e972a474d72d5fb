import { Pencil, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { type LocalStudent, type LocalStudentService, servicesOfStudent } from '#db/student-file.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { nameOnRow } from '#domain/providers/provider-name.ts';
import { type AuthorisedUse, authorisedWords } from '#domain/sessions/authorised-minutes.ts';
import { isInForce } from '#domain/students/file-rules.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useNamedRecords } from '#sync/named-records.ts';
import { useLocal, useSignedIn } from '#sync/signed-in.ts';
import { useToday } from '#sync/today.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useAuthorisedUses } from './authorised-uses.ts';
import { ServiceForm } from './service-form.tsx';
import { authorisedText } from './student-rows.ts';
import { useFileEdit } from './use-file-edit.ts';

/** What the student is assigned to, by whom it is delivered and how much is authorised. */
export function Services({ student }: { student: LocalStudent }) {
  const { profile } = useSignedIn();
  const rows = useLocal((db) => servicesOfStudent(db, student.id), [student.id]);
  const named = useNamedRecords();
  const edit = useFileEdit<LocalStudentService>();
  const { open } = edit;
  const today = useToday();
  const uses = useAuthorisedUses(rows ?? NO_ROWS, today);
  const mayRecord = mayUse({ role: profile.auth, grants: profile.grants }, 'student-service.record');
  const columns = useMemo<DataTableColumn<LocalStudentService>[]>(() => {
    if (named === undefined) return [];
    const services = new Map(named.services.map(({ id, name }) => [id, name]));
    const providerOf = ({ provider, provider_name }: LocalStudentService) =>
      provider === null
        ? 'Nobody yet'
        : (nameOnRow(provider, provider_name, named.providers) ?? 'A colleague');
    return [
      {
        id: 'service',
        header: 'Service',
        width: '14rem',
        value: ({ service }) => services.get(service) ?? 'Unknown service',
      },
      { id: 'provider', header: 'Provider', value: providerOf },
      { id: 'authorised', header: 'Authorised', width: '10rem', value: authorisedText },
      {
        id: 'used',
        header: 'Used',
        width: '16rem',
        value: (row) => uses?.get(row.id)?.used_minutes ?? null,
        cell: (row) => {
          const use = uses?.get(row.id);
          return use === undefined ? '' : <Used use={use} />;
        },
      },
      {
        id: 'start',
        header: 'From',
        width: '8rem',
        value: (row) => row.start_date,
        cell: (row) => displayDay(row.start_date),
      },
      {
        id: 'end',
        header: 'Until',
        width: '8rem',
        value: (row) => row.end_date,
        cell: (row) => (row.end_date === null ? 'Open' : displayDay(row.end_date)),
      },
      {
        id: 'state',
        header: 'State',
        width: '7rem',
        value: (row) => stateOf(row, today),
        cell: (row) => (
          <Badge variant={isInForce(row, today) ? 'success' : 'neutral'}>{stateOf(row, today)}</Badge>
        ),
      },
      ...(mayRecord
        ? [
            {
              id: 'edit',
              header: 'Action',
              width: '6.5rem',
              sortable: false,
              value: () => null,
              cell: (row: LocalStudentService) => (
                <Button size="sm" variant="ghost" onClick={() => open(row)}>
                  <Pencil aria-hidden="true" />
                  Edit<span className="sr-only"> {services.get(row.service)}</span>
                </Button>
              ),
            },
          ]
        : []),
    ];
  }, [named, uses, today, mayRecord, open]);
  if (rows === undefined || named === undefined) return null;
  return (
    <div className="grid gap-3">
      {mayRecord && (
        <Button variant="outline" className="justify-self-end" onClick={edit.openNew}>
          <Plus aria-hidden="true" />
          Assign a service
        </Button>
      )}
      <DataTable
        label="Services"
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        empty={
          <EmptyState title="No services assigned">
            {mayRecord
              ? 'Assign one with who delivers it: they see the student from then on.'
              : 'The office assigns them.'}
          </EmptyState>
        }
      />
      {edit.row !== undefined && (
        <ServiceForm
          key={edit.opening}
          student={student.id}
          row={edit.row}
          services={named.services}
          providers={named.providers.values()}
          onClose={edit.close}
          onAddAnother={edit.openNew}
        />
      )}
    </div>
  );
}

const NO_ROWS: readonly LocalStudentService[] = [];

function Used({ use }: { use: AuthorisedUse }) {
  return (
    <span className={use.left_minutes < 0 ? 'font-medium text-destructive' : undefined}>
      {authorisedWords(use)}
    </span>
  );
}

function stateOf(row: LocalStudentService, today: string): string {
  if (isInForce(row, today)) return 'In force';
  return row.start_date > today ? 'To come' : 'Ended';
}
