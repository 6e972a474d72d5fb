import type { EntityName } from '#contract/entity-name.ts';
import { isolated } from '#domain/text/isolated.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { fieldGroupLabel, fieldGroupWords } from '#entities/words/words.ts';
import type { ShownFieldGroup, SideNames } from '#screens/conflict/conflict-choice.tsx';
import type { OpenConflict } from '#sync/merge/conflict.ts';
import { classOf, fieldGroupsOf } from '#sync/merge/merge-fields.ts';

type Values = Record<string, unknown>;

/** Who made the other change, possibly the same person on another device. */
interface Attribution {
  /** The title of the dialog. */
  title: string;
  /** "Changed by Dana Ruiz, 03/10/2026 10:42 AM"; null if the server didn't say. */
  who: string | null;
}

/**
 * How the other side of a conflict is described. Pure.
 *
 * @param self the author of the local change
 */
export function attributionOf({ write, conflict }: OpenConflict, self: string): Attribution {
  const { kind, changed } = conflict;
  const isOwn = changed?.by === self;
  const verb = kind === 'deleted-there' ? 'Deleted' : 'Changed';
  const name = isOwn ? 'you on another device' : isolated(changed?.by_name ?? '');
  return {
    title:
      conflict.is_local === true && kind !== 'closed-there'
        ? 'This changed while you were editing'
        : titleOf(kind, write.entity, isOwn),
    who: changed === undefined ? null : `${verb} by ${name}, ${pacificDisplay(changed.at)}`,
  };
}

/**
 * The names of the two sides of a conflict: people's, or those of one person's two devices. Pure.
 *
 * @param self the author of the local change
 */
export function sideNames({ conflict }: OpenConflict, self: string): SideNames {
  const isOwn = conflict.changed?.by === self && conflict.is_local !== true;
  return isOwn
    ? { about: 'You changed the same thing on both devices.', mine: 'This device', theirs: 'Other device' }
    : { about: 'You both changed the same thing.', mine: 'Yours', theirs: 'Theirs' };
}

function titleOf(kind: OpenConflict['conflict']['kind'], entity: EntityName, isOwn: boolean): string {
  switch (kind) {
    case 'fields':
      return isOwn ? 'You changed this on another device too' : 'Someone else changed this too';
    case 'deleted-there':
      return isOwn ? 'You deleted this on another device' : 'Someone else deleted this';
    case 'changed-there':
      return isOwn
        ? 'You deleted this, but changed it on another device'
        : 'You deleted this, but someone else changed it';
    case 'closed-there':
      return `This ${entity === 'soap_note' ? 'note was signed' : 'session was signed off'} while you were editing`;
  }
}

/** The field groups to decide on, each once. Pure. */
export function shownFieldGroups({ write, conflict }: OpenConflict, names: KnownNames): ShownFieldGroup[] {
  const { entity, content } = write;
  const mine = { ...content.base_values, ...(content.body as Values | null) };
  const theirs = { ...mine };
  for (const { field, theirs: value } of conflict.fields) theirs[field] = value;
  return fieldGroupsOf(
    entity,
    conflict.fields.map(({ field }) => field),
  ).map((group) => {
    const sides = conflict.fields.find(({ field }) => field === group.name);
    const isText = classOf(entity, group.name) === 'text';
    const wordsOf = (values: Values) => fieldGroupWords(entity, group.name, values, names);
    return {
      name: group.name,
      label: fieldGroupLabel(entity, group.name),
      base: wordsOf(content.base_values),
      mine: wordsOf(mine),
      theirs: wordsOf(theirs),
      suggestion: isText ? (sides?.suggestion ?? bothTexts(sides?.mine, sides?.theirs)) : null,
      isText,
    };
  });
}

function bothTexts(mine: unknown, theirs: unknown): string {
  return [mine, theirs].filter((text) => typeof text === 'string' && text !== '').join('\n\n');
}
