import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { LoginPage } from '#features/account/login-page.tsx';
import { findForLogin } from '#features/account/login-surroundings.ts';

/** A URL of this app, never another site's: `//other.example` and `/\other.example` would be one, also with a tab in between. */
function ownAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\\s])/.test(value) ? value : undefined;
}

export const Route = createFileRoute('/login')({
  // In the entry chunk: most first loads show it.
  codeSplitGroupings: [],
  staticData: { title: 'Log in' },
  // Without zod: this route is in the first bundle.
  validateSearch: (search: Record<string, unknown>): { redirect?: string | undefined } => ({
    // Declared even if it is rejected, so that nothing else of the URL passes.
    redirect: ownAddress(search.redirect),
  }),
  beforeLoad: async ({ context, search }) => {
    if ((await context.signIn.settled()) === null) return;
    throw redirect({ href: search.redirect ?? '/', replace: true });
  },
  loader: findForLogin,
  component: LoginScreen,
});

function LoginScreen() {
  const { signIn } = Route.useRouteContext();
  const router = useRouter();
  const lookAgain = useCallback(() => void router.invalidate(), [router]);
  return <LoginPage signIn={signIn.actor} found={Route.useLoaderData()} lookAgain={lookAgain} />;
}
