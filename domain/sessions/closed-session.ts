import type { SessionState } from './session.ts';

/** Whether a session in this state may still be changed or deleted; what is signed off takes additions at most. */
export function takesChanges(state: SessionState): boolean {
  return state === 'draft' || state === 'logged';
}
