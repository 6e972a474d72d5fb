import {
  CircleCheck,
  CloudOff,
  HardDriveDownload,
  type LucideIcon,
  RefreshCw,
  TriangleAlert,
} from 'lucide-react';
import { Slot } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { cn } from './class-names.ts';

const looks = {
  done: { icon: CircleCheck, className: 'text-success' },
  waiting: { icon: HardDriveDownload, className: 'text-primary' },
  sending: { icon: RefreshCw, className: 'text-primary animate-spin' },
  attention: { icon: TriangleAlert, className: 'text-destructive' },
  offline: { icon: CloudOff, className: 'text-warning' },
} as const satisfies Record<string, { icon: LucideIcon; className: string }>;

interface SyncStatusProps {
  text: string;
  tone: keyof typeof looks;
  /** The link or button that opens the Sync center, without children; the text is inserted. */
  children: ReactElement;
  /**
   * On a phone the screen's title needs the room: "Offline · 3 to sync", and on the narrowest one only the icon
   * while all is synced. Screen readers hear the whole text.
   */
  isBrief?: boolean;
  className?: string;
}

/** The live region named "Sync": the state of this person's changes, as text with an icon and a color. */
export function SyncStatus({ text, tone, children, isBrief = false, className }: SyncStatusProps) {
  const { icon: Icon, className: look } = looks[tone];
  return (
    <div role="status" aria-label="Sync" className={cn('min-w-0', className)}>
      <Slot.Root
        className={cn(
          'inline-flex h-9 max-w-full select-none items-center gap-2 rounded-md border border-transparent px-2.5',
          'font-medium text-sm transition-colors hover:bg-accent touch:h-11 touch:min-w-11',
        )}
      >
        <Icon aria-hidden="true" className={cn('size-4 shrink-0', look)} />
        <span className={cn('truncate tabular-nums', isBrief && tone === 'done' && 'max-[22rem]:w-0')}>
          {isBrief ? briefly(text) : text}
        </span>
        <Slot.Slottable>{children}</Slot.Slottable>
      </Slot.Root>
    </div>
  );
}

function briefly(text: string): ReactNode {
  const [, before, noun, after] = /^(.*\d )(changes? )(.*)$/.exec(text) ?? [];
  if (noun === undefined) return text;
  return (
    <>
      {before}
      <span className="sr-only">{noun}</span>
      {after}
    </>
  );
}
