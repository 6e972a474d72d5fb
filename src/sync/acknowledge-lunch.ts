import type { ApiClient } from './api-client.ts';

const listeners = new Set<() => void>();

/**
 * Acknowledges a lunch card at the office.
 *
 * @throws Refusal, UnknownRefusal, NoAnswer
 */
export async function acknowledgeLunch(api: ApiClient, id: string, note: string): Promise<void> {
  await api.call('lunch.acknowledge', { params: { id }, body: { note } });
  for (const listener of listeners) listener();
}

/** For who counts what is left on this page. */
export function onAcknowledged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
