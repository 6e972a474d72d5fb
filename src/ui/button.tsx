import { cva, type VariantProps } from 'class-variance-authority';
import { Check } from 'lucide-react';
import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent } from 'react';
import { cn } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** What is pressed has no place on paper; a link in a sentence does. */
const buttonVariants = cva(
  [
    'inline-flex shrink-0 select-none items-center justify-center gap-2 rounded-md border',
    'font-medium whitespace-nowrap transition-colors',
    'disabled:pointer-events-none disabled:opacity-50',
    'touch:min-h-11 touch:min-w-11',
    '[&_svg]:pointer-events-none [&_svg]:shrink-0 [&_svg:not([class*=size-])]:size-4',
  ],
  {
    variants: {
      variant: {
        default:
          'print:hidden border-transparent bg-primary text-primary-foreground not-disabled:hover:bg-primary-hover',
        secondary:
          'print:hidden border-transparent bg-secondary text-secondary-foreground not-disabled:hover:bg-accent/70',
        outline: 'print:hidden border-border bg-card text-foreground not-disabled:hover:bg-accent',
        ghost: 'print:hidden border-transparent text-foreground not-disabled:hover:bg-accent',
        destructive:
          'print:hidden border-transparent bg-destructive text-destructive-foreground not-disabled:hover:bg-destructive-hover',
        link: 'border-transparent text-primary underline-offset-4 hover:underline',
      },
      size: {
        default: 'h-9 px-3.5 text-sm leading-5',
        sm: 'h-8 px-2.5 text-sm leading-5',
        lg: 'h-11 px-5 text-base',
        icon: 'size-9 text-sm leading-5',
      },
    },
    defaultVariants: { variant: 'default', size: 'default' },
  },
);

type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonVariants> & {
    /** Passes the style to its only child, for example a link. `progress` has no effect then. */
    asChild?: boolean;
    /** `loading` shows a spinner and ignores presses; `done` shows a green check mark. */
    progress?: 'idle' | 'loading' | 'done';
  };

/** While loading it keeps the focus, which a `disabled` button would lose. */
export function Button({
  className,
  variant,
  size,
  asChild = false,
  progress = 'idle',
  type = 'button',
  children,
  onClick,
  ...props
}: ButtonProps) {
  const look = cn(buttonVariants({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root data-slot="button" className={look} {...(onClick ? { onClick } : {})} {...props}>
        {children}
      </Slot.Root>
    );
  }

  const loading = progress === 'loading';
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Also prevents the submission that Enter in a field triggers through this button.
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      data-slot="button"
      data-progress={progress}
      type={type}
      className={cn(look, loading && 'cursor-progress')}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={press}
      {...props}
    >
      {loading && <Spinner />}
      {progress === 'done' && <GreenTick />}
      {children}
    </button>
  );
}

function GreenTick() {
  return (
    <span
      aria-hidden="true"
      className="-my-0.5 grid size-5 animate-pop-in place-items-center rounded-full bg-fixed-green text-fixed-foreground ring-1 ring-fixed-foreground"
    >
      <Check className="size-3.5" strokeWidth={3} />
    </span>
  );
}
