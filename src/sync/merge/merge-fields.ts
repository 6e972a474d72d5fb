import type { EntityName } from '#contract/entity-name.ts';
import type { Merge } from '#entities/define-entity.ts';
import { MERGE_CLASSES } from '#entities/row-facts.ts';
import { behaviorOf } from '../behaviors/behaviors.ts';

/** `server`: the server's rules set it; its value is taken. */
export type FieldClass = Merge | 'server';

const CLASSES: Partial<Record<EntityName, Readonly<Record<string, FieldClass>>>> = MERGE_CLASSES;

/** A field that this version does not know is asked about. */
export function classOf(entity: EntityName, field: string): FieldClass {
  const classes = CLASSES[entity] ?? {};
  return Object.hasOwn(classes, field) ? (classes[field] as FieldClass) : 'ask';
}

/** What is decided as one: a field, or a bundle of fields under its own name. */
export interface Matter {
  name: string;
  fields: readonly string[];
}

export function matterOf(entity: EntityName, field: string): Matter {
  const bundles: Readonly<Record<string, readonly string[]>> = behaviorOf(entity).together ?? {};
  const bundle = Object.entries(bundles).find(([, fields]) => fields.includes(field));
  return bundle === undefined ? { name: field, fields: [field] } : { name: bundle[0], fields: bundle[1] };
}

/** What some fields are about, each matter once, in the order of the fields. */
export function mattersOf(entity: EntityName, fields: readonly string[]): Matter[] {
  const matters = new Map(
    fields.map((field) => matterOf(entity, field)).map((matter) => [matter.name, matter]),
  );
  return [...matters.values()];
}

/** The fields and those that stand and fall with them: what a merge has to know of the base. */
export function withPartners(entity: EntityName, fields: readonly string[]): string[] {
  return mattersOf(entity, fields).flatMap((matter) => matter.fields);
}

/** The fields of an entity that people change. */
export function writableFields(entity: EntityName): string[] {
  return Object.entries(CLASSES[entity] ?? {}).flatMap(([field, kind]) => (kind === 'server' ? [] : [field]));
}

export function picked(row: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, row[field]]));
}
