import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { placeStudents } from '#server/db/directory-places.ts';
import { students } from '#server/db/schema/students.ts';

/** Active, archived in a fiscal year that office devices hold for the whole run, for its first months, and never. */
const DAYS = [null, '2026-02-20', '2025-05-12', '2023-05-12'] as const;

/** Students whom nobody serves any more: the office archives and restores them while devices sleep. */
export class FormerStudents {
  readonly ids: readonly string[] = Array.from({ length: DAYS.length }, () => randomUUID());
  readonly #db: Database;
  readonly #now: (string | null)[] = [];

  constructor(db: Database) {
    this.#db = db;
  }

  static async open(db: Database): Promise<FormerStudents> {
    const former = new FormerStudents(db);
    await db
      .insert(students)
      .values(former.ids.map((id, at) => ({ id, first_name: 'Former', last_name: `Student ${at}` })));
    await former.reset();
    return former;
  }

  /** As every run finds them. */
  async reset(): Promise<void> {
    for (const [at, day] of DAYS.entries()) if (this.#now[at] !== day) await this.#place(at, day);
  }

  /** One of them is archived on another day, or restored. @param seed of the step, so that no other step draws otherwise */
  async move(seed: number): Promise<void> {
    await this.#place(seed % DAYS.length, DAYS[Math.floor(seed / DAYS.length) % DAYS.length] ?? null);
  }

  /** A copy of the server was restored. */
  forget(): void {
    this.#now.length = 0;
  }

  async #place(at: number, archived_on: string | null): Promise<void> {
    const id = this.ids[at] as string;
    await this.#db.transaction(async (tx) => {
      await tx
        .update(students)
        .set({ archived: archived_on !== null, archived_on })
        .where(eq(students.id, id));
      await placeStudents(tx, [id]);
    });
    this.#now[at] = archived_on;
  }
}
