import { type Holder, mayUse, type Permission } from './permissions.ts';

/** Entities whose rows screens read from the server and keep up to date, and who may read those of others. */
const READERS = { calendar_event: 'calendar.read-master' } as const satisfies Record<string, Permission>;

export type WatchedEntity = keyof typeof READERS;
export const WATCHED_ENTITIES = Object.keys(READERS) as WatchedEntity[];

/** The entities of which a person hears that some row changed, although no device of theirs holds it. */
export function watchedBy(holder: Holder): WatchedEntity[] {
  return WATCHED_ENTITIES.filter((entity) => mayUse(holder, READERS[entity]));
}
