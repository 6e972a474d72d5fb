import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { createActor, fromPromise } from 'xstate';
import { createAppRouter } from '#app/app-router.tsx';
import { ApiError } from '#contract/errors.ts';
import type { EndpointName } from '#contract/index.ts';
import { ROLES } from '#domain/access/roles.ts';
import { signInMachine } from '#machines/sign-in.ts';
import type { RestoreOutcome } from '#machines/sign-in-outcome.ts';
import type { SignedInDevice } from '#screens/device/signed-in.ts';
import type { TestDevice } from './device.ts';
import { scriptedOffice } from './office-screen.tsx';

/** Renders the whole app at a URL, for a user who is signed in on the device, and waits for its shell. */
export async function openApp(...shown: Parameters<typeof showApp>) {
  const app = await showApp(...shown);
  return { main: await screen.findByRole('main'), ...app };
}

/** Renders the whole app at a URL that may lead to a page without the shell. */
export async function showApp(
  { workspace }: TestDevice,
  address: string,
  profile: Partial<SignedInDevice['profile']> = {},
  answers: Partial<Record<EndpointName, unknown>> = {},
) {
  localStorage.setItem('caseload-tour', 'off');
  const office = scriptedOffice((name) => {
    if (name in answers) return answers[name];
    if (name === 'home.waiting') return { as_of: '2026-03-10T18:00:00.000Z', waiting: [], week: null };
    if (name === 'lunch.count-acknowledgments') return { needs_acknowledgment: 0 };
    if (name === 'report.count-pending')
      return { as_of: '2026-03-10T18:00:00.000Z', pending: 0, made_of: [] };
    if (name === 'session.read') throw new ApiError('record.absent');
    return name === 'timesheet.totals' ? { providers: [] } : [];
  });
  const { user_id } = workspace;
  const signedIn = {
    profile: {
      ...{ user_id, provider_id: user_id, username: 'sam', auth: ROLES.superAdmin, grants: [], emp: 'H' },
      ...profile,
    },
    workspace,
    engine: { ...office.engine, refresh: () => undefined },
  } as unknown as SignedInDevice;
  const actor = createActor(
    signInMachine.provide({
      actors: { restore: fromPromise<RestoreOutcome>(async () => ({ kind: 'signed-out' })) },
    }),
  ).start();
  const session = {
    actor,
    settled: async () => signedIn,
    isLeaving: () => false,
    subscribe: () => () => {},
    stop: () => actor.stop(),
  };
  const router = createAppRouter(session, createMemoryHistory({ initialEntries: [address] }));
  await act(async () => {
    render(<RouterProvider router={router} />);
    await router.load();
  });
  return { router, office };
}
