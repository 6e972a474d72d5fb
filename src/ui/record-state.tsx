import { CheckCheck, HardDriveDownload, type LucideIcon, TriangleAlert } from 'lucide-react';
import { cn } from './class-names.ts';

/** Where a record's last change is: at the office, only on this device, or stuck until someone looks at it. */
export type RecordStateName = 'sent' | 'waiting' | 'attention';

const looks: Record<RecordStateName, { words: string; icon: LucideIcon; className: string }> = {
  sent: { words: 'Synced', icon: CheckCheck, className: 'text-success' },
  waiting: { words: 'Saved on this device', icon: HardDriveDownload, className: 'text-primary' },
  attention: { words: 'Needs attention', icon: TriangleAlert, className: 'text-destructive' },
};

/** The state in words alone, for files and paper. */
export function recordStateWords(state: RecordStateName): string {
  return looks[state].words;
}

interface RecordStateProps {
  state: RecordStateName;
  /** Shows the icon alone, where the list beside it is dense; the words are still read out. */
  iconOnly?: boolean;
  className?: string;
}

/** Three states that differ in word, icon and color. */
export function RecordState({ state, iconOnly = false, className }: RecordStateProps) {
  const { words, icon: Icon, className: color } = looks[state];
  return (
    <span
      data-slot="record-state"
      data-state={state}
      title={iconOnly ? words : undefined}
      className={cn(
        'inline-flex items-center gap-1.5 align-middle font-medium text-xs whitespace-nowrap',
        color,
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className={iconOnly ? 'sr-only' : undefined}>{words}</span>
    </span>
  );
}
