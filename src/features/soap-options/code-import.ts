import { useEffect, useRef, useState } from 'react';
import type { Service } from '#contract/catalog.ts';
import type { ComparedCodes, ImportedCodes } from '#contract/soap-options.ts';
import type { CodeKind } from '#domain/students/student-file.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import type { Encoding } from '#screens/file/file-text.ts';
import { IMPORT_LOSS } from '#screens/file/import-loss.ts';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';
import { nextBatch } from './code-batches.ts';
import { type ReadFile, readCodeFile } from './read-code-file.ts';

/** What importing would do, by as many codes as the server has looked at. */
export interface Comparison {
  counts: ImportedCodes;
  /** The codes that are added (null) or changed, as the list has them now. */
  before: ReadonlyMap<string, ComparedCodes['changes'][number]['before']>;
  done: number;
  /** Why it stopped; null while it runs and once it is complete. */
  problem: string | null;
}

/** An import that runs or has stopped, and how many codes of the file the server has. */
export interface Sending {
  done: number;
  state: 'running' | 'canceling' | 'canceled' | 'failed';
  problem: string | null;
}

const NOTHING: Comparison = {
  ...{ counts: { added: 0, changed: 0, unchanged: 0 }, before: new Map(), done: 0, problem: null },
};

/**
 * Reads a file of codes, compares it with the server's list, and imports it batch by batch.
 * @param onImported what is called once codes are in, with when they have arrived on this device
 */
export function useCodeImport(
  kind: CodeKind,
  services: readonly Service[],
  onImported: (arrived: Promise<void>) => void,
) {
  const { engine } = useSignedIn();
  const write = useServerWrite({ refreshes: false });
  const [file, setFile] = useState<File | null>(null);
  const [encoding, setEncoding] = useState<Encoding | null>(null);
  /** Rows that were read so far; null while no file is being read. */
  const [rowsRead, setRowsRead] = useState<number | null>(null);
  const [reading, setReading] = useState<ReadFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const work = useRef(new AbortController());
  useEffect(() => () => work.current.abort(), []);
  const isPartDone =
    sending !== null && sending.state !== 'canceled' && sending.done < (reading?.codes.length ?? 0);
  useUnsavedChanges(isPartDone, undefined, IMPORT_LOSS);

  /** Ends whatever runs: an answer that still comes is of no interest. */
  function begin(): AbortSignal {
    work.current.abort();
    work.current = new AbortController();
    return work.current.signal;
  }

  async function compare({ codes }: ReadFile, signal: AbortSignal): Promise<void> {
    let { counts, done } = NOTHING;
    const before = new Map(NOTHING.before);
    setComparison(NOTHING);
    try {
      while (done < codes.length) {
        const batch = nextBatch(codes, done);
        const found = await engine.api.call(`${kind}-code.compare`, { body: { codes: batch } });
        if (signal.aborted) return;
        counts = {
          added: counts.added + found.added,
          changed: counts.changed + found.changed,
          unchanged: counts.unchanged + found.unchanged,
        };
        for (const change of found.changes) before.set(change.code, change.before);
        done += batch.length;
        setComparison({ counts, before, done, problem: null });
      }
    } catch (fault) {
      if (!signal.aborted) setComparison({ counts, before, done, problem: wordsOf(fault) });
    }
  }

  async function read(chosen: File | null, wanted: Encoding | null): Promise<void> {
    const signal = begin();
    setFile(chosen);
    setEncoding(wanted);
    setProblem(null);
    setReading(null);
    setComparison(null);
    setSending(null);
    setRowsRead(chosen === null ? null : 0);
    if (chosen === null) return;
    try {
      const result = await readCodeFile(chosen, {
        ...{ kind, services, encoding: wanted, signal },
        onProgress: (rows) => !signal.aborted && setRowsRead(rows),
      });
      if (result === null) return;
      setRowsRead(null);
      setReading(result);
      if (result.problem === null && result.codes.length > 0) await compare(result, signal);
    } catch (fault) {
      if (signal.aborted) return;
      setRowsRead(null);
      setProblem(wordsOf(fault));
    }
  }

  /** @returns whether all codes are in */
  async function send(): Promise<boolean> {
    if (reading === null) return false;
    const signal = begin();
    const { codes } = reading;
    let done = sending?.done ?? 0;
    const show = (state: Sending['state'], why: string | null = null) =>
      setSending({ done, state, problem: why });
    show('running');
    try {
      while (done < codes.length && !signal.aborted) {
        const batch = nextBatch(codes, done);
        const refused = await write(`${kind}-code.import`, { body: { codes: batch } }, 0);
        if (refused !== null) throw new Error(Object.values(refused).join(' '));
        done += batch.length;
        if (!signal.aborted) show('running');
      }
    } catch (fault) {
      show('failed', wordsOf(fault));
    }
    // The codes arrive on this device while the person goes on.
    onImported(engine.refresh());
    if (done === codes.length) return true;
    if (signal.aborted) show('canceled');
    return false;
  }

  return {
    ...{ file, encoding, rowsRead, reading, problem, comparison, sending, read, send },
    compareAgain: () => (reading === null ? undefined : void compare(reading, begin())),
    /** The batch that is under way is finished first. */
    cancel(): void {
      work.current.abort();
      setSending((before) => before && { ...before, state: 'canceling' });
    },
  };
}

function wordsOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
