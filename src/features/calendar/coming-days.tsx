import { CalendarDays, Plus } from 'lucide-react';
import { useState } from 'react';
import { dayPlus } from '#domain/time/pacific.ts';
import { dayWithWeekday } from '#domain/time/week.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Sheet, SheetBody, SheetContent, SheetHeader, SheetTitle } from '#ui/sheet.tsx';
import { type Entry, entriesByDay, isLoggable } from './calendar-entries.ts';
import type { CalendarLeads } from './calendar-leads.ts';
import { OpenEvent } from './event/open-event.tsx';
import { EntryRow } from './event-list.tsx';
import { LogSessionButton } from './log-session-button.tsx';
import { useCalendar } from './use-calendar.ts';

/** How many days the list shows, including today. */
const DAYS = 8;

interface ComingDaysProps extends CalendarLeads {
  provider: string;
  /** A Pacific day. */
  today: string;
  onClose: () => void;
}

/** The calendar of today and the coming days, for small screens. */
export function ComingDays({ provider, today, onClose, ...leads }: ComingDaysProps) {
  const lookups = useLookups();
  const { entries } = useCalendar(provider, today, dayPlus(today, DAYS - 1), lookups);
  const [over, setOver] = useState<{ open?: 'new' | undefined; event?: string | undefined }>({});
  const open = (entry: Entry) => {
    if (entry.kind === 'session') leads.onOpenSession(entry.id);
    else if (entry.kind === 'lunch') leads.onOpenLunch(entry.id, entry.day);
    else setOver({ event: entry.id });
  };
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent aria-describedby={undefined}>
        <SheetHeader className="flex-row items-center justify-between">
          <SheetTitle>Calendar</SheetTitle>
          <Button size="sm" variant="outline" onClick={() => setOver({ open: 'new' })}>
            <Plus aria-hidden="true" />
            New event
          </Button>
        </SheetHeader>
        <SheetBody className="px-0 pt-0 sm:px-0">
          {entries?.length === 0 && (
            <EmptyState icon={CalendarDays} title="Nothing scheduled" className="py-12">
              No events in the next 7 days.
            </EmptyState>
          )}
          {[...entriesByDay(entries ?? [])].map(([day, ofDay]) => (
            <section key={day} aria-label={dayWithWeekday(day)}>
              <h3 className="flex items-center gap-2 border-border border-b bg-muted px-4 py-2 font-medium text-sm tabular-nums">
                {day === today && <span className="text-primary">Today</span>}
                {dayWithWeekday(day)}
              </h3>
              <ul>
                {ofDay.map((entry) => (
                  <li key={entry.key} className="grid min-h-14 grid-cols-[minmax(0,1fr)]">
                    <EntryRow
                      entry={entry}
                      onOpen={() => open(entry)}
                      action={
                        isLoggable(entry, provider, today) && (
                          <LogSessionButton
                            entry={entry}
                            onLog={() => leads.onLogSession(entry.id, entry.day)}
                          />
                        )
                      }
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </SheetBody>
        <OpenEvent
          search={over}
          day={today}
          provider={provider}
          owners={[]}
          entries={entries}
          lookups={lookups}
          mayEdit={(entry) => entry.provider === provider}
          onLog={(entry) => leads.onLogSession(entry.id, entry.day)}
          noticeOf={leads.noticeOf}
          onSearch={setOver}
        />
      </SheetContent>
    </Sheet>
  );
}
