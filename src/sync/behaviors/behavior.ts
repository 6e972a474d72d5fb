import type { EntityRow } from '#contract/entities.ts';
import type { EntityName } from '#contract/entity-name.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import type { Origin } from '#entities/define-entity.ts';

/** Who made a write, when, and where: what the device knows before the server answers. */
export type WriteAuthor = Origin;

export interface AppliedWrite {
  /** Which change it is, if an entity has several. */
  endpoint?: string;
  entity: EntityName;
  /** `follow`: a write of another row carries this one. */
  effect: 'create' | 'update' | 'delete' | 'follow';
  body: unknown;
  author: WriteAuthor;
}

/** What a carried row learns from the write: its id, and the leading row; null if that was deleted. */
export interface Lead {
  id: string;
  leader: unknown;
}

/**
 * How the device handles an entity's rows beyond its declaration, by the rules that the server follows too.
 * Everything is pure except `named`.
 */
export interface Behavior<Name extends EntityName = EntityName> {
  /** The optimistic row of a creation, if more derives from its fields than the declaration says. */
  created?(body: never, author: WriteAuthor): EntityRow<Name>;
  /** The row after a change, if it is more than its fields applied to the row. */
  changed?(row: EntityRow<Name>, write: AppliedWrite): EntityRow<Name>;
  /** Whether the row can't be changed any more: a signed note only takes amendments. */
  isClosed?(row: EntityRow<Name>): boolean;
  /** Field groups that are merged as a whole, by the name under which they are resolved. */
  together?: Readonly<Record<string, readonly (keyof EntityRow<Name> & string)[]>>;
  /**
   * The rows that a body references and that the server requires to exist. The body makes sense without them
   * too.
   * @param seen the visible row, for references that a change doesn't touch
   */
  named?(db: LocalDatabase, body: object, seen: object): Promise<string[]>;
  /** The row of another entity that is created, changed, and deleted with this one. */
  follower?: { entity: EntityName; field: keyof EntityRow<Name> & string; idOf(leader: string): string };
  /** This row after a write of the row that carries it. */
  follow?(row: EntityRow<Name> | null, lead: Lead, author: WriteAuthor): EntityRow<Name> | null;
  /** Its creation announces a file, whose bytes are uploaded separately. */
  hasFile?: true;
}
