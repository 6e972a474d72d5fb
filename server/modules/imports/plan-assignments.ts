import { sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import { scopesOfAssignedService } from '#domain/access/scopes.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { ARCHIVED_STUDENT, goesOnAfter, studentServiceProblems } from '#domain/students/file-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { followStudentServices } from '#server/modules/students/assignments.ts';
import { aboutStudent, type Call, type Records } from '#server/records/call.ts';
import { Names, serviceNames } from './named-records.ts';
import { faulty, fieldFaults, newRow, type Plan, type Planner, updateOf } from './plan.ts';
import { Students } from './student-lookup.ts';

type Assignment = EntityRow<'student_service'>;

interface NamedProvider {
  id: string;
  email: string;
  provider_first: string;
  provider_last: string;
  archived: boolean;
  services: string[];
}

/** Assigned services by student, service, first day, and, where a line names one, provider. */
export async function planAssignments({ tx, context }: Call): Promise<Planner<'assignment'>> {
  const [students, services, providers] = [
    await Students.read(tx),
    await serviceNames(tx),
    await providersByName(tx),
  ];
  const known = new Map<string, Assignment[]>();
  const keyOf = (one: Pick<Assignment, 'student' | 'service' | 'start_date'>) =>
    `${one.student} ${one.service} ${one.start_date}`;
  const remember = (row: Assignment) => known.set(keyOf(row), [...(known.get(keyOf(row)) ?? []), row]);
  for (const row of await keptRows(tx, 'student_service', sql`true order by id`)) remember(row);
  const added: Assignment[] = [];
  const today = pacificDay(context.now);
  const records: Records<Assignment> = {
    entity: 'student_service',
    scopes: scopesOfAssignedService,
    about: aboutStudent,
  };
  return {
    plan(values, idOf): Plan {
      const { service: serviceName = '', provider: named, start_date = '', end_date, ...limit } = values;
      const student = students.find(values);
      const service = services.one(serviceName, 'service', 'Import services first, or correct the name.');
      const provider =
        named === undefined
          ? null
          : providers.one(named, 'provider', 'Import providers first, or correct the name.');
      const faults = [student, service, provider].flatMap((one) =>
        one !== null && 'fault' in one ? one.fault : [],
      );
      if ('fault' in student || 'fault' in service || (provider !== null && 'fault' in provider)) {
        return faulty(...faults);
      }
      const own = { student: student.row.id, service: service.row.id, start_date };
      const problem = provider === null ? null : providerProblem(provider.row, own.service);
      const problems = fieldFaults(
        'assignment',
        studentServiceProblems({ start_date, end_date: end_date ?? null }),
      );
      if (problem !== null) problems.push(problem);
      if (problems.length > 0) return faulty(...problems);
      const alike = known.get(keyOf(own)) ?? [];
      const same = provider === null ? [] : alike.filter((one) => one.provider === provider.row.id);
      // Two providers can share a service: a line with another provider is another assignment.
      const [found, other] = provider === null || alike.length === 0 ? alike : same;
      if (other !== undefined) {
        return faulty('More than one assigned service matches. Add the provider.');
      }
      const given = {
        ...{ end_date, authorised_minutes: limit.authorised_minutes, authorised_per: limit.authorised_per },
      };
      const last = end_date ?? found?.end_date ?? null;
      if (student.row.archived && goesOnAfter(last, today)) return faulty(ARCHIVED_STUDENT);
      if (found !== undefined) return updateOf('student_service', found.id, found, given);
      const row: Assignment = {
        ...{ id: idOf(), ...own, provider: provider?.row.id ?? null, end_date: end_date ?? null, version: 1 },
        provider_name: provider === null ? null : providerName(provider.row),
        authorised_minutes: limit.authorised_minutes ?? null,
        authorised_per: limit.authorised_per ?? 'week',
      };
      remember(row);
      added.push(row);
      return { outcome: 'add', rows: [newRow(records, row)] };
    },
    async finish(ids) {
      const written = new Set(ids);
      const theirs = added.filter(({ id }) => written.has(id)).map(({ student }) => student);
      if (theirs.length === 0) return;
      await followStudentServices(tx, [...new Set(theirs)].sort(), today);
    },
  };
}

function providerProblem({ archived, services, ...name }: NamedProvider, service: string): string | null {
  if (archived) return `Provider: ${providerName(name)} is deactivated.`;
  return services.includes(service) ? null : `Provider: ${providerName(name)} doesn't deliver this service.`;
}

/** By email address and name. */
async function providersByName(tx: Call['tx']): Promise<Names<NamedProvider>> {
  const rows = await jsonRows<NamedProvider>(
    tx,
    sql`select p.id, u.email, p.provider_first, p.provider_last, p.archived,
        array(select s.service from provider_services s where s.provider = p.id) as services
      from providers p join users u on u.id = p.id`,
  );
  const names = new Names<NamedProvider>();
  for (const row of rows) {
    names.add(row.email, row);
    names.add(providerName(row), row);
    names.add(`${row.provider_last}, ${row.provider_first}`, row);
  }
  return names;
}
