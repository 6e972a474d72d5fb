import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

const badgeVariants = cva(
  'inline-flex w-fit max-w-full align-middle shrink-0 items-center gap-1 rounded-full border px-2 py-0.5 font-medium text-xs leading-4 whitespace-nowrap tabular-nums [&_svg]:size-3 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        default: 'border-transparent bg-primary-soft text-primary',
        neutral: 'border-transparent bg-accent text-foreground',
        outline: 'border-border text-muted-foreground',
        success: 'border-transparent bg-success-soft text-success',
        warning: 'border-transparent bg-warning-soft text-warning',
        destructive: 'border-transparent bg-destructive-soft text-destructive',
        active: 'border-fixed-green bg-(--active-fill) text-fixed-foreground',
        deactivated: 'border-fixed-red bg-(--deactivated-fill) text-fixed-foreground',
      },
    },
    defaultVariants: { variant: 'default' },
  },
);

export function Badge({
  className,
  variant,
  ...props
}: ComponentProps<'span'> & VariantProps<typeof badgeVariants>) {
  return <span data-slot="badge" className={cn(badgeVariants({ variant }), className)} {...props} />;
}
