import { CircleCheck, Utensils } from 'lucide-react';
import { cn } from '#ui/class-names.ts';
import type { Entry } from './calendar-entries.ts';

/** What was logged has a tick, a lunch break its own sign; a plan has none. */
export function EntryIcon({ kind, className }: { kind: Entry['kind']; className: string }) {
  if (kind === 'event') return null;
  return kind === 'session' ? (
    <CircleCheck aria-hidden="true" className={cn('shrink-0 text-primary', className)} />
  ) : (
    <Utensils aria-hidden="true" className={cn('shrink-0', className)} />
  );
}
