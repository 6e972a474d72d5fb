import { useBlocker } from '@tanstack/react-router';
import { LeaveConfirmation } from '#ui/leave-confirmation.tsx';
import { discardUnsavedChanges, hasUnsavedChanges } from '#ui/unsaved-changes.ts';

interface Step {
  from: string;
  to: string;
  action: string;
}

function placeOf(pathname: string): string {
  return pathname.replace(/\/+$/, '');
}

/**
 * Whether a step leaves what stands on the screen: another screen, or a step back,
 * which on a phone closes a sheet. A screen that changes its own filters or closes
 * its own sheet has asked by itself where that was needed.
 */
export function leavesScreen({ from, to, action }: Step): boolean {
  return placeOf(from) !== placeOf(to) || action === 'BACK' || action === 'GO';
}

/** Asks before unsaved changes are left behind; closing the window asks in the browser's own way. */
export function LeaveQuestion() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      hasUnsavedChanges() && leavesScreen({ from: current.pathname, to: next.pathname, action }),
    enableBeforeUnload: hasUnsavedChanges,
    withResolver: true,
  });
  return (
    <LeaveConfirmation
      open={status === 'blocked'}
      onStay={() => reset?.()}
      onLeave={() => {
        discardUnsavedChanges();
        proceed?.();
      }}
    />
  );
}
