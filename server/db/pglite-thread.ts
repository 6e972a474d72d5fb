import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Executor, ExecutorOptions, QueryResult } from './pglite-executor.ts';

type Question =
  | { kind: 'open' }
  | { kind: 'query'; sql: string; params: unknown[]; rowMode: 'array' | 'object' }
  | { kind: 'listen'; channel: string; listener: number }
  | { kind: 'unlisten'; listener: number }
  | { kind: 'dump' }
  | { kind: 'close' };

export type ThreadQuestion = Question & { id: number };

export type ThreadAnswer =
  | { id: number; result: unknown }
  | { id: number; fault: { message: string; code: string | null } }
  | { heard: number; payload: string };

/** The built file: next to the built server, or in `dist` when running from source. */
function builtWorker(): string {
  const candidates = ['./pglite-worker.js', '../pglite-worker.js'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = [...candidates, resolve('dist/server/pglite-worker.js')].find((path) => existsSync(path));
  if (found === undefined) throw new Error('pglite-worker.js is missing: run npm run build first.');
  return found;
}

/** Opens the embedded engine in its own thread, so that it never blocks the event loop. */
export async function openThread(options: ExecutorOptions, workerFile = builtWorker()): Promise<Executor> {
  const worker = new Worker(workerFile, { workerData: options, env: { ...process.env, TZ: 'UTC' } });
  const pending = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  const hearers = new Map<number, (payload: string) => void>();
  let last = 0;
  let ended: Error | null = null;

  function fail(error: Error): void {
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  }

  worker.on('message', (answer: ThreadAnswer) => {
    if ('heard' in answer) {
      hearers.get(answer.heard)?.(answer.payload);
      return;
    }
    const question = pending.get(answer.id);
    pending.delete(answer.id);
    if ('fault' in answer) {
      const { message, code } = answer.fault;
      question?.reject(Object.assign(new Error(message), code === null ? {} : { code }));
    } else question?.resolve(answer.result);
  });
  worker.on('error', fail);
  worker.on('exit', () => {
    ended = new Error('Connection terminated: the database thread has ended.');
    fail(ended);
  });

  function ask<Result>(question: Question): Promise<Result> {
    // No one would ever answer.
    if (ended !== null) return Promise.reject(ended);
    last += 1;
    const id = last;
    return new Promise<unknown>((resolve, reject) => {
      pending.set(id, { resolve, reject });
      worker.postMessage({ ...question, id } satisfies ThreadQuestion);
    }) as Promise<Result>;
  }

  try {
    await ask({ kind: 'open' });
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    query: (sql, params, rowMode) => ask<QueryResult>({ kind: 'query', sql, params, rowMode }),
    async listen(channel, hear) {
      last += 1;
      const listener = last;
      hearers.set(listener, hear);
      await ask({ kind: 'listen', channel, listener });
      return async () => {
        hearers.delete(listener);
        await ask({ kind: 'unlisten', listener });
      };
    },
    dump: () => ask<Uint8Array<ArrayBuffer>>({ kind: 'dump' }),
    async close() {
      await ask({ kind: 'close' });
      await worker.terminate();
    },
  };
}
