import { Utensils } from 'lucide-react';
import type { StripItem } from '#domain/calendar/day-strip-items.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { displayTime } from '#domain/time/pacific.ts';
import { DurationDisplay } from '#screens/device/duration-display.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EDGES } from '#ui/edge-colors.ts';
import { RecordState } from '#ui/record-state.tsx';
import type { StripSpan } from './day-spans.ts';

/** The actions on the strip. */
export interface StripActions {
  onOpenSession: (id: string) => void;
  /** Opens a session form prefilled from the event. */
  onLogSession: (eventId: string) => void;
  onOpenLunch: (id: string) => void;
}

export function Gap({ item }: { item: Extract<StripItem<StripSpan>, { kind: 'gap' }> }) {
  return (
    <li className="grid grid-cols-[4.75rem_minmax(0,1fr)] items-center gap-3 py-1 text-muted-foreground text-xs">
      <span className="text-right tabular-nums">{displayTime(item.start_time)}</span>
      <span className="flex items-center gap-2">
        <span>
          <DurationDisplay minutes={item.minutes} /> free
        </span>
        <span aria-hidden="true" className="h-px flex-1 border-border border-t border-dashed" />
      </span>
    </li>
  );
}

interface SpanRowProps {
  item: Extract<StripItem<StripSpan>, { kind: 'span' }>;
  title: string;
  detail: string;
  overlapWords: string;
  actions: StripActions;
  mayLog: boolean;
}

export function SpanRow({
  item: { span, end_time },
  title,
  detail,
  overlapWords,
  actions,
  mayLog: isLoggable,
}: SpanRowProps) {
  const isPlan = span.kind === 'event';
  const isSkipped = span.kind === 'event' && span.skipped !== null;
  const open =
    span.kind === 'event'
      ? undefined
      : () => (span.kind === 'session' ? actions.onOpenSession(span.id) : actions.onOpenLunch(span.id));
  const body = (
    <>
      <span className="flex min-w-0 items-center gap-1.5">
        {span.kind === 'lunch' && <Utensils aria-hidden="true" className="size-3.5 shrink-0" />}
        {isSkipped ? (
          <s className="line-clamp-2 font-medium text-muted-foreground">{title}</s>
        ) : (
          <span className="line-clamp-2 font-medium">{title}</span>
        )}
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-0.5 text-muted-foreground text-xs">
        <span className={isSkipped ? 'max-w-full' : 'max-w-full truncate'}>
          <DurationDisplay minutes={span.minutes} /> · {detail}
        </span>
        {span.kind === 'session' && span.session.attendance !== 'delivered' && (
          <Badge variant="neutral">{ATTENDANCE_LABELS[span.session.attendance]}</Badge>
        )}
        {span.kind === 'session' && span.session.changeDuration && (
          <Badge variant="warning">Changed duration</Badge>
        )}
        {overlapWords !== '' && (
          <Badge variant="neutral" title={`Overlaps ${overlapWords}`}>
            Overlap<span className="sr-only">s {overlapWords}</span>
          </Badge>
        )}
      </span>
    </>
  );
  return (
    <li className="grid grid-cols-[4.75rem_minmax(0,1fr)] gap-3 py-1 text-sm">
      <span className="pt-2 text-right text-xs tabular-nums leading-4">
        <span className="block font-medium">{displayTime(span.start_time)}</span>
        <span className="block text-muted-foreground">{displayTime(end_time)}</span>
      </span>
      <span
        className={`flex min-h-14 min-w-0 items-stretch overflow-hidden rounded-lg border border-border ${
          isPlan ? 'border-dashed' : 'bg-card'
        }`}
      >
        <span aria-hidden="true" className={`w-1 shrink-0 bg-(--edge) ${edgeOf(span)}`} />
        {open === undefined ? (
          <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-center gap-0.5 px-3 py-1.5">
            {body}
          </span>
        ) : (
          <button
            type="button"
            onClick={open}
            className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-center gap-0.5 px-3 py-1.5 text-left transition-colors hover:bg-muted focus-visible:outline-offset-[-2px]"
          >
            {body}
          </button>
        )}
        <span className="flex shrink-0 items-center pr-3">
          {span.kind === 'event' ? (
            isLoggable && (
              <Button
                size="sm"
                variant="outline"
                aria-label={`Log session: ${title}`}
                className="-mr-1"
                onClick={() => actions.onLogSession(span.id)}
              >
                <span>
                  Log<span className="max-[22rem]:hidden"> session</span>
                </span>
              </Button>
            )
          ) : (
            <RecordState
              iconOnly
              state={(span.kind === 'session' ? span.session : span.lunch).record_state}
            />
          )}
        </span>
      </span>
    </li>
  );
}

function edgeOf(span: StripSpan): string {
  if (span.kind === 'event') return EDGES[span.event.event_color];
  return span.kind === 'lunch' ? EDGES.green : EDGES.primary;
}
