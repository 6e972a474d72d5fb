import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { followActivity, forgetActivity, noteScreen } from '#sync/files/recent-activity.ts';

/** Notes what the app does, for the diagnostic copy that a person may attach to a support ticket. */
export function FollowActivity() {
  // A route says nothing about whom it shows.
  const screen = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? '/' });
  useEffect(() => {
    const end = followActivity();
    return () => {
      end();
      forgetActivity();
    };
  }, []);
  useEffect(() => noteScreen(screen.replace('/_signed-in', '')), [screen]);
  return null;
}
