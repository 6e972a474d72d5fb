import { isDeepStrictEqual } from 'node:util';
import { openRow } from '#db/encrypted-rows.ts';
import { followedFiles } from '#db/followed-files.ts';
import { type LocalDatabase, TABLE_OF } from '#db/local-database.ts';
import type { OpenedWrite } from '#db/outbox.ts';
import type { Effect } from './book.ts';
import type { Device } from './device.ts';
import { type Intent, markOf, marksOfWrite } from './intents.ts';
import { brokenReceipts, wrongQuestions } from './message-promises.ts';
import { brokenNotes } from './note-promises.ts';
import type { Run } from './run.ts';
import { OWN_DAY, type SeenEntity } from './tables.ts';
import { brokenTime, wrongOccurrences } from './time-promises.ts';
import type { Visible } from './visibility.ts';

/** States that wait for someone's decision. */
const AT_REST = ['parked', 'blocked', 'orphaned'];

/** Invariants that a step has already broken on its device: nothing may be lost, not even for a moment. */
export async function brokenOnTheWay(run: Run, device: Device): Promise<string[]> {
  const { book } = run.server;
  const effects = [...book.effects.values()];
  const over = book.over();
  const broken = [...run.authors.faults, ...(await run.authors.calls.lost(device.accounts))];
  for (const account of device.accounts) {
    const saved = run.intents.filter(
      (one) => one.device === device && one.user_id === account.user_id && one.status === 'saved',
    );
    if (saved.length === 0) continue;
    const unsent = await account.unsent();
    const kept = await account.kept();
    // A write set aside has left its lane: others went before it.
    for (const write of unsent) if (write.state === 'orphaned') book.disturbed.add(write.entity_id);
    broken.push(...foreignWrites(unsent, account.user_id));
    for (const intent of saved) {
      // What a restore undid stays on the device until it finds out.
      const places = placesOf(intent, effects, over, [...unsent, ...kept]);
      if (places.length === 0) broken.push(`${nameOf(intent)} is lost`);
    }
  }
  return broken;
}

/** Broken invariants of a run, as messages; empty if all hold. */
export async function brokenPromises(run: Run): Promise<string[]> {
  const { book } = run.server;
  const effects = [...book.effects.values()];
  const over = book.over();
  const entities = seenIn(run);
  const visible = await run.server.everything(entities);
  const broken = [...book.faults, ...run.authors.faults];
  const waiting: OpenedWrite[] = [];
  for (const device of run.devices) {
    for (const account of device.accounts) {
      const { observer, user_id } = account;
      const unsent = await account.unsent();
      const followed = new Set((await followedFiles(observer)).opened);
      waiting.push(...unsent);
      broken.push(
        ...stuckWrites(unsent),
        ...foreignWrites(unsent, user_id),
        ...needlessDrafts(unsent, (entity) => visible(entity, user_id)),
        ...(await wrongRows(observer, entities, (entity) => visible(entity, user_id, followed), unsent)),
        ...(await wrongHistory(run, observer)),
        ...unsavedWrites(run, effects, unsent),
        ...(await wrongOccurrences(run, account, unsent)),
        ...(await wrongQuestions(run, account, effects, unsent)),
      );
      for (const intent of run.intents) {
        if (intent.device !== device || intent.user_id !== user_id) continue;
        const places = placesOf(intent, punchedOnce(run, effects), over, unsent);
        broken.push(...wrongPlaces(intent, places, deletionsLike(intent, run)));
      }
    }
  }
  broken.push(...brokenTime(run, (entity) => visible(entity, null), waiting));
  broken.push(...brokenNotes(run, visible('soap_note', null), effects));
  const accounts = run.devices.flatMap((device) => device.accounts);
  broken.push(...(await run.authors.calls.broken(accounts)));
  if (run.authors.answers.size > 0) broken.push(...(await brokenReceipts(run, effects)));
  broken.push(...wrongAuthors(run, effects), ...wrongOrder(run, effects), ...earlyDependents(run, effects));
  return broken;
}

function nameOf({ effect, entity, row, token }: Intent): string {
  return `${effect} of ${entity} ${row.slice(-6)}${token === null ? '' : ` (${token})`}`;
}

function foreignWrites(unsent: readonly OpenedWrite[], user_id: string): string[] {
  return unsent
    .filter((write) => write.user_id !== user_id)
    .map((write) => `another person's write lies in an outbox: ${markOf(write)}`);
}

