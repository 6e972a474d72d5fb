import type { z } from 'zod';
import { type DeclaredName, declared, type Reaching } from '#entities/declared.ts';

/** Every entity, on devices or not. */
export type RecordName = DeclaredName;
/** What the office keeps on the server only. */
export type OfficeName = Reaching<'office'>;
/** The office's lists: entries with a name, which can be archived. Some of them are on devices too. */
export type OfficeListName = {
  [Name in OfficeName | Reaching<'everybody'>]: z.output<(typeof declared)[Name]['Row']> extends {
    name: string;
    archived: boolean;
  }
    ? Name
    : never;
}[OfficeName | Reaching<'everybody'>];
/** The entities whose rows are stored on devices. */
export type EntityName = Exclude<RecordName, OfficeName>;

export const RECORD_NAMES = Object.keys(declared) as RecordName[];
export const ENTITY_NAMES = RECORD_NAMES.filter(isSynced) as [EntityName, ...EntityName[]];

export function isSynced(name: RecordName): name is EntityName {
  return declared[name].reach !== 'office';
}

export function isRecordName(name: string): name is RecordName {
  return Object.hasOwn(declared, name);
}
