import { displayTime, minutesOfDay, pacificDay, pacificTime } from '#domain/time/pacific.ts';
import { timeElsewhere } from '#domain/time/zones.ts';
import { useNow } from '#screens/device/today.ts';
import { wallTime } from '../calendar-entries.ts';
import { pxOf } from './grid-measures.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const MINUTE_MS = 60_000;

/** Width of one axis, in px. */
export const AXIS_PX = 52;

/** The hours, Pacific, next to the device's own time where it differs. */
export function TimeAxis({ day, zone }: { day: string; zone: string | null }) {
  return (
    <div
      aria-hidden="true"
      className="sticky left-0 z-10 flex shrink-0 bg-card text-2xs text-muted-foreground tabular-nums"
      style={{ width: AXIS_PX * (zone === null ? 1 : 2) }}
    >
      {zone !== null && <Labels of={(hour) => shortHour(timeElsewhere(day, wallTime(hour * 60), zone))} />}
      <Labels of={(hour) => shortHour(displayTime(wallTime(hour * 60)))} />
    </div>
  );
}

/** "9 AM" for "9:00 AM"; "09:00" stays. */
function shortHour(time: string): string {
  return time.replace(':00 ', ' ');
}

function Labels({ of }: { of: (hour: number) => string }) {
  return (
    <div className="relative flex-1">
      {HOURS.slice(1).map((hour) => (
        <span
          key={hour}
          className="absolute right-1.5 -translate-y-1/2 whitespace-nowrap"
          style={{ top: pxOf(hour * 60) }}
        >
          {of(hour)}
        </span>
      ))}
    </div>
  );
}

/** The current time, updated every minute, drawn over today's column. */
export function NowLine() {
  const now = useNow(MINUTE_MS);
  return (
    <div
      aria-hidden="true"
      data-now={pacificDay(now)}
      className="pointer-events-none absolute inset-x-0 z-[5] h-0.5 print:hidden bg-destructive before:absolute before:top-1/2 before:left-0 before:size-2 before:-translate-y-1/2 before:rounded-full before:bg-destructive"
      style={{ top: pxOf(minutesOfDay(pacificTime(now))) - 1 }}
    />
  );
}
