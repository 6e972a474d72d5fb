import { dayWithWeekday, weekdayName } from '#domain/time/week.ts';
import { cn } from '#ui/class-names.ts';

interface DayHeadProps {
  day: string;
  today: string;
  onOpen: (() => void) | undefined;
}

/** The header of a day's column; in a week it opens the day. */
export function DayHead({ day, today, onOpen }: DayHeadProps) {
  const isToday = day === today;
  const words = (
    <>
      <span className={cn('text-xs', isToday ? 'text-primary' : 'text-muted-foreground')}>
        {weekdayName(day)}
      </span>
      <span
        className={cn(
          'grid h-6 min-w-6 place-items-center rounded-full px-1 font-semibold text-sm tabular-nums',
          isToday && 'bg-primary text-primary-foreground',
        )}
      >
        {Number(day.slice(8))}
      </span>
    </>
  );
  const look = 'flex h-11 w-full items-center justify-center gap-1.5';
  if (onOpen === undefined) return <div className={look}>{words}</div>;
  return (
    <button
      type="button"
      aria-label={`${dayWithWeekday(day)}${isToday ? ', today' : ''}`}
      onClick={onOpen}
      className={`${look} outline-offset-[-2px]! hover:bg-accent`}
    >
      {words}
    </button>
  );
}
