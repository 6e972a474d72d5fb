import { type Address, addressOf } from '#screens/address.ts';
import { reportAddress } from '#screens/report/address.ts';

// In its own file: the URL is parsed before the list is loaded.
export const STUDENT_FILTERS = {
  search: 'words',
  service: 'words',
  school: 'words',
  iep: 'flag',
  minutes: 'flag',
} as const;
/** The user's own students can be filtered by due notes. */
export const OWN_STUDENT_FILTERS = { ...STUDENT_FILTERS, due: 'flag' } as const;

export const studentSearch = reportAddress(STUDENT_FILTERS);
export const ownStudentSearch = reportAddress(OWN_STUDENT_FILTERS);

/** The tabs of a student's page, as named in the URL; the first is the default. */
const STUDENT_TABS = [
  'overview',
  'sessions',
  'soap',
  'goals',
  'services',
  'notes',
  'attachments',
  'timeline',
  'history',
] as const;
export type StudentTab = (typeof STUDENT_TABS)[number];

const [, ...NAMED_TABS] = STUDENT_TABS;
/** The tab, and what its timeline is narrowed to. */
const FILE_SHAPES = { tab: NAMED_TABS, kind: 'words', from: 'day', to: 'day' } as const;
export type StudentSearch = Address<typeof FILE_SHAPES>;
export const tabSearch = addressOf(FILE_SHAPES);

export const mergeSearch = addressOf({ stays: 'id', merged: 'id' });
