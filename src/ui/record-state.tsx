import { CheckCheck, HardDriveDownload, type LucideIcon, TriangleAlert } from 'lucide-react';
import { cn } from './class-names.ts';

/** The sync state of a record: synced, only on this device, or needs attention. */
export type RecordStateName = 'sent' | 'waiting' | 'attention';

const looks: Record<RecordStateName, { words: string; icon: LucideIcon; className: string }> = {
  sent: { words: 'Synced', icon: CheckCheck, className: 'text-success' },
  waiting: { words: 'Saved on this device', icon: HardDriveDownload, className: 'text-primary' },
  attention: { words: 'Needs attention', icon: TriangleAlert, className: 'text-destructive' },
};

/** The state as text, for files and print. */
export function recordStateWords(state: RecordStateName): string {
  return looks[state].words;
}

interface RecordStateProps {
  state: RecordStateName;
  /** Shows only the icon in dense lists; the text is still announced. */
  iconOnly?: boolean;
  className?: string;
}

/** Three states that differ in text, icon, and color. */
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
