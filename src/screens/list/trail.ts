import type { RouterHistory } from '@tanstack/react-router';

/** The screens of this tab by their place in its history: paths only, filters may hold names. */
const STORED_AS = 'caseload-trail';

type TrailHistory = Pick<RouterHistory, 'location' | 'subscribe'>;

function pathOf(pathname: string): string {
  return pathname.replace(/\/+$/, '');
}

function placeOf({ location }: TrailHistory): { index: number; path: string } {
  return { index: location.state.__TSR_index, path: pathOf(location.pathname) };
}

function storedTrail(): (string | null)[] {
  const stored: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? '[]');
  return Array.isArray(stored) ? stored : [];
}

function store(trail: readonly (string | null)[]): void {
  sessionStorage.setItem(STORED_AS, JSON.stringify(trail));
}

/** Records the screen of each entry in the tab's history, across reloads. Returns a function that stops it. */
export function followTrail(history: TrailHistory): () => void {
  const { index, path } = placeOf(history);
  // A typed URL restarts the count: the recorded entries no longer match.
  if (storedTrail()[index] !== path) store([]);
  const note = (isPush: boolean) => {
    const now = placeOf(history);
    const trail = isPush ? storedTrail().slice(0, now.index) : storedTrail();
    trail[now.index] = now.path;
    store(trail);
  };
  note(false);
  return history.subscribe(({ action }) => note(action.type === 'PUSH'));
}

/** How many steps back in the tab's history a screen was last seen, if it was. */
export function stepsBackTo(history: Pick<RouterHistory, 'location'>, path: string): number | null {
  const { __TSR_index: index } = history.location.state;
  const found = storedTrail().slice(0, index).lastIndexOf(pathOf(path));
  return found === -1 ? null : index - found;
}
