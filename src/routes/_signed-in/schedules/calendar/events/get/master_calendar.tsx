import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { MasterScreen } from '#features/calendar/master/master-screen.tsx';
import { type MasterSearch, masterSearch } from '#features/calendar/master/master-search.ts';

export const Route = createFileRoute('/_signed-in/schedules/calendar/events/get/master_calendar')({
  staticData: { title: 'Master Calendar', permission: 'calendar.read-master' },
  validateSearch: masterSearch,
  component: MasterCalendarScreen,
});

function MasterCalendarScreen() {
  const search = Route.useSearch();
  const change = Route.useNavigate();
  const navigate = useNavigate();
  const onSearch = useCallback(
    (wanted: MasterSearch, replace = false) =>
      void change({ search: (known) => ({ ...known, ...wanted }), replace, resetScroll: false }),
    [change],
  );
  const onOpenSession = useCallback(
    (id: string) => void navigate({ to: '/my-sessions/info/$id', params: { id } }),
    [navigate],
  );
  return <MasterScreen search={search} onSearch={onSearch} onOpenSession={onOpenSession} />;
}
