import type { ApiClient } from './api-client.ts';

const listeners = new Set<() => void>();

/**
 * Acknowledges a lunch card on the server.
 * @throws ApiError, UnknownApiError, NoAnswer
 */
export async function acknowledgeLunch(api: ApiClient, id: string, note: string): Promise<void> {
  await api.call('lunch.acknowledge', { params: { id }, body: { note } });
  for (const listener of listeners) listener();
}

/** Subscribes to acknowledgments made on this page. */
export function onAcknowledged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
