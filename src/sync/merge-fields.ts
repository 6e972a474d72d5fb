import type { EntityName } from '#contract/entity-name.ts';
import { MERGE_CLASSES } from '#entities/declared.ts';
import type { Merge } from '#entities/define-entity.ts';

/** `server`: the server's rules set it; its value is taken. */
export type FieldClass = Merge | 'server';

const CLASSES: Partial<Record<EntityName, Readonly<Record<string, FieldClass>>>> = MERGE_CLASSES;

/** Fields that are right only together: half of one side's and half of the other's would fit no clock. */
const BUNDLES: Partial<Record<EntityName, Readonly<Record<string, readonly string[]>>>> = {
  session: {
    time: ['start_time', 'end_time', 'time_zone', 'actual_minutes', 'direct_minutes', 'indirect_minutes'],
  },
  goal_entry: { trials: ['trials', 'correct'] },
  calendar_event: {
    time: ['event_start_date', 'event_start_time', 'event_end_date', 'event_end_time', 'duration'],
    repetition: ['recurring', 'recurring_type', 'recurring_timeframe', 'recurring_days'],
  },
};

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
  const bundle = Object.entries(BUNDLES[entity] ?? {}).find(([, fields]) => fields.includes(field));
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
