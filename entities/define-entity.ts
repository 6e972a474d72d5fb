import { z } from 'zod';
import { uuid, version } from './fields.ts';

/**
 * How a field that two people changed to different values is merged:
 *
 * - `last-wins`: the change that arrives last wins; the other value is kept in the history
 * - `text`: merged by paragraph; overlapping paragraphs are a conflict
 * - `set`: members added and removed by either side
 * - `ask`: its author decides
 */
export type Merge = 'last-wins' | 'text' | 'set' | 'ask';

/** A field that people edit. */
interface Field<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  readonly merge: Merge;
}

const merging =
  (merge: Merge) =>
  <Schema extends z.ZodType>(schema: Schema): Field<Schema> => ({ schema, merge });

export const ask = merging('ask');
export const lastWins = merging('last-wins');
export const merged = merging('text');
export const united = merging('set');

/** What is known when a new row is created: on a device, before the server has confirmed it. */
export interface Origin {
  user_id: string;
  captured_at: string;
}

/** A field that no call writes, and its value in a new row; without one, only the server knows it. */
interface ServerField<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  atCreation(origin: Origin): z.output<Schema> | undefined;
}

export function setByServer<Schema extends z.ZodType>(
  schema: Schema,
  atCreation: (origin: Origin) => z.output<Schema> | undefined = () => undefined,
): ServerField<Schema> {
  return { schema, atCreation };
}

/**
 * Who has the row on their device: people who have its student or its note, the
 * person whose day it is and who leads them, the one person it was sent to, or everyone,
 * as far as a role sees it. A row of a student's file keeps to its student for good. What
 * the office alone needs is on no device: the server is asked for it.
 */
type Reach = 'student' | 'note' | 'person' | 'receiver' | 'everybody' | 'office';

/** Plaintext columns. */
export type Columns = Record<string, string | string[]>;

type Shape = Readonly<Record<string, z.ZodType>>;
type Fields = Readonly<Record<string, Field>>;
type ServerFields = Readonly<Record<string, ServerField>>;

/** One object type instead of an intersection, for readable error messages. */
type Flat<T> = { [Key in keyof T]: T[Key] };
type SchemasOf<F extends Readonly<Record<string, { schema: z.ZodType }>>> = {
  -readonly [Key in keyof F]: F[Key]['schema'];
};
type BodyShape<Id, Once, F extends Fields> = Flat<{ id: Id } & Once & SchemasOf<F>>;
type RowShape<Id, Once, F extends Fields, S extends ServerFields> = Flat<
  { id: Id } & Once & SchemasOf<F> & SchemasOf<S> & { version: typeof version }
>;
type ChangesShape<F extends Fields> = { -readonly [Key in keyof F]: z.ZodOptional<F[Key]['schema']> };

interface EntitySpec<
  R extends Reach,
  Id extends z.ZodType,
  Once extends Shape,
  F extends Fields,
  S extends ServerFields,
> {
  /** If it isn't a UUID. */
  id?: Id;
  reach: R;
  /** Set at creation, never changed. */
  once: Once;
  /** What people enter and change. */
  fields: F;
  setByServer: S;
  /**
   * Plaintext columns for a device's queries: fields, or computed from the row. They must never name or
   * describe a person.
   */
  clear:
    | readonly (keyof RowShape<Id, Once, F, S> & string)[]
    | ((row: z.output<z.ZodObject<RowShape<Id, Once, F, S>>>) => Columns);
}

export interface Entity<
  R extends Reach,
  Id extends z.ZodType,
  Once extends Shape,
  F extends Fields,
  S extends ServerFields,
> extends EntitySpec<R, Id, Once, F, S> {
  /** As sent to devices. */
  Row: z.ZodObject<RowShape<Id, Once, F, S>>;
  Body: z.ZodObject<BodyShape<Id, Once, F>, z.core.$strict>;
  /** Only the changed fields. */
  Changes: z.ZodObject<ChangesShape<F>, z.core.$strict>;
}

/** Any entity. */
export interface AnyEntity {
  reach: Reach;
  fields: Fields;
  setByServer: ServerFields;
  clear: readonly string[] | ((row: never) => Columns);
  Row: z.ZodObject;
  Body: z.ZodObject;
  Changes: z.ZodObject;
}

function schemasOf<F extends Readonly<Record<string, { schema: z.ZodType }>>>(fields: F): SchemasOf<F> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]) => [name, schema]),
  ) as SchemasOf<F>;
}

/** The entity with the schemas derived from its fields. */
export function defineEntity<
  R extends Reach,
  Once extends Shape,
  F extends Fields,
  S extends ServerFields,
  Id extends z.ZodType = typeof uuid,
>(spec: EntitySpec<R, Id, Once, F, S>): Entity<R, Id, Once, F, S> {
  const fields = schemasOf(spec.fields);
  const body = { id: spec.id ?? uuid, ...spec.once, ...fields } as unknown as BodyShape<Id, Once, F>;
  return {
    ...spec,
    Row: z.object({ ...body, ...schemasOf(spec.setByServer), version } as unknown as RowShape<
      Id,
      Once,
      F,
      S
    >),
    Body: z.strictObject(body),
    Changes: z.strictObject(fields).partial() as unknown as z.ZodObject<ChangesShape<F>, z.core.$strict>,
  };
}
