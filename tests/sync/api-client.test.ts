import { expect, test } from 'vitest';
import { ANSWER_MARKER } from '#contract/errors.ts';
import { createApiClient, NoAnswer } from '#sync/api-client.ts';

const day = { start_date: '2026-03-02', end_date: '2026-03-02' };

function client(answer: Response) {
  return createApiClient({
    tokens: { current: async () => 'token', renew: async () => null },
    fetch: async () => answer,
  });
}

test.each([
  ['a page of somebody else', () => new Response('<html>', { status: 200 })],
  ['ours, cut off', () => new Response('{"cards":', { status: 200, headers: { [ANSWER_MARKER]: '1' } })],
  ['ours, refusing in no words', () => new Response('', { status: 500, headers: { [ANSWER_MARKER]: '1' } })],
])('a lunch response that is %s is reported as not JSON, and counts as no answer', async (_, answer) => {
  const asked = client(answer()).call('lunch.list-cards', { query: day });
  await expect(asked).rejects.toBeInstanceOf(NoAnswer);
  await expect(client(answer()).call('lunch.list-cards', { query: day })).rejects.toThrow(
    'Server returned non-JSON response',
  );
});
