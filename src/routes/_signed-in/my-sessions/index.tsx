import { createFileRoute } from '@tanstack/react-router';
import type { RecordState } from '#db/local-database.ts';
import { SESSION_STATES } from '#domain/sessions/session.ts';
import { type Address, addressOf } from '#screens/address.ts';
import { MySessions } from './-my-sessions.tsx';

/** The day, the list's filters, and the open sheet. */
const SHAPES = {
  day: 'day',
  from: 'day',
  to: 'day',
  student: 'id',
  service: 'id',
  state: SESSION_STATES,
  record: ['sent', 'waiting', 'attention'] satisfies RecordState[],
  open: ['session', 'lunch', 'sync', 'calendar', 'copy-day', 'make-ups', 'hours', 'timesheet'],
  // First day of the pay period whose hours or timesheet are open.
  period: 'day',
  // The calendar event being logged.
  event: 'id',
  // The missed session being made up, and the student.
  missed: 'id',
  owed_to: 'id',
  // The lunch break being edited.
  lunch: 'id',
} as const;

export type MySessionsSearch = Address<typeof SHAPES>;

export const Route = createFileRoute('/_signed-in/my-sessions/')({
  staticData: { title: 'My Sessions', permission: 'session.read', reads: 'recent', punches: true },
  validateSearch: addressOf(SHAPES),
  component: MySessionsScreen,
});

function MySessionsScreen() {
  const { UserMenu } = Route.useRouteContext();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MySessions
      search={search}
      onSearch={(change, replace = false) =>
        void navigate({ search: (known) => ({ ...known, ...change }), replace, resetScroll: false })
      }
      userMenu={<UserMenu />}
    />
  );
}
