import { cn } from './class-names.ts';

/** A formatted moment; `dateTime` is the same moment for machines (ISO 8601). */
export function TimeDisplay({
  dateTime,
  children,
  className,
}: {
  dateTime: string;
  children: string;
  className?: string;
}) {
  return (
    <time dateTime={dateTime} className={cn('whitespace-nowrap tabular-nums', className)}>
      {children}
    </time>
  );
}

/** "9:15–9:45 AM", "10:00 AM", and their surroundings apart: every other part is a time. */
const TIMES = /(\d{1,2}:\d{2}(?:–\d{1,2}:\d{2}| [AP]M(?:–\d{1,2}:\d{2})?)?(?: [AP]M)?)/;

/** Text in which no time of day breaks across lines, also on the narrowest phone. */
export function WholeTimes({ children }: { children: string }) {
  return children.split(TIMES).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other key
      <span key={at} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}

/** Whole minutes as "45 min", "1 h", or "1 h 30 min"; a difference keeps its minus sign. */
export function DurationDisplay({ minutes, className }: { minutes: number; className?: string }) {
  const whole = Math.abs(minutes);
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  const words = [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : '']
    .filter((part) => part !== '')
    .join(' ');
  return (
    <time dateTime={`PT${whole}M`} className={cn('whitespace-nowrap tabular-nums', className)}>
      {minutes < 0 ? `−${words}` : words}
    </time>
  );
}
