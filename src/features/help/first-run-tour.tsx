import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { followTour, isTourWanted } from './tour-memory.ts';

const Tour = lazy(async () => ({ default: (await import('./tour.tsx')).Tour }));

/** The tour for people who are on this device for the first time. */
export function FirstRunTour() {
  const { user_id } = useSignedIn().profile;
  const isWanted = useSyncExternalStore(followTour, () => isTourWanted(user_id));
  if (!isWanted) return null;
  return (
    <Suspense>
      <Tour />
    </Suspense>
  );
}
