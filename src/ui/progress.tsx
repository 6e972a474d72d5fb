import { Progress as ProgressPrimitive } from 'radix-ui';
import { useId } from 'react';
import { cn } from './class-names.ts';

interface ProgressProps {
  /** What is in progress. It names the bar. */
  label: string;
  /** Progress from 0 to `max`; null while the total is unknown. */
  value: number | null;
  max?: number;
  /** The figures next to the label, such as "1,200 of 4,000". */
  detail?: string;
  className?: string;
}

export function Progress({ label, value, max = 100, detail, className }: ProgressProps) {
  const labelId = useId();
  const share = value === null ? null : Math.min(1, Math.max(0, max > 0 ? value / max : 0));
  return (
    <div data-slot="progress" className={cn('grid gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <span id={labelId}>{label}</span>
        {detail !== undefined && <span className="text-muted-foreground tabular-nums">{detail}</span>}
      </div>
      <ProgressPrimitive.Root
        aria-labelledby={labelId}
        value={share === null ? null : Math.round(share * 100)}
        max={100}
        getValueLabel={(percent) => detail ?? `${percent}%`}
        className="h-1.5 overflow-hidden rounded-full bg-accent forced-colors:border forced-colors:border-[CanvasText]"
      >
        <ProgressPrimitive.Indicator
          className={cn(
            'h-full rounded-full bg-primary forced-colors:bg-[Highlight]',
            share === null ? 'w-1/3 animate-sweep' : 'transition-[width]',
          )}
          style={share === null ? undefined : { width: `${share * 100}%` }}
        />
      </ProgressPrimitive.Root>
    </div>
  );
}
