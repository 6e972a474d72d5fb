import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { LocalSession } from '#db/sessions.ts';
import { ROLES } from '#domain/access/roles.ts';
import type { SessionRequest } from '#domain/sessions/session-requests.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { sessionRequests } from '#features/sessions/request-list.tsx';
import { type SessionRequestRow, sessionRequestRows } from '#features/sessions/request-rows.ts';
import type { SessionLookups } from '#features/sessions/session-lookups.ts';

const [PAULA, ADMIN] = [randomUUID(), randomUUID()];
const asked: SessionRequest = {
  ...{ kind: 'edit', state: 'pending', reason: 'Wrong time.', asked_by: PAULA },
  ...{ asked_at: '2026-03-10T18:00:00.000Z', decided_by: null, decided_at: null, note: '' },
  ...{ before: { actual_minutes: 30 }, changes: { actual_minutes: 45 } },
};

function rowsOf(requests: SessionRequest[]): SessionRequestRow[] {
  const session = {
    ...{ id: randomUUID(), provider: PAULA, student_ids: [], service: randomUUID(), requests },
    ...{ session_date: '2026-03-02', approval_request: 'pending' },
  };
  const lookups = {
    ...{ services: [], providers: new Map(), self: {}, people: new Map(), studentNames: new Map() },
  };
  return sessionRequestRows(
    [session as unknown as LocalSession],
    lookups as unknown as SessionLookups,
    lookups as unknown as KnownNames,
  );
}

const actor = { user_id: ADMIN, name: 'Ada', role: ROLES.superAdmin, grants: [] };
const approve = sessionRequests.actions?.find(({ id }) => id === 'approved');
const deny = sessionRequests.actions?.find(({ id }) => id === 'refused');

describe('session requests', () => {
  test('are late entries, edits, and deletions: changed durations have their own list', () => {
    const rows = rowsOf([asked, { ...asked, kind: 'duration' }, { ...asked, kind: 'deletion' }]);
    expect(rows.map(({ request }) => request.kind)).toEqual(['edit', 'deletion']);
  });

  test('say what a decision does, and an edit what it changes', () => {
    const [edit] = rowsOf([asked]);
    if (edit === undefined) throw new Error('There is no row.');
    expect(approve?.effect?.(edit)).toMatch(/^The session is changed\. .+: 30.* → 45/);
    expect(deny?.effect?.(edit)).toMatch(/^The session doesn't change\./);
    expect(deny?.needsNote?.([edit])).toBe(true);
  });

  test('are decided by colleagues, and only while they are pending', () => {
    const [edit] = rowsOf([asked]);
    const [decided] = rowsOf([{ ...asked, state: 'approved' }]);
    if (edit === undefined || decided === undefined) throw new Error('There is no row.');
    expect(approve?.refusal(edit, actor as never)).toBeNull();
    expect(approve?.refusal(edit, { ...actor, user_id: PAULA } as never)).not.toBeNull();
    expect(approve?.refusal(decided, actor as never)).not.toBeNull();
  });
});
