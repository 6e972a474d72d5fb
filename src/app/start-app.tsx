import '#ui/theme.css';
import type { ReactElement } from 'react';
import { isTokenStored } from '#sync/sign-in/stored-sign-in.ts';
import { guardDoubleTaps } from '#ui/double-tap.ts';
import { App } from './app.tsx';
import { createAppRouter, preloadScreen } from './app-router.tsx';
import { keepInstallOffer } from './install-offer.ts';
import { keepRouterFromReloading } from './router-reloads.ts';
import { startSignInSession } from './sign-in-session.ts';

/** Wires the app to this browser. Called once per page. */
export function startApp(): ReactElement {
  guardDoubleTaps(document);
  keepInstallOffer();
  keepRouterFromReloading();
  // No worker in development: it would serve outdated files.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    void import('./service-worker.ts').then(({ registerServiceWorker }) => registerServiceWorker());
  }
  // A page from the back-forward cache may show what was locked since.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) window.location.reload();
  });
  const session = startSignInSession((address) => window.location.replace(address));
  const router = createAppRouter(session);
  if (isTokenStored()) preloadScreen(router);
  return <App session={session} router={router} />;
}
