import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { Home } from '#features/home/home.tsx';
import { AnnouncementQueue } from '#features/notifications/announcements.tsx';
import { NotesThatWait } from '#features/soap/co-sign.tsx';
import { DayStrip } from '#features/today/day-strip.tsx';
import { useLoading } from '#screens/device/first-pull.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { Button } from '#ui/button.tsx';

export const Route = createFileRoute('/_signed-in/home')({
  staticData: { title: 'Home', permission: 'account.use', reads: 'recent' },
  component: HomeScreen,
});

function HomeScreen() {
  const { profile } = useSignedIn();
  const navigate = useNavigate();
  const isLoading = useLoading() !== null;
  const day = useToday();
  return (
    <>
      <AnnouncementQueue />
      <Home
        today={
          <DayStrip
            provider={profile.user_id}
            day={day}
            actions={{
              onOpenSession: (id) => void navigate({ to: '/my-sessions/info/$id', params: { id } }),
              onLogSession: (event) =>
                void navigate({ to: '/my-sessions', search: { open: 'session', event, day } }),
              onOpenLunch: (lunch) => void navigate({ to: '/my-sessions', search: { lunch } }),
            }}
          />
        }
        notes={
          !isLoading && (
            <NotesThatWait
              onOpenSession={(id, student) =>
                void navigate({ to: '/my-sessions/info/$id', params: { id }, search: { student } })
              }
            />
          )
        }
        openSessions={
          <Button asChild variant="outline">
            <Link to="/my-sessions">Open My Sessions</Link>
          </Button>
        }
      />
    </>
  );
}
