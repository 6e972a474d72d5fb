import { CircleCheck, Utensils } from 'lucide-react';
import { cn } from '#ui/class-names.ts';
import { RecordState } from '#ui/record-state.tsx';
import type { Entry } from '../calendar-entries.ts';

/** What was logged has a tick, a lunch break its own sign; a plan has none. */
export function EntryIcon({ kind, className }: { kind: Entry['kind']; className: string }) {
  if (kind === 'event') return null;
  return kind === 'session' ? (
    <CircleCheck aria-hidden="true" className={cn('shrink-0 text-primary', className)} />
  ) : (
    <Utensils aria-hidden="true" className={cn('shrink-0', className)} />
  );
}

/** What has not arrived at the office says so; what has says nothing. */
export function EntryState({ state }: { state: Entry['state'] }) {
  return state === 'sent' ? null : (
    <RecordState state={state} iconOnly className="ml-auto shrink-0 [&_svg]:size-3.5" />
  );
}
