import { v7 as uuidv7 } from 'uuid';
import type { BulkOrder } from '#contract/bulk-changes.ts';
import { transferDayProblems } from '#domain/students/client-days.ts';
import { counted } from '#domain/text/counted.ts';
import { displayDay, pacificDay } from '#domain/time/pacific.ts';
import { loadRows } from '#server/db/entity-rows.ts';
import { plannedAfter } from '#server/modules/archiving/student-departure.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import type { OrderPlan } from './order-plan.ts';
import { moveStudent, planDay, refuseUnknownSchool, tellReleased } from './transfer.ts';
import { servicesFrom } from './transfer-services.ts';

type Transferring = Extract<BulkOrder, { kind: 'transfer-students' }>;

/**
 * Transfers students to another client on a day, as each one's own button does; services continue or end by what they are.
 * @param change the ID of the change, which keeps the rest for the undo
 */
export async function transferringStudents(
  call: Call,
  change: string,
  { client, location, start_date, ended_services }: Transferring,
): Promise<Omit<OrderPlan, 'names'>> {
  refuseProblems(transferDayProblems(start_date, pacificDay(call.context.now)));
  const [to] = await loadRows(call.tx, 'client', [client]);
  if (to === undefined || to.active === 0) refuseProblems({ client: "Choose a client that isn't archived." });
  await refuseUnknownSchool(call, location, null);
  const released = new Set<string>();
  return {
    about: `To ${to?.name ?? ''} from ${displayDay(start_date)}`,
    start_date,
    async change(step, id) {
      const services = await servicesFrom(step.tx, id, start_date);
      const [ends, goOn] = [
        services.filter(({ service }) => ended_services.includes(service)),
        services.filter(({ service }) => !ended_services.includes(service)),
      ];
      const before = await plannedOf(step, id, start_date);
      const continued = goOn.map((service) => service.id);
      const body = { id: uuidv7(), bulk_change: change, client, location, start_date, continued };
      const moved = await moveStudent(step, id, body);
      const after = await plannedOf(step, id, start_date);
      for (const provider of moved.released) released.add(provider);
      return [
        `${moved.from?.name ?? 'No client'} → ${moved.to.name}`,
        goOn.length > 0 && `${namesOf(goOn)} ${goOn.length === 1 ? 'continues' : 'continue'}`,
        ends.length > 0 && `${namesOf(ends)} ${ends.length === 1 ? 'ends' : 'end'}`,
        before.length > after.length && `removes ${counted(before.length - after.length, 'planned session')}`,
      ]
        .filter((part) => part !== false)
        .join(', ');
    },
    after: (step) => tellReleased(step, released, { day: start_date, change }),
  };
}

function namesOf(services: readonly { service_name: string }[]): string {
  return [...new Set(services.map(({ service_name }) => service_name))].join(' and ');
}

async function plannedOf(call: Call, student: string, start_date: string) {
  const planned = await plannedAfter(call.tx, student, planDay(call, start_date));
  return planned.filter(({ skipped }) => skipped === null);
}
