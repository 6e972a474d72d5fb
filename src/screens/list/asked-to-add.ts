import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The screen was opened to add a record to its list. */
    adds?: true;
  }
}

/** Opens the form of a new record where the screen was opened for that, as from the command palette; once. */
export function useAskedToAdd(openNew: () => void): void {
  const { history } = useRouter();
  const isAsked = useLocation({ select: ({ state }) => state.adds === true });
  useEffect(() => {
    if (!isAsked) return;
    // Going back to the screen later doesn't ask again.
    history.replace(history.location.href);
    openNew();
  }, [isAsked, history, openNew]);
}
