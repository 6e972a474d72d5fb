import { screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { expect, vi } from 'vitest';
import type { EndpointName } from '#contract/index.ts';
import type { PullPage } from '#contract/sync.ts';
import type { OutboxRow } from '#db/local-database.ts';
import { SyncCenter } from '#features/sync-center/sync-center.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { pullAll } from '#sync/pull/pull.ts';
import type { SyncStatus } from '#sync/sync-engine.ts';
import type { TestDevice } from '#tests/support/device.ts';
import { lunchEntry, type SessionEntry, sessionEntry } from '#tests/support/device-entries.ts';
import { scriptedOffice, showTo } from '#tests/support/office-screen.tsx';

const MAYA = uuidv7();

interface CenterOptions {
  answer?: (name: EndpointName, input: { body?: unknown }) => unknown;
  status?: Partial<SyncStatus>;
  /** What "Check now" does. */
  verify?: () => Promise<void>;
  handedToYou?: Parameters<typeof SyncCenter>[0]['handedToYou'];
}

/** Opens the Sync center of a device whose office says what the test gives it. */
export function openCenter(device: TestDevice, options: CenterOptions = {}) {
  const { answer = () => undefined, verify = async () => undefined } = options;
  const office = scriptedOffice(answer);
  const { db, device_id, clock } = device.workspace;
  const status: SyncStatus = {
    isReachable: true,
    isSending: false,
    isPulling: false,
    fault: null,
    ...options.status,
  };
  const sender = { db, api: office.engine.api as unknown as ApiClient, device_id, app_version: '1', clock };
  const onEdit = vi.fn();
  const engine = { ...office.engine, getStatus: () => status, sender, verify };
  showTo(device, { engine } as never, <SyncCenter onEdit={onEdit} handedToYou={options.handedToYou} />);
  return { calls: office.calls, onEdit, user: userEvent.setup() };
}

/** What a pull brings of the office's side. */
async function pullInto(device: TestDevice, rest: Partial<PullPage>): Promise<void> {
  const page: PullPage = {
    epoch: 'e1',
    cursor: uuidv7(),
    more: false,
    server_time: '2026-03-10T18:00:00.000Z',
    is_fresh: false,
    scopes_added: [],
    scopes_removed: [],
    changes: [],
    done: [],
    total: null,
    ...rest,
  };
  await pullAll(device.db, { call: async () => page } as unknown as ApiClient, 'd');
}

export function mayaComes(device: TestDevice): Promise<void> {
  const row = { id: MAYA, first_name: 'Maya', last_name: 'Rivera', version: 1 };
  const scopes = [`student:${MAYA}`];
  return pullInto(device, { changes: [{ entity: 'student', id: MAYA, scopes, left: [], row }] });
}

export function mayaLeaves(device: TestDevice): Promise<void> {
  return pullInto(device, { scopes_removed: [`student:${MAYA}`] });
}

/** @returns the id of the session */
export async function enterSession(
  device: TestDevice,
  changes: Partial<SessionEntry> = {},
  depends_on: string[] = [],
): Promise<string> {
  const body = sessionEntry({ student_ids: [MAYA], ...changes });
  await queueWrite(device.workspace, {
    endpoint: 'session.create',
    id: body.id,
    body,
    lane: `session:${body.id}`,
    depends_on,
  });
  return body.id;
}

export async function enterLunch(
  device: TestDevice,
  changes: Parameters<typeof lunchEntry>[0] = {},
): Promise<string> {
  const body = lunchEntry(changes);
  await queueWrite(device.workspace, { endpoint: 'lunch.create', id: body.id, body, lane: 'day' });
  return body.id;
}

/** Sets the state of a row's writes as the test needs it. */
export async function stand(device: TestDevice, id: string, changes: Partial<OutboxRow>): Promise<void> {
  await device.db.outbox.where('entity_id').equals(id).modify(changes);
}

/** Opens the history, once an answered question no longer covers it. @returns its list */
export async function openHistory(user: UserEvent): Promise<HTMLElement> {
  await waitFor(() => expect(document.body.style.pointerEvents).not.toBe('none'));
  await user.click(await screen.findByText('History', { selector: 'summary' }));
  return screen.findByRole('list', { name: 'History' });
}
