import { type Address, addressOf } from '#screens/address.ts';

// In its own file: the URL is parsed before the screen is loaded.
/** The lists of the screen, as the address names them; the first is not named. */
export const LISTS = ['goals', 'plans', 'dx', 'cpt'] as const;
export type ListName = (typeof LISTS)[number];

const [, ...NAMED] = LISTS;
const SHAPES = { list: NAMED, search: 'words', service: 'words', archived: 'flag' } as const;

export type BankSearch = Address<typeof SHAPES>;
export const bankSearch = addressOf(SHAPES);
