import { useCallback } from 'react';
import type { AlikeStudent } from '#contract/student.ts';
import type { Likeness } from '#domain/students/student-file.ts';
import { fullName } from '#domain/students/student-name.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { usePaused } from '#screens/device/paused.ts';
import { namesById } from '#screens/device/record-names.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';

/** How long nothing is typed before the server is asked. */
const PAUSE_MS = 400;

const WORDS: Record<Likeness, string> = {
  same: 'same name',
  sound: 'sounds the same',
  typing: 'spelled almost the same',
};

interface AlikeStudentsProps {
  first_name: string;
  last_name: string;
  /** The student whose form it is. */
  but: string | null;
  /** Opens the comparison with another record; absent where there is nothing to compare yet. */
  onCompare?: ((id: string) => void) | undefined;
}

/** Students with a similar name, who may be the same child. A hint: nothing is blocked. */
export function AlikeStudents({ first_name, last_name, but, onCompare }: AlikeStudentsProps) {
  const names = usePaused(
    JSON.stringify({ first_name: first_name.trim(), last_name: last_name.trim() }),
    PAUSE_MS,
  );
  const { result = [] } = useServerData(useCallback((api: ApiClient) => readAlike(api, names), [names]));
  const schools = namesById(useLookups()?.locations ?? []);
  const others = result.filter(({ id }) => id !== but);
  return (
    <div role="status" className="contents">
      {others.length > 0 && (
        <div className="grid gap-1.5 rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning">
          <strong className="font-semibold">
            {others.length === 1
              ? 'This student may already exist:'
              : 'One of these students may be the same:'}
          </strong>
          <ul className="grid gap-1">
            {others.map((other) => (
              <li key={other.id} className="flex flex-wrap items-center gap-x-2">
                <span className="font-medium">{fullName(other)}</span>
                <span>
                  {[
                    WORDS[other.likeness],
                    other.date_of_birth !== null && `born ${displayDay(other.date_of_birth)}`,
                    other.grade !== '' && `grade ${other.grade}`,
                    schools.get(other.location ?? ''),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
                {other.archived && <Badge variant="neutral">Archived</Badge>}
                {onCompare !== undefined && (
                  <Button size="sm" variant="outline" onClick={() => onCompare(other.id)}>
                    Merge
                    <span className="sr-only"> with {fullName(other)}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

async function readAlike(api: ApiClient, names: string): Promise<AlikeStudent[]> {
  const query = JSON.parse(names) as { first_name: string; last_name: string };
  if (query.first_name === '' || query.last_name === '') return [];
  return api.call('student.list-duplicates', { query });
}
