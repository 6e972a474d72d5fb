import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { LoginPage } from '#features/account/login-page.tsx';
import { findForLogin } from '#features/account/login-surroundings.ts';
import { currentViewport } from '#ui/viewport.ts';

export const Route = createFileRoute('/')({
  // In the entry chunk: most first loads show it.
  codeSplitGroupings: [],
  staticData: { title: 'Log in' },
  beforeLoad: async ({ context }) => {
    if ((await context.signIn.settled()) === null) return;
    throw redirect({ to: currentViewport() === 'narrow' ? '/my-sessions' : '/home', replace: true });
  },
  loader: findForLogin,
  component: StartScreen,
});

function StartScreen() {
  const { signIn } = Route.useRouteContext();
  const router = useRouter();
  const lookAgain = useCallback(() => void router.invalidate(), [router]);
  return <LoginPage signIn={signIn.actor} found={Route.useLoaderData()} lookAgain={lookAgain} />;
}
