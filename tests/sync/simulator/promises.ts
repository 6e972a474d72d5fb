import { isDeepStrictEqual } from 'node:util';
import type { EntityName } from '#contract/entity-name.ts';
import { type LocalDatabase, TABLE_OF } from '#db/local-database.ts';
import { type OpenedWrite, unsentWrites } from '#db/outbox.ts';
import { openRow } from '#db/sealed-rows.ts';
import { type Effect, WRITTEN, type WrittenEntity } from './office.ts';
import type { Phone } from './phone.ts';
import { type Intent, markOf, type Run } from './run.ts';

/** What a run has broken of the promises, in words; empty when all were kept. */
export async function brokenPromises(run: Run): Promise<string[]> {
  const effects = [...run.office.effects.values()];
  const broken = [...run.office.faults];
  const unsent = new Map<string, OpenedWrite[]>();
  await run.eachAccount(async ({ db, phone, account: { user_id } }) => {
    const writes = await unsentWrites(db);
    unsent.set(placeOf(phone, user_id), writes);
    broken.push(...stuckWrites(writes), ...(await wrongRows(run, db, user_id, writes)));
  });
  for (const intent of run.intents) {
    broken.push(...wrongPlaces(intent, effects, unsent.get(placeOf(intent.phone, intent.user_id)) ?? []));
  }
  broken.push(...wrongAuthors(run, effects), ...wrongOrder(run, effects), ...earlyDependents(run, effects));
  return broken;
}

function placeOf(phone: Phone, user_id: string): string {
  return `${phone.device_id} ${user_id}`;
}

function nameOf({ effect, entity, row, token }: Intent): string {
  return `${effect} of ${entity} ${row.slice(-6)}${token === null ? '' : ` (${token})`}`;
}

/** At rest only what was refused, and what builds on it, is left. */
function stuckWrites(writes: readonly OpenedWrite[]): string[] {
  return writes
    .filter((write) => write.state !== 'parked' && write.state !== 'blocked')
    .map((write) => `still ${write.state} at rest: ${markOf(write)}`);
}

/** Each write called saved is in exactly one place, and took effect at most once. */
function wrongPlaces(intent: Intent, effects: readonly Effect[], unsent: readonly OpenedWrite[]): string[] {
  const isIt = (mark: string | null, effect: string) =>
    intent.token === null ? effect === 'delete' : mark === intent.token;
  const done = effects.filter(
    (effect) =>
      effect.row === intent.row &&
      effect.device_id === intent.phone.device_id &&
      isIt(effect.token, effect.effect),
  );
  const waiting = unsent.filter(
    (write) => write.entity_id === intent.row && isIt(markOf(write), write.effect),
  );
  const places = [
    ...done.map(() => 'the office'),
    ...waiting.map((write) => `the outbox (${write.state})`),
    ...(intent.status === 'discarded' ? ['the discards'] : []),
    ...(intent.status === 'replaced' ? ['a later change'] : []),
  ];
  const isDeletionRepeated = intent.token === null && intent.status === 'replaced';
  if (places.length > 1 && !isDeletionRepeated) return [`${nameOf(intent)} is in ${places.join(' and in ')}`];
  if (places.length === 0 && intent.status === 'saved') return [`${nameOf(intent)} is lost`];
  return [];
}

function wrongAuthors(run: Run, effects: readonly Effect[]): string[] {
  return effects.flatMap((effect) => {
    const intent = run.intents.find(
      (one) => one.row === effect.row && (effect.token === null || one.token === effect.token),
    );
    if (intent === undefined || intent.user_id === effect.user_id) return [];
    return [`${nameOf(intent)} was sent under another person's name`];
  });
}

/** Writes of one row take effect in the order they were made; so do creations of a lane that nobody disturbed. */
function wrongOrder(run: Run, effects: readonly Effect[]): string[] {
  const broken: string[] = [];
  const last = new Map<string, Intent>();
  for (const effect of effects) {
    const intent = run.intents.find((one) => one.token !== null && one.token === effect.token);
    if (intent === undefined) continue;
    const lanes = [`${effect.device_id} ${effect.row}`];
    if (effect.effect === 'create' && intent.effect === 'create' && intent.entity !== 'session') {
      lanes.push(`${effect.device_id} ${effect.user_id} day`);
    }
    for (const lane of lanes) {
      const before = last.get(lane);
      const isDisturbed = [before?.row, intent.row].some(
        (row) => row !== undefined && run.office.disturbed.has(row),
      );
      if (before !== undefined && before.at > intent.at && !isDisturbed) {
        broken.push(`${nameOf(intent)} took effect after ${nameOf(before)}`);
      }
      last.set(lane, intent);
    }
  }
  return broken;
}

/** What builds on another write does not take effect without it. */
function earlyDependents(run: Run, effects: readonly Effect[]): string[] {
  return run.intents.flatMap((intent) => {
    if (intent.builds_on === null || run.office.disturbed.has(intent.row)) return [];
    const at = effects.findIndex((effect) => effect.token === intent.token);
    const base = run.intents.find((one) => one.row === intent.builds_on && one.effect === 'create');
    const basis = effects.findIndex(
      (effect) => effect.row === intent.builds_on && effect.effect === 'create',
    );
    if (at < 0 || base === undefined || base.status === 'replaced') return [];
    if (basis >= 0 && basis < at) return [];
    return [`${nameOf(intent)} took effect without what it builds on`];
  });
}

/** After a pull the device holds exactly the rows that its user may see, as the server has them. */
async function wrongRows(
  run: Run,
  db: LocalDatabase,
  user_id: string,
  writes: readonly OpenedWrite[],
): Promise<string[]> {
  const broken: string[] = [];
  const pending = new Set(writes.map((write) => write.entity_id));
  for (const entity of [...Object.keys(WRITTEN), 'student'] as (WrittenEntity | 'student')[]) {
    const there =
      entity === 'student'
        ? await run.office.studentsOf(user_id)
        : await run.office.visibleTo(entity, user_id);
    const here = await db.table(TABLE_OF[entity as EntityName]).toArray();
    const known = new Map(there.map((row) => [row.id, row]));
    for (const stored of here) {
      if (pending.has(stored.id)) continue;
      const row = await openRow(db, entity, stored);
      const theirs = known.get(stored.id);
      known.delete(stored.id);
      if (theirs === undefined) broken.push(`a device still holds ${entity} ${stored.id.slice(-6)}`);
      else if (row === null || stored.record_state !== 'sent' || stored.version !== theirs.version) {
        broken.push(`${entity} ${stored.id.slice(-6)} is not at rest on a device`);
      } else {
        const { record_state: _, ...shown } = row;
        if (!isDeepStrictEqual({ ...shown }, JSON.parse(JSON.stringify(theirs)))) {
          broken.push(`${entity} ${stored.id.slice(-6)} is another on a device than on the server`);
        }
      }
    }
    for (const id of known.keys()) {
      if (!pending.has(id)) broken.push(`a device lacks ${entity} ${id.slice(-6)}`);
    }
  }
  return broken;
}
