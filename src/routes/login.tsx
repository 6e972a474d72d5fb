import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { LoginPage } from '#features/account/login-page.tsx';
import { findForLogin } from '#features/account/login-surroundings.ts';

/** An address of this app, never another site's: `//other.example` and `/\other.example` would be one. */
function ownAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined;
}

export const Route = createFileRoute('/login')({
  // In the entry: it is what most first loads show.
  codeSplitGroupings: [],
  staticData: { title: 'Log in' },
  // Without zod: this route comes with the very first bytes.
  validateSearch: (search: Record<string, unknown>): { redirect?: string | undefined } => ({
    // Named even when it is refused, so that nothing of the address passes by.
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
