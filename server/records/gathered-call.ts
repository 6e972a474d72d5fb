import { openUnit } from '#server/db/write-unit.ts';
import { type Call, openCall } from './call.ts';

/**
 * The same call for hundreds of writes: new rows, the change index, and the audit are sent together at the end, which
 * takes half the statements. Nothing else may use the call's transaction in the meantime.
 */
export async function gatheredCall<Result>(
  call: Call,
  work: (call: Call) => Promise<Result>,
): Promise<Result> {
  const unit = openUnit(call.tx);
  const result = await work(openCall(unit.tx, call.actor, call.context));
  await unit.settle();
  return result;
}
