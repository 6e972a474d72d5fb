import { ApiError } from '#contract/errors.ts';
import type { Call } from '#server/records/call.ts';

/** How an order is carried out. */
export interface OrderPlan {
  /** What was chosen for all records, in words. */
  about: string;
  start_date: string;
  /** Names of the records. */
  names: ReadonlyMap<string, string>;
  /**
   * Changes one record. Throws an `ApiError` where it is refused.
   * @returns what changed, in words
   */
  change: (step: Call, id: string) => Promise<string>;
  /** Once all records have been tried; told which were changed. */
  after?: (step: Call, changed: readonly string[]) => Promise<void>;
}

/** Everything that a bulk change writes and its undo takes back. */
export const UNDONE_ENTITIES = [
  'student',
  'student_account',
  'student_service',
  'calendar_event',
  'provider',
  'provider_account',
  'client',
  'client_account',
] as const;

/** Refuses one record of an order, with the reason. */
export function refuseRecord(reason: string): never {
  throw new ApiError('request.invalid', { fields: { records: reason } });
}
