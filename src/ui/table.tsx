import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

/** A table with a sticky header. Figures are tabular. */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  return (
    <table
      data-slot="table"
      className={cn('w-full border-separate border-spacing-0 text-left text-sm tabular-nums', className)}
      {...props}
    />
  );
}

export function TableHeader(props: ComponentProps<'thead'>) {
  return <thead data-slot="table-header" {...props} />;
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody data-slot="table-body" {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return <tr data-slot="table-row" className={cn('group/row', className)} {...props} />;
}

interface AlignProps {
  /** Numbers are right-aligned. */
  align?: 'start' | 'end';
}

export function TableHead({
  className,
  align = 'start',
  ...props
}: Omit<ComponentProps<'th'>, 'align'> & AlignProps) {
  return (
    <th
      data-slot="table-head"
      scope="col"
      className={cn(
        'sticky top-0 z-10 h-11 border-border border-b bg-card px-3 font-medium text-muted-foreground text-xs whitespace-nowrap',
        align === 'end' && 'text-right',
        className,
      )}
      {...props}
    />
  );
}

export function TableCell({
  className,
  align = 'start',
  ...props
}: Omit<ComponentProps<'td'>, 'align'> & AlignProps) {
  return (
    <td
      data-slot="table-cell"
      className={cn(
        'h-11 border-border border-b px-3 group-last/row:border-b-0',
        align === 'end' && 'text-right',
        className,
      )}
      {...props}
    />
  );
}
