import type { EntityName } from '#contract/entity-name.ts';
import type { AskedField } from '#db/outbox.ts';
import { mergeParagraphs } from '#domain/text/paragraphs.ts';
import { isSame, mergeMembers } from '#domain/text/three-way.ts';
import { classOf, type FieldGroup, fieldGroupsOf } from './merge-fields.ts';

type Values = Record<string, unknown>;

export interface Merge {
  /** The change relative to the newer row; empty if nothing is left to do. */
  changes: Values;
  /** Fields that both sides changed differently. Not part of the changes. */
  conflicts: AskedField[];
  /** The other side's values of fields where the last write wins. */
  overwritten: Values;
}

/**
 * Three-way merge of a change by field. Pure.
 * @param base the values before the change, of the edited fields and their group members
 * @param mine the edited fields as the change sets them
 * @param theirs the server's current row
 */
export function mergeFields(entity: EntityName, base: Values, mine: Values, theirs: Values): Merge {
  const merge: Merge = { changes: {}, conflicts: [], overwritten: {} };
  for (const group of fieldGroupsOf(entity, Object.keys(mine))) {
    if (group.fields.length > 1) mergeBundle(merge, group, base, mine, theirs);
    else
      mergeField(merge, entity, group.name, {
        base: base[group.name],
        mine: mine[group.name],
        theirs: theirs[group.name],
      });
  }
  return merge;
}

type Sides = Pick<AskedField, 'base' | 'mine' | 'theirs'>;

function mergeField(merge: Merge, entity: EntityName, field: string, sides: Sides): void {
  const { base, mine, theirs } = sides;
  const kind = classOf(entity, field);
  if (kind === 'server' || isSame(theirs, mine) || isSame(base, mine)) return;
  if (isSame(theirs, base)) {
    merge.changes[field] = mine;
    return;
  }
  if (kind === 'last-wins') {
    merge.changes[field] = mine;
    merge.overwritten[field] = theirs;
  } else if (kind === 'set' && isList(base) && isList(mine) && isList(theirs)) {
    const members = mergeMembers(base, mine, theirs);
    if (!isSame(members, theirs)) merge.changes[field] = members;
  } else if (
    kind === 'text' &&
    typeof base === 'string' &&
    typeof mine === 'string' &&
    typeof theirs === 'string'
  ) {
    const { text, overlaps } = mergeParagraphs(base, mine, theirs);
    if (overlaps.length > 0) merge.conflicts.push({ field, ...sides, suggestion: text });
    else if (text !== theirs) merge.changes[field] = text;
  } else merge.conflicts.push({ field, ...sides });
}

/** A field group is taken as a whole from one side. */
function mergeBundle(merge: Merge, { fields }: FieldGroup, base: Values, mine: Values, theirs: Values): void {
  const sides = fields.map((field): AskedField => {
    // A write from an older version of the app lacks unedited fields: treat them as unchanged.
    const before = Object.hasOwn(base, field) ? base[field] : theirs[field];
    return {
      field,
      base: before,
      mine: Object.hasOwn(mine, field) ? mine[field] : before,
      theirs: theirs[field],
    };
  });
  const differing = sides.filter((side) => !isSame(side.mine, side.theirs));
  if (differing.length === 0 || sides.every((side) => isSame(side.mine, side.base))) return;
  if (sides.every((side) => isSame(side.theirs, side.base))) {
    for (const side of differing) merge.changes[side.field] = side.mine;
  } else merge.conflicts.push(...differing);
}

/** The editable fields of a row that differ from an earlier state. Pure. */
export function changedSince(fields: readonly string[], base: Values, now: Values): AskedField[] {
  return fields
    .filter((field) => Object.hasOwn(base, field) && !isSame(base[field], now[field]))
    .map((field) => ({ field, base: base[field], mine: base[field], theirs: now[field] }));
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}
