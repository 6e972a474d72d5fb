import { v7 as uuidv7 } from 'uuid';
import { type BodyOf, type OfflineWrite, paramsOfWrite } from '#contract/endpoint.ts';
import type { Endpoints, OfflineEndpointName } from '#contract/index.ts';
import type { OpenedWrite } from '#db/outbox.ts';
import { isoNow, uncorrectedNow } from '../clock.ts';
import { picked, withPartners, writableFields } from '../merge/merge-fields.ts';
import type { Workspace } from '../workspace.ts';

/** The row as it was when a person began the write. */
type Opened<Call> = Call extends { offline: { effect: 'create' } | { isCommand: true } }
  ? { opened?: never }
  : Call extends { offline: { effect: 'update' } }
    ? {
        /**
         * The row that the form opened, with its version: later changes are merged by field and paragraph, or
         * conflict. Null if no person saw the row.
         */
        opened: object | null;
      }
    : { opened?: object };

export type NewWrite<Name extends OfflineEndpointName> = WriteParts<Name> & Opened<Endpoints[Name]>;

interface WriteParts<Name extends OfflineEndpointName> {
  endpoint: Name;
  /** The id of the row, created on the device. */
  id: string;
  /** Complete for a creation, the edited fields for a change, empty for a deletion. */
  body: BodyOf<Endpoints[Name]>;
  /** Writes of one lane arrive in the order in which they were made. */
  lane: string;
  /** Writes of other rows without which this one makes no sense. */
  depends_on?: string[];
  /**
   * What a creation replaces, if that had no row of its own: a series occurrence as it was seen. If someone
   * else, or another tab, creates the same row first, the creation merges as a change of this.
   */
  instead_of?: Record<string, unknown>;
  /** A row that this device doesn't hold, as the server answered it: it stays here until its writes are settled. */
  borrowed?: { version: number } | null;
  /** The row of another entity that the write carries, if any. */
  brings?: string | null;
}

/** The write as it would be sent on its own. */
export function freshWrite<Name extends OfflineEndpointName>(
  workspace: Workspace,
  write: NewWrite<Name>,
  offline: OfflineWrite,
  version: number,
  chain: readonly OpenedWrite[],
): OpenedWrite {
  const tail = chain.at(-1);
  return {
    seq: 0,
    write_id: uuidv7(),
    user_id: workspace.user_id,
    device_id: workspace.device_id,
    endpoint: write.endpoint,
    endpoint_version: offline.version,
    entity: offline.entity,
    entity_id: write.id,
    effect: offline.effect,
    lane: write.lane,
    depends_on: [...(write.depends_on ?? []), ...(tail === undefined ? [] : [tail.write_id])],
    about: [],
    // Behind an unconfirmed write, the version comes from that write's answer.
    base_version: offline.effect === 'create' || tail !== undefined ? null : version,
    captured_at: isoNow(workspace.clock),
    device_captured_at: uncorrectedNow(workspace.clock),
    state: 'waiting',
    attempts: 0,
    merges: 0,
    next_attempt_at: 0,
    problem: null,
    sealed: new Uint8Array(),
    ...(write.brings == null ? {} : { brings: write.brings }),
    content: {
      endpoint: write.endpoint,
      endpoint_version: offline.version,
      params: paramsOfWrite(offline, write.id, write.body),
      body: write.body ?? null,
      base_values: {},
    },
  };
}

/** The values of the edited fields as the author saw them. */
export function touchedValues(row: unknown, write: OpenedWrite): Record<string, unknown> {
  if (write.effect === 'create' || row === null) return {};
  const fields =
    write.effect === 'delete'
      ? writableFields(write.entity)
      : withPartners(write.entity, Object.keys(write.content.body as object));
  return picked(row as Record<string, unknown>, fields);
}

/** The students named in a body, found by the one field name that all entities use. */
export function studentsNamed(body: unknown): string[] {
  const { student, student_ids } = (body ?? {}) as { student?: string | null; student_ids?: string[] };
  return [...(student_ids ?? []), ...(student == null ? [] : [student])];
}
