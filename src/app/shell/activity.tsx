import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Nothing waits for it: what happened before it was loaded, the browser still reports. */
const loadActivity = () => import('#sync/files/recent-activity.ts');
/** The app goes on without it; only diagnostic copies say less. */
const goOn = () => undefined;

/** Notes what the app does, for the diagnostic copy that a person may attach to a support ticket. */
export function FollowActivity() {
  // A route says nothing about whom it shows.
  const screen = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? '/' });
  useEffect(() => {
    const following = loadActivity().then(({ followActivity, forgetActivity }) => {
      const unfollow = followActivity();
      return () => {
        unfollow();
        forgetActivity();
      };
    }, goOn);
    return () => void following.then((end) => end?.());
  }, []);
  useEffect(() => {
    loadActivity().then(({ noteScreen }) => noteScreen(screen.replace('/_signed-in', '')), goOn);
  }, [screen]);
  return null;
}
