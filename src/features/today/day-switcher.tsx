import { ChevronLeft, ChevronRight } from 'lucide-react';
import { dayPlus } from '#domain/time/pacific.ts';
import { Button } from '#ui/button.tsx';

const words = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: '2-digit',
  day: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "Sat, 11/21/2026" */
function dayWords(day: string): string {
  return words.format(new Date(`${day}T00:00:00Z`));
}

interface DaySwitcherProps {
  day: string;
  today: string;
  onDay: (day: string) => void;
}

export function DaySwitcher({ day, today, onDay }: DaySwitcherProps) {
  return (
    <div className="flex items-center gap-1">
      <Button size="icon" variant="ghost" aria-label="Previous day" onClick={() => onDay(dayPlus(day, -1))}>
        <ChevronLeft aria-hidden="true" />
      </Button>
      <p
        aria-live="polite"
        className="min-w-0 text-center min-[360px]:min-w-32 font-medium text-sm tabular-nums"
      >
        {day === today && <span className="text-primary">Today </span>}
        {dayWords(day)}
      </p>
      <Button size="icon" variant="ghost" aria-label="Next day" onClick={() => onDay(dayPlus(day, 1))}>
        <ChevronRight aria-hidden="true" />
      </Button>
      {day !== today && (
        <Button size="sm" variant="outline" className="ml-1" onClick={() => onDay(today)}>
          Today
        </Button>
      )}
    </div>
  );
}
