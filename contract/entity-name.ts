import { type DeclaredName, declared } from '#entities/declared.ts';

export type EntityName = DeclaredName;

/** The entities whose rows are stored on devices. */
export const ENTITY_NAMES = Object.keys(declared) as [EntityName, ...EntityName[]];
