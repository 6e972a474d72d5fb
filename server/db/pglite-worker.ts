import { parentPort, workerData } from 'node:worker_threads';
import { type ExecutorOptions, openExecutor } from './pglite-executor.ts';
import type { ThreadAnswer, ThreadQuestion } from './pglite-thread.ts';

/** The embedded engine's own thread: handles one request after another. */
const port = parentPort;
if (port === null) throw new Error('This file runs in a worker thread.');

const opening = openExecutor(workerData as ExecutorOptions);
const listeners = new Map<number, () => Promise<void>>();

async function answer(question: ThreadQuestion): Promise<unknown> {
  const executor = await opening;
  switch (question.kind) {
    case 'open':
      return undefined;
    case 'query':
      return executor.query(question.sql, question.params, question.rowMode);
    case 'listen': {
      const { listener } = question;
      const hear = (payload: string) =>
        port?.postMessage({ heard: listener, payload } satisfies ThreadAnswer);
      listeners.set(listener, await executor.listen(question.channel, hear));
      return undefined;
    }
    case 'unlisten':
      await listeners.get(question.listener)?.();
      listeners.delete(question.listener);
      return undefined;
    case 'dump':
      return executor.dump();
    case 'close':
      return executor.close();
  }
}

/** Errors lose their own fields between threads, so the SQLSTATE is sent separately. */
function faultOf(error: unknown): { message: string; code: string | null } {
  const { message, code } = error as { message?: unknown; code?: unknown };
  return { message: String(message), code: typeof code === 'string' ? code : null };
}

port.on('message', (question: ThreadQuestion) => {
  void answer(question).then(
    (result) => port.postMessage({ id: question.id, result } satisfies ThreadAnswer),
    (error: unknown) => port.postMessage({ id: question.id, fault: faultOf(error) } satisfies ThreadAnswer),
  );
});
