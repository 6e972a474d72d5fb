import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { displayDay } from '#domain/time/pacific.ts';

/** Something to do, with the list that shows it. */
export interface ToDo {
  id: string;
  count: number;
  /** Singular and plural: "timesheet to approve", "timesheets to approve". */
  words: readonly [string, string];
  /** The days that it is about; absent if the words say enough. */
  days?: { from: string; to: string };
  /** How many rows its list has, if it counts something else: "11 students". */
  rows?: string;
  link: LinkProps;
}

/** "11/01 – 11/15" */
function daysWords({ from, to }: { from: string; to: string }): string {
  const short = (day: string) => displayDay(day).slice(0, 5);
  return from === to ? short(from) : `${short(from)} – ${short(to)}`;
}

/** To-dos as numbers that open their lists. Zeros are left out. */
export function ToDoList({ items }: { items: readonly ToDo[] }) {
  const open = items.filter(({ count }) => count > 0);
  if (open.length === 0) {
    return (
      <p className="flex items-center gap-2.5 px-4 py-5 text-sm sm:px-5">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
        You're all caught up.
      </p>
    );
  }
  return (
    <ul aria-label="To do" className="divide-y divide-border border-border border-t">
      {open.map(({ id, count, words: [one, several], days, rows, link }) => (
        <li key={id} className="last:*:rounded-b-lg">
          <Link
            {...link}
            className="flex min-h-12 items-center gap-3 px-4 py-2 transition-colors hover:bg-accent sm:px-5"
          >
            <span className="min-w-10 text-right font-semibold text-xl tabular-nums">
              {count.toLocaleString('en-US')}
            </span>{' '}
            <span className="min-w-0 flex-1 text-sm">{count === 1 ? one : several}</span>{' '}
            {(days !== undefined || rows !== undefined) && (
              <span className="whitespace-nowrap text-muted-foreground text-xs tabular-nums">
                {rows ?? (days && daysWords(days))}
              </span>
            )}
            <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
