import { Link, useNavigate } from '@tanstack/react-router';
import { CalendarDays, Clock, FileCheck, Plus, Utensils } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { OpenedWrite } from '#db/outbox.ts';
import { recordsLunch } from '#domain/lunch/lunch-rules.ts';
import { ComingDays } from '#features/calendar/coming-days.tsx';
import { EditLunch, NewLunch } from '#features/lunch/lunch-sheet.tsx';
import { startPunchedLunch, timePunchedLunch } from '#features/lunch/punched-lunch.ts';
import { AnnouncementLine } from '#features/notifications/announcement-line.tsx';
import { CopyDay } from '#features/sessions/copy-day.tsx';
import { DayShortcuts } from '#features/sessions/day-shortcuts.tsx';
import type { LinkToSession } from '#features/sessions/form-warnings.tsx';
import { NewSession } from '#features/sessions/new-session.tsx';
import { MakeUps } from '#features/sessions/owed-make-ups.tsx';
import { SessionList } from '#features/sessions/session-list.tsx';
import { NotesThatWait } from '#features/soap/co-sign.tsx';
import { ConflictNotice } from '#features/sync-center/conflict-notice.tsx';
import { TimecardSection } from '#features/timecard/timecard-section.tsx';
import { HoursSheet } from '#features/timesheets/hours-sheet.tsx';
import { TimesheetSheet } from '#features/timesheets/timesheet-sheet.tsx';
import { DayStrip } from '#features/today/day-strip.tsx';
import { DaySwitcher } from '#features/today/day-switcher.tsx';
import { useLoading } from '#screens/device/first-pull.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent } from '#ui/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useViewport } from '#ui/viewport.ts';
import { PhoneBar } from './-phone-bar.tsx';
import { SyncSheet } from './-sync-sheet.tsx';
import type { MySessionsSearch } from './index.tsx';

const linkToSession: LinkToSession = (id, content, className) => (
  <Link to="/my-sessions/info/$id" params={{ id }} className={className}>
    {content}
  </Link>
);

/** Punches write the same lunch entry as the form. */
const lunchPunches = { start: startPunchedLunch, time: timePunchedLunch };

interface MySessionsProps {
  search: MySessionsSearch;
  /** `replace` adds no entry to the browser's history. */
  onSearch: (change: MySessionsSearch, replace?: boolean) => void;
  userMenu: ReactNode;
}

