import type { ReactNode } from 'react';
import { providersById } from '#db/people.ts';
import { sessionsBetween, sessionsOfProvider } from '#db/sessions.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import { mondayOf } from '#domain/time/week.ts';
import { useLoading } from '#screens/device/first-pull.ts';
import { useLocal, useSignedIn, useSyncOverview } from '#screens/device/signed-in.ts';
import { useSyncWords } from '#screens/device/sync-words.ts';
import { useToday } from '#screens/device/today.ts';
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from '#ui/card.tsx';
import { LoadingRecords } from '#ui/loading-records.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { weekNumbers } from './week-numbers.ts';

interface HomeProps {
  /** Today's strip. */
  today: ReactNode;
  /** Notes that wait for this person; nothing where there are none. */
  notes: ReactNode;
  openSessions: ReactNode;
  openSyncCenter: ReactNode;
}

function hoursAndMinutes(minutes: number): string {
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Today, this week's numbers and what waits, all from this device. */
export function Home({ today, notes, openSessions, openSyncCenter }: HomeProps) {
  const { profile } = useSignedIn();
  const overview = useSyncOverview();
  const words = useSyncWords();
  const day = useToday();
  const monday = mondayOf(day);
  const sunday = dayPlus(monday, 6);
  const ofOrganization = seesWholeOrganization({ role: profile.auth, grants: profile.grants });
  const loading = useLoading(monday);
  const numbers = useLocal(
    async (db) =>
      weekNumbers(
        ofOrganization
          ? await sessionsBetween(db, monday, sunday)
          : await sessionsOfProvider(db, profile.user_id, monday, sunday),
      ),
    [ofOrganization, profile.user_id, monday, sunday],
  );
  const own = useLocal(async (db) => (await providersById(db)).get(profile.user_id), [profile.user_id]);
  const figures: [string, string][] =
    loading !== null || numbers === undefined
      ? []
      : [
          ['Sessions', numbers.sessions.toLocaleString('en-US')],
          ['Delivered', numbers.delivered.toLocaleString('en-US')],
          ['Students', numbers.students.toLocaleString('en-US')],
          ['Time', hoursAndMinutes(numbers.minutes)],
        ];
  return (
    <div className="grid gap-6">
      <PageHeader title={`Hello, ${own?.provider_first ?? profile.username}`} description={displayDay(day)} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card>
          <CardHeader>
            <CardTitle>Today</CardTitle>
          </CardHeader>
          <CardContent>{today}</CardContent>
          <CardFooter>{openSessions}</CardFooter>
        </Card>
        <div className="grid gap-4">
          {notes}
          <Card>
            <CardHeader>
              <CardTitle>This week</CardTitle>
              <CardDescription>
                {displayDay(monday)} to {displayDay(sunday)}
                {ofOrganization && ', all providers'}
              </CardDescription>
            </CardHeader>
            <CardContent>
              {loading !== null && <LoadingRecords words={loading.words} percent={loading.percent} />}
              <dl className="grid grid-cols-2 gap-4">
                {figures.map(([name, figure]) => (
                  <div key={name}>
                    <dt className="text-muted-foreground text-sm">{name}</dt>
                    <dd className="font-semibold text-xl tabular-nums">{figure}</dd>
                  </div>
                ))}
              </dl>
            </CardContent>
          </Card>
          <Card>
            <CardHeader>
              <CardTitle>Pending</CardTitle>
              <CardDescription>{words?.text}</CardDescription>
            </CardHeader>
            {overview !== undefined && overview.attention > 0 && (
              <CardContent>
                <p className="text-destructive text-sm">
                  {overview.attention === 1
                    ? 'One change needs your attention.'
                    : `${overview.attention} changes need your attention.`}
                </p>
              </CardContent>
            )}
            <CardFooter>{openSyncCenter}</CardFooter>
          </Card>
        </div>
      </div>
    </div>
  );
}
