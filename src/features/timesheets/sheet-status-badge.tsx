import type { ComponentProps } from 'react';
import { type Arrival, isWhole, statusWords } from '#domain/timesheets/status-rules.ts';
import type { STATUS_LABELS } from '#domain/timesheets/timesheet.ts';
import { Badge } from '#ui/badge.tsx';

type Status = keyof typeof STATUS_LABELS;

const LOOKS: Record<Status, ComponentProps<typeof Badge>['variant']> = {
  'not-submitted': 'outline',
  submitted: 'default',
  approved: 'success',
  rejected: 'destructive',
  withdrawn: 'neutral',
  reopened: 'warning',
  locked: 'neutral',
};

interface SheetStatusBadgeProps {
  status: Status;
  /** How much of the submission has arrived; null if there is none. */
  arrival: Arrival | null;
}

export function SheetStatusBadge({ status, arrival }: SheetStatusBadgeProps) {
  const isPartly = status === 'submitted' && arrival !== null && !isWhole(arrival);
  return (
    <Badge variant={isPartly ? 'outline' : LOOKS[status]} className="whitespace-nowrap">
      {statusWords(status, arrival)}
    </Badge>
  );
}
