import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { ScreenError } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { routeTree } from './routeTree.gen.ts';
import { titleOf } from './shell/page-title.ts';
import type { SignInSession } from './sign-in-session.ts';

/** Comes with the first signed-in screen, not with the login page. */
const loadSurroundings = async () => {
  const [{ Shell }, { UserMenu }] = await Promise.all([
    import('./shell/shell.tsx'),
    import('./shell/user-menu.tsx'),
  ]);
  return { Shell, UserMenu };
};

/** @param history the browser's own where none is given */
export function createAppRouter({ actor, settled }: SignInSession, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    context: { signIn: { actor, settled }, loadSurroundings },
    trailingSlash: 'preserve',
    // What a route does not know, or refuses, is dropped from the address; otherwise it would pass as checked.
    search: { strict: true },
    defaultPreload: 'intent',
    // Loaders read this device: what they read a moment ago is as dear as what they read now.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: ScreenError,
    defaultNotFoundComponent: () => <NotFoundPage />,
    ...(history === undefined ? {} : { history }),
  });
  router.subscribe('onResolved', () => {
    const title = titleOf(router.state.matches);
    document.title = title === undefined ? 'Caseload' : `${title} · Caseload`;
  });
  return router;
}

/**
 * Fetches the code of the screen at the current address while this device is still being opened: one after
 * the other they would keep a person waiting for both.
 */
export function preloadScreen(router: ReturnType<typeof createAppRouter>): void {
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
  const chunks = [loadSurroundings(), ...matchedRoutes.map((route) => router.loadRouteChunk(route))];
  // The navigation loads them again, and says so when it can't.
  void Promise.allSettled(chunks);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
