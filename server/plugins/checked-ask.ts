import { rowIdOfWrite } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { endpointNamed } from '#contract/index.ts';
import type { RowChange } from '#contract/sync.ts';
import { mayUse, type Permission } from '#domain/access/permissions.ts';
import { changeOf } from '#server/db/audit.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import type { Ask } from './answered-call.ts';
import { type Claim, fingerprintOf } from './idempotency.ts';
import { checkInput, type RawInput } from './raw-input.ts';
import type { AnyHandler } from './registry.ts';

/** Who made the current version of a row, for a change that came too late; null if the audit doesn't say. */
export async function whoCameFirst(
  db: Database | Transaction,
  ask: Ask,
  refusal: Refusal,
): Promise<RowChange | null> {
  const { offline } = endpointNamed(ask.name);
  if (offline === undefined) return null;
  if (refusal.code === 'record.stale') {
    const { id, version } = refusal.current as { id: string; version: number };
    return changeOf(db, { entity: offline.entity, row_id: id, row_version: version });
  }
  if (refusal.deleted_version === null) return null;
  const { params, body } = ask;
  const row_id = rowIdOfWrite(offline, { params: params as Record<string, string>, body });
  return row_id === null
    ? null
    : changeOf(db, { entity: offline.entity, row_id, row_version: refusal.deleted_version });
}

/** Default deny: without a permission in the table no call is allowed, regardless of its transport. */
export function letIn(ask: Pick<Ask, 'name' | 'actor'>): void {
  const { policy } = endpointNamed(ask.name);
  if (policy === 'public' || policy === 'upload-token') return;
  if (ask.actor === null) throw new Refusal('auth.signed-out');
  if (!mayUse(ask.actor, policy satisfies Permission)) throw new Refusal('access.denied');
}

/** The validated input of an authorized caller; a change names its base version. */
export function checkAsk(ask: Ask): RawInput {
  letIn(ask);
  const endpoint = endpointNamed(ask.name);
  const input = checkInput(endpoint, ask);
  const changes = endpoint.offline !== undefined && endpoint.offline.effect !== 'create';
  if (changes && ask.facts.base_version === null) {
    throw new Refusal('request.invalid', {
      fields: { 'if-match': "Send the version of the record that you're changing." },
    });
  }
  return input;
}

/** The idempotency claim of a call; null for calls without one. */
export function claimOf(ask: Ask, handler: AnyHandler): Claim | null {
  const { key, actor, facts } = ask;
  if (key === null || actor === null || endpointNamed(ask.name).method === 'GET' || handler.kind !== 'bound')
    return null;
  const { device_id, now } = facts;
  return { key, user_id: actor.user_id, device_id, fingerprint: fingerprintOf(ask), now };
}
