import { durationText } from '#domain/time/duration.ts';
import { cn } from '#ui/class-names.ts';

/** Whole minutes as "45 min", "1 h", or "1 h 30 min", in one line. */
export function DurationDisplay({ minutes, className }: { minutes: number; className?: string }) {
  return (
    <time dateTime={`PT${Math.abs(minutes)}M`} className={cn('whitespace-nowrap tabular-nums', className)}>
      {durationText(minutes)}
    </time>
  );
}