/** The day and the person's session list: side by side, or below each other on a phone. */
export function MySessions({ search, onSearch: navigateTo, userMenu }: MySessionsProps) {
  const { profile } = useSignedIn();
  const navigate = useNavigate();
  const isNarrow = useViewport() === 'narrow';
  const isLoading = useLoading() !== null;
  const today = useToday();
  const day = search.day ?? today;
  const { provider_id: provider } = profile;
  const hasLunch = provider !== null && recordsLunch(profile.emp);
  /** The search that is shown but whose sheet was closed: the router takes that long, and the person doesn't wait for it. */
  const [closed, setClosed] = useState<MySessionsSearch | null>(null);
  const onSearch: MySessionsProps['onSearch'] = (change, replace) => {
    setClosed(null);
    navigateTo(change, replace);
  };
  const showDay = (chosen: string) => onSearch({ day: chosen === today ? undefined : chosen }, true);

  const add = (
    <>
      <Button
        size={isNarrow ? 'lg' : 'default'}
        className={isNarrow ? 'h-12 flex-1' : ''}
        onClick={() => onSearch({ open: 'session' })}
      >
        <Plus aria-hidden="true" />
        Add session
      </Button>
      {hasLunch && (
        <Button
          size={isNarrow ? 'lg' : 'default'}
          variant="outline"
          className={isNarrow ? 'h-12 flex-1' : ''}
          onClick={() => onSearch({ open: 'lunch' })}
        >
          <Utensils aria-hidden="true" />
          Add lunch
        </Button>
      )}
    </>
  );
  const strip = provider !== null && (
    <div className="grid gap-3 print:block">
      <DayStrip
        provider={provider}
        day={day}
        actions={{
          onOpenSession: (id) => void navigate({ to: '/my-sessions/info/$id', params: { id } }),
          onLogSession: (event) => onSearch({ open: 'session', event }),
          onOpenLunch: (lunch) => onSearch({ lunch }),
        }}
      />
      <DayShortcuts
        provider={provider}
        onCopyDay={() => onSearch({ open: 'copy-day' })}
        onMakeUps={() => onSearch({ open: 'make-ups' })}
      />
    </div>
  );
  const timecard = hasLunch && <TimecardSection provider={provider} day={day} lunches={lunchPunches} />;
  const list = (
    <SessionList filter={search} onFilter={(change) => onSearch(change, true)} linkTo={linkToSession} />
  );
  const switcher = provider !== null && <DaySwitcher day={day} today={today} onDay={showDay} />;
  return (
    <>
      {isNarrow ? (
        <>
          <PhoneBar
            title="My Sessions"
            userMenu={userMenu}
            onOpenSync={() => onSearch({ open: 'sync' })}
            below={
              switcher && (
                <>
                  {switcher}
                  <Button
                    size="icon"
                    variant="ghost"
                    aria-label="Calendar"
                    onClick={() => onSearch({ open: 'calendar' })}
                  >
                    <CalendarDays aria-hidden="true" />
                  </Button>
                </>
              )
            }
          />
          <div className="grid flex-1 content-start gap-4 pt-2 pb-6">
            {timecard !== false && <div className="px-3">{timecard}</div>}
            <div className="px-3 empty:hidden">
              <AnnouncementLine />
            </div>
            {!isLoading && (
              <div className="px-3 empty:hidden">
                <NotesThatWait
                  isFolded
                  onOpenSession={(id, student) =>
                    void navigate({
                      to: '/my-sessions/info/$id',
                      params: { id },
                      search: { note: true, student },
                    })
                  }
                />
              </div>
            )}
            {strip !== false && <div className="px-3">{strip}</div>}
            {provider !== null && <PeriodShortcuts onOpen={(open) => onSearch({ open })} />}
            {list}
          </div>
          <div className="sticky bottom-0 z-20 flex gap-3 border-border border-t bg-card px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
            {add}
          </div>
        </>
      ) : (
        <div className="grid gap-5">
          <PageHeader title="My Sessions" actions={add} />
          {/* On paper a grid would move the whole day to the next page. */}
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(24rem,2fr)_minmax(0,3fr)] print:block">
            {strip !== false && (
              <div className="grid min-w-0 gap-4 print:block">
                {timecard}
                <Card>
                  <div className="px-3 pt-3 pb-1 sm:px-4">{switcher}</div>
                  <CardContent className="sm:px-4">{strip}</CardContent>
                </Card>
              </div>
            )}
            <div className={strip === false ? 'col-span-full' : 'min-w-0'}>{list}</div>
          </div>
        </div>
      )}
      {closed !== search && (
        <OpenSheet
          {...{ search, day, today, onSearch, hasLunch }}
          onClose={() => {
            onSearch(NO_SHEET, true);
            setClosed(search);
          }}
        />
      )}
    </>
  );
}

/** On a phone hours and timesheet open above this screen: they have no URL of their own. */
function PeriodShortcuts({ onOpen }: { onOpen: (sheet: 'hours' | 'timesheet') => void }) {
  return (
    <div className="grid grid-cols-2 gap-2 px-3">
      <Button variant="outline" onClick={() => onOpen('hours')}>
        <Clock aria-hidden="true" />
        My Hours
      </Button>
      <Button variant="outline" onClick={() => onOpen('timesheet')}>
        <FileCheck aria-hidden="true" />
        Timesheet
      </Button>
    </div>
  );
}

/** What is in the URL while a sheet is open. */
const NO_SHEET = {
  open: undefined,
  event: undefined,
  missed: undefined,
  owed_to: undefined,
  lunch: undefined,
  period: undefined,
} satisfies MySessionsSearch;