/** Writes reported as not saved must not exist anywhere. */
function unsavedWrites(run: Run, effects: readonly Effect[], unsent: readonly OpenedWrite[]): string[] {
  return run.authors.unsaved
    .filter(
      (mark) =>
        effects.some(({ marks }) => marks.includes(mark)) ||
        unsent.some((write) => marksOfWrite(write).includes(mark)),
    )
    .map((mark) => `${mark} was said to be not saved, yet was`);
}

/** Writes that the device counts as sent must have taken effect. */
async function wrongHistory(run: Run, db: LocalDatabase): Promise<string[]> {
  const { effects, needless } = run.server.book;
  const sent = (await db.history.toArray()).filter(({ outcome }) => outcome === 'sent');
  return sent
    .filter(({ write_id }) => [effects, needless].every((known) => !known.has(write_id)))
    .map(
      (row) => `${row.effect} of ${row.entity} ${row.entity_id.slice(-6)} counts as sent and never arrived`,
    );
}

/** At rest only refused writes and their dependents are left. */
function stuckWrites(writes: readonly OpenedWrite[]): string[] {
  return writes
    .filter((write) => !AT_REST.includes(write.state) || write.problem?.code === 'record.exists')
    .map((write) => `still ${write.state} at rest (${write.problem?.code}): ${markOf(write)}`);
}

/** Work is set aside only if its author no longer sees its student or row. */
function needlessDrafts(
  writes: readonly OpenedWrite[],
  visible: (entity: SeenEntity) => ReturnType<Visible>,
): string[] {
  const drafts = writes.filter(({ state }) => state === 'orphaned');
  const students = new Set(visible('student').map(({ id }) => id));
  const isSeen = (write: OpenedWrite) =>
    write.about.every((id) => students.has(id)) &&
    (write.effect === 'create' ||
      visible(write.entity as SeenEntity).some(({ id }) => id === write.entity_id));
  return drafts
    .filter((write) => drafts.filter(({ entity_id }) => entity_id === write.entity_id).every(isSeen))
    .map((write) => `set aside although nothing has left: ${markOf(write)}`);
}

/** Where a write can be found. Writes made unnecessary by others are not expected. */
function placesOf(
  intent: Intent,
  effects: readonly Effect[],
  over: readonly Effect[],
  unsent: readonly OpenedWrite[],
): string[] {
  const isIt = (marks: readonly string[], effect: string) =>
    intent.token === null ? effect === 'delete' : marks.includes(intent.token);
  const isEffect = (effect: Effect) =>
    effect.row === intent.row &&
    effect.device_id === intent.device.device_id &&
    // Someone else's merged text on the same device contains it too.
    effect.user_id === intent.user_id &&
    isIt(effect.marks, effect.effect);
  const done = effects.filter(isEffect);
  const waiting = unsent.filter(
    (write) => write.entity_id === intent.row && isIt(marksOfWrite(write), write.effect),
  );
  const places = [
    ...done.map(() => 'the office'),
    ...waiting.map((write) => `the outbox (${write.state})`),
    ...(intent.status === 'discarded' ? ['the discards'] : []),
    ...(intent.status === 'replaced' ? ['a later change'] : []),
  ];
  return places.length === 0 && over.some(isEffect) ? ['what is over'] : places;
}

/**
 * A running lunch repeats its own start when it is punched again, as after a correction by the office: the
 * same instant in another write.
 */
function punchedOnce({ server }: Run, effects: readonly Effect[]): Effect[] {
  const isRepeated = ({ endpoint, row, marks }: Effect, at: number) =>
    endpoint === 'timecard.start-lunch' &&
    server.book.touchedByOffice.has(row) &&
    effects.findIndex((one) => one.row === row && one.marks[0] === marks[0]) < at;
  return effects.filter((effect, at) => !isRepeated(effect, at));
}

/**
 * How many deletions can't be told from this write: one that a lock turned into a request leaves the row, which can be deleted
 * again.
 */
function deletionsLike({ token, row, user_id, device }: Intent, { intents }: Run): number {
  if (token !== null) return 1;
  const isSame = (one: Intent) =>
    one.token === null && one.row === row && one.user_id === user_id && one.device === device;
  return intents.filter((one) => isSame(one) && one.status === 'saved').length;
}

/** Each saved write is in exactly one place, and took effect at most once. */
function wrongPlaces(intent: Intent, places: readonly string[], like: number): string[] {
  const isDeletionRepeated = intent.effect === 'delete' && intent.status === 'replaced';
  if (places.length > Math.max(1, like) && !isDeletionRepeated) {
    return [`${nameOf(intent)} is in ${places.join(' and in ')}`];
  }
  if (places.length === 0 && intent.status === 'saved') return [`${nameOf(intent)} is lost`];
  return [];
}

