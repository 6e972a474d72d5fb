import { RouterProvider } from '@tanstack/react-router';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { removeFirstLogin } from '#features/account/typed-before.ts';
import type { createAppRouter } from './app-router.tsx';
import { AppErrorBoundary } from './error-page.tsx';
import { LoadLimit } from './load-limit.tsx';
import type { SignInSession } from './sign-in-session.ts';

interface AppProps {
  session: SignInSession;
  router: ReturnType<typeof createAppRouter>;
}

export function App({ session, router }: AppProps) {
  const isLeaving = useSyncExternalStore(session.subscribe, session.isLeaving);

  // After a login or a change of permissions, the guards run again.
  useEffect(() => session.subscribe(() => void router.invalidate()), [session, router]);

  // The login form has taken it over; any other screen replaces it.
  useEffect(() => router.subscribe('onRendered', removeFirstLogin), [router]);

  const isOpening = useCallback(() => session.actor.getSnapshot().matches('restoring'), [session]);

  // From the start of a logout nothing about the person is shown; another page follows.
  if (isLeaving) return null;
  return (
    <AppErrorBoundary>
      <LoadLimit router={router} isOpening={isOpening} />
      <RouterProvider router={router} />
    </AppErrorBoundary>
  );
}
