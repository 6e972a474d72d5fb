import type { EntityRow } from '#contract/entities.ts';
import type { EntityName } from '#contract/entity-name.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import type { Origin } from '#entities/define-entity.ts';

/** Who made a write, where and when: what the device knows before the server answers. */
export type WriteAuthor = Origin;

export interface AppliedWrite {
  /** Which change it is, where an entity has several. */
  endpoint?: string;
  entity: EntityName;
  /** `follow`: a write of another row brings this one along. */
  effect: 'create' | 'update' | 'delete' | 'follow';
  body: unknown;
  author: WriteAuthor;
}

/** What a write that brings a row along says to it: its id, and the leading row; nothing where that was deleted. */
export interface Lead {
  id: string;
  leader: unknown;
}

/**
 * What a device does with the rows of an entity beyond what follows from its declaration,
 * by the rules that the server follows too. Everything is pure but `named`.
 */
export interface Behavior<Name extends EntityName = EntityName> {
  /** A creation until the server answers, where more of it follows from its fields than the declaration says. */
  created?(body: never, author: WriteAuthor): EntityRow<Name>;
  /** The row after a change, where that is more than its fields laid upon the row. */
  changed?(row: EntityRow<Name>, write: AppliedWrite): EntityRow<Name>;
  /** Whether the row takes no changes any more: what is signed takes additions at most. */
  isClosed?(row: EntityRow<Name>): boolean;
  /** Fields that are right only together, by the name under which they are decided. */
  together?: Readonly<Record<string, readonly (keyof EntityRow<Name> & string)[]>>;
  /**
   * The rows that a body names, without which the server doesn't take it. It makes sense without them, too.
   *
   * @param seen the row as people see it, which has what a change doesn't touch
   */
  named?(db: LocalDatabase, body: object, seen: object): Promise<string[]>;
  /** The row of another entity that appears, changes and goes with this one. */
  follower?: { entity: EntityName; field: keyof EntityRow<Name> & string; idOf(leader: string): string };
  /** This row after a write of the row that brings it along. */
  follow?(row: EntityRow<Name> | null, lead: Lead, author: WriteAuthor): EntityRow<Name> | null;
  /** Its creation announces a file, whose bytes travel apart. */
  hasFile?: true;
}
