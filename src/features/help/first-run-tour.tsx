import { useState, useSyncExternalStore } from 'react';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { followTour, isTourWanted } from './tour-memory.ts';

const Tour = lazyPart(async () => ({ default: (await import('./tour.tsx')).Tour }));

/** The tour for people who are on this device for the first time. */
export function FirstRunTour() {
  const { user_id } = useSignedIn().profile;
  const isWanted = useSyncExternalStore(followTour, () => isTourWanted(user_id));
  const [isClosed, setClosed] = useState(false);
  if (!isWanted || isClosed) return null;
  return <Tour absence={{ onClose: () => setClosed(true), fallback: null }} />;
}
