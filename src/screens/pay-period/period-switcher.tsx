import { ChevronLeft, ChevronRight } from 'lucide-react';
import { displayDay } from '#domain/time/pacific.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import type { Period, PeriodChoice } from './period-choice.ts';

/** "11/01/2026 – 11/15/2026" */
export function periodWords({ start_date, end_date }: Pick<Period, 'start_date' | 'end_date'>): string {
  return `${displayDay(start_date)} – ${displayDay(end_date)}`;
}

interface PeriodSwitcherProps {
  choice: PeriodChoice;
  onPeriod: (start: string) => void;
}

/** Moves from one pay period to the next, or to any by name. */
export function PeriodSwitcher({ choice: { periods, period }, onPeriod }: PeriodSwitcherProps) {
  const at = period === null ? -1 : periods.indexOf(period);
  const [newer, older] = [periods[at - 1], periods[at + 1]];
  const step = (to: Period | undefined) => () => to !== undefined && onPeriod(to.start_date);
  return (
    <div className="flex items-center gap-1 max-[22rem]:flex-wrap max-[22rem]:justify-between print:hidden">
      <Button
        size="icon"
        variant="ghost"
        aria-label="Previous period"
        disabled={older === undefined}
        onClick={step(older)}
      >
        <ChevronLeft aria-hidden="true" />
      </Button>
      <Select
        aria-label="Pay period"
        className="w-auto min-w-0 max-[22rem]:order-first max-[22rem]:basis-full tabular-nums"
        value={period?.start_date ?? ''}
        onChange={({ target }) => onPeriod(target.value)}
      >
        {periods.map((one) => (
          <option key={one.id} value={one.start_date}>
            {periodWords(one)}
          </option>
        ))}
      </Select>
      <Button
        size="icon"
        variant="ghost"
        aria-label="Next period"
        disabled={newer === undefined}
        onClick={step(newer)}
      >
        <ChevronRight aria-hidden="true" />
      </Button>
    </div>
  );
}
