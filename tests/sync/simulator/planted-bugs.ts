import { v7 as uuidv7 } from 'uuid';
import { decrypt, encrypt, writePlace } from '#contract/encryption.ts';
import { ANSWER_MARKER } from '#contract/errors.ts';
import type { EndpointName } from '#contract/index.ts';
import { contentDigest } from '#contract/soap-note.ts';
import type { PullPage, PushedWrite, WriteAnswer } from '#contract/sync.ts';
import type { LocalDatabase, OutboxRow } from '#db/local-database.ts';
import type { WriteContent } from '#db/outbox.ts';
import { entriesOfNote, soapNoteById } from '#db/soap-notes.ts';
import { signedContent } from '#domain/notes/soap-signature.ts';
import type { PushTransport } from '#sync/outbox/drain.ts';
import { noteStudents } from '#sync/outbox/left-students.ts';
import { sortOrphans } from '#sync/outbox/orphans.ts';
import { applyPage, pullAll, syncPosition } from '#sync/pull/pull.ts';
import type { Planted, Tab } from './device.ts';

/** Resolves with the new id of each row, and the answers under the ids that the device knows. */
async function underOtherIds(
  real: PushTransport,
  batch: readonly OutboxRow[],
  changed: readonly OutboxRow[],
): ReturnType<PushTransport> {
  const outcome = await real(changed);
  if (outcome.kind !== 'answers') return outcome;
  const answers = outcome.answers.map((answer) => {
    const at = changed.findIndex((row) => row.write_id === answer.write_id);
    return { ...answer, write_id: batch[at]?.write_id ?? answer.write_id };
  });
  return { kind: 'answers', answers };
}

/**
 * Runs work as if nothing had been archived: otherwise a server that never received a write would request it
 * again, which hides these bugs.
 */
async function withoutKept<Result>({ db }: Tab, work: () => Promise<Result>): Promise<Result> {
  const kept = await db.acknowledged.toArray();
  await db.acknowledged.clear();
  try {
    return await work();
  } finally {
    await db.acknowledged.bulkPut(kept);
  }
}

let setBackMs = 0;

/** Answers of "someone created it before" arrive as "it already exists". */
function refusedToTheSecond(creation: EndpointName): NonNullable<Planted['fetch']> {
  return (real) => async (input, init) => {
    const answer = await real(input, init);
    if (!isPush(input) || !answer.ok || !answer.headers.has(ANSWER_MARKER)) return answer;
    const text = await answer.clone().text();
    if (!text.endsWith('}')) return answer;
    const { writes } = JSON.parse(String(init?.body)) as { writes: PushedWrite[] };
    const creations = new Set(
      writes.filter(({ endpoint }) => endpoint === creation).map(({ write_id }) => write_id),
    );
    const told = JSON.parse(text) as { answers: WriteAnswer[] };
    const answers = told.answers.map((one) =>
      one.status === 412 && creations.has(one.write_id)
        ? { ...one, status: 409, code: 'record.exists', row: undefined }
        : one,
    );
    return Response.json({ ...told, answers }, { headers: answer.headers });
  };
}

/** A decrypted push: the encrypted one has another URL. */
function isPush(input: RequestInfo | URL): boolean {
  return String(input) === '/api/sync/push/';
}

/** Pages of a pull that were changed on their way, without the digests that would show it. */
function changedPages(change: (page: PullPage) => Partial<PullPage>): NonNullable<Planted['fetch']> {
  return (real) => async (input, init) => {
    const answer = await real(input, init);
    if (!String(input).startsWith('/api/sync/pull') || !answer.ok) return answer;
    const text = await answer.clone().text();
    if (!text.endsWith('}') || !answer.headers.has(ANSWER_MARKER)) return answer;
    const { digests: _, ...page } = JSON.parse(text) as PullPage;
    return Response.json({ ...page, ...change(page) }, { headers: answer.headers });
  };
}

