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

interface SheetStatusBadgeProps {
  status: Status;
  /** The server has not confirmed it: what is only on this device is not submitted. */
  isUnsent?: boolean;
}

export function SheetStatusBadge({ status, isUnsent = false }: SheetStatusBadgeProps) {
  if (isUnsent && status === 'submitted') return <Badge variant="outline">Not submitted yet</Badge>;
  return <Badge variant={LOOKS[status]}>{STATUS_LABELS[status]}</Badge>;
}
