import { useEffect, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { ImportRecord } from '#contract/imports.ts';
import type { FileRecord } from '#domain/imports/file-record.ts';
import {
  type ColumnMap,
  guessColumns,
  headingAt,
  headingKey,
  isImportHeading,
} from '#domain/imports/import-columns.ts';
import type { ExistingChoice, ImportKind, LineOutcome } from '#domain/imports/import-kinds.ts';
import {
  type FaultyImportLine,
  type ImportLine,
  inImportOrder,
  lineReader,
} from '#domain/imports/import-lines.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import type { Encoding } from '#screens/file/file-text.ts';
import { IMPORT_LOSS } from '#screens/file/import-loss.ts';
import { nextTask, type RecordFile, readRecordFile } from '#screens/file/read-file.ts';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';
import { nextLines } from './line-batches.ts';

/** Records that are read between two pauses. */
const RECORDS_PER_SLICE = 1_000;

export type Counts = Readonly<Record<LineOutcome, number>>;
const NO_COUNTS: Counts = { add: 0, update: 0, same: 0, exists: 0, faulty: 0 };

/** What importing the file would do, as far as its lines have been looked at. */
export interface Check {
  /** Lines below the heading. */
  rows: number;
  /** Lines that can be imported, in their order. */
  good: readonly ImportLine[];
  faulty: readonly FaultyImportLine[];
  counts: Counts;
  outcomes: ReadonlyMap<number, LineOutcome>;
  done: number;
  total: number;
  /** Why it stopped; null while it runs and once it is complete. */
  problem: string | null;
}

export interface Sending {
  id: string;
  done: number;
  total: number;
  state: 'running' | 'failed' | 'done';
  problem: string | null;
  /** Once everything is in. */
  record: ImportRecord | null;
}

/** What can be chosen about how a file is read. */
type FileLayout = Omit<RecordFile, 'records'>;

/** A file as it was read, with its heading. */
export interface OpenedFile extends RecordFile {
  name: string;
  headings: readonly string[];
  /** How many lines above the heading aren't imported, such as a title. */
  above: number;
  /** Without the heading. */
  rows: FileRecord[];
}

/**
 * Reads a file, has its lines checked by the server, and imports those without errors, chunk by chunk.
 * @param known the columns of earlier files of this kind
 */
export function useImport(kind: ImportKind, known: ColumnMap) {
  const { engine } = useSignedIn();
  const write = useServerWrite({ refreshes: false });
  const [source, setSource] = useState<File | null>(null);
  const [recordsRead, setRecordsRead] = useState<number | null>(null);
  const [layout, setLayout] = useState<FileLayout | null>(null);
  const [opened, setOpened] = useState<OpenedFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [columns, setColumns] = useState<Readonly<Record<string, number>>>({});
  const [check, setCheck] = useState<Check | null>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const [existing, setExisting] = useState<ExistingChoice>('skip');
  const work = useRef(new AbortController());
  useEffect(() => () => work.current.abort(), []);

  /** Ends whatever runs: an answer that still comes is of no interest. */
  function begin(): AbortSignal {
    work.current.abort();
    work.current = new AbortController();
    return work.current.signal;
  }

  /** @param sheet null for the first one with the columns of this kind */
  async function open(
    file: File | null,
    encoding: Encoding | null = null,
    sheet: number | null = null,
  ): Promise<void> {
    const signal = begin();
    // The choices stay while another sheet or encoding of the same file is read, and if it can't be.
    setLayout(
      file === source && layout !== null
        ? { ...layout, encoding: encoding ?? layout.encoding, sheet: sheet ?? layout.sheet }
        : null,
    );
    setSource(file);
    setOpened(null);
    setProblem(null);
    setCheck(null);
    setSending(null);
    setRecordsRead(file === null ? null : 0);
    if (file === null) return;
    try {
      const read = await readRecordFile(file, {
        ...{ encoding, sheet, signal },
        isHeading: (cells) => isImportHeading(kind, cells, known),
        onProgress: (count) => !signal.aborted && setRecordsRead(count),
      });
      if (read === null) return;
      setRecordsRead(null);
      const { records, ...choices } = read;
      setLayout(choices);
      const filled = records.filter(
        ({ cells, fault }) => fault !== null || cells.some((cell) => cell.trim() !== ''),
      );
      const above = headingAt(kind, filled, known);
      const [heading, ...rows] = filled.slice(above);
      if (heading === undefined) {
        const isOneOfMany = choices.sheets.length > 1;
        return setProblem(isOneOfMany ? 'This sheet is empty. Choose another one.' : 'The file is empty.');
      }
      if (heading.fault !== null) return setProblem(`Line ${heading.line}: ${heading.fault}`);
      setOpened({ ...read, name: file.name, headings: heading.cells, rows, above });
      setColumns(guessColumns(kind, heading.cells, known));
      if (rows.length === 0) setProblem('There are no lines below the header row.');
    } catch (fault) {
      if (signal.aborted) return;
      setRecordsRead(null);
      setProblem(wordsOf(fault));
    }
  }

  function chooseColumn(key: string, at: number | null): void {
    begin();
    setCheck(null);
    const others = Object.entries(columns).filter(([own, place]) => own !== key && place !== at);
    setColumns(Object.fromEntries(at === null ? others : [...others, [key, at]]));
  }

  /** Reads all lines here, and asks the server about those without errors. Changes nothing. */
  async function checkFile(choice: ExistingChoice = existing): Promise<void> {
    if (opened === null) return;
    const signal = begin();
    setExisting(choice);
    setSending(null);
    const reader = lineReader(kind, columns, opened.headings.length);
    for (let at = 0; at < opened.rows.length; at += RECORDS_PER_SLICE) {
      reader.take(opened.rows.slice(at, at + RECORDS_PER_SLICE));
      await nextTask();
      if (signal.aborted) return;
    }
    const { rows } = reader.read;
    const lines = inImportOrder(kind, reader.read.good);
    const faulty = [...reader.read.faulty];
    const wrong = new Set<number>();
    const outcomes = new Map<number, LineOutcome>();
    const cellsOf = new Map(opened.rows.map(({ line, cells }) => [line, cells]));
    let counts: Counts = { ...NO_COUNTS, faulty: faulty.length };
    let done = 0;
    const show = (why: string | null = null) => {
      if (signal.aborted) return;
      setCheck({
        ...{ rows, counts, done, total: lines.length, problem: why, outcomes: new Map(outcomes) },
        good: lines.filter(({ line }) => !wrong.has(line)),
        faulty: [...faulty].sort((a, b) => a.line - b.line),
      });
    };
    show();
    try {
      while (done < lines.length) {
        const batch = nextLines(lines, done);
        const { results } = await engine.api.call('import.check', {
          body: { kind, existing: choice, lines: batch },
        });
        if (signal.aborted) return;
        const next = { ...counts };
        for (const { line, outcome, faults } of results) {
          next[outcome] += 1;
          outcomes.set(line, outcome);
          if (outcome !== 'faulty') continue;
          wrong.add(line);
          faulty.push({ line, cells: cellsOf.get(line) ?? [], faults });
        }
        counts = next;
        done += batch.length;
        show();
      }
    } catch (fault) {
      show(wordsOf(fault));
    }
  }

  const isPartDone = sending !== null && sending.state !== 'done';
  useUnsavedChanges(isPartDone, undefined, IMPORT_LOSS);

  /** Imports the lines without errors; after a failure it goes on with the chunk that had no answer. */
  async function send(): Promise<void> {
    if (opened === null || check === null) return;
    const signal = begin();
    const { good: lines, faulty } = check;
    const id = sending?.id ?? uuidv7();
    let done = sending?.done ?? 0;
    const show = (state: Sending['state'], why: string | null = null, record: ImportRecord | null = null) =>
      setSending({ id, done, total: lines.length, state, problem: why, record });
    const taken = new Map(Object.entries(columns).map(([key, at]) => [at, key]));
    const named = Object.fromEntries(
      opened.headings.map((heading, at) => [headingKey(heading), taken.get(at) ?? '']),
    );
    show('running');
    try {
      while (done < lines.length && !signal.aborted) {
        const batch = nextLines(lines, done);
        const refused = await write(
          'import.run',
          {
            body: {
              ...{ id, kind, existing, file_name: opened.name.slice(0, 255), columns: named },
              ...{ file_lines: check.rows, faulty: faulty.length, from: done, lines: batch },
              is_last: done + batch.length === lines.length,
            },
          },
          0,
        );
        if (refused !== null) throw new Error(Object.values(refused).join(' '));
        done += batch.length;
        show('running');
      }
      if (done === lines.length) {
        const { imports } = await engine.api.call('import.list');
        show('done', null, imports.find((one) => one.id === id) ?? null);
      }
    } catch (fault) {
      show('failed', wordsOf(fault));
    }
    // The records arrive on this device while the person goes on.
    void engine.refresh();
  }

  return {
    ...{ source, recordsRead, layout, opened, problem, columns, check, sending, existing },
    ...{ open, chooseColumn, checkFile, send },
  };
}

export type ImportWork = ReturnType<typeof useImport>;

function wordsOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
