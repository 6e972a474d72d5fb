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
