import type { LocalDatabase } from '#db/local-database.ts';
import type { Clock } from './clock.ts';

/** What a signed-in person on this device writes with. Every write of a feature goes through it. */
export interface Workspace {
  db: LocalDatabase;
  user_id: string;
  device_id: string;
  clock: Clock;
  /** Something was queued: drain soon. */
  wake(): void;
}