function withoutTransactions(db: LocalDatabase): void {
  const run = (...args: unknown[]) => Promise.resolve((args.at(-1) as () => unknown)());
  db.transaction = run as typeof db.transaction;
}

/** Bugs known from other queues, each wrapped around the real code. Every one breaks an invariant. */
export const plantedBugs: Record<string, Planted> = {
  'a write that leaves the queue before its answer': {
    seed: 1,
    transport: (real, tab) => async (batch) => {
      await tab.db.outbox.bulkDelete(batch.map((row) => row.seq));
      return real(batch);
    },
  },

  'a new idempotency key for every attempt': {
    seed: 1,
    faultRate: 0.5,
    transport: (real, tab) => async (batch) => {
      const { key } = tab.account;
      const changed = await Promise.all(
        batch.map(async (row) => {
          const write_id = uuidv7();
          const content = await decrypt(key, writePlace(row.write_id), row.sealed);
          return { ...row, write_id, sealed: await encrypt(key, writePlace(write_id), content) };
        }),
      );
      return withoutKept(tab, () => underOtherIds(real, batch, changed));
    },
    pull: (tab, real) => withoutKept(tab, real),
  },

  'the row and its write in two transactions': { seed: 112, database: withoutTransactions },

  'a refused write that is dropped': {
    seed: 4,
    transport: (real, tab) => async (batch) => {
      const outcome = await real(batch);
      if (outcome.kind !== 'answers') return outcome;
      const dropped = outcome.answers.filter(({ status }) => status === 403 || status === 422);
      const ids = new Set(dropped.map((answer) => answer.write_id));
      await tab.db.outbox.bulkDelete(batch.filter((row) => ids.has(row.write_id)).map((row) => row.seq));
      return { kind: 'answers', answers: outcome.answers.filter((answer) => !ids.has(answer.write_id)) };
    },
  },

  'a version that is not passed along a chain': {
    seed: 3,
    transport: (real, tab) => async (batch) => {
      const known = firstVersions.get(tab.account) ?? new Map<string, number>();
      firstVersions.set(tab.account, known);
      const changed = batch.map((row) => {
        if (row.base_version === null) return row;
        const first = known.get(row.entity_id) ?? row.base_version;
        known.set(row.entity_id, first);
        return { ...row, base_version: first };
      });
      return real(changed);
    },
  },

  'a cursor that is stored before the rows': {
    seed: 22,
    async pull(tab) {
      for (;;) {
        const position = await syncPosition(tab.db);
        const query = position.cursor === null ? {} : { cursor: position.cursor };
        const page: PullPage = await tab.api.call('sync.pull', { query: { limit: 20, ...query } });
        await tab.db.meta.put({ ...position, cursor: page.cursor, is_refreshing: position.cursor === null });
        await applyPage(tab.db, { ...position, cursor: page.cursor }, page);
        if (!page.more) return;
      }
    },
  },

  'writes that are sent although they depend on a refused one': {
    seed: 15,
    database(db) {
      db.outbox.hook('creating', (_key, row) => {
        if (row.state === 'blocked') Object.assign(row, { state: 'waiting', depends_on: [] });
      });
      db.outbox.hook('updating', (changes) =>
        (changes as Partial<OutboxRow>).state === 'blocked'
          ? { ...changes, state: 'waiting', depends_on: [] }
          : undefined,
      );
    },
  },

  'a captive portal page taken for success': {
    seed: 6,
    faultRate: 0.5,
    fetch: (real) => async (input, init) => {
      const answer = await real(input, init);
      if (!String(input).startsWith('/api/sync/push') || answer.headers.has(ANSWER_MARKER)) return answer;
      const { writes } = JSON.parse(String(init?.body)) as { writes: { write_id: string }[] };
      const answers = writes.map(({ write_id }) => ({
        write_id,
        status: 200,
        code: null,
        message: null,
        version: null,
      }));
      return Response.json({ answers }, { headers: { [ANSWER_MARKER]: '1' } });
    },
    transport: (real, tab) => (batch) => withoutKept(tab, () => real(batch)),
    pull: (tab, real) => withoutKept(tab, real),
  },

  'a device wiped when its user leaves': {
    seed: 11,
    onLeave: (_, from) => from.empty(),
  },

  'a queue sent with whatever token the device holds': {
    seed: 1,
    senderOf: ({ device }: Tab) => device.accounts.at(-1)?.user_id ?? '',
  },

  'an attempt that is forgotten without an answer': {
    seed: 62,
    faultRate: 0.5,
    transport: (real, tab) => async (batch) => {
      const outcome = await real(batch);
      if (outcome.kind === 'no-answer') {
        await tab.db.outbox
          .where('seq')
          .anyOf(batch.map((row) => row.seq))
          .modify({ attempts: 0 });
      }
      return outcome;
    },
  },

  // The clock of these devices is set back before each write, which alone breaks nothing.
  'a queue in the order of the clock': {
    seed: 12,
    theme: 'anything',
    write: (real) => (workspace, write, beside) => {
      setBackMs += 1_000;
      const now = workspace.clock.now() - setBackMs;
      return real({ ...workspace, clock: { ...workspace.clock, now: () => now } }, write, beside);
    },
    transport: (real) => async (batch) => {
      const byClock = batch.toSorted((a, b) => (a.captured_at < b.captured_at ? -1 : 1));
      return real(byClock.map((row) => ({ ...row, depends_on: [] })));
    },
  },

  'a scope that is left without a trace': {
    seed: 13,
    fetch: changedPages(({ changes }) => ({
      changes: changes.filter((change) => change.scopes.length > 0),
      scopes_removed: [],
    })),
  },

  'a student archived long ago who stays': {
    seed: 136,
    fetch: changedPages(({ changes }) => ({
      changes: changes.filter(({ entity, row }) => entity !== 'student' || row !== null),
    })),
  },

  'several scopes left at once, of which only the first is': {
    seed: 21,
    fetch: changedPages(({ scopes_removed }) => ({ scopes_removed: scopes_removed.slice(0, 1) })),
  },

  'absent taken for left': {
    seed: 4,
    lacksStudents: true,
    async pull({ db }, real) {
      await real();
      const named = [...new Set((await db.outbox.toArray()).flatMap(({ about }) => about))];
      const known = await db.students.bulkGet(named);
      const absent = named.filter((_, at) => known[at] === undefined);
      await db.transaction('rw', db.students, db.outbox, db.meta, async () => {
        await noteStudents(db, { left: absent, back: [] });
      });
      await sortOrphans(db);
    },
  },

  'a device that keeps acknowledged writes and never resends them': {
    transport: (real, tab) => async (batch) => withoutKept(tab, () => real(batch)),
    pull: (tab, real) => withoutKept(tab, real),
  },

  'a pull that waits until everything is sent': {
    seed: 1,
    pull: async (tab, real) => ((await tab.db.outbox.count()) > 0 ? undefined : real()),
  },

  'a timesheet that waits for discarded changes': {
    seed: 22,
    theme: 'timesheet',
    pull: (tab) => pullAll(tab.db, tab.api, tab.device.device_id, tab.device.lock),
  },

  'an occurrence that two devices changed, refused to the second': {
    seed: 2,
    theme: 'series',
    fetch: refusedToTheSecond('calendar.create'),
  },

  'a note that two devices started, refused to the second': {
    seed: 61,
    theme: 'file',
    fetch: refusedToTheSecond('soap.create'),
  },

  'a file that stays when its student leaves': {
    seed: 259,
    theme: 'file',
    async pull({ db }, real) {
      const tables = [db.parents, db.studentNotes, db.goals];
      const before = await Promise.all(tables.map((table) => table.toArray()));
      const known = await db.students.toCollection().primaryKeys();
      await real();
      const now = new Set(await db.students.toCollection().primaryKeys());
      const left = new Set(known.filter((id) => !now.has(id)));
      for (const [at, table] of tables.entries()) {
        await table.bulkPut((before[at] ?? []).filter(({ student }) => left.has(student)));
      }
    },
  },

  'a signature for the note as it is when it is sent': {
    seed: 817,
    theme: 'file',
    transport: (real, tab) => async (batch) => {
      const { key, observer } = tab.account;
      const changed = batch.map(async (row) => {
        const note = await soapNoteById(observer, row.entity_id);
        if (note === null || !['soap.sign', 'soap.co-sign'].includes(row.endpoint)) return row;
        const place = writePlace(row.write_id);
        const content = (await decrypt(key, place, row.sealed)) as WriteContent;
        const text = signedContent(note, await entriesOfNote(observer, note.id));
        const body = { content_sha256: await contentDigest(text) };
        return { ...row, sealed: await encrypt(key, place, { ...content, body }) };
      });
      return real(await Promise.all(changed));
    },
  },

  'a merge that keeps the text of one side': {
    seed: 61,
    theme: 'file',
    transport: (real, tab) => async (batch) => {
      const { key } = tab.account;
      const changed = batch.map(async (row) => {
        if (row.endpoint !== 'soap.update' || row.merges === 0) return row;
        const place = writePlace(row.write_id);
        const content = (await decrypt(key, place, row.sealed)) as WriteContent;
        const texts = Object.entries(content.body as Record<string, unknown>).map(([part, text]) => [
          part,
          typeof text === 'string' ? text.split(/\n+/).at(-1) : text,
        ]);
        return { ...row, sealed: await encrypt(key, place, { ...content, body: Object.fromEntries(texts) }) };
      });
      return real(await Promise.all(changed));
    },
  },

  'a punch that creates its own lunch': {
    seed: 3,
    theme: 'day',
    fetch: (real) => (input, init) => {
      if (!isPush(input)) return real(input, init);
      const push = JSON.parse(String(init?.body)) as { writes: PushedWrite[] };
      const writes = push.writes.map((write) => {
        if (write.endpoint !== 'timecard.start-lunch') return write;
        const { lunch_id: _, ...body } = write.body as { lunch_id?: string };
        return { ...write, body };
      });
      return real(input, { ...init, body: JSON.stringify({ ...push, writes }) });
    },
  },

  'a batch that leaves although the one before it was not accepted': {
    seed: 414,
    batch: 2,
    faultRate: 0.5,
    theme: 'anything',
    transport: (real, tab) => async (batch) => {
      const outcome = await real(batch);
      const isAccepted =
        outcome.kind === 'answers' && outcome.answers.every(({ status }) => status >= 200 && status < 300);
      if (isAccepted || batch.length < 2) return outcome;
      const last = batch.at(-1)?.seq ?? 0;
      const behind = await tab.db.outbox.where('seq').above(last).limit(2).toArray();
      const waiting = behind.filter(({ state }) => state === 'waiting');
      if (waiting.length > 0) await real(waiting);
      return outcome;
    },
  },

  'a lane whose later writes go first': {
    seed: 7,
    transport: (real) => async (batch) => {
      const outcome = await real(batch.toReversed().map((row) => ({ ...row, depends_on: [] })));
      return outcome;
    },
  },
};

/** Bugs that need more than one connection to the database. */
export const plantedInServer: Record<string, Planted> = {
  'a cursor that skips late commits': {
    seed: 159,
    server: (query) =>
      query.replaceAll('pg_snapshot_xmin(pg_current_snapshot())', 'pg_snapshot_xmax(pg_current_snapshot())'),
  },
  'a follow that outlives its right': {
    seed: 20_107,
    theme: 'file',
    server: (query) =>
      query.replace('update follows f set has_left = true', 'update follows f set has_left = false'),
  },
};

const firstVersions = new WeakMap<object, Map<string, number>>();
