import type { EntityName } from '#contract/entity-name.ts';
import type { Merge } from '#entities/define-entity.ts';
import { MERGE_CLASSES } from '#entities/row-facts.ts';
import { behaviorOf } from '../behaviors/behaviors.ts';

/** `server`: the server sets the field; its value wins. */
export type FieldClass = Merge | 'server';

const CLASSES: Partial<Record<EntityName, Readonly<Record<string, FieldClass>>>> = MERGE_CLASSES;

/** A field that this version doesn't know is a conflict. */
export function classOf(entity: EntityName, field: string): FieldClass {
  const classes = CLASSES[entity] ?? {};
  return Object.hasOwn(classes, field) ? (classes[field] as FieldClass) : 'ask';
}

/** A unit of conflict resolution: a field, or a named group of fields. */
export interface FieldGroup {
  name: string;
  fields: readonly string[];
}

export function fieldGroupOf(entity: EntityName, field: string): FieldGroup {
  const bundles: Readonly<Record<string, readonly string[]>> = behaviorOf(entity).together ?? {};
  const bundle = Object.entries(bundles).find(([, fields]) => fields.includes(field));
  return bundle === undefined ? { name: field, fields: [field] } : { name: bundle[0], fields: bundle[1] };
}

/** The conflict units of some fields, without duplicates, in field order. */
export function fieldGroupsOf(entity: EntityName, fields: readonly string[]): FieldGroup[] {
  const groups = new Map(
    fields.map((field) => fieldGroupOf(entity, field)).map((group) => [group.name, group]),
  );
  return [...groups.values()];
}

/** The fields and the other members of their groups: the base values that a merge needs. */
export function withPartners(entity: EntityName, fields: readonly string[]): string[] {
  return fieldGroupsOf(entity, fields).flatMap((group) => group.fields);
}

/** The fields of an entity that people can change. */
export function writableFields(entity: EntityName): string[] {
  return Object.entries(CLASSES[entity] ?? {}).flatMap(([field, kind]) => (kind === 'server' ? [] : [field]));
}

export function picked(row: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, row[field]]));
}
