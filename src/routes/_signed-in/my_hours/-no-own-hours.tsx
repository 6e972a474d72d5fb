import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';

/** Shown instead of your own hours to staff who deliver no services. */
export function NoOwnHours({ title }: { title: string }) {
  return (
    <div className="grid gap-5">
      <PageHeader title={title} />
      <EmptyState
        icon={CalendarClock}
        title="You have no hours of your own"
        action={
          <Button asChild variant="outline">
            <Link to="/reports/timesheet/$providerId" params={{ providerId: 'all' }}>
              Open timesheets
            </Link>
          </Button>
        }
      >
        My Hours is for people who deliver services.
      </EmptyState>
    </div>
  );
}
