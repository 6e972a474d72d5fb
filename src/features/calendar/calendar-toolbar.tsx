import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { DayButton } from '#ui/day-button.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import type { CalendarRange } from './calendar-range.ts';

interface CalendarToolbarProps<View extends string> {
  range: CalendarRange;
  day: string;
  today: string;
  onDay: (day: string) => void;
  view: View;
  views: readonly { value: View; label: string }[];
  onView: (view: View) => void;
  children?: ReactNode;
}

/** Navigation between days, and the choice of view. */
export function CalendarToolbar<View extends string>(props: CalendarToolbarProps<View>) {
  const { range, day, today, onDay, view, views, onView, children } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="flex items-center gap-1 print:hidden">
        <Button size="icon" variant="ghost" aria-label="Previous" onClick={() => onDay(range.previous)}>
          <ChevronLeft aria-hidden="true" />
        </Button>
        <Button variant="outline" aria-keyshortcuts="t" onClick={() => onDay(today)}>
          Today
        </Button>
        <Button size="icon" variant="ghost" aria-label="Next" onClick={() => onDay(range.next)}>
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
      <h2 aria-live="polite" className="font-semibold text-base tabular-nums">
        {range.title}
      </h2>
      <DayButton label="Go to day" value={day} onValueChange={onDay} />
      {children}
      <SegmentedControl
        aria-label="View"
        className="lg:ml-auto"
        segments={views}
        value={view}
        onValueChange={onView}
      />
    </div>
  );
}
