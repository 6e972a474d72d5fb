import { useCallback } from 'react';
import { StudentTable } from '#screens/list/student-table.tsx';
import type { ApiClient } from '#sync/api-client.ts';

/** The provider's active students that the person may see. */
export function ProviderStudents({ id, onOpen }: { id: string; onOpen: (student: string) => void }) {
  return (
    <StudentTable
      kept="provider-students"
      of={id}
      ask={useCallback((api: ApiClient) => api.call('student.list-of-provider', { params: { id } }), [id])}
      empty="Active students assigned to this provider appear here."
      onOpen={onOpen}
    />
  );
}
