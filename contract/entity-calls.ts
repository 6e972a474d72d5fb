import { z } from 'zod';
import type { Permission } from '#domain/access/permissions.ts';
import type { AnyEntity } from '#entities/define-entity.ts';
import { uuid } from '#entities/fields.ts';
import type { EntityName } from './entity-name.ts';

const byUuid = z.strictObject({ id: uuid });
type Params = z.ZodObject<{ id: z.ZodType<string, string> }, z.core.$strict>;

type Call<Method extends string, Rest> = {
  method: Method;
  path: string;
  summary: string;
  policy: Permission;
} & Rest;

/** "parent" and `{ list }` as `{ 'parent.list' }`. */
type Named<Name extends string, Calls> = {
  [Verb in keyof Calls & string as `${Name}.${Verb}`]: Calls[Verb];
};

interface ListCalls<E extends AnyEntity> {
  list: Call<'GET', { reply: z.ZodArray<E['Row']> }>;
  create: Call<'POST', { body: E['Body']; reply: E['Row']; status: 201 }>;
  update: Call<'PUT', { params: Params; body: E['Changes']; reply: E['Row'] }>;
  delete: Call<'DELETE', { params: Params }>;
}

type Offline<Name extends EntityName, Effect extends string> = { entity: Name; effect: Effect; version: 1 };

interface FileCalls<Name extends EntityName, E extends AnyEntity> {
  list: Call<'GET', { audited: true; params: Params; reply: z.ZodArray<E['Row']> }>;
  create: Call<
    'POST',
    {
      params: Params;
      body: E['Body'];
      reply: E['Row'];
      status: 201;
      offline: Offline<Name, 'create'> & { address_from: 'student' };
    }
  >;
  update: Call<
    'PUT',
    { params: Params; body: E['Changes']; reply: E['Row']; offline: Offline<Name, 'update'> }
  >;
  delete: Call<'DELETE', { params: Params; offline: Offline<Name, 'delete'> }>;
}

/** The wire shapes; a creation may omit more than the declaration says. */
type Shapes = Pick<AnyEntity, 'Row' | 'Body' | 'Changes'>;

/**
 * The calls that create, change, and delete a row by its fields. Path and summary are passed in.
 * @param version of the body's shape
 */
export function writesOf<
  const Name extends EntityName,
  E extends Shapes,
  P extends Permission,
  V extends number = 1,
>(entity: Name, { Row, Body, Changes }: E, policy: P, version: V = 1 as V) {
  const shapes: { Row: E['Row']; Body: E['Body']; Changes: E['Changes'] } = { Row, Body, Changes };
  return {
    create: {
      method: 'POST',
      policy,
      body: shapes.Body,
      reply: shapes.Row,
      status: 201,
      offline: { entity, effect: 'create', version },
    },
    update: {
      method: 'PUT',
      policy,
      params: byUuid,
      body: shapes.Changes,
      reply: shapes.Row,
      offline: { entity, effect: 'update', version },
    },
    delete: { method: 'DELETE', policy, params: byUuid, offline: { entity, effect: 'delete', version: 1 } },
  } as const;
}

interface CallOptions {
  path: string;
  may: { read: Permission; record: Permission; delete?: Permission };
}

interface ListOptions extends CallOptions {
  /** One of the list, and all of them: "DX code", "DX codes". */
  words: readonly [one: string, many: string];
  /** The address of a row, where it isn't below the list's. */
  one?: string;
  /** The id of a row, where it isn't a UUID. */
  id?: z.ZodType<string, string>;
}

interface FileOptions extends CallOptions {
  summary: Record<'list' | 'create' | 'update' | 'delete', string>;
}

function named<Name extends string, Calls extends object>(name: Name, calls: Calls): Named<Name, Calls> {
  const entries = Object.entries(calls).map(([verb, call]) => [`${name}.${verb}`, call]);
  return Object.fromEntries(entries) as Named<Name, Calls>;
}

/** The four calls of a list that the office maintains. */
export function listCalls<const Name extends string, E extends AnyEntity>(
  name: Name,
  { Row, Body, Changes }: E,
  { path, one = `${path}{id}/`, id, may, words: [word, many] }: ListOptions,
): Named<Name, ListCalls<E>> {
  const params: Params = id === undefined ? byUuid : z.strictObject({ id });
  const policy = may.record;
  const summary = {
    list: `All ${many}, including archived ones`,
    create: `Add a ${word}`,
    update: `Change, archive, or restore a ${word}`,
    delete: `Delete a ${word}`,
  };
  const calls: ListCalls<AnyEntity> = {
    list: { method: 'GET', path, summary: summary.list, policy: may.read, reply: z.array(Row) },
    create: { method: 'POST', path, summary: summary.create, policy, body: Body, reply: Row, status: 201 },
    update: { method: 'PUT', path: one, summary: summary.update, policy, params, body: Changes, reply: Row },
    delete: { method: 'DELETE', path: one, summary: summary.delete, policy: may.delete ?? policy, params },
  };
  return named(name, calls as ListCalls<E>);
}

/**
 * The four calls of a record in a student's file, at one path: reading and creating take the student's id,
 * the others the record's.
 */
export function fileCalls<const Name extends string, const Entity extends EntityName, E extends AnyEntity>(
  name: Name,
  entity: Entity,
  { Row, Body, Changes }: E,
  { path, may, summary }: FileOptions,
): Named<Name, FileCalls<Entity, E>> {
  const writes = writesOf(entity, { Row, Body, Changes } as Shapes, may.record);
  const calls: FileCalls<Entity, AnyEntity> = {
    list: {
      ...{ method: 'GET', path, params: byUuid, policy: may.read, audited: true },
      summary: summary.list,
      reply: z.array(Row),
    },
    create: {
      ...writes.create,
      ...{ path, params: byUuid, summary: summary.create },
      offline: { ...writes.create.offline, address_from: 'student' },
    },
    update: { ...writes.update, path, summary: summary.update },
    delete: { ...writes.delete, path, summary: summary.delete, policy: may.delete ?? may.record },
  };
  return named(name, calls as FileCalls<Entity, E>);
}
