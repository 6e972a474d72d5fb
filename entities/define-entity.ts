import { z } from 'zod';
import { uuid, version } from './fields.ts';

/**
 * What becomes of a field that two people changed to different values:
 *
 * - `last-wins`: the change that arrives last stands; the other value is kept in the history
 * - `text`: merged by paragraph; overlapping paragraphs are asked
 * - `set`: members added and taken out by either side
 * - `ask`: its author decides
 */
export type Merge = 'last-wins' | 'text' | 'set' | 'ask';

/** A field that people write. */
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

/** What is known of a creation when its row is made: on a device, before the server has confirmed it. */
export interface Origin {
  user_id: string;
  captured_at: string;
}

/** A field that no call writes, and its value in a new row; nothing for what the server alone can tell. */
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
 * Who has the row on their device: whoever has its student, whoever has its note, the
 * person whose day it is and who leads them, or everybody, as far as a role sees it. A
 * row of a student's file keeps to its student for good. What the office alone needs is on
 * no device: the server is asked for it.
 */
type Reach = 'student' | 'note' | 'person' | 'everybody' | 'office';

/** Columns in the clear. */
export type Columns = Record<string, string | string[]>;

type Shape = Readonly<Record<string, z.ZodType>>;
type Fields = Readonly<Record<string, Field>>;
type ServerFields = Readonly<Record<string, ServerField>>;

/** One object type in place of an intersection, so that errors read as a plain list. */
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
  /** Where it is no UUID. */
  id?: Id;
  reach: R;
  /** Given at creation, never changed. */
  once: Once;
  /** What people enter and change. */
  fields: F;
  setByServer: S;
  /** What queries on a device need in the clear, as fields or made of the row. Never what names or describes a person. */
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
  /** As it travels to devices. */
  Row: z.ZodObject<RowShape<Id, Once, F, S>>;
  Body: z.ZodObject<BodyShape<Id, Once, F>, z.core.$strict>;
  /** Only the touched fields travel. */
  Changes: z.ZodObject<ChangesShape<F>, z.core.$strict>;
}

/** An entity of whatever fields. */
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

/** The entity with the schemas that follow from its fields. */
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
