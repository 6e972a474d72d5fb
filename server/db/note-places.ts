import { type SQL, sql } from 'drizzle-orm';
import { scopesOfSoapNote } from '#domain/access/scopes.ts';
import { type Change, recordChanges } from './change-index.ts';
import type { Transaction } from './database.ts';
import { jsonRows } from './json-rows.ts';

type NoteFacts = Parameters<typeof scopesOfSoapNote>[0] & { id: string; entries: string[] };

/**
 * Where notes and their goal entries belong.
 * @param where of `n`, the notes
 */
export async function placesOfNotes(tx: Transaction, where: SQL): Promise<Change[]> {
  const notes = await jsonRows<NoteFacts>(
    tx,
    sql`select n.id, n.provider, n.service, n.state, n.needs_co_sign, s.session_date,
        array(select a.supervisor from supervisions a where a.supervisee = n.provider) as supervisors,
        array(select e.id from goal_entries e where e.soap_note = n.id and e.deleted_at is null) as entries
      from soap_notes n join sessions s on s.id = n.session
      where n.deleted_at is null and (${where}) order by n.id`,
  );
  return notes.flatMap((note) => {
    const scopes = scopesOfSoapNote(note);
    return [
      { entity: 'soap_note' as const, id: note.id, scopes },
      ...note.entries.map((id) => ({ entity: 'goal_entry' as const, id, scopes })),
    ];
  });
}

/** Notes and goal entries that a scope has without a month or fiscal year, as older servers recorded them. */
export async function placeMisplacedNotes(tx: Transaction): Promise<void> {
  const misplaced = (entity: 'soap_note' | 'goal_entry') => sql`
    select c.id::uuid from change_index c
    where c.entity = ${entity} and not c.has_left and c.scope = any(array(
      select 'service:' || id from services union all
      select unnest(array['team:', 'user:']) || id from users
    ))`;
  const where = sql`n.id in (${misplaced('soap_note')}
    union all select e.soap_note from goal_entries e where e.id in (${misplaced('goal_entry')}))`;
  await tx.execute(sql`select 1 from soap_notes n where ${where} order by n.id for update`);
  await recordChanges(tx, await placesOfNotes(tx, where));
}
