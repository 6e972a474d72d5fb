import { elapsedWords } from '#domain/time/elapsed.ts';
import { displayDay, displayTime, pacificDay, pacificDisplay, pacificTime } from '#domain/time/pacific.ts';
import { Badge } from '#ui/badge.tsx';
import { TimeDisplay } from '#ui/time-display.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { type DeviceRow, stateWords } from './device-rows.ts';

interface AgeProps {
  at: string;
  /** In ms since the epoch. */
  now: number;
}

export function Since({ at, now }: AgeProps) {
  return (
    <TwoLines
      first={<TimeDisplay dateTime={at}>{pacificDisplay(at)}</TimeDisplay>}
      second={elapsedWords(at, now)}
    />
  );
}

/** The same for narrow screens. */
export function NarrowSince({ at, now }: AgeProps) {
  return (
    <div className="grid leading-4">
      <span>{displayDay(pacificDay(at))}</span>
      <span className="text-muted-foreground text-xs">{displayTime(pacificTime(at))}</span>
      <span className="text-muted-foreground text-xs">{elapsedWords(at, now)}</span>
    </div>
  );
}

/** @param showsVersion if the app has no column of its own */
export function DeviceState({ row, showsVersion }: { row: DeviceRow; showsVersion: boolean }) {
  const { device, isOutdated } = row;
  return (
    <div className="grid gap-0.5">
      {device.lost_at === null ? (
        <span className="text-muted-foreground">In use</span>
      ) : (
        <Badge
          variant={device.wiped_at === null ? 'warning' : 'neutral'}
          className="shrink whitespace-normal rounded-md text-left"
        >
          {stateWords(device)}
        </Badge>
      )}
      {showsVersion && isOutdated && device.lost_at === null && (
        <Badge variant="warning">{`Older app ${device.app_version}`}</Badge>
      )}
    </div>
  );
}
