import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  /** Says what to do next. */
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}

export function EmptyState({ icon: Icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div
      data-slot="empty-state"
      className={cn('flex flex-col items-center gap-1 px-6 py-12 text-center', className)}
    >
      {Icon !== undefined && (
        <span className="mb-3 grid size-11 place-items-center rounded-lg border border-border bg-muted text-muted-foreground">
          <Icon aria-hidden="true" className="size-5" />
        </span>
      )}
      <p className="font-medium text-base">{title}</p>
      {children !== undefined && (
        <p className="max-w-prose text-balance text-muted-foreground text-sm">{children}</p>
      )}
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}
