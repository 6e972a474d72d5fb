import { APP_VERSION } from '#contract/app-version.ts';
import type { EntityName } from '#contract/entity-name.ts';
import { TABLE_OF } from '#db/local-database.ts';
import { isoNow } from '../clock.ts';
import { digestCheck } from '../pull/digest.ts';
import { syncPosition } from '../pull/pull.ts';
import type { SyncStatus } from '../sync-engine.ts';
import type { Workspace } from '../workspace.ts';
import { recentActivity } from './recent-activity.ts';

/** Browser facts that affect how safe unsynced changes are; the caller collects them. */
export interface BrowserFacts {
  user_agent: string;
  is_installed: boolean;
  is_persisted: boolean | null;
  storage_used: number | null;
  storage_quota: number | null;
  has_background_sync: boolean;
}

/**
 * The state of this device for support: states, counts, versions, and random ids, and what the app did in the last
 * minutes. It is assembled from listed fields only, so that it can't contain typed text, names, or keys.
 */
export async function makeDiagnosticCopy(workspace: Workspace, status: SyncStatus, browser: BrowserFacts) {
  const { db, device_id, clock } = workspace;
  const [position, check, pause, writes, history] = await Promise.all([
    syncPosition(db),
    digestCheck(db),
    db.meta.get('pause'),
    db.outbox.orderBy('seq').toArray(),
    db.history.orderBy('finished_at').reverse().limit(200).toArray(),
  ]);
  const rows: Record<string, { all: number; unsent: number }> = {};
  for (const entity of Object.keys(TABLE_OF) as EntityName[]) {
    const table = db.rowsOf(entity);
    const ids = new Set(writes.filter((write) => write.entity === entity).map((write) => write.entity_id));
    rows[entity] = { all: await table.count(), unsent: ids.size };
  }
  const { isReachable, isSending, isPulling } = status;
  return {
    made_at: isoNow(clock),
    app_version: APP_VERSION,
    schema_version: db.verno,
    device_id,
    browser,
    status: { isReachable, isSending, isPulling },
    position: {
      epoch: position.epoch,
      generation: position.generation,
      is_refreshing: position.is_refreshing,
      applied: position.applied,
      total: position.total,
      pulled_at: position.pulled_at,
    },
    digest_check: check,
    is_paused: pause !== undefined,
    recent: recentActivity().map(({ at, ...activity }) => ({ at: new Date(at).toISOString(), ...activity })),
    rows,
    outbox: writes.map((write) => ({
      seq: write.seq,
      write_id: write.write_id,
      endpoint: write.endpoint,
      endpoint_version: write.endpoint_version,
      entity_id: write.entity_id,
      effect: write.effect,
      depends_on: write.depends_on,
      base_version: write.base_version,
      captured_at: write.captured_at,
      state: write.state,
      attempts: write.attempts,
      merges: write.merges,
      next_attempt_at: write.next_attempt_at,
      // The server's message may quote typed text: include only the code.
      problem: write.problem?.code ?? null,
      sealed_bytes: write.sealed.length,
    })),
    history: history.map(({ write_id, entity, effect, outcome, captured_at, finished_at }) => ({
      write_id,
      entity,
      effect,
      outcome,
      captured_at,
      finished_at,
    })),
  };
}
