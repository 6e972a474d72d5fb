import { useCallback } from 'react';
import { overCaseloadWords } from '#domain/providers/caseload-limit.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { usePeopleById } from '#screens/device/people-by-id.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { WarningList } from '#ui/warning-list.tsx';

interface CaseloadWarningProps {
  provider: string;
  /** Whom the provider would get. Those whom they have already don't count again. */
  students: readonly string[];
}

/** Says if a provider would have more students than their maximum. Only a hint: without an answer there is none. */
export function CaseloadWarning({ provider, students }: CaseloadWarningProps) {
  const { result } = useServerData(
    useCallback((api: ApiClient) => api.call('provider.read', { params: { id: provider } }), [provider]),
  );
  const known = usePeopleById('student');
  const added = new Set(students.filter((id) => known.get(id)?.providers.includes(provider) === false)).size;
  const words =
    result === undefined
      ? null
      : overCaseloadWords(
          {
            name: providerName(result.provider),
            students: result.provider.student_count,
            max_caseload: result.provider.max_caseload,
          },
          added,
        );
  return <WarningList warnings={words === null ? [] : [{ id: 'caseload', words }]} />;
}
