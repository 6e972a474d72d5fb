import { sql } from 'drizzle-orm';
import { providerName } from '#domain/providers/provider-name.ts';
import { openWorkWords } from '#domain/providers/provider-rules.ts';
import { counted } from '#domain/text/counted.ts';
import { loadRows, storedRow } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { NO_PASSWORD } from '#server/db/password-hash.ts';
import { openOfStudent, setArchived } from '#server/modules/archiving/student-departure.ts';
import { updateClient } from '#server/modules/clients/operations.ts';
import {
  deactivateProvider,
  reactivateProvider,
  updateProvider,
} from '#server/modules/providers/operations.ts';
import { canSupervise, openWorkOf } from '#server/modules/providers/queries.ts';
import { studentInReach } from '#server/modules/students/file-rows.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { type OrderPlan, refuseRecord } from './order-plan.ts';

type Nameless = Omit<OrderPlan, 'names'>;

/** Archives students, as the button on each student does. */
export function archivingStudents(today: string): Nameless {
  return {
    about: 'Students archived',
    start_date: today,
    async change(step, id) {
      const { archived } = await studentInReach(step, id);
      if (archived) refuseRecord('Already archived.');
      const open = await openOfStudent(step, id);
      const planned = open.planned.reduce((sum, { events }) => sum + events, 0);
      await setArchived(step, id, true);
      const ends = [
        open.services.length > 0 && `ends ${counted(open.services.length, 'service')}`,
        planned > 0 && `removes ${counted(planned, 'planned session')}`,
      ].filter((part) => part !== false);
      return ends.length === 0 ? 'is archived' : ends.join(', ');
    },
  };
}

/** Deactivates clients. Their students and records stay. */
export function archivingClients(today: string): Nameless {
  return {
    about: 'Clients deactivated',
    start_date: today,
    async change(step, id) {
      const client = await storedRow(step.tx, 'client', id);
      if (client === null || client.active === 0) refuseRecord('Already inactive.');
      const [uses] = await jsonRows<{ students: number }>(
        step.tx,
        sql`select count(*)::int as students from students where client = ${id} and not archived`,
      );
      const students = uses?.students ?? 0;
      if (students > 0) {
        refuseRecord(`Has ${counted(students, 'active student')}. Transfer or archive them first.`);
      }
      await updateClient(step, id, { active: 0 });
      return 'is deactivated';
    },
  };
}

/** Archives providers and ends their access, as each one's own button does. What is open of theirs stays, and is listed. */
export function archivingProviders(today: string): Nameless {
  return {
    about: 'Providers archived',
    start_date: today,
    async change(step, id) {
      const [provider] = await loadRows(step.tx, 'provider', [id]);
      if (provider === undefined || provider.archived) refuseRecord('Already archived.');
      const open = await openWorkOf(step, id);
      await deactivateProvider(step, id);
      const left = open === null ? [] : openWorkWords(open);
      return left.length === 0
        ? 'is archived, nothing is open'
        : `is archived, still open: ${left.join(', ')}`;
    },
  };
}

/** Brings archived students back, as the button on each does: what archiving ended stays ended. */
export function restoringStudents(today: string): Nameless {
  return {
    about: 'Students restored',
    start_date: today,
    async change(step, id) {
      const { archived } = await studentInReach(step, id);
      if (!archived) refuseRecord('Already active.');
      const { services } = await openOfStudent(step, id);
      await setArchived(step, id, false);
      // One who came archived, such as by an import, can have some.
      return services.length === 0
        ? 'is restored, without services'
        : `is restored, with ${counted(services.length, 'service')}`;
    },
  };
}

/** Activates clients again. */
export function restoringClients(today: string): Nameless {
  return {
    about: 'Clients activated',
    start_date: today,
    async change(step, id) {
      const client = await storedRow(step.tx, 'client', id);
      if (client === null || client.active === 1) refuseRecord('Already active.');
      await updateClient(step, id, { active: 1 });
      return 'is activated';
    },
  };
}

/** Activates providers again, who log in with the password that they had. */
export function restoringProviders(today: string): Nameless {
  return {
    about: 'Providers activated',
    start_date: today,
    async change(step, id) {
      const [provider] = await loadRows(step.tx, 'provider', [id]);
      if (provider === undefined || !provider.archived) refuseRecord('Already active.');
      await reactivateProvider(step, id);
      const [user] = await jsonRows<{ is_invited: boolean }>(
        step.tx,
        sql`select password_hash = ${NO_PASSWORD} as is_invited from users where id = ${id}::uuid`,
      );
      return user?.is_invited === true
        ? "is activated, hasn't chosen a password yet"
        : 'is activated and can log in again';
    },
  };
}

/** Gives providers one supervisor in place of those whom they have. */
export async function settingSupervisor({ tx }: Call, supervisor: string, today: string): Promise<Nameless> {
  const [found] = await jsonRows<{ name: string }>(
    tx,
    sql`select p.provider_first || ' ' || p.provider_last as name from providers p join users u on u.id = p.id
      where p.id = ${supervisor} and ${canSupervise()}`,
  );
  if (found === undefined) refuseProblems({ supervisor: 'Choose an active supervisor.' });
  const name = found?.name ?? '';
  return {
    about: `Supervisor: ${name}`,
    start_date: today,
    async change(step, id) {
      const [provider] = await loadRows(step.tx, 'provider', [id]);
      if (provider === undefined || provider.archived) return refuseRecord('This provider is archived.');
      if (provider.supervisors.length === 1 && provider.supervisors[0] === supervisor) {
        refuseRecord(`${name} is already the supervisor.`);
      }
      const before = await loadRows(step.tx, 'provider', provider.supervisors);
      await updateProvider(step, id, { supervisors: [supervisor] });
      return `${before.map(providerName).join(', ') || 'No supervisor'} → ${name}`;
    },
  };
}
