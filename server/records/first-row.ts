import type { EntityRow } from '#contract/entities.ts';
import type { RecordName } from '#contract/entity-name.ts';
import { newRow } from '#entities/row-facts.ts';
import type { Call } from './call.ts';

/** A new row from a creation, as its declaration defines it, received now. */
export function firstRow<Name extends RecordName>(
  { actor, context }: Pick<Call, 'actor' | 'context'>,
  entity: Name,
  body: object,
): EntityRow<Name> & { received_at: string } {
  const captured_at = new Date(context.captured_at).toISOString();
  const row = newRow(entity, body, { user_id: actor.user_id, captured_at });
  const received = 'received_at' in row ? { received_at: new Date(context.now).toISOString() } : {};
  return { ...row, ...received, version: 1 } as EntityRow<Name> & { received_at: string };
}
