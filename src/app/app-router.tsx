import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { ScreenError } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { routeTree } from './routeTree.gen.ts';
import { titleOf } from './shell/page-title.ts';
import type { SignInSession } from './sign-in-session.ts';

/** Loaded with the first signed-in screen, not with the login page. */
const loadSurroundings = async () => {
  const [{ Shell }, { UserMenu }] = await Promise.all([
    import('./shell/shell.tsx'),
    import('./shell/user-menu.tsx'),
  ]);
  return { Shell, UserMenu };
};

/** @param history defaults to the browser's own */
export function createAppRouter({ actor, settled }: SignInSession, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    context: { signIn: { actor, settled }, loadSurroundings },
    trailingSlash: 'preserve',
    // Search params that a route doesn't know, or rejects, are dropped from the URL; otherwise they would
    // pass as validated.
    search: { strict: true },
    defaultPreload: 'intent',
    // Loaders read this device: reading again costs no more than a cache.
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
 * Loads the code of the current screen while this device is still being unlocked, instead of one after the
 * other.
 */
export function preloadScreen(router: ReturnType<typeof createAppRouter>): void {
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
  const chunks = [loadSurroundings(), ...matchedRoutes.map((route) => router.loadRouteChunk(route))];
  // The navigation loads them again, and reports failures.
  void Promise.allSettled(chunks);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
