import { ApiError } from '#contract/errors.ts';
import { endpointNamed } from '#contract/index.ts';
import type { PushedWrite } from '#contract/sync.ts';
import type { Transaction } from '#server/db/database.ts';
import { callOfWrite } from '#server/modules/sync/written-call.ts';
import { isAccepted } from '#server/plugins/answer.ts';
import { checkInput } from '#server/plugins/raw-input.ts';
import { type Custody, openKept, takeIn } from './take-in.ts';

/**
 * Stores handed-over writes in quarantine, once however often they are sent. Rejected as a whole if one of
 * them could never run.
 * @returns the writes that the server now holds or that had taken effect before
 */
export async function handOver(
  tx: Transaction,
  custody: Custody,
  writes: readonly PushedWrite[],
): Promise<string[]> {
  writes.forEach(checkWrite);
  const kept: string[] = [];
  for (const write of writes) {
    const answer = await takeIn(tx, custody, openKept(write));
    if (isAccepted(answer)) kept.push(write.write_id);
  }
  return kept;
}

/** Rejects what the contract rejects, with each field under its index in the list. */
function checkWrite(write: PushedWrite, index: number): void {
  try {
    const { name, params, body } = callOfWrite(write);
    const endpoint = endpointNamed(name);
    if (endpoint.offline?.effect !== 'create' && write.base_version === null) {
      throw new ApiError('request.invalid', {
        fields: { base_version: "Send the version of the record that you're changing." },
      });
    }
    checkInput(endpoint, { params, query: {}, body });
  } catch (error) {
    if (!(error instanceof ApiError) || error.fields === undefined) throw error;
    const named = Object.entries(error.fields).map(([field, words]) => [`writes.${index}.${field}`, words]);
    throw new ApiError(error.code, {
      message: error.message,
      fields: { writes: named[0]?.[1] ?? error.message, ...Object.fromEntries(named) },
    });
  }
}
