// Runs inside a page of the measured browser, on its real IndexedDB and network.
import { Queue } from 'workbox-background-sync';
import { LocalDatabase } from '#db/local-database.ts';
import { createApiClient } from '#sync/api-client.ts';
import { systemClock } from '#sync/clock.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { openTransport } from '#sync/outbox/transport.ts';
import { drainWhileAnswered } from '#sync/outbox/worker-drain.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { lunchEntry } from '#tests/support/device-entries.ts';
import { heldStudents } from './held-students.ts';

/** After this many rounds without progress, sending has stopped. */
const MOST_ROUNDS = 400;
/** Pause after a request without an answer: a server that was killed needs a while to restart. */
const RETRY_MS = 25;
const LUNCH_CREATE = '/api/payroll/lunch/create/';

export interface Replay {
  ms: number;
  /** The ids of the queued rows. */
  ids: string[];
  /** What is left in the queue at the end. */
  left: number;
}

async function signIn(login: { email: string; password: string }): Promise<string> {
  const anonymous = createApiClient({ tokens: { current: async () => null, renew: async () => null } });
  return (await anonymous.call('auth.login', { body: login })).token;
}

async function openWorld(token: string) {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']);
  const db = new LocalDatabase(`bench-${crypto.randomUUID()}`, key);
  const device_id = crypto.randomUUID();
  const api = createApiClient({ tokens: { current: async () => token, renew: async () => null } });
  const workspace = {
    db,
    user_id: crypto.randomUUID(),
    device_id,
    clock: systemClock,
    wake: () => undefined,
  };
  const transport = openTransport({ db, api, device_id, app_version: 'bench', clock: systemClock });
  return { db, api, device_id, workspace, transport };
}

/** Of today: earlier pay periods are locked. It names its event, as every device does. */
function lunchOfToday() {
  return lunchEntry({ lunch_start_time: new Date().toISOString(), calendar_event_id: crypto.randomUUID() });
}

const bench = {
  signIn,
  ...heldStudents,

  /** Sends a full outbox with the product's drain. Only the sending is timed. */
  async replay(token: string, writes: number): Promise<Replay> {
    const { db, workspace, transport } = await openWorld(token);
    const ids: string[] = [];
    for (let at = 0; at < writes; at += 1) {
      const body = lunchOfToday();
      ids.push(body.id);
      await queueWrite(workspace, { endpoint: 'lunch.create', id: body.id, body, lane: `day:${at % 8}` });
    }
    const start = performance.now();
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      await drainWhileAnswered(() => drainBatch(db, transport, systemClock));
      const left = await db.outbox.toArray();
      if (left.length === 0) break;
      const due = Math.min(...left.map((row) => row.next_attempt_at));
      await new Promise((resolve) => setTimeout(resolve, Math.max(RETRY_MS, due - Date.now())));
    }
    const ms = performance.now() - start;
    const left = await db.outbox.count();
    await db.delete();
    return { ms, ids, left };
  },

  /** The same writes through Workbox's queue, each with its own key, replayed until it is empty. */
  async workboxReplay(token: string, writes: number): Promise<Replay> {
    // A page has no registration of its own; without `sync` in it the queue replays on request.
    Object.defineProperty(self, 'registration', { value: {}, configurable: true });
    const queue = new Queue(`bench-${crypto.randomUUID()}`, { forceSyncFallback: true, onSync: () => {} });
    const ids: string[] = [];
    for (let at = 0; at < writes; at += 1) {
      const body = lunchOfToday();
      ids.push(body.id);
      const request = new Request(LUNCH_CREATE, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify(body),
      });
      await queue.pushRequest({ request });
    }
    const start = performance.now();
    for (let round = 0; round < MOST_ROUNDS && (await queue.size()) > 0; round += 1) {
      // Whatever stopped it, the next `sync` retries.
      await queue.replayRequests().catch(() => undefined);
    }
    return { ms: performance.now() - start, ids, left: await queue.size() };
  },

  /**
   * Keeps a device open in this page, and updates it.
   * @returns milliseconds
   */
  async openDevice(token: string): Promise<number> {
    const world = await openWorld(token);
    opened = world;
    return bench.pull();
  },

  async pull(): Promise<number> {
    if (opened === null) throw new Error('No device is open.');
    const { db, api, device_id } = opened;
    const start = performance.now();
    await pullAll(db, api, device_id);
    return performance.now() - start;
  },

  async rowsHere(): Promise<number> {
    return opened?.db.lunchBreaks.count() ?? 0;
  },
};

export type PageBench = typeof bench;

let opened: Awaited<ReturnType<typeof openWorld>> | null = null;

Object.assign(window, { bench });
