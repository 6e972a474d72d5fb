import { useMemo } from 'react';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';

const askForUsers = (api: ApiClient) => api.call('user.list');

/** Everyone who has an account, by name. `people` is undefined until known. */
export function usePeople() {
  const answer = useKeptAnswer('audit-people', '{}', askForUsers);
  const { result } = answer;
  const people = useMemo(() => result?.map(({ id, name }) => ({ id, name })), [result]);
  return { answer, people };
}
