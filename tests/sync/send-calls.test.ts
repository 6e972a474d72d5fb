import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decrypt, fromBase64, writePlace } from '#contract/encryption.ts';
import { ApiError } from '#contract/errors.ts';
import type { SealedWrite } from '#contract/sync.ts';
import { draftOf, keepDraft } from '#db/drafts.ts';
import { outboxCounts, unsentCount } from '#db/outbox.ts';
import { keepCall, waitingCalls } from '#db/waiting-calls.ts';
import { type ApiClient, NoAnswer } from '#sync/api-client.ts';
import { makeRescueFile } from '#sync/files/rescue-file.ts';
import type { DrainLock } from '#sync/outbox/drain.ts';
import { sendWaitingCalls } from '#sync/outbox/send-calls.ts';
import { sendEncryptedCalls } from '#sync/outbox/send-encrypted-calls.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';

let device: TestDevice;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.close());

const oneAtATime = (): DrainLock => {
  let last: Promise<unknown> = Promise.resolve();
  return async (_, work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
};

/** A server that answers as the test says, and what reached it. */
function server(answer: (attempt: number) => unknown = () => undefined) {
  const calls: { name: string; key: string; id: unknown; captured_at: string }[] = [];
  const api = {
    async call(name: string, input: { body: { id: unknown }; write: { key: string; captured_at: string } }) {
      calls.push({ name, id: input.body.id, ...input.write });
      const result = answer(calls.length);
      if (result instanceof Error) throw result;
      return result;
    },
  } as unknown as ApiClient;
  return { calls, sender: { ...device.workspace, api, app_version: '1.0.0' } };
}

async function write(title: string, captured_at = '2026-03-10T18:00:00.000Z', draft: string | null = null) {
  const body = { id: uuidv7(), category: 1, title, details: 'Please help.' };
  const call = { key: uuidv7(), endpoint: 'ticket.create', params: {}, body, captured_at, problem: null };
  await keepCall(device.workspace.db, { ...call, endpoint: 'ticket.create' }, draft);
  return body.id;
}
const kept = () => waitingCalls(device.workspace.db);

describe('a ticket written offline', () => {
  test('is stored with the end of its draft, counts as unsynced, and has no plaintext', async () => {
    const { db } = device.workspace;
    await keepDraft(db, 'support', { title: 'Secret title' });
    await write('Secret title', undefined, 'support');
    expect(await draftOf(db, 'support')).toBeNull();
    expect(await outboxCounts(db)).toMatchObject({
      ...{ waiting: 1, attention: 0, unsent_since: '2026-03-10T18:00:00.000Z' },
    });
    expect(await unsentCount(db)).toBe(1);
    const [row] = await db.drafts.toArray();
    expect(new TextDecoder().decode(row?.sealed)).not.toContain('Secret');
    expect(row?.form).not.toContain('Secret');
  });

  test('is sent once, oldest first, with the time at which it was written', async () => {
    const second = await write('Second', '2026-03-10T19:00:00.000Z');
    const first = await write('First', '2026-03-10T18:00:00.000Z');
    const { sender, calls } = server();
    const lock = oneAtATime();
    const reports = await Promise.all([sendWaitingCalls(sender, lock), sendWaitingCalls(sender, lock)]);
    expect(reports.map(({ sent }) => sent)).toEqual([2, 0]);
    expect(calls.map(({ id, captured_at }) => [id, captured_at])).toEqual([
      [first, '2026-03-10T18:00:00.000Z'],
      [second, '2026-03-10T19:00:00.000Z'],
    ]);
    expect(await unsentCount(device.workspace.db)).toBe(0);
  });

  test.each([
    ['no answer', new NoAnswer(), 'no-answer'],
    ['a busy server', new ApiError('server.busy', { retryAfterMs: 5_000 }), 'busy'],
    ['a fault of the server', new ApiError('server.failed'), 'busy'],
    ['an ended login', new ApiError('auth.signed-out'), 'signed-out'],
    ['an outdated app', new ApiError('app.outdated'), 'outdated'],
  ])('waits after %s, and goes out again under the same key', async (_, fault, outcome) => {
    await write('Once');
    await write('Later', '2026-03-10T19:00:00.000Z');
    const { sender, calls } = server((attempt) => (attempt === 1 ? fault : undefined));
    const lock = oneAtATime();
    expect(await sendWaitingCalls(sender, lock)).toMatchObject({ outcome, sent: 0 });
    expect(calls).toHaveLength(1);
    expect(await kept()).toHaveLength(2);
    expect(await sendWaitingCalls(sender, lock)).toMatchObject({ outcome: 'nothing', sent: 2 });
    expect(calls[1]?.key).toBe(calls[0]?.key);
    expect(await kept()).toEqual([]);
  });

  test('is done if the server already has its id', async () => {
    await write('There already');
    const { sender } = server(() => new ApiError('record.exists'));
    expect(await sendWaitingCalls(sender, oneAtATime())).toMatchObject({ outcome: 'nothing', sent: 1 });
    expect(await kept()).toEqual([]);
  });

  test('stays for its author if it is refused, and holds up no other', async () => {
    await write('Refused');
    await write('Accepted', '2026-03-10T19:00:00.000Z');
    const { sender, calls } = server((attempt) =>
      attempt === 1 ? new ApiError('request.invalid', { fields: { title: 'Too long.' } }) : undefined,
    );
    const lock = oneAtATime();
    expect(await sendWaitingCalls(sender, lock)).toMatchObject({ outcome: 'nothing', sent: 1 });
    expect(await kept()).toMatchObject([
      { body: { title: 'Refused' }, problem: { code: 'request.invalid', fields: { title: 'Too long.' } } },
    ]);
    expect(await outboxCounts(device.workspace.db)).toMatchObject({ waiting: 0, attention: 1 });
    await sendWaitingCalls(sender, lock);
    expect(calls).toHaveLength(2);
  });
});

describe('a ticket that waits while no page is open', () => {
  /** A server that takes encrypted writes, and what it can read of them. */
  function sealedServer(status = 201) {
    const reached: { write: SealedWrite; content: unknown }[] = [];
    const api = {
      async call(name: string, { body }: { body: { writes: SealedWrite[] } }) {
        expect(name).toBe('sync.push-sealed');
        for (const write of body.writes) {
          const content = await decrypt(device.key, writePlace(write.write_id), fromBase64(write.sealed));
          reached.push({ write, content });
        }
        return { answers: body.writes.map(({ write_id }) => ({ write_id, status })) };
      },
    } as unknown as ApiClient;
    // The worker's connection has no key.
    return { reached, sender: { ...device.workspace, db: device.connect(null), api, app_version: '1.0.0' } };
  }

  test('is sent by the worker as it is stored, oldest first', async () => {
    await write('Second', '2026-03-10T19:00:00.000Z');
    const first = await write('First');
    const { reached, sender } = sealedServer();
    expect(await sendEncryptedCalls(sender, oneAtATime())).toEqual({ sent: 2, isUnreachable: false });
    expect(reached[0]).toMatchObject({
      write: { base_version: 0, depends_on: [], captured_at: '2026-03-10T18:00:00.000Z' },
      content: {
        endpoint: 'ticket.create',
        endpoint_version: 1,
        params: {},
        body: { id: first, title: 'First' },
      },
    });
    expect(await kept()).toEqual([]);
  });

  test('stays, with what its author decided, if the server does not accept it', async () => {
    await write('Refused');
    const { sender } = sealedServer(422);
    expect(await sendEncryptedCalls(sender, oneAtATime())).toEqual({ sent: 0, isUnreachable: false });
    expect(await kept()).toMatchObject([{ body: { title: 'Refused' }, problem: null }]);
  });

  test('is in the rescue file', async () => {
    const id = await write('To the office');
    const { writes } = await makeRescueFile(device.workspace);
    expect(writes).toHaveLength(1);
    const [sealed] = writes;
    const content = await decrypt(
      device.key,
      writePlace(sealed?.write_id ?? ''),
      fromBase64(sealed?.sealed ?? ''),
    );
    expect(content).toMatchObject({ endpoint: 'ticket.create', body: { id } });
  });
});
