import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';

const ask = (api: ApiClient) => api.call('operations.organization');

/** The organization's name for prints, cached on the device for offline use. Empty before it is known. */
export function useOrganizationName(): string {
  return useKeptAnswer('organization', '{}', ask).result?.name ?? '';
}
