import { useCallback, useRef } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { ApiError, replayOf } from '#contract/errors.ts';
import type { EndpointName } from '#contract/index.ts';
import type { RowChange } from '#contract/sync.ts';
import { isolated } from '#domain/text/isolated.ts';
import { type CallInput, NoAnswer, UnknownApiError } from '#sync/api-client.ts';
import { useSignedIn } from './signed-in.ts';

/** Null if it was accepted; otherwise the validation errors, by field. */
export type ServerFieldErrors = Readonly<Record<string, string>> | null;

/** Someone else changed the record since it was opened. */
export class StaleSave extends Error {
  /** The row as the server has it; undefined if the answer had none. */
  readonly current: unknown;
  /** Who made it, and when; undefined if unknown. */
  readonly changed: RowChange | undefined;

  constructor({ current, changed }: ApiError) {
    const who = isolated(changed?.by_name ?? 'Someone else');
    super(`${who} changed this after you opened it. Open it again to see the latest version.`);
    this.current = current;
    this.changed = changed;
  }
}

export type ServerWrite = <Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
  version: number,
) => Promise<ServerFieldErrors>;

/**
 * Writes that run on the server immediately and need a connection. When they resolve, the server's rows are
 * on this device. The same write, sent again because its answer was lost, takes effect once.
 * @param refreshes false for one of many writes in a row, whose caller refreshes after the last
 * @throws StaleSave if someone else was faster; otherwise an Error with a message that says what to do
 */
export function useServerWrite({ refreshes = true } = {}): ServerWrite {
  const { engine } = useSignedIn();
  const unanswered = useRef<{ write: string; key: string } | null>(null);
  return useCallback<ServerWrite>(
    async (name, input, version) => {
      const write = JSON.stringify([name, input, version]);
      const key = unanswered.current?.write === write ? unanswered.current.key : uuidv7();
      unanswered.current = { write, key };
      try {
        await engine.api.call(name, { ...input, write: { key, base_version: version } });
      } catch (problem) {
        if (!isUnsettled(problem)) unanswered.current = null;
        if (problem instanceof ApiError && problem.fields !== undefined) return problem.fields;
        if (problem instanceof ApiError && problem.code === 'record.stale') await engine.refresh();
        throw inWords(problem);
      }
      unanswered.current = null;
      if (refreshes) await engine.refresh();
      return null;
    },
    [engine, refreshes],
  );
}

/** A write without fields that could be invalid: a deletion, an archiving. */
export type ServerCommand = <Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
  version: number,
) => Promise<void>;

/**
 * `useServerWrite` without a form: resolves only if the server accepted the write.
 * @throws Error with a message that says what to do; also if fields were rejected
 */
export function useServerCommand(): ServerCommand {
  const write = useServerWrite();
  return useCallback<ServerCommand>(
    async (name, input, version) => {
      const refused = await write(name, input, version);
      if (refused !== null) throw new Error(Object.values(refused).join(' '));
    },
    [write],
  );
}

/** Whether it is unknown if the write took effect. */
function isUnsettled(problem: unknown): boolean {
  if (problem instanceof NoAnswer) return true;
  const code = problem instanceof ApiError ? problem.code : null;
  return (
    (problem instanceof ApiError || problem instanceof UnknownApiError) &&
    replayOf(problem.status, code) === 'retry'
  );
}

/** The outbox's message would promise that the write is stored. */
function inWords(problem: unknown): unknown {
  if (problem instanceof NoAnswer) {
    return new NoAnswer(problem, "Can't reach the server. You need a connection to make this change.");
  }
  if (!(problem instanceof ApiError)) return problem;
  if (problem.code === 'record.stale') return new StaleSave(problem);
  if (problem.code === 'server.busy') return new Error('The server is busy. Save again in a moment.');
  return problem;
}
