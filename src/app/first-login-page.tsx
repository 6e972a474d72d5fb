import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { LoggedOutPage } from '#features/account/logged-out-page.tsx';
import { LoginForm } from '#features/account/login-form.tsx';
import { LoginHelp } from '#features/account/login-help.tsx';

/** The login page as HTML, for the build: what the app shows first to someone who isn't logged in. */
export function renderFirstLogin(): string {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory(),
    trailingSlash: 'preserve',
  });
  return renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <LoggedOutPage title="Log in">
        <LoginForm isBusy={false} problem={null} demoSignIns={[]} onSubmit={() => undefined}>
          <LoginHelp />
        </LoginForm>
      </LoggedOutPage>
    </RouterContextProvider>,
  );
}
