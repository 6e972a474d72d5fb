import { useMemo } from 'react';
import type { ClientFile } from '#contract/clients.ts';
import { type RateScope, RatesPanel } from './rates-panel.tsx';

/** What an hour of each service costs this client in a fiscal year, and why. */
export function ClientRates({ client }: { client: ClientFile }) {
  const scope = useMemo<RateScope>(
    () => ({
      ...{ client, region: null, kept: 'client-rates', whose: 'of this client and its students' },
      isOwn: ({ level }) => level === 'client' || level === 'student',
      empty: "Choose the client's services first. Their rates appear here.",
      ask: (api, years) => api.call('rate.list-of-client', { params: { id: client.id, ...years } }),
    }),
    [client],
  );
  return <RatesPanel scope={scope} />;
}
