import type { ReactNode } from 'react';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import type { WhyLink } from '#screens/report/why.tsx';
import { Button } from '#ui/button.tsx';
import { hoursByDay } from './hours-by-day.tsx';
import { PeriodSheet, type PeriodSheetProps } from './period-sheet.tsx';

type HoursSheetProps = PeriodSheetProps & {
  /** Opens the timesheet of the same period. */
  onTimesheet: (start: string) => void;
  linkToSession: (id: string, content: ReactNode, className: string) => ReactNode;
};

/** My Hours on a phone: a pay period's totals and days. */
export function HoursSheet({ onTimesheet, linkToSession, ...sheet }: HoursSheetProps) {
  return (
    <PeriodSheet title="My Hours" {...sheet}>
      {({ id, start_date: period }, _choice, openDay) => {
        const whyLink: WhyLink = (to, content, className) =>
          to.kind === 'session' ? (
            linkToSession(to.id, content, className)
          ) : (
            <button type="button" className={className} onClick={() => openDay(to.id)}>
              {content}
            </button>
          );
        return (
          <ReportScreen
            key={id}
            report={hoursByDay}
            search={{ period }}
            onSearch={(change) => sheet.onPeriod(change({ period }).period ?? period)}
            onOpen={openDay}
            whyLink={whyLink}
            isInSheet
            actions={
              <Button size="lg" variant="outline" onClick={() => onTimesheet(period)}>
                Open timesheet
              </Button>
            }
          />
        );
      }}
    </PeriodSheet>
  );
}
