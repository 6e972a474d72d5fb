import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { placeStudents } from '#server/db/directory-places.ts';
import { students } from '#server/db/schema/students.ts';

/**
 * An office change in a transaction that stays open while others begin and commit. The embedded database has
 * one connection, so nothing is late there.
 */
export class LateCommit {
  readonly #db: Database;
  #commit: (() => Promise<void>) | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  async begin(student: string, grade: string): Promise<void> {
    if (this.#db.kind === 'pglite' || this.#commit !== null) return;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isWritten: () => void = () => undefined;
    const written = new Promise<void>((resolve) => {
      isWritten = resolve;
    });
    const done = this.#db.transaction(async (tx) => {
      await tx.update(students).set({ grade }).where(eq(students.id, student));
      await placeStudents(tx, [student]);
      isWritten();
      await released;
    });
    await Promise.race([written, done]);
    this.#commit = async () => {
      release();
      await done;
    };
  }

  async commit(): Promise<void> {
    const commit = this.#commit;
    this.#commit = null;
    await commit?.();
  }
}
