import { CircleCheck, Utensils } from 'lucide-react';
import { cn } from '#ui/class-names.ts';
import { RecordState } from '#ui/record-state.tsx';
import type { Entry } from '../calendar-entries.ts';

/** A logged entry has a check mark, a lunch break its own icon, a planned one none. */
export function EntryIcon({ kind, className }: { kind: Entry['kind']; className: string }) {
  if (kind === 'event') return null;
  return kind === 'session' ? (
    <CircleCheck aria-hidden="true" className={cn('shrink-0 text-primary', className)} />
  ) : (
    <Utensils aria-hidden="true" className={cn('shrink-0', className)} />
  );
}

/** Marks entries that haven't synced; synced ones have no mark. */
export function EntryState({ state }: { state: Entry['state'] }) {
  return state === 'sent' ? null : (
    <RecordState state={state} iconOnly className="ml-auto shrink-0 [&_svg]:size-3.5" />
  );
}
