import type { StudentFilter } from './student-rows.ts';

/** What stands in the address: the filters, and how the rows are sorted. */
export interface StudentSearch extends StudentFilter {
  sort?: string;
}

/** The sections of a student's page, as the address names them. */
const STUDENT_TABS = ['overview', 'sessions', 'soap', 'goals', 'services', 'notes', 'attachments'] as const;
export type StudentTab = (typeof STUDENT_TABS)[number];

/** The first section is not named. */
export function tabSearch({ tab }: Record<string, unknown>): { tab?: StudentTab } {
  const known = STUDENT_TABS.find((one) => one === tab && one !== 'overview');
  return known === undefined ? {} : { tab: known };
}

/** Only what is set stays in the address. */
export function studentSearch(search: Record<string, unknown>): StudentSearch {
  const texts = ['search', 'service', 'school', 'sort'].flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return { ...Object.fromEntries(texts), ...(search.due === true ? { due: true as const } : {}) };
}
