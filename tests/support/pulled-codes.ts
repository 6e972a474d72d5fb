import { expect } from 'vitest';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import type { TestDevice } from './device.ts';

export interface GivenCode {
  kind?: 'cpt' | 'dx';
  code: string;
  description?: string;
  service?: string | null;
  archived?: boolean;
}

/** Brings codes to a device, as its first pull does. */
export async function pullCodes({ db }: TestDevice, codes: readonly GivenCode[]): Promise<void> {
  const changes = codes.map((code, at) => {
    const id = `019a0000-0000-7000-8000-${String(at).padStart(12, '0')}`;
    const given = { kind: 'dx', description: '', service: null, archived: false, ...code };
    return {
      ...{ entity: 'clinical_code' as const, id, scopes: ['global'], left: [] },
      row: { ...given, id, is_sample: false, version: 1 },
    };
  });
  const stored = await applyPage(db, await syncPosition(db), {
    ...{ epoch: 'e', cursor: 'c', more: false, server_time: '2026-03-10T18:00:00.000Z', is_fresh: true },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: changes.length, changes },
  });
  expect(stored).toBe(true);
}
