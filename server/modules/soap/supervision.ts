import { sql } from 'drizzle-orm';
import { scopesOfSoapNote } from '#domain/access/scopes.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import type { Call } from '#server/records/call.ts';

/** Delivers a provider's notes and their goal entries to the supervisors that the provider has from now on. */
export async function followSupervision(
  call: Call,
  provider: string,
  supervisors: readonly string[],
): Promise<void> {
  const notes = await jsonRows<{ id: string; service: string; entries: string[] }>(
    call.tx,
    sql`select n.id, n.service, array(
        select e.id from goal_entries e where e.soap_note = n.id and e.deleted_at is null
      ) as entries
      from soap_notes n where n.provider = ${provider} and n.deleted_at is null`,
  );
  await call.follow(
    notes.flatMap(({ id, service, entries }) => {
      const scopes = scopesOfSoapNote({ provider, service, supervisors });
      return [
        { entity: 'soap_note' as const, id, scopes },
        ...entries.map((entry) => ({ entity: 'goal_entry' as const, id: entry, scopes })),
      ];
    }),
  );
}
