import type { UserFile } from '#contract/users.ts';
import { EMPLOYMENT_LABELS } from '#domain/access/employment.ts';
import { GRANT_LABELS, roleLabel } from '#domain/access/roles.ts';
import { counted } from '#domain/text/counted.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { fieldWords } from '#entities/words/words.ts';
import type { UserState } from './user-search.ts';

export const STATE_LABELS: Record<UserState, string> = {
  active: 'Active',
  locked: 'Locked',
  invited: 'Invited',
};

/** What the office wants to know first: locked, or invited and never logged in. */
export function stateOf({ is_active, is_invited }: Pick<UserFile, 'is_active' | 'is_invited'>): UserState {
  if (!is_active) return 'locked';
  return is_invited ? 'invited' : 'active';
}

/** Filtering by a state: an invited person may log in, so is active too. */
export function isShownAs(user: UserFile, state: UserState): boolean {
  return state === 'active' ? user.is_active : stateOf(user) === state;
}

export function grantWords({ grants }: Pick<UserFile, 'grants'>): string {
  return grants.length === 0 ? '' : fieldWords('user', 'grants', grants, {});
}

export function employmentWords({ emp }: Pick<UserFile, 'emp'>): string {
  return fieldWords('user', 'emp', emp, {});
}

export const roleWords = ({ role }: Pick<UserFile, 'role'>) => roleLabel(role);

export const secondFactorWords = ({ has_second_factor }: Pick<UserFile, 'has_second_factor'>) =>
  has_second_factor ? 'On' : 'Off';

export const namedGrants = Object.entries(GRANT_LABELS).map(([id, name]) => ({ id, name }));
export const namedEmploymentTypes = Object.entries(EMPLOYMENT_LABELS).map(([id, name]) => ({ id, name }));

export function lastLoginWords({ last_login_at: at }: Pick<UserFile, 'last_login_at'>): string {
  return at === null ? 'Never' : pacificDisplay(at);
}

/** What their devices last reported. */
export function unsyncedWords({ unsynced }: Pick<UserFile, 'unsynced'>): string {
  if (unsynced === 0) return 'Their devices last reported no unsynced changes.';
  return `Their devices last reported ${counted(unsynced, 'unsynced change')}.`;
}
