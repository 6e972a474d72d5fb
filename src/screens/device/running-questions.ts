import type { ApiClient } from '#sync/api-client.ts';

/**
 * Sends a question once while its answer is awaited, however many parts of a page ask it: readings may be audited, and the parts
 * show the same answer.
 */
export function askedOnce<Answer>(
  ask: (api: ApiClient, id: string) => Promise<Answer>,
): (api: ApiClient, id: string) => Promise<Answer> {
  const running = new WeakMap<ApiClient, Map<string, Promise<Answer>>>();
  return (api, id) => {
    const asked = running.get(api) ?? new Map<string, Promise<Answer>>();
    running.set(api, asked);
    const known = asked.get(id);
    if (known !== undefined) return known;
    const answer = ask(api, id).finally(() => asked.delete(id));
    asked.set(id, answer);
    return answer;
  };
}
