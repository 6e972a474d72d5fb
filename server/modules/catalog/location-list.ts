import { sql } from 'drizzle-orm';
import { LUNCH_LOCATION } from '#domain/lunch/desired-event.ts';
import { loadRows } from '#server/db/entity-rows.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { keptList } from './kept-list.ts';
import { refuseTakenName } from './taken-names.ts';

const list = keptList('location', {
  order: 'lower(name), id',
  async check(call, row, before) {
    if (row.id === LUNCH_LOCATION && before !== null) refuseChangedBreak(row, before);
    if (row.client !== before?.client) await refuseAbsentClient(call, row.client);
    await refuseTakenName(call, 'location', row, sql`client is not distinct from ${row.client}::uuid`);
  },
  namedBy: [
    ['session', 'location'],
    ['calendar_event', 'location'],
    ['student', 'location'],
  ],
});

/** Schools of clients, and places such as a home. Lunches are at "Break", which is never billed and stays. */
export const locations = {
  list: list.list,
  create: list.create,
  update: list.update,
  async remove(call: Call, id: string): Promise<void> {
    if (id === LUNCH_LOCATION)
      refuseProblems({ id: "Lunch breaks use this location, so it can't be deleted." });
    await list.remove(call, id);
  },
};

function refuseChangedBreak(
  row: { is_billable: boolean; archived: boolean; client: string | null },
  before: { is_billable: boolean; archived: boolean; client: string | null },
): void {
  const why = 'Lunch breaks use this location.';
  refuseProblems({
    ...(row.is_billable && !before.is_billable ? { is_billable: `${why} They are never billed.` } : {}),
    ...(row.archived && !before.archived ? { archived: `${why} It can't be archived.` } : {}),
    ...(row.client !== null && before.client === null
      ? { client: `${why} It doesn't belong to a client.` }
      : {}),
  });
}

/** Refuses a client that is gone or no longer active; null is fine. */
export async function refuseAbsentClient({ tx }: Call, id: string | null): Promise<void> {
  if (id === null) return;
  const [client] = await loadRows(tx, 'client', [id]);
  if (client === undefined) refuseProblems({ client: 'Client not found.' });
  else if (client.active === 0) refuseProblems({ client: "Choose a client that isn't archived." });
}
