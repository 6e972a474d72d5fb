import type { EntityRow } from '#contract/entities.ts';
import type { RecordName } from '#contract/entity-name.ts';
import type { Say } from './say.ts';

/** A field shown unchanged has only its label. */
type Word<Value> =
  | { label: string; say: Say<NonNullable<Value>> }
  | (NonNullable<Value> extends string | number | boolean ? string : never);

/** Fields of request bodies that the row doesn't have, such as the time of a punch or the note of a decision. */
type LooseWords = Readonly<Record<string, { label: string; say: Say } | string>>;

/** A value and how it is said; left out where there is no value. */
export type TitlePart = readonly [say: Say, value: unknown];

export interface EntityWords<Name extends RecordName> {
  /** "session": what one of it is called within a sentence. */
  one: string;
  /** What it is called on its own screen, where nothing else could be meant. */
  short?: string;
  /**
   * What tells a row from others, as far as it is known.
   *
   * @param row with what a body lays over it
   */
  title(row: Partial<EntityRow<Name>> & Readonly<Record<string, unknown>>): readonly TitlePart[];
  /** The title for who decides on a change of it, where more of it weighs than its name. */
  weighed?(row: Partial<EntityRow<Name>> & Readonly<Record<string, unknown>>): readonly TitlePart[];
  /** Each field once, in the order in which people read them. */
  fields: {
    readonly [Field in Exclude<keyof EntityRow<Name>, 'id' | 'version'>]-?: Word<EntityRow<Name>[Field]>;
  };
  extraFields?: LooseWords;
  /** Field groups that are decided together, by name; formatted from the whole row. */
  together?: Readonly<Record<string, { label: string; say: Say }>>;
  /** Commands, by endpoint, that aren't plain field changes. */
  commands?: Readonly<Record<string, string>>;
}
