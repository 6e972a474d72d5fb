import type { EndpointName } from '#contract/index.ts';

/**
 * The people of the matrix. `bella` is an admin with the grants `billing.view` and `payroll.view`; `lead` leads
 * speech, `lena` too, with both grants. `sven` supervises Otto and has both grants. `stray` has an unknown role.
 */
export const MATRIX_PEOPLE = [
  ...['superadmin', 'admin', 'bella', 'paula', 'otto', 'lead', 'lena', 'sven', 'stray'],
] as const;

export const OFFICE = 'superadmin admin bella';
export const LEADS = 'lead lena';
export const STAFF = `${OFFICE} ${LEADS}`;
export const EVERYONE = `${STAFF} paula otto sven`;
export const GRANTED = 'superadmin bella lena sven';
/** People who see colleagues besides themselves. */
export const REACHING_OTHERS = `${STAFF} sven`;
/** People who write notes: everyone but the office. */
export const WRITERS = 'paula otto lead lena sven';

/**
 * What the specification's permission table (6, and the capabilities of each role) says about calls that name a
 * record. Written by hand; nothing in it comes from the policy's code.
 */
export interface Area {
  calls: EndpointName[];
  /** Which records of the matrix's world the calls are about. */
  kind: string;
  /** Everyone else is told that they may not do this, whatever the id. */
  may: string;
  /**
   * For each record, who reaches it. A minus marks a person who is told that they may not do it, because they may
   * see the record. To all others it doesn't exist.
   */
  who: Record<string, string>;
  /** The call answers everyone who may use it the same way, whatever the id. */
  anyId?: true;
  /** Answers with nothing, instead of that it doesn't exist. */
  isBlank?: true;
}

export const STUDENTS = {
  anna: `${OFFICE} ${LEADS} paula`,
  ben: `${OFFICE} otto sven`,
  dora: OFFICE,
};
/** Clients of the person's students or services, none for supervisors; archived ones only for the office. */
export const CLIENTS = { district: `${OFFICE} ${LEADS} paula`, family: `${OFFICE} otto`, gone: OFFICE };
export const OPENED_CLIENTS = { district: STAFF, family: OFFICE, gone: OFFICE };
export const MONEY_CLIENTS = {
  district: 'superadmin bella lena',
  family: 'superadmin bella',
  gone: 'superadmin bella',
};
export const DAYS = { paula: `${OFFICE} ${LEADS} paula`, otto: `${OFFICE} otto sven` };
export const OWN_DAYS = {
  paula: `${OFFICE} paula -lead -lena`,
  otto: `${OFFICE} otto -sven`,
};
export const LISTED = (who: string) => ({ live: who, archived: who });
