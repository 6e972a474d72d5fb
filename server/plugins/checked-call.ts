import { rowIdOfWrite } from '#contract/endpoint.ts';
import { isRecordName, RECORD_NAMES } from '#contract/entity-name.ts';
import { ApiError } from '#contract/errors.ts';
import { endpointNamed } from '#contract/index.ts';
import type { RowChange } from '#contract/sync.ts';
import { mayUse, type Permission } from '#domain/access/permissions.ts';
import { changeOf } from '#server/db/audit.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import type { CallRequest } from './answered-call.ts';
import { type Claim, fingerprintOf } from './idempotency.ts';
import { checkInput, type RawInput } from './raw-input.ts';
import type { AnyHandler } from './registry.ts';

/** Calls that aren't queued edit one of these; of a record in two rows, they name the version of the office row. */
const EDITED_BY_THE_OFFICE = RECORD_NAMES.filter((name) => !isRecordName(`${name}_account`));

/** Who made the current version of a row, for a change that came too late; null if the audit doesn't say. */
export async function whoCameFirst(
  db: Database | Transaction,
  request: CallRequest,
  refusal: ApiError,
): Promise<RowChange | null> {
  const { offline } = endpointNamed(request.name);
  if (refusal.code === 'record.stale' && refusal.current !== undefined) {
    const { id, version } = refusal.current as { id: string; version: number };
    const entities = offline === undefined ? EDITED_BY_THE_OFFICE : [offline.entity];
    return changeOf(db, { entities, row_id: id, row_version: version });
  }
  if (offline === undefined || refusal.deleted_version === null) return null;
  const { params, body } = request;
  const row_id = rowIdOfWrite(offline, { params: params as Record<string, string>, body });
  return row_id === null
    ? null
    : changeOf(db, { entities: [offline.entity], row_id, row_version: refusal.deleted_version });
}

/** Default deny: without a permission in the table no call is allowed, regardless of its transport. */
export function authorize(request: Pick<CallRequest, 'name' | 'actor'>): void {
  const { policy } = endpointNamed(request.name);
  if (policy === 'public' || policy === 'upload-token') return;
  if (request.actor === null) throw new ApiError('auth.signed-out');
  if (!mayUse(request.actor, policy satisfies Permission)) throw new ApiError('access.denied');
}

/** The validated input of an authorized caller; a change names its base version. */
export function checkCallRequest(request: CallRequest): RawInput {
  authorize(request);
  const endpoint = endpointNamed(request.name);
  const input = checkInput(endpoint, request);
  const changes = endpoint.offline !== undefined && endpoint.offline.effect !== 'create';
  if (changes && request.context.base_version === null) {
    throw new ApiError('request.invalid', {
      fields: { 'if-match': "Send the version of the record that you're changing." },
    });
  }
  return input;
}

/** The idempotency claim of a call; null for calls without one. */
export function claimOf(request: CallRequest, handler: AnyHandler): Claim | null {
  const { key, actor, context } = request;
  if (
    key === null ||
    actor === null ||
    endpointNamed(request.name).method === 'GET' ||
    handler.kind !== 'bound'
  )
    return null;
  const { device_id, now } = context;
  return { key, user_id: actor.user_id, device_id, fingerprint: fingerprintOf(request), now };
}
