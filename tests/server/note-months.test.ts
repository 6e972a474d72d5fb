import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GoalEntry, SoapNote } from '#contract/soap-note.ts';
import { goalEntryId } from '#domain/notes/soap-ids.ts';
import { openBlobs } from '#server/blob-store.ts';
import { recordChange } from '#server/db/change-index.ts';
import { migrationsFolder } from '#server/db/migrate.ts';
import { providers } from '#server/db/schema/providers.ts';
import { sweep } from '#server/modules/operations/sweep.ts';
import { usualKind } from '#tests/support/database.ts';
import { MOTOR, type OfficeWorld, openOfficeWorld } from './office-world.ts';
import { changes, givenGoal, givenNote, signatureOf } from './soap-world.ts';

/** Notes of Otto, who needs the co-signature of his supervisor Sven. */
describe('a note and its goal results', () => {
  let world: OfficeWorld;
  let note: SoapNote;
  let entry: GoalEntry;

  beforeAll(async () => {
    world = await openOfficeWorld(usualKind);
    const { otto } = world.people;
    await world.db.update(providers).set({ needs_co_sign: true }).where(eq(providers.id, otto.id));
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    note = await givenNote(world, 'otto');
    const goal = await givenGoal(world, world.ben);
    const body = {
      ...{ id: goalEntryId(note.id, goal), soap_note: note.id, student: note.student, goal, pg_num: 1 },
      ...{ trials: 10, correct: 8, prompt_level: 'verbal', comment: '' },
    };
    entry = (await world.as('otto', 'goal-entry.create', { body })).body;
  });

  const sign = async (person: 'otto' | 'sven', step: 'soap.sign' | 'soap.co-sign') => {
    const body = await signatureOf(note, [entry]);
    expect((await changes(world, person, step, { params: { id: note.id }, body })).status).toBe(200);
  };
  const moveSession = (session_date: string) =>
    changes(world, 'otto', 'session.update', { params: { id: note.session }, body: { session_date } });

  /** The note and its goal result are in these months of lead and supervisor, and in the author's fiscal year. */
  async function expectIn(months: string[], { isFinished = false } = {}): Promise<void> {
    const own = [`user:${world.people.otto.id}:fy2025`];
    if (!isFinished) own.push(`user:${world.people.otto.id}:open`);
    const members = [`service:${MOTOR}`, `team:${world.people.sven.id}`];
    const places = members.flatMap((member) => months.map((month) => `${member}:${month}`));
    for (const id of [note.id, entry.id]) {
      const now = (await world.placesOf(id)).filter((place) => !place.startsWith('-'));
      expect(now).toEqual([...places, ...own].sort());
    }
  }

  test('are in the month of their session, and follow it to another day', async () => {
    await expectIn(['2026-03']);
    await moveSession('2026-02-27');
    await expectIn(['2026-02']);
  });

  test('reach co-signers of any day while the note waits for them', async () => {
    await sign('otto', 'soap.sign');
    await expectIn(['2026-03', 'open']);
    await sign('sven', 'soap.co-sign');
    await expectIn(['2026-03'], { isFinished: true });
  });

  test('no longer wait once the note is returned', async () => {
    await sign('otto', 'soap.sign');
    await changes(world, 'sven', 'soap.return', { params: { id: note.id }, body: { comment: 'Say how.' } });
    await expectIn(['2026-03']);
  });

  test('go to the month of their session after the signature too, which keeps the day of the note', async () => {
    await sign('otto', 'soap.sign');
    await moveSession('2026-02-27');
    await expectIn(['2026-02', 'open']);
    const { body } = await world.as('otto', 'soap.list-of-session', { params: { id: note.session } });
    expect(body[0]?.note_date).toBe(note.note_date);
  });

  test('get their month and fiscal year, and wait for the co-signer, by the migrations of an older database', async () => {
    await sign('otto', 'soap.sign');
    await world.db.execute(sql`delete from change_index`);
    const places = [`service:${MOTOR}`, `team:${world.people.sven.id}`, `user:${world.people.otto.id}`];
    const files = ['0046_leaders_rows_by_month.sql', '0052_own_rows_by_year.sql'];
    const texts = await Promise.all(files.map((file) => readFile(join(migrationsFolder(), file), 'utf8')));
    const statements = texts.flatMap((text) => text.split('--> statement-breakpoint'));
    await world.db.transaction(async (tx) => {
      await recordChange(tx, 'soap_note', note.id, places);
      await recordChange(tx, 'goal_entry', entry.id, places);
      for (const statement of statements) await tx.execute(sql.raw(statement));
    });
    await expectIn(['2026-03', 'open']);
  });

  test.each(['soap_note', 'goal_entry'] as const)(
    'get their month and fiscal year from the hourly sweep if an older server recorded the %s without them',
    async (entity) => {
      const id = entity === 'soap_note' ? note.id : entry.id;
      const places = [`service:${MOTOR}`, `user:${world.people.otto.id}`];
      await world.db.transaction((tx) => recordChange(tx, entity, id, places));
      await sweep(world.db, openBlobs(world.config), world.clock.now);
      await expectIn(['2026-03']);
      const left = await world.db.execute(sql`
        select from change_index where id = ${id} and scope = ${`service:${MOTOR}`} and not has_left`);
      expect(left.rows).toEqual([]);
    },
  );
});
