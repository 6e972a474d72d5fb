import type { ComponentProps } from 'react';
import { STATUS_LABELS } from '#domain/timesheets/timesheet.ts';
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

export function SheetStatusBadge({ status }: { status: Status }) {
  return <Badge variant={LOOKS[status]}>{STATUS_LABELS[status]}</Badge>;
}
