import type { ReactNode } from 'react';
import type { HomeWaiting } from '#contract/home.ts';
import { calendarOccurrences } from '#db/calendar-events.ts';
import { rowsById } from '#db/people.ts';
import { sessionsOfProvider } from '#db/sessions.ts';
import { ROLES } from '#domain/access/roles.ts';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import { sundayOf } from '#domain/time/week.ts';
import { useLoading } from '#screens/device/first-pull.ts';
import { ownGivenName } from '#screens/device/own-name.ts';
import { useLocal, useSignedIn, useSyncOverview } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from '#ui/card.tsx';
import { LoadingRecords } from '#ui/loading-records.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { isAskedAbout, officeToDos } from './office-to-dos.ts';
import { ownWeek } from './own-work.ts';
import { type ToDo, ToDoList } from './to-do-list.tsx';
import { NOTE_DAYS, useOwnToDos } from './use-own-to-dos.ts';
import { WeekBars, type WeekDay } from './week-bars.tsx';

interface HomeProps {
  /** Today's strip, for people who deliver services. */
  today: ReactNode;
  /** Notes waiting for this person; empty if there are none. */
  notes: ReactNode;
  openSessions: ReactNode;
}

/** What the person has to do now, and the week; for providers their day first. */
export function Home(props: HomeProps) {
  const { profile } = useSignedIn();
  const isAsked = isAskedAbout({ role: profile.auth, grants: profile.grants });
  return isAsked ? <ServerHome {...props} /> : <HomeOf {...props} office={null} />;
}

const askWaiting = (api: ApiClient) => api.call('home.waiting');

function ServerHome(props: HomeProps) {
  return <HomeOf {...props} office={useKeptAnswer('home', '{}', askWaiting)} />;
}

type Office = ReturnType<typeof useKeptAnswer<HomeWaiting>>;

function HomeOf({ today, notes, openSessions, office }: HomeProps & { office: Office | null }) {
  const { profile } = useSignedIn();
  const day = useToday();
  const own = profile.provider_id;
  const name = useLocal(
    async (db) =>
      (await rowsById(db, 'provider', [profile.user_id])).get(profile.user_id)?.provider_first ??
      ownGivenName(profile),
    [profile],
  );
  const toDos =
    own === null ? <ToDoCard office={office} own={[]} /> : <ProviderToDos own={own} office={office} />;
  const week = own === null ? <OfficeWeek office={office} day={day} /> : <OwnWeek own={own} day={day} />;
  // Who co-signs has a list of notes, and few sessions: it fills the room below them.
  const coSigns = profile.auth === ROLES.supervisor || profile.auth === ROLES.serviceLead;
  return (
    <div className="grid gap-6">
      <PageHeader
        title={name ? `Hello, ${name}` : 'Hello'}
        description={new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', {
          ...{ weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' },
        })}
      />
      {own === null ? (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          {toDos}
          {notes}
          {week}
        </div>
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid gap-4">
            <Card>
              <CardHeader>
                <CardTitle>Today</CardTitle>
              </CardHeader>
              <CardContent>{today}</CardContent>
              <CardFooter>{openSessions}</CardFooter>
            </Card>
            {coSigns && notes}
          </div>
          <div className="grid gap-4">
            {toDos}
            {!coSigns && notes}
            {week}
          </div>
        </div>
      )}
    </div>
  );
}

function ProviderToDos({ own, office }: { own: string; office: Office | null }) {
  const day = useToday();
  const loading = useLoading(dayPlus(day, -NOTE_DAYS));
  const items = useOwnToDos(own);
  if (loading !== null || items === undefined) {
    return (
      <Card>
        <CardHeader>
          <CardTitle>To do</CardTitle>
        </CardHeader>
        <CardContent>
          <LoadingRecords words={loading?.words ?? ''} percent={loading?.percent ?? null} />
        </CardContent>
      </Card>
    );
  }
  return <ToDoCard own={items} office={office} />;
}

function ToDoCard({ own, office }: { own: readonly ToDo[]; office: Office | null }) {
  const { profile } = useSignedIn();
  const attention = useSyncOverview()?.attention ?? 0;
  const onDevice: ToDo[] = [
    {
      ...{ id: 'attention', count: attention, link: { to: '/sync' } },
      words: ['change needs your attention', 'changes need your attention'],
    },
    ...own,
  ];
  return (
    <Card>
      <CardHeader>
        <CardTitle>To do</CardTitle>
      </CardHeader>
      {office === null ? (
        <ToDoList items={onDevice} />
      ) : (
        <ServerData name="what needs you" state={office}>
          {({ waiting }) => (
            <ToDoList
              items={[...onDevice, ...officeToDos(waiting, { role: profile.auth, grants: profile.grants })]}
            />
          )}
        </ServerData>
      )}
    </Card>
  );
}

function WeekCard({ sunday, whose, children }: { sunday: string; whose: string; children: ReactNode }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>This week</CardTitle>
        <CardDescription>
          {displayDay(sunday)} to {displayDay(dayPlus(sunday, 6))}
          {whose}
        </CardDescription>
      </CardHeader>
      <CardContent>{children}</CardContent>
    </Card>
  );
}

function OfficeWeek({ office, day }: { office: Office | null; day: string }) {
  const week = office?.result?.week;
  if (!week?.[0]) return null;
  return (
    <WeekCard sunday={week[0].day} whose=", all providers">
      <WeekBars week={week} today={day} />
    </WeekCard>
  );
}

function OwnWeek({ own, day }: { own: string; day: string }) {
  const sunday = sundayOf(day);
  const loading = useLoading(sunday);
  const week = useLocal(
    async (db): Promise<WeekDay[]> => {
      const saturday = dayPlus(sunday, 6);
      const [planned, sessions] = await Promise.all([
        calendarOccurrences(db, own, sunday, saturday),
        sessionsOfProvider(db, own, sunday, saturday),
      ]);
      return ownWeek(planned, sessions, own, sunday);
    },
    [own, sunday],
  );
  return (
    <WeekCard sunday={sunday} whose="">
      {loading !== null && <LoadingRecords words={loading.words} percent={loading.percent} />}
      {loading === null && week !== undefined && <WeekBars week={week} today={day} />}
    </WeekCard>
  );
}
