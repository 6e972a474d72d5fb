import { rowIdOfWrite } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { endpointNamed, isEndpointName } from '#contract/index.ts';
import { type DeviceReport, PushedWrite, type WriteAnswer } from '#contract/sync.ts';
import {
  type Answer,
  answerOfApiError,
  isAccepted,
  type ProblemBody,
  problemOf,
} from '#server/plugins/answer.ts';
import type { Api, CallRequest } from '#server/plugins/answered-call.ts';
import { fieldsOf } from '#server/plugins/raw-input.ts';
import type { RequestContext, SignedInActor } from '#server/records/call.ts';
import { callOfWrite, type WrittenCall } from './written-call.ts';

export interface Batch {
  actor: SignedInActor;
  device: Pick<DeviceReport, 'device_id' | 'device_now'>;
  context: RequestContext;
}

/** A queued write: decrypted, or with the answer that it gets without being read. */
export type QueuedWrite =
  | { write: PushedWrite }
  | { write: Pick<PushedWrite, 'write_id' | 'depends_on'>; answer: Answer };

/**
 * A write of a batch. One that isn't in the contract's shape is refused alone, and blocks only its
 * dependents.
 */
export function readWrite(sent: Pick<PushedWrite, 'write_id' | 'depends_on'>): QueuedWrite {
  const { data, error } = PushedWrite.safeParse(sent);
  if (error === undefined) return { write: data };
  return { write: sent, answer: problemOf('request.invalid', { fields: fieldsOf(error.issues) }) };
}

/**
 * Runs a device's writes in one transaction if they can share one. Each is answered as if it had come alone.
 */
export function runTogether(
  api: Pick<Api, 'execute' | 'inBatch'>,
  batch: Batch,
  queue: readonly QueuedWrite[],
): Promise<WriteAnswer[]> {
  const requests = queue.flatMap((entry) => {
    if ('answer' in entry) return [];
    const read = askOf(batch, entry.write, NOTHING_ACCEPTED);
    return 'answer' in read ? [] : [read.request];
  });
  return api.inBatch(requests, (execute) => runBatch(execute, batch, queue));
}

const NOTHING_ACCEPTED: ReadonlyMap<string, AcceptedRow> = new Map();

/**
 * Runs a device's writes one after another, each as its ordinary call, and answers each separately: a refusal
 * blocks only its dependents.
 */
export async function runBatch(
  execute: Api['execute'],
  batch: Batch,
  queue: readonly QueuedWrite[],
): Promise<WriteAnswer[]> {
  const accepted = new Map<string, AcceptedRow>();
  return answerInOrder(queue, async (entry) => {
    if ('answer' in entry) return entry.answer;
    const read = askOf(batch, entry.write, accepted);
    const answer = 'answer' in read ? read.answer : await execute(read.request);
    if (isAccepted(answer)) {
      accepted.set(entry.write.write_id, { version: versionOf(answer), row: rowNameOf(entry.write) });
    }
    return answer;
  });
}

/** Answers one write after another, and skips dependents of one that was not accepted. */
export async function answerInOrder<Entry extends { write: Pick<PushedWrite, 'write_id' | 'depends_on'> }>(
  queue: readonly Entry[],
  answerOf: (entry: Entry) => Promise<Answer>,
): Promise<WriteAnswer[]> {
  const waiting = new Set(queue.map(({ write }) => write.write_id));
  const answers: WriteAnswer[] = [];
  for (const entry of queue) {
    const { write_id, depends_on } = entry.write;
    const isBlocked = depends_on.some((id) => waiting.has(id) && id !== write_id);
    const answer = isBlocked ? problemOf('write.blocked') : await answerOf(entry);
    // A write that was not accepted stays queued, and blocks its dependents.
    if (isAccepted(answer)) waiting.delete(write_id);
    answers.push(answerOfWrite(write_id, answer));
  }
  return answers;
}

interface AcceptedRow {
  version: number | null;
  row: string;
}

/** The call of a write, or why there is none. */
function askOf(
  { actor, device, context }: Batch,
  write: PushedWrite,
  accepted: ReadonlyMap<string, AcceptedRow>,
): { request: CallRequest } | { answer: Answer } {
  let call: WrittenCall;
  try {
    call = callOfWrite(write);
  } catch (error) {
    if (error instanceof ApiError) return { answer: answerOfApiError(error) };
    throw error;
  }
  const request = {
    ...call,
    query: {},
    actor,
    key: write.write_id.toLowerCase(),
    credentials: null,
    context: {
      now: context.now,
      request_id: context.request_id,
      address: context.address,
      device_id: device.device_id,
      device_now: device.device_now,
      captured_at: write.captured_at,
      device_captured_at: write.device_captured_at ?? null,
      base_version: baseVersionOf(write, accepted),
    },
  };
  return { request };
}

/**
 * The version that the change is based on. A change that depends on an earlier one of the same row and batch
 * is based on that one's result, which the device could not know yet.
 */
function baseVersionOf(write: PushedWrite, accepted: ReadonlyMap<string, AcceptedRow>): number | null {
  const row = rowNameOf(write);
  let base = write.base_version;
  if (base === null) return null;
  for (const id of write.depends_on) {
    const earlier = accepted.get(id);
    if (earlier?.row === row && earlier.version !== null) base = Math.max(base, earlier.version);
  }
  return base;
}

/** The row that a write is about. */
function rowNameOf(write: PushedWrite): string {
  const offline = isEndpointName(write.endpoint) ? endpointNamed(write.endpoint).offline : undefined;
  return `${offline?.entity}|${offline === undefined ? null : rowIdOfWrite(offline, write)}`;
}

function versionOf(answer: Answer): number | null {
  const { version } = (answer.body ?? {}) as { version?: unknown };
  return typeof version === 'number' ? version : null;
}

function answerOfWrite(write_id: string, answer: Answer): WriteAnswer {
  if (isAccepted(answer)) {
    return {
      write_id,
      status: answer.status,
      code: null,
      message: null,
      version: versionOf(answer),
      ...(answer.body === undefined ? {} : { row: answer.body }),
    };
  }
  const problem = answer.body as ProblemBody;
  return {
    write_id,
    status: answer.status,
    code: problem.code,
    message: problem.message,
    ...(problem.fields === undefined ? {} : { fields: problem.fields }),
    version: null,
    ...(problem.current === undefined ? {} : { row: problem.current }),
    ...(problem.changed === undefined ? {} : { changed: problem.changed }),
  };
}
