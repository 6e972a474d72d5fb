import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { z } from 'zod';
import { LoginPage } from '#features/account/login-page.tsx';
import { findForLogin } from '#features/account/login-surroundings.ts';

/** An address of this app, never another site's: `//other.example` and `/\other.example` would be one. */
const ownAddress = z.string().regex(/^\/(?![/\\])/);

export const Route = createFileRoute('/login')({
  staticData: { title: 'Log in' },
  validateSearch: z.object({ redirect: ownAddress.optional().catch(undefined) }),
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
