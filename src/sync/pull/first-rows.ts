import type { EntityName } from '#contract/entity-name.ts';
import { type LocalDatabase, TABLE_OF } from '#db/local-database.ts';

/**
 * What a device's first pull has stored so far. While nothing else has written to the device, any other row
 * is not in its table, so it need not be read before it is stored. Reading rows that aren't there took as
 * long as storing them.
 */
export class FirstRows {
  readonly #stored = new Set<string>();
  /** Where its last page ended. */
  #cursor: string | null = null;
  #isAlone = true;

  /** Whether the device can't have this row yet. */
  lacks(entity: EntityName, id: string): boolean {
    return this.#isAlone && !this.#stored.has(`${entity}|${id}`);
  }

  /** A page has been stored, up to this cursor. */
  add(cursor: string, rows: readonly (readonly [EntityName, string])[]): void {
    this.#cursor = cursor;
    for (const [entity, id] of rows) this.#stored.add(`${entity}|${id}`);
  }

  /** From now on every row is read. */
  giveUp(): void {
    this.#isAlone = false;
  }

  /**
   * Called within the transaction that stores the page after `cursor`: whether only this pull has written
   * rows. A person's writes are in the outbox or the history; another tab's page moves the cursor.
   */
  async checkAlone(db: LocalDatabase, cursor: string | null): Promise<boolean> {
    if (!this.#isAlone) return true;
    if (cursor !== this.#cursor) this.#isAlone = false;
    const rows = cursor === null ? Object.keys(TABLE_OF).map(tableOf(db)) : [];
    for (const table of [db.outbox, db.history, ...rows])
      if ((await table.count()) > 0) this.#isAlone = false;
    return this.#isAlone;
  }
}

const tableOf = (db: LocalDatabase) => (entity: string) => db.rowsOf(entity as EntityName);
