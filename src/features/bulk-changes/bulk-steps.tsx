import { mayUse } from '#domain/access/permissions.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import type { ReportStep } from '#screens/report/report-action.ts';
import { ArchiveStudents } from './archive-students.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { RenewalDialog } from './renewal-dialog.tsx';
import { SupervisorDialog } from './supervisor-dialog.tsx';
import { TransferStudents } from './transfer-students.tsx';

const may = (actor: Actor) => mayUse(actor, 'bulk-change.record');

interface StudentRow {
  student: { id: string; archived: boolean };
}

interface ArchivedStudentRow extends StudentRow {
  /** Whose record this one was merged into; null if it wasn't. */
  mergedInto: string | null;
}

const students = ['student', 'students'] as const;
const archivedStudent = ({ student }: StudentRow) => (student.archived ? 'This student is archived.' : null);
const studentIds = (rows: readonly StudentRow[]) => rows.map(({ student }) => student.id);

/** What the office does to several students at once. */
export const STUDENT_STEPS: readonly ReportStep<StudentRow>[] = [
  {
    ...{ id: 'assign', label: 'Assign provider to', nouns: students, may, refusal: archivedStudent },
    form: (rows, leads) => <AssignDialog records={studentIds(rows)} {...leads} />,
  },
  {
    ...{ id: 'renew', label: 'Renew', nouns: students, may, refusal: archivedStudent },
    form: (rows, leads) => <RenewalDialog students={studentIds(rows)} {...leads} />,
  },
  {
    ...{ id: 'transfer', label: 'Transfer', nouns: students, may, refusal: archivedStudent },
    form: (rows, leads) => <TransferStudents records={studentIds(rows)} {...leads} />,
  },
  {
    ...{
      id: 'archive',
      label: 'Archive',
      nouns: students,
      isDestructive: true,
      may,
      refusal: archivedStudent,
    },
    form: (rows, leads) => <ArchiveStudents records={studentIds(rows)} {...leads} />,
  },
];

/** What the office does to several archived students at once. */
export const ARCHIVED_STUDENT_STEPS: readonly ReportStep<ArchivedStudentRow>[] = [
  {
    ...{ id: 'restore', label: 'Restore', nouns: students, may },
    refusal: ({ mergedInto }) => (mergedInto === null ? null : `Merged into ${mergedInto}.`),
    form: (rows, leads) => (
      <OrderDialog
        title="Restore students"
        about="Their files come back. Services and planned sessions that ended when they were archived don't."
        label="Restore"
        order={{ kind: 'restore-students', records: studentIds(rows) }}
        {...leads}
      />
    ),
  },
];

interface ProviderRow {
  provider: { id: string; archived: boolean };
}

const providers = ['provider', 'providers'] as const;
const archivedProvider = ({ provider }: ProviderRow) =>
  provider.archived ? 'This provider is archived.' : null;
const providerIds = (rows: readonly ProviderRow[]) => rows.map(({ provider }) => provider.id);

/** What the office does to several providers at once. */
export const PROVIDER_STEPS: readonly ReportStep<ProviderRow>[] = [
  {
    ...{ id: 'supervisor', label: 'Change supervisor of', nouns: providers, may, refusal: archivedProvider },
    form: (rows, leads) => <SupervisorDialog records={providerIds(rows)} {...leads} />,
  },
  {
    ...{
      id: 'archive',
      label: 'Archive',
      nouns: providers,
      isDestructive: true,
      may,
      refusal: archivedProvider,
    },
    form: (rows, leads) => (
      <OrderDialog
        title="Archive providers"
        about="They are logged out and can no longer log in. Their open work stays with them, so hand caseloads over first. Recorded sessions and notes stay."
        label="Archive"
        isDestructive
        order={{ kind: 'archive-providers', records: providerIds(rows) }}
        {...leads}
      />
    ),
  },
];

/** What the office does to several archived providers at once. */
export const ARCHIVED_PROVIDER_STEPS: readonly ReportStep<ProviderRow>[] = [
  {
    ...{ id: 'activate', label: 'Activate', nouns: providers, may, refusal: () => null },
    form: (rows, leads) => (
      <OrderDialog
        title="Activate providers"
        about="They can log in again with their old passwords. Students who were handed over stay with their new providers."
        label="Activate"
        order={{ kind: 'restore-providers', records: providerIds(rows) }}
        {...leads}
      />
    ),
  },
];

interface ClientRow {
  client: { id: string; active: 0 | 1 };
}

const clients = ['client', 'clients'] as const;
const clientIds = (rows: readonly ClientRow[]) => rows.map(({ client }) => client.id);

/** What the office does to several clients at once. */
export const CLIENT_STEPS: readonly ReportStep<ClientRow>[] = [
  {
    ...{ id: 'deactivate', label: 'Deactivate', nouns: clients, isDestructive: true, may },
    refusal: ({ client }) => (client.active === 0 ? 'This client is inactive.' : null),
    form: (rows, leads) => (
      <OrderDialog
        title="Deactivate clients"
        about="They no longer appear in forms. Their records, rates, and invoices are kept."
        label="Deactivate"
        isDestructive
        order={{ kind: 'archive-clients', records: clientIds(rows) }}
        {...leads}
      />
    ),
  },
];

/** What the office does to several archived clients at once. */
export const ARCHIVED_CLIENT_STEPS: readonly ReportStep<ClientRow>[] = [
  {
    ...{ id: 'activate', label: 'Activate', nouns: clients, may, refusal: () => null },
    form: (rows, leads) => (
      <OrderDialog
        title="Activate clients"
        about="They appear in forms again, with their records and rates."
        label="Activate"
        order={{ kind: 'restore-clients', records: clientIds(rows) }}
        {...leads}
      />
    ),
  },
];
