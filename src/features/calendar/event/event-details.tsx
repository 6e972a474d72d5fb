import { CalendarOff, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { LocalOccurrence } from '#db/calendar-events.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { displaySpan } from '#domain/time/pacific.ts';
import { dayWithWeekday } from '#domain/time/week.ts';
import { wallTimeElsewhere } from '#domain/time/zones.ts';
import { otherZoneOn, zoneName } from '#screens/device/device-zone.ts';
import { DurationDisplay } from '#screens/device/duration-display.tsx';
import type { Lookups } from '#screens/device/lookups.ts';
import { Button } from '#ui/button.tsx';
import { Sheet, SheetBody, SheetContent, SheetHeader, SheetTitle } from '#ui/sheet.tsx';
import type { Entry } from '../calendar-entries.ts';

interface EventDetailsProps {
  entry: Entry;
  occurrence: LocalOccurrence;
  lookups: Lookups;
  onLog: (() => void) | undefined;
  /** Opens the form; absent if the event can't be edited. */
  onEdit?: (() => Promise<void>) | undefined;
  onClose: () => void;
}

/** A read-only view of an event: a skipped one, a lunch, or someone else's. It may link to the form. */
export function EventDetails(props: EventDetailsProps) {
  const { entry, lookups, onLog, onEdit, onClose } = props;
  const { event } = props.occurrence;
  const zone = otherZoneOn(event.event_start_date);
  const providerOf = (id: string) => {
    const provider = lookups.providers.get(id);
    return provider === undefined ? '' : providerName(provider);
  };
  const facts: [string, string][] = [
    ['Day', dayWithWeekday(event.event_start_date)],
    [
      'Time',
      `${displaySpan(event.event_start_time, event.event_end_time)}${zone === null ? '' : ' Pacific'}`,
    ],
    [zone === null ? '' : `In ${zoneName(zone)}`, zone === null ? '' : elsewhere(event, zone)],
    ['Provider', providerOf(event.provider)],
    ['Service', lookups.services.find(({ id }) => id === event.service)?.name ?? ''],
    ['Location', lookups.locations.find(({ id }) => id === event.location)?.name ?? ''],
    ['Invited staff', event.invites.map(providerOf).filter(Boolean).join(', ')],
    ['Meeting notes', event.meeting_notes],
  ];
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent aria-describedby={undefined}>
        <SheetHeader>
          <SheetTitle>{entry.title}</SheetTitle>
        </SheetHeader>
        <SheetBody className="grid gap-4">
          {entry.skipped !== null && (
            <p className="flex items-start gap-2 rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning">
              <CalendarOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              Canceled: {entry.skipped}
            </p>
          )}
          <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm">
            {facts
              .filter(([, value]) => value !== '')
              .map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="text-muted-foreground">{name}</dt>
                  <dd className="whitespace-pre-wrap break-words">{value}</dd>
                </div>
              ))}
            <dt className="text-muted-foreground">Duration</dt>
            <dd>
              <DurationDisplay minutes={event.duration} />
            </dd>
          </dl>
          {onLog !== undefined && (
            <Button variant="outline" className="justify-self-start" onClick={onLog}>
              Log session
            </Button>
          )}
          {onEdit !== undefined && <EditButton onEdit={onEdit} />}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

/** Says why the form can't be opened, if so. */
function EditButton({ onEdit }: { onEdit: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const edit = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onEdit();
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown));
      setBusy(false);
    }
  };
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="outline" progress={isBusy ? 'loading' : 'idle'} onClick={() => void edit()}>
        {!isBusy && <Pencil aria-hidden="true" />}
        Edit event
      </Button>
      {problem !== null && (
        <p role="alert" className="text-destructive text-sm">
          {problem}
        </p>
      )}
    </div>
  );
}

function elsewhere(event: LocalOccurrence['event'], zone: string): string {
  return displaySpan(
    wallTimeElsewhere(event.event_start_date, event.event_start_time, zone),
    wallTimeElsewhere(event.event_end_date, event.event_end_time, zone),
  );
}
