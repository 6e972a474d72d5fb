import { createFileRoute } from '@tanstack/react-router';
import type { RecordState } from '#db/local-database.ts';
import type { SessionState } from '#domain/sessions/session.ts';
import { MySessions } from './-my-sessions.tsx';

/** The day, the filters of the list, and which sheet is open over them. */
export interface MySessionsSearch {
  day?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  student?: string | undefined;
  service?: string | undefined;
  state?: SessionState | undefined;
  record?: RecordState | undefined;
  open?:
    | 'session'
    | 'lunch'
    | 'sync'
    | 'calendar'
    | 'copy-day'
    | 'make-ups'
    | 'hours'
    | 'timesheet'
    | undefined;
  /** First day of the pay period whose hours or timesheet are open. */
  period?: string | undefined;
  /** The calendar event that is logged. */
  event?: string | undefined;
  /** The missed session that is made up for, and for whom. */
  missed?: string | undefined;
  owed_to?: string | undefined;
  /** The lunch break that is edited. */
  lunch?: string | undefined;
}

/** An unknown value is as good as none, so that an old address still opens. */
function mySessionsSearch(search: Record<string, unknown>): MySessionsSearch {
  const read = (name: string, form: RegExp) => {
    const value = search[name];
    return typeof value === 'string' && form.test(value) ? { [name]: value } : {};
  };
  const day = /^\d{4}-\d\d-\d\d$/;
  const id = /^[0-9a-f-]{36}$/i;
  return {
    ...read('day', day),
    ...read('from', day),
    ...read('to', day),
    ...read('student', id),
    ...read('service', id),
    ...read('state', /^(?:draft|logged|completed|approved|locked)$/),
    ...read('record', /^(?:sent|waiting|attention)$/),
    ...read('open', /^(?:session|lunch|sync|calendar|copy-day|make-ups|hours|timesheet)$/),
    ...read('period', day),
    ...read('event', id),
    ...read('missed', id),
    ...read('owed_to', id),
    ...read('lunch', id),
  };
}

export const Route = createFileRoute('/_signed-in/my-sessions/')({
  staticData: { title: 'My Sessions', permission: 'session.read', reads: 'recent', punches: true },
  validateSearch: mySessionsSearch,
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
