import { expect } from 'vitest';
import type { WriteAnswer } from '#contract/sync.ts';
import { type OpenedWrite, unsentWrites } from '#db/outbox.ts';
import { type DrainReport, drainBatch } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { type ScriptedServer, scriptedServer, type TestDevice } from './device.ts';
import { eventEntry, lunchRow, sessionRow } from './device-entries.ts';

/** By the first part of their calls' names. */
type Noun = 'session' | 'lunch' | 'calendar';
type Values = Record<string, unknown>;
export type ServerRow = Values & { id: string; version: number };

const LANES: Record<Noun, string> = { session: 'session', lunch: 'day', calendar: 'day' };

export function drain(device: TestDevice, answer: ScriptedServer['answer']): Promise<DrainReport> {
  return drainBatch(device.db, scriptedServer(answer).transport, device.clock, device.lock);
}

/** A row of this device that the server has, at version 1. */
export async function sentRow(device: TestDevice, noun: Noun, changes: Values = {}): Promise<ServerRow> {
  const provider = device.workspace.user_id;
  const event = { ...eventEntry(changes), provider, original_id: null, version: 1 };
  const row =
    noun === 'calendar'
      ? event
      : noun === 'session'
        ? sessionRow(provider, 1, changes)
        : lunchRow(provider, 1, changes);
  await queueWrite(device.workspace, {
    endpoint: `${noun}.create`,
    id: row.id,
    body: row as never,
    lane: LANES[noun],
  });
  await drain(device, () => ({ status: 201, version: 1, row }));
  return row as ServerRow;
}

export async function changeRow(device: TestDevice, noun: Noun, id: string, body: Values): Promise<void> {
  const lane = LANES[noun];
  await queueWrite(device.workspace, {
    endpoint: `${noun}.update`,
    opened: null,
    id,
    body: body as never,
    lane,
  });
}

export async function deleteRow(device: TestDevice, noun: Noun, id: string): Promise<void> {
  const lane = LANES[noun];
  await queueWrite(device.workspace, { endpoint: `${noun}.delete`, id, body: undefined, lane });
}

/** The server's answer to a write based on an older version. */
export function staleAnswer(
  row: ServerRow,
  changes: Values,
  version = row.version + 1,
): Partial<WriteAnswer> {
  const message = 'Someone else changed this record while you were editing.';
  return { status: 412, code: 'record.stale', message, row: { ...row, ...changes, version } };
}

export const deletedAnswer: Partial<WriteAnswer> = {
  status: 410,
  code: 'record.deleted',
  message: 'This record was deleted.',
};

/** The only queued write. */
export async function onlyWrite(device: TestDevice): Promise<OpenedWrite> {
  const writes = await unsentWrites(device.db);
  expect(writes).toHaveLength(1);
  return writes[0] as OpenedWrite;
}
