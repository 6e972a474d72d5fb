import { Tabs as TabsPrimitive } from 'radix-ui';
import type { ComponentProps, KeyboardEvent } from 'react';
import { cn } from './class-names.ts';

export function Tabs({ className, ...props }: ComponentProps<typeof TabsPrimitive.Root>) {
  return <TabsPrimitive.Root data-slot="tabs" className={cn('flex flex-col gap-4', className)} {...props} />;
}

/**
 * Moves to the tab that an arrow, Home, or End leads to. Radix moves the focus only a moment later: a key that was
 * pressed while the tab's content is being rendered would start from the same tab again, and be lost.
 */
function moveAtOnce(event: KeyboardEvent<HTMLElement>): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]:not(:disabled)')];
  const at = tabs.indexOf(event.target as HTMLElement);
  if (at === -1) return;
  const places: Readonly<Record<string, number>> = {
    ...{ ArrowLeft: at - 1, ArrowRight: (at + 1) % tabs.length },
    ...{ Home: 0, End: -1 },
  };
  const place = places[event.key];
  if (place === undefined) return;
  event.preventDefault();
  tabs.at(place)?.focus();
}

export function TabsList({ className, ...props }: ComponentProps<typeof TabsPrimitive.List>) {
  return (
    <TabsPrimitive.List
      data-slot="tabs-list"
      className={cn('flex gap-1 overflow-x-auto border-border border-b', className)}
      onKeyDownCapture={moveAtOnce}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof TabsPrimitive.Trigger>) {
  return (
    <TabsPrimitive.Trigger
      data-slot="tabs-trigger"
      className={cn(
        'inline-flex h-10 shrink-0 items-center gap-2 rounded-t-md border-transparent border-b-2 px-2.5 font-medium',
        'text-muted-foreground text-sm transition-colors hover:text-foreground touch:h-11',
        'focus-visible:outline-offset-[-2px] disabled:pointer-events-none disabled:opacity-50',
        'data-[state=active]:border-primary data-[state=active]:text-foreground',
        'forced-colors:data-[state=active]:bg-[Highlight] forced-colors:data-[state=active]:text-[HighlightText] forced-colors:data-[state=active]:forced-color-adjust-none',
        className,
      )}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof TabsPrimitive.Content>) {
  return (
    <TabsPrimitive.Content data-slot="tabs-content" className={cn('rounded-md', className)} {...props} />
  );
}
