import { useEffect } from 'react';
import type { PendingCount } from '#contract/reports.ts';
import { type Holder, mayUse } from '#domain/access/permissions.ts';
import { COUNT_REFRESH_MS } from '#machines/acknowledgment-count.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import { onAcknowledged } from '#sync/acknowledge-lunch.ts';
import type { ApiClient } from '#sync/api-client.ts';

const NOTHING: Pick<PendingCount, 'pending' | 'made_of'> = { pending: 0, made_of: [] };
const askCount = (api: ApiClient) => api.call('report.count-pending');
const askNothing = async () => NOTHING;

/**
 * What waits on the Reports dashboard: asked at once, every five minutes, and after each acknowledgment. Null for people
 * who get no such count; nothing while the server can't be reached.
 */
export function usePendingCount(holder: Holder): typeof NOTHING | null {
  const isTold = mayUse(holder, 'report.badge');
  const { result, problem, reload } = useServerData(isTold ? askCount : askNothing);
  useEffect(() => {
    if (!isTold) return;
    const timer = setInterval(() => void reload(), COUNT_REFRESH_MS);
    const stop = onAcknowledged(() => void reload());
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [isTold, reload]);
  if (!isTold) return null;
  // A count that can't be validated isn't shown.
  return problem === null ? (result ?? NOTHING) : NOTHING;
}
