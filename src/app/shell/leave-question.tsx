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
 * Whether a navigation leaves what is on the screen: another screen, or a step back, which closes a sheet on
 * a phone. A screen that changes its own filters or closes its own sheet asks itself if necessary.
 */
export function leavesScreen({ from, to, action }: Step): boolean {
  return placeOf(from) !== placeOf(to) || action === 'BACK' || action === 'GO';
}

/** Asks before unsaved changes are lost; closing the window shows the browser's own dialog. */
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
