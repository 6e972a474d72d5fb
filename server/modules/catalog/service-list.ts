import { sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import { tableFacts } from '#server/db/entity-rows.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { keptList } from './kept-list.ts';
import { refuseTakenName } from './taken-names.ts';

const list = keptList('service', {
  order: 'name, id',
  async check(call, row, before) {
    await refuseTakenName(call, 'service', row);
    if (row.category !== before?.category) await holdCategory(call, row.category);
  },
  namedBy: [
    ['session', 'service'],
    ['calendar_event', 'service'],
    ['student_service', 'service'],
    ['rate', 'service'],
    ['provider_rate', 'service'],
    ['billing_condition', 'service'],
    ['client_account', 'any(services)'],
    ['goal', 'service'],
    ['soap_note', 'service'],
    ['goal_option', 'service'],
    ['plan_option', 'service'],
    ['clinical_code', 'service'],
  ],
});

/** What providers deliver and clients pay for. One that a student or provider has can only be archived. */
export const services = {
  list: list.list,
  create: list.create,
  update: list.update,
  async remove(call: Call, id: string): Promise<void> {
    await list.remove(call, id);
    // Who has it is in tables of their own, not in a column of the record.
    const { rows } = await call.tx.execute(
      sql`select service from student_services where service = ${id}
        union all select service from provider_services where service = ${id} limit 1`,
    );
    if (rows.length > 0) throw new ApiError('record.in-use');
  },
};

/** Refuses a category that is gone or archived, and makes a deletion at the same time wait, as `holdRegion`. */
async function holdCategory({ tx }: Call, id: string): Promise<void> {
  const { rows } = await tx.execute<{ archived: boolean }>(
    sql`update ${sql.raw(tableFacts('service_category').name)} set version = version
      where id = ${id} and deleted_at is null returning archived`,
  );
  if (rows[0] === undefined) refuseProblems({ category: 'Category not found.' });
  if (rows[0]?.archived) refuseProblems({ category: "Choose a category that isn't archived." });
}
