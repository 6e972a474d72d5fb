import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { lazy } from 'react';
import { ScreenError } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { routeTree } from './routeTree.gen.ts';
import { titleOf } from './shell/page-title.ts';
import type { SignInSession } from './sign-in-session.ts';

/** The shell comes with the first signed-in screen, not with the login page. */
const Shell = lazy(() => import('./shell/shell.tsx').then((module) => ({ default: module.Shell })));

/** Comes along with the shell. */
const UserMenu = lazy(() => import('./shell/user-menu.tsx').then((module) => ({ default: module.UserMenu })));

/** @param history the browser's own where none is given */
export function createAppRouter({ actor, settled }: SignInSession, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    context: { signIn: { actor, settled }, Shell, UserMenu },
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

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