interface OpenSheetProps extends Omit<MySessionsProps, 'userMenu'> {
  day: string;
  today: string;
  hasLunch: boolean;
  onClose: () => void;
}

/** What is open above the screen. It is in the URL, so a reload opens it again. */
function OpenSheet({ search, day, today, onSearch, hasLunch, onClose: close }: OpenSheetProps) {
  const { profile } = useSignedIn();
  const isLoading = useLoading() !== null;
  const navigate = useNavigate();
  /** Closing the Sync center leads back to the timesheet that it was opened from. */
  const [wasTimesheet, setFromTimesheet] = useState(false);
  const isFromTimesheet = wasTimesheet && search.open === 'sync';
  useEffect(() => {
    if (search.open !== 'sync' && search.open !== 'timesheet') setFromTimesheet(false);
  }, [search.open]);
  const edit = (write: OpenedWrite) => {
    if (write.entity === 'session') {
      void navigate({ to: '/my-sessions/info/$id', params: { id: write.entity_id }, search: { edit: true } });
    } else {
      onSearch({ open: undefined, lunch: write.entity_id }, true);
    }
  };
  const openLunch = (lunch: string) => onSearch({ open: undefined, lunch }, true);
  if (search.lunch !== undefined)
    return <EditLunch key={search.lunch} id={search.lunch} onOpen={openLunch} onClose={close} />;
  switch (search.open) {
    case 'session':
      return (
        <NewSession
          key={`${search.event} ${search.missed}`}
          day={day}
          eventId={search.event ?? null}
          makeUp={
            search.missed === undefined || search.owed_to === undefined
              ? null
              : { session: search.missed, student: search.owed_to }
          }
          linkTo={linkToSession}
          onClose={close}
        />
      );
    case 'copy-day':
      if (profile.provider_id === null || isLoading) return null;
      return <CopyDay provider={profile.provider_id} day={day} onClose={close} />;
    case 'make-ups':
      if (profile.provider_id === null || isLoading) return null;
      return (
        <MakeUps
          provider={profile.provider_id}
          onClose={close}
          onStart={(missed, owed_to) => onSearch({ open: 'session', missed, owed_to }, true)}
        />
      );
    case 'lunch':
      if (!hasLunch || profile.provider_id === null) return null;
      return <NewLunch provider={profile.provider_id} day={day} onOpen={openLunch} onClose={close} />;
    case 'calendar':
      if (profile.provider_id === null) return null;
      return (
        <ComingDays
          provider={profile.provider_id}
          today={today}
          onClose={close}
          onLogSession={(event, of) => onSearch({ open: 'session', event, day: of }, true)}
          onOpenSession={(id) => void navigate({ to: '/my-sessions/info/$id', params: { id } })}
          onOpenLunch={(lunch, of) => onSearch({ open: undefined, lunch, day: of }, true)}
          noticeOf={(id) => <ConflictNotice id={id} />}
        />
      );
    case 'hours':
    case 'timesheet': {
      if (profile.provider_id === null) return null;
      const sheet = {
        start: search.period,
        onPeriod: (period: string) => onSearch({ period }, true),
        // A history entry of its own: going back opens the period again.
        onDay: (chosen: string) => onSearch({ open: undefined, period: undefined, day: chosen }),
        onClose: close,
      };
      return search.open === 'hours' ? (
        <HoursSheet
          {...sheet}
          linkToSession={linkToSession}
          onTimesheet={(period) => onSearch({ open: 'timesheet', period }, true)}
        />
      ) : (
        <TimesheetSheet
          {...sheet}
          syncCenter={
            <button
              type="button"
              className="inline-flex items-center font-medium underline touch:min-h-11"
              onClick={() => {
                setFromTimesheet(true);
                onSearch({ open: 'sync' }, true);
              }}
            >
              Open the Sync center
            </button>
          }
        />
      );
    }
    case 'sync':
      return (
        <SyncSheet
          onEdit={edit}
          onClose={() => (isFromTimesheet ? onSearch({ open: 'timesheet' }, true) : close())}
        />
      );
    case undefined:
      return null;
  }
}
