import { Pencil, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { type LocalStudent, type LocalStudentService, servicesOfStudent } from '#db/student-file.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { nameOnRow } from '#domain/providers/provider-name.ts';
import { authorizationAlerts } from '#domain/sessions/authorization-alerts.ts';
import type { AuthorizedUse } from '#domain/sessions/authorized-minutes.ts';
import { isInForce } from '#domain/students/file-rules.ts';
import { authorizedText } from '#domain/students/student-file.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useAllProviders, useLookups } from '#screens/device/lookups.ts';
import { namesById } from '#screens/device/record-names.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { useViewport } from '#ui/viewport.ts';
import { useAuthorizedUses } from './authorized-uses.ts';
import { useEndedServices } from './ended-services.ts';
import { StudentServiceForm, type StudentServiceFormProps } from './student-service-form.tsx';

/** The student's services, with provider and authorized minutes. */
export function StudentServiceList({ student }: { student: LocalStudent }) {
  const { profile } = useSignedIn();
  const rows = useLocal((db) => servicesOfStudent(db, student.id), [student.id]);
  const named = useLookups();
  const edit = useRecordEdit<LocalStudentService>();
  const { open } = edit;
  const today = useToday();
  const isTight = useViewport() !== 'full';
  const uses = useAuthorizedUses(rows ?? NO_ROWS, today);
  const ended = useEndedServices(student.archived ? NO_ROWS : (rows ?? NO_ROWS), today);
  const mayRecord = mayUse({ role: profile.auth, grants: profile.grants }, 'student-service.record');
  const columns = useMemo<DataTableColumn<LocalStudentService>[]>(() => {
    if (named === undefined) return [];
    const services = namesById(named.services);
    const providerOf = ({ provider, provider_name }: LocalStudentService) =>
      provider === null
        ? 'Not assigned'
        : (nameOnRow(provider, provider_name, named.providers) ?? 'A colleague');
    const alertsOf = (row: LocalStudentService): string[] =>
      isInForce(row, today)
        ? authorizationAlerts(row, uses?.get(row.id) ?? null, today).map(({ words }) => words)
        : [ended.get(row.id) ?? []].flat();
    return [
      {
        id: 'service',
        header: fieldLabel('student_service', 'service'),
        width: '10.5rem',
        value: ({ service }) => services.get(service) ?? 'Unknown service',
        cell: (row) => (
          <TwoLines first={services.get(row.service) ?? 'Unknown service'} second={providerOf(row)} />
        ),
      },
      {
        id: 'state',
        header: 'State',
        width: '5.5rem',
        value: (row) => stateOf(row, today),
        cell: (row) => (
          <Badge variant={isInForce(row, today) ? 'success' : 'neutral'}>{stateOf(row, today)}</Badge>
        ),
      },
      {
        id: 'used',
        header: 'Minutes used',
        width: '8rem',
        value: (row) => uses?.get(row.id)?.used_minutes ?? null,
        cell: (row) => {
          const use = uses?.get(row.id);
          return use === undefined ? authorizedText(row) : <Used use={use} />;
        },
      },
      {
        id: 'alerts',
        header: 'Alerts',
        width: '6.25rem',
        value: (row) => alertsOf(row).join(', '),
        cell: (row) => {
          const alerts = alertsOf(row);
          return (
            <span className="flex flex-wrap gap-1">
              {alerts.map((words) => (
                <Badge key={words} variant="warning">
                  {words}
                </Badge>
              ))}
            </span>
          );
        },
      },
      {
        id: 'start',
        header: fieldLabel('student_service', 'start_date'),
        width: '6.75rem',
        value: (row) => row.start_date,
        cell: ({ start_date, end_date }) => (
          <TwoLines
            first={displayDay(start_date)}
            second={end_date === null ? 'No end date' : `to ${displayDay(end_date)}`}
          />
        ),
      },
      ...(mayRecord
        ? [
            {
              id: 'edit',
              header: 'Action',
              width: '7rem',
              sortable: false,
              isPinned: true,
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
  }, [named, uses, ended, today, mayRecord, open]);
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
        rowHeight={isTight ? 72 : 56}
        empty={
          <EmptyState title="No services assigned">
            {mayRecord
              ? 'Assign a service and its provider. The provider can then see the student.'
              : 'Your office assigns services.'}
          </EmptyState>
        }
      />
      {edit.form((row, leads) => (
        <OpenServiceForm student={student.id} row={row} services={named.services} {...leads} />
      ))}
    </div>
  );
}

/** Everyone who can be chosen is loaded once the form is open. */
function OpenServiceForm(props: Omit<StudentServiceFormProps, 'providers'>) {
  const known = useAllProviders();
  const providers = useMemo(() => [...(known?.values() ?? [])], [known]);
  return known === undefined ? null : <StudentServiceForm {...props} providers={providers} />;
}

const NO_ROWS: readonly LocalStudentService[] = [];

function Used({
  use: { used_minutes, authorised_minutes, unsent_minutes, left_minutes, per },
}: {
  use: AuthorizedUse;
}) {
  const [used, authorized, unsent] = [used_minutes, authorised_minutes, unsent_minutes].map((minutes) =>
    minutes.toLocaleString('en-US'),
  );
  return (
    <TwoLines
      first={`${used} / ${authorized} min`}
      second={unsent_minutes === 0 ? `this ${per}` : `this ${per}, ${unsent} not synced`}
      className={left_minutes < 0 ? 'font-medium text-destructive' : ''}
    />
  );
}

function stateOf(row: LocalStudentService, today: string): string {
  if (isInForce(row, today)) return 'Active';
  return row.start_date > today ? 'Upcoming' : 'Ended';
}
