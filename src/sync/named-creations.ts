import type { EntityName } from '#contract/entity-name.ts';
import type { LocalDatabase, OutboxRow } from '#db/local-database.ts';
import { seriesNear } from '#domain/calendar/series.ts';

interface Naming {
  provider?: string;
  session_date?: string;
  calendar_event_id?: string | null;
  make_up_of?: string | null;
}

/**
 * The waiting creations of what a write names: the server takes it only after these.
 *
 * @param seen the row as people see it, which has what a change doesn't touch
 */
export async function creationsNamed(
  db: LocalDatabase,
  entity: EntityName,
  body: unknown,
  seen: unknown,
): Promise<string[]> {
  if (entity !== 'session') return [];
  const { calendar_event_id = null, make_up_of = null } = (body ?? {}) as Naming;
  const ids = [calendar_event_id, make_up_of].filter((id) => id !== null);
  if (ids.length === 0) return [];
  if (calendar_event_id !== null && (await db.calendarEvents.get(calendar_event_id)) === undefined) {
    const series = await newSeriesOf(db, { ...(seen as object), ...(body as object) }, calendar_event_id);
    if (series !== null) ids.push(series);
  }
  const named = await db.outbox.where('entity_id').anyOf(ids).toArray();
  return named.filter(({ effect }) => effect === 'create').map(({ write_id }) => write_id);
}

/** The series that nobody but this device has yet and that has a time with this id. */
async function newSeriesOf(
  db: LocalDatabase,
  { provider, session_date }: Naming,
  id: string,
): Promise<string | null> {
  if (provider === undefined || session_date === undefined) return null;
  const unsent = await db.calendarEvents
    .where('[provider+series_until]')
    .between([provider, ''], [provider, '\uffff'])
    .filter(({ version }) => version === 0)
    .primaryKeys();
  return seriesNear(unsent, id, session_date);
}

/** Whether a write of a session waits for a row that it only names: it makes sense without that one, too. */
export function isNamedOnly(row: Pick<OutboxRow, 'entity' | 'entity_id'>, other: OutboxRow): boolean {
  return row.entity === 'session' && row.entity_id !== other.entity_id;
}
