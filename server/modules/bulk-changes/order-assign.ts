import { sql } from 'drizzle-orm';
import type { BulkOrder } from '#contract/bulk-changes.ts';
import { handoverProblems, serviceParts } from '#domain/caseloads/handover-dates.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { deliveryProblem } from '#domain/providers/provider-rules.ts';
import { counted } from '#domain/text/counted.ts';
import { displayDay, pacificDay } from '#domain/time/pacific.ts';
import { keptRows, loadRows } from '#server/db/entity-rows.ts';
import { movePlanned, splitService } from '#server/modules/caseloads/handover.ts';
import { followStudentServices } from '#server/modules/students/assignments.ts';
import { studentInReach } from '#server/modules/students/file-rows.ts';
import { ringBell } from '#server/records/bell.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { type OrderPlan, refuseRecord } from './order-plan.ts';

type Assigning = Extract<BulkOrder, { kind: 'assign-provider' }>;

/**
 * Gives students' assigned services of one kind to a provider from a day on, with what is planned for them, as a
 * hand-over does.
 * @param change the ID of the change, which its notices refer to
 */
export async function assigningProvider(
  call: Call,
  change: string,
  order: Assigning,
): Promise<Omit<OrderPlan, 'names'>> {
  const { service: of, provider: substitute, start_date } = order;
  const today = pacificDay(call.context.now);
  const days = { start_date, end_date: null };
  refuseProblems(handoverProblems(days, today));
  const [service] = await loadRows(call.tx, 'service', [of]);
  if (service === undefined) refuseProblems({ service: 'Service not found.' });
  const [provider] = await loadRows(call.tx, 'provider', [substitute]);
  const problem = deliveryProblem(provider, of);
  if (problem !== null) refuseProblems({ provider: problem });
  const serviceName = service?.name ?? '';
  const name = provider === undefined ? '' : providerName(provider);
  const former = new Set<string>();
  return {
    about: `${serviceName}: ${name} from ${displayDay(start_date)}`,
    start_date,
    async change(step, id) {
      const { archived } = await studentInReach(step, id);
      if (archived) refuseRecord('This student is archived.');
      const rows = (
        await keptRows(
          step.tx,
          'student_service',
          sql`student = ${id} and service = ${of} order by start_date, id`,
        )
      ).filter((row) => serviceParts(row, days) !== null);
      if (rows.length === 0) refuseRecord(`${serviceName} isn't assigned on or after this day.`);
      const moving = rows.filter((row) => row.provider !== substitute);
      if (moving.length === 0) refuseRecord(`${name} delivers it already.`);
      let planned = 0;
      for (const row of moving) {
        await splitService(step, row.id, { ...days, provider: row.provider, substitute });
        if (row.provider === null) continue;
        former.add(row.provider);
        planned += await movePlanned(step, { ...days, provider: row.provider, substitute }, [row]);
      }
      const before = [...new Set(moving.map((row) => row.provider_name ?? 'not assigned'))].join(', ');
      const events = planned === 0 ? '' : `, with ${counted(planned, 'calendar event')}`;
      return `${before} → ${name}${events}`;
    },
    async after(step, changed) {
      await followStudentServices(step.tx, [...changed].sort(), today);
      const notice = { day: start_date, provider_name: step.actor.name, change };
      await ringBell(step, { ...notice, event: 'caseload-received', receiver: substitute });
      for (const receiver of former) {
        await ringBell(step, { ...notice, event: 'caseload-handed-over', receiver });
      }
    },
  };
}
