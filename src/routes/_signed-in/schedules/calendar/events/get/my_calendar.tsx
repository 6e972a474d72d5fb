import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type CalendarSearch, calendarSearch } from '#features/calendar/calendar-search.ts';
import { MyCalendar } from '#features/calendar/my-calendar.tsx';
import { ConflictNotice } from '#features/sync-center/conflict-notice.tsx';

export const Route = createFileRoute('/_signed-in/schedules/calendar/events/get/my_calendar')({
  staticData: { title: 'My Calendar', permission: 'calendar.read' },
  validateSearch: calendarSearch,
  component: MyCalendarScreen,
});

function MyCalendarScreen() {
  const search = Route.useSearch();
  const change = Route.useNavigate();
  const navigate = useNavigate();
  const onSearch = useCallback(
    (wanted: CalendarSearch, replace = false) =>
      void change({ search: (known) => ({ ...known, ...wanted }), replace, resetScroll: false }),
    [change],
  );
  return (
    <MyCalendar
      search={search}
      onSearch={onSearch}
      onLogSession={(event, day) =>
        void navigate({ to: '/my-sessions', search: { open: 'session', event, day } })
      }
      onOpenSession={(id) => void navigate({ to: '/my-sessions/info/$id', params: { id } })}
      onOpenLunch={(lunch, day) => void navigate({ to: '/my-sessions', search: { lunch, day } })}
      noticeOf={(id) => <ConflictNotice id={id} />}
    />
  );
}
