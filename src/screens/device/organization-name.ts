import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';

const ask = (api: ApiClient) => api.call('operations.organization');

/** The organization's name for what is printed; kept on the device for when nobody answers. Empty before. */
export function useOrganizationName(): string {
  return useKeptAnswer('organization', '{}', ask).result?.name ?? '';
}
