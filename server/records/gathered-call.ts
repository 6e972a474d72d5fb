import { writeTogether } from '#server/db/row-updates.ts';
import { openUnit } from '#server/db/write-unit.ts';
import { type Call, openCall } from './call.ts';

/**
 * The same call for hundreds of writes: rows, the change index, and the audit are sent together, rows at the latest before
 * the next statement. New rows have IDs that the server made. Nothing else may use the call's transaction in the meantime.
 */
export async function gatheredCall<Result>(
  call: Call,
  work: (call: Call) => Promise<Result>,
): Promise<Result> {
  const unit = openUnit(call.tx);
  writeTogether(unit.tx);
  const result = await work(openCall(unit.tx, call.actor, call.context));
  await unit.settle();
  return result;
}