function wrongAuthors(run: Run, effects: readonly Effect[]): string[] {
  return effects.flatMap((effect) => {
    const meant = run.intents.filter(
      (one) =>
        one.row === effect.row &&
        (one.token === null ? effect.effect === 'delete' : effect.marks.includes(one.token)),
    );
    const [intent] = meant;
    if (intent === undefined || meant.some((one) => one.user_id === effect.user_id)) return [];
    return [`${nameOf(intent)} was sent under another person's name`];
  });
}

/** Writes of one row take effect in the order they were made; so do creations of an undisturbed lane. */
function wrongOrder(run: Run, effects: readonly Effect[]): string[] {
  const broken: string[] = [];
  const last = new Map<string, Intent>();
  for (const effect of effects) {
    // A merged text may contain what others wrote: the newest of its own device counts.
    const intent = run.intents.findLast(
      ({ token, row, device }) =>
        token !== null &&
        row === effect.row &&
        device.device_id === effect.device_id &&
        effect.marks.includes(token),
    );
    if (intent === undefined) continue;
    const lanes = [`${effect.device_id} ${effect.row}`];
    if (effect.effect === 'create' && intent.effect === 'create' && intent.entity !== 'session') {
      lanes.push(`${effect.device_id} ${intent.lane}`);
    }
    for (const lane of lanes) {
      const before = last.get(lane);
      const isDisturbed = [before?.row, intent.row].some(
        (row) => row !== undefined && run.server.book.disturbed.has(row),
      );
      if (before !== undefined && before.at > intent.at && !isDisturbed) {
        broken.push(`${nameOf(intent)} took effect after ${nameOf(before)}`);
      }
      last.set(lane, intent);
    }
  }
  return broken;
}

/** A dependent write doesn't take effect without its dependency. */
function earlyDependents(run: Run, effects: readonly Effect[]): string[] {
  return run.intents.flatMap((intent) => {
    if (intent.builds_on === null || run.server.book.disturbed.has(intent.row)) return [];
    const at = effects.findIndex(({ marks }) => intent.token !== null && marks.includes(intent.token));
    const base = run.intents.find((one) => one.row === intent.builds_on && one.effect === 'create');
    const basis = effects.findIndex(
      (effect) => effect.row === intent.builds_on && effect.effect === 'create',
    );
    if (at < 0 || base === undefined || base.status === 'replaced') return [];
    if (basis >= 0 && basis < at) return [];
    return [`${nameOf(intent)} took effect without the write it depends on`];
  });
}

/** The entities touched by a run; the others are skipped to save time. */
function seenIn({ intents, server }: Run): SeenEntity[] {
  const more = [...intents.map(({ entity }) => entity), ...server.made];
  return [...new Set<SeenEntity>([...OWN_DAY, 'student', 'notification', 'school_closure', ...more])];
}

/** After a pull the device has exactly the rows that its user may see, as the server has them. */
async function wrongRows(
  db: LocalDatabase,
  entities: readonly SeenEntity[],
  visible: (entity: SeenEntity) => ReturnType<Visible>,
  writes: readonly OpenedWrite[],
): Promise<string[]> {
  const broken: string[] = [];
  const pending = new Set(
    writes.flatMap(({ entity_id, brings }) => [entity_id, ...(brings === undefined ? [] : [brings])]),
  );
  for (const entity of entities) {
    const there = visible(entity);
    const here = await db.table(TABLE_OF[entity]).toArray();
    const known = new Map(there.map((row) => [row.id, row]));
    for (const stored of here) {
      if (pending.has(stored.id)) continue;
      const row = await openRow(db, entity, stored);
      const theirs = known.get(stored.id);
      known.delete(stored.id);
      if (theirs === undefined) broken.push(`a device still holds ${entity} ${stored.id.slice(-6)}`);
      else if (row === null || stored.record_state !== 'sent' || stored.version !== theirs.version) {
        broken.push(`${entity} ${stored.id.slice(-6)} is not settled on a device`);
      } else {
        const { record_state: _, ...shown } = row;
        if (!isDeepStrictEqual({ ...shown }, JSON.parse(JSON.stringify(theirs)))) {
          broken.push(`${entity} ${stored.id.slice(-6)} differs between a device and the server`);
        }
      }
    }
    for (const id of known.keys()) {
      if (!pending.has(id)) broken.push(`a device lacks ${entity} ${id.slice(-6)}`);
    }
  }
  return broken;
}
