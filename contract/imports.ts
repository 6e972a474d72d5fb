import { z } from 'zod';
import { EXISTING_CHOICES, IMPORT_KINDS, LINE_OUTCOMES } from '#domain/imports/import-kinds.ts';
import { LONGEST_CELL, MOST_LINES } from '#domain/imports/import-lines.ts';
import { instant, text, uuid } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';

/** The most lines of one call, and the most bytes of its body. A longer file takes several calls. */
export const LINES_PER_CALL = 500;
export const LINES_BYTES = 2 * 1_024 * 1_024;

const count = z.int().min(0);
const kind = z.enum(IMPORT_KINDS);
const existing = z.enum(EXISTING_CHOICES);
/** Which of our columns each heading of a file is; empty for one that isn't imported. */
const columns = z.record(text(100), text(60));

const lines = z
  .array(
    z.strictObject({
      line: z.int().min(1).max(10_000_000),
      /** The cells that aren't empty, by our column. */
      cells: z.record(text(60), text(LONGEST_CELL)),
    }),
  )
  .max(LINES_PER_CALL);

/** What happened to a line, or would. */
const LineResult = z.object({
  line: z.int(),
  outcome: z.enum(LINE_OUTCOMES),
  /** What is wrong with it, as sentences. */
  faults: z.array(z.string()),
});
export type LineResult = z.output<typeof LineResult>;

/** An import, past or running. */
export const ImportRecord = z.object({
  id: uuid,
  kind,
  file_name: z.string(),
  existing,
  /** Lines of the file; how many had errors; how many of the others have been dealt with. */
  lines: count,
  faulty: count,
  done: count,
  added: count,
  updated: count,
  /** Their records existed already. */
  skipped: count,
  started_by: uuid,
  started_by_name: z.string().nullable(),
  started_at: instant,
  /** Null while it runs, or if it stopped halfway. */
  finished_at: instant.nullable(),
  undone_by_name: z.string().nullable(),
  undone_at: instant.nullable(),
  /** Records of it that were not undone. */
  remaining: count,
});
export type ImportRecord = z.output<typeof ImportRecord>;

const ImportOverview = z.object({
  /** Newest first. */
  imports: z.array(ImportRecord),
  /** How many records of each kind there are. */
  counts: z.record(kind, count),
  /** The columns of files, as they were chosen last. */
  columns: z.record(kind, columns),
});
export type ImportOverview = z.output<typeof ImportOverview>;

/** A record that undoing an import leaves as it is. */
const KeptRow = z.object({
  line: z.int(),
  title: z.string(),
  /** Changed or deleted since, or what refers to it: the name of an entity, or `other`. */
  because: z.string(),
});
export type KeptRow = z.output<typeof KeptRow>;

const UndoPreview = z.object({
  /** Records that undoing removes or changes back. */
  undoable: count,
  kept_count: count,
  /** The first of them. */
  kept: z.array(KeptRow),
});
export type UndoPreview = z.output<typeof UndoPreview>;

const PATH = '/api/admin/imports/';
/** The kind decides more: see `mayImport`. */
const POLICY = 'import.use';
const UNDO = `${PATH}{id}/undo/`;
const params = z.strictObject({ id: uuid });

export const importEndpoints = defineEndpoints({
  'import.list': {
    method: 'GET',
    path: PATH,
    summary: 'File imports, newest first, with the columns of their files',
    policy: POLICY,
    rows: 'imports',
    reply: ImportOverview,
  },
  'import.check': {
    method: 'POST',
    path: `${PATH}check/`,
    summary: 'Preview what importing some lines would do. Changes nothing',
    policy: POLICY,
    bodyLimit: LINES_BYTES,
    body: z.strictObject({ kind, existing, lines }),
    reply: z.object({ results: z.array(LineResult) }),
  },
  'import.run': {
    method: 'POST',
    path: PATH,
    summary: 'Import some lines of a file, all or none; lines already processed are skipped',
    policy: POLICY,
    bodyLimit: LINES_BYTES,
    body: z.strictObject({
      /** The import: the same for all lines of the file. */
      id: uuid,
      kind,
      existing,
      file_name: text(255),
      columns,
      file_lines: z.int().min(0).max(MOST_LINES),
      faulty: z.int().min(0).max(MOST_LINES),
      /** How many lines are sent before these. */
      from: z.int().min(0).max(MOST_LINES),
      is_last: z.boolean(),
      lines,
    }),
    reply: z.object({ import: ImportRecord, results: z.array(LineResult) }),
    status: 201,
  },
  'import.read-undo': {
    method: 'GET',
    path: UNDO,
    summary: 'Preview what undoing an import would do, and which records it would leave',
    policy: POLICY,
    params,
    reply: UndoPreview,
  },
  'import.undo': {
    method: 'POST',
    path: UNDO,
    summary: "Undo part of an import, last lines first; repeat with `next` until it's null",
    policy: POLICY,
    params,
    body: z.strictObject({
      /** Where to go on; null to begin. */
      before: z.int().min(0).max(MOST_LINES).nullable(),
    }),
    reply: z.object({ next: z.int().nullable(), undone: count, import: ImportRecord }),
  },
});
