import { sql } from 'drizzle-orm';
import type { Rate } from '#contract/rates.ts';
import { type RateLevel, rateProblems } from '#domain/money/rates.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import type { Call, Records } from '#server/records/call.ts';
import { activeClient, clientNames, regionNames, serviceNames } from './named-records.ts';
import { faulty, fieldFaults, newRow, type Plan, type Planner, updateOf } from './plan.ts';
import { Students } from './student-lookup.ts';

const records: Records<Rate> = { entity: 'rate', scopes: () => [], about: () => ({}) };

type Subject = Pick<Rate, 'level' | 'service' | 'student' | 'client' | 'region' | 'setting' | 'start_year'>;

const subjectKey = ({ level, service, student, client, region, setting, start_year }: Subject) =>
  [level, service, student, client, region, setting, start_year].join(' ');

/** Billing rates by what they are for. The level is the most specific thing that a line names. */
export async function planRates({ tx }: Call): Promise<Planner<'rate'>> {
  const [services, clients, regions, students] = [
    await serviceNames(tx),
    await clientNames(tx),
    await regionNames(tx),
    await Students.read(tx),
  ];
  const known = new Map((await keptRows(tx, 'rate', sql`true`)).map((row) => [subjectKey(row), row]));
  return {
    plan(values, idOf): Plan {
      const { amount_cents = 0, start_year = 0, is_draft } = values;
      const service = services.one(values.service ?? '', 'service');
      const isForStudent = values.district_student_id !== undefined || values.student_name !== undefined;
      const student = isForStudent ? students.find(values) : null;
      // With a student, the client only says which student is meant.
      const client =
        isForStudent || values.client === undefined ? null : activeClient(clients, values.client);
      const region = values.region === undefined ? null : regions.one(values.region, 'region');
      const faults = [service, student, client, region].flatMap((one) =>
        one !== null && 'fault' in one ? one.fault : [],
      );
      if (faults.length > 0 || 'fault' in service) return faulty(...faults);
      if (!service.row.is_billable) return faulty(`Service: ${service.row.name} isn't billable.`);
      const idIn = (one: { row: { id: string } } | { fault: string } | null) =>
        one !== null && 'row' in one ? one.row.id : null;
      const level: RateLevel =
        student !== null ? 'student' : client !== null ? 'client' : region !== null ? 'region' : 'service';
      const subject: Subject = {
        ...{ level, service: service.row.id, student: idIn(student), client: idIn(client) },
        ...{ region: idIn(region), setting: values.setting ?? null, start_year },
      };
      const problems = fieldFaults('rate', rateProblems(subject));
      if (problems.length > 0) return faulty(...problems);
      const found = known.get(subjectKey(subject));
      if (found !== undefined) return updateOf('rate', found.id, found, { amount_cents, is_draft });
      const row: Rate = { id: idOf(), ...subject, amount_cents, is_draft: is_draft ?? false, version: 1 };
      known.set(subjectKey(row), row);
      return { outcome: 'add', rows: [newRow(records, row)] };
    },
  };
}
