import { CalendarClock } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useLoading } from '#screens/device/first-pull.ts';
import { useFormDay } from '#screens/device/today.ts';
import { type Period, type PeriodChoice, usePeriodChoice } from '#screens/pay-period/period-choice.ts';
import { PeriodSwitcher, periodWords } from '#screens/pay-period/period-switcher.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingRecords } from '#ui/loading-records.tsx';
import { Sheet, SheetBody, SheetContent, SheetHeader, SheetTitle } from '#ui/sheet.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** The props of all sheets about a pay period. */
export interface PeriodSheetProps {
  /** First day of the period in the URL. */
  start: string | undefined;
  onPeriod: (start: string) => void;
  /** Opens a day; the sheet closes. */
  onDay: (day: string) => void;
  onClose: () => void;
}

interface FrameProps extends PeriodSheetProps {
  title: string;
  children: (period: Period, choice: PeriodChoice, openDay: (day: string) => void) => ReactNode;
}

/** A sheet about one pay period. */
export function PeriodSheet({ title, start, onPeriod, onDay, onClose, children }: FrameProps) {
  const { openedOn } = useFormDay();
  const choice = usePeriodChoice(start, { openedOn });
  const period = choice?.period;
  const loading = useLoading();
  const hasLeft = useRef(false);
  const openDay = (day: string) => {
    hasLeft.current = true;
    onDay(day);
  };
  // The button that opened the sheet is below the day that was tapped.
  const showTop = (event: Event) => {
    if (!hasLeft.current) return;
    event.preventDefault();
    document.getElementById('main')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  };
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent
        aria-describedby={undefined}
        className="max-sm:h-[92dvh] sm:max-w-lg"
        onCloseAutoFocus={showTop}
      >
        <SheetHeader>
          <SheetTitle>{title}</SheetTitle>
          {period != null && (
            <p className="text-muted-foreground text-sm tabular-nums">{periodWords(period)}, Pacific</p>
          )}
        </SheetHeader>
        <SheetBody className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {period === null && (
            <EmptyState icon={CalendarClock} title="No pay periods yet">
              Pay periods appear here after your office sets them.
            </EmptyState>
          )}
          {choice !== undefined && period != null && (
            <>
              <PeriodSwitcher choice={choice} onPeriod={onPeriod} />
              {loading === null ? (
                children(period, choice, openDay)
              ) : (
                <LoadingRecords words={loading.words} percent={loading.percent} />
              )}
            </>
          )}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

/** A placeholder while days load. */
export function DaysSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-20" />
      <Skeleton className="h-64" />
    </div>
  );
}
