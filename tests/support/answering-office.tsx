import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ANSWER_MARKER } from '#contract/errors.ts';
import { ROLES } from '#domain/access/roles.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { createApiClient } from '#sync/api-client.ts';
import type { TestDevice } from './device.ts';
import { InRouter } from './in-router.tsx';

/** A response of our server. */
export function answered(status: number, body: unknown, statusText = ''): Response {
  return new Response(JSON.stringify(body), { status, statusText, headers: { [ANSWER_MARKER]: '1' } });
}

type Answer = (address: string, init: RequestInit) => Response | Promise<Response>;

/** The app's own client of a server that answers as the test says. */
export function clientOf(answer: Answer) {
  return createApiClient({
    tokens: { current: async () => 'token', renew: async () => null },
    fetch: async (address, init = {}) => answer(String(address), init),
  });
}

/** Renders content with the app's own client for a user who is signed in on the device. */
export function showOnline(
  { workspace }: TestDevice,
  content: ReactNode,
  answer: Answer,
  profile: Partial<SignedInDevice['profile']> = {},
) {
  const status = { isSending: false, isPulling: false, fault: null, isReachable: true };
  let refreshes = 0;
  const refresh = async () => {
    refreshes += 1;
  };
  const signedIn = {
    profile: { user_id: workspace.user_id, provider_id: null, auth: ROLES.provider, grants: [], ...profile },
    workspace,
    engine: {
      getStatus: () => status,
      subscribe: () => () => undefined,
      watch: () => () => undefined,
      api: clientOf(answer),
      refresh,
      mustRefresh: refresh,
    },
  };
  const shown = render(
    <SignedInContext value={signedIn as unknown as SignedInDevice}>{content}</SignedInContext>,
    { wrapper: InRouter },
  );
  return { ...shown, refreshes: () => refreshes };
}
