import { z } from 'zod';
import { RUN_STATES } from '#domain/payroll/run-states.ts';
import { day, instant, text, uuid } from '#entities/fields.ts';
import { payroll_decision, payroll_run } from '#entities/payroll.ts';
import { defineEndpoints } from './endpoint.ts';
import { named } from './named.ts';
import { LineNames, lineShape, PaySum, unsynced } from './payroll-figures.ts';

const count = z.int();

/** What a run may lack: shown before it starts, and kept with it. */
export const RunWarnings = z.object({
  unsynced,
  /** Providers with work in the period and no submitted timesheet. */
  unsubmitted: z.array(named),
  /** Providers whose submitted timesheet no one has reviewed. */
  undecided: z.array(named),
  /** Sessions with a request to review, by provider. */
  requests: z.array(z.object({ ...named.shape, count })),
  /** Providers without a Payroll ID, for whom the pay file has their own id. Runs of earlier versions lack it. */
  without_payroll_id: z.array(named).optional(),
  /** Timecards and lunch breaks without an end, by provider. Runs of earlier versions lack this and what follows. */
  open_time: z.array(z.object({ ...named.shape, count })).optional(),
  /** Notes that aren't signed, by provider. */
  unsigned_notes: z.array(z.object({ ...named.shape, count })).optional(),
  /** Lines without a pay rate, by provider. */
  missing_rates: z.array(z.object({ ...named.shape, count })).optional(),
});
export type RunWarnings = z.output<typeof RunWarnings>;

const RunStep = z.object({
  state: z.enum(RUN_STATES),
  by: uuid,
  by_name: z.string(),
  at: instant,
  note: z.string(),
});
export type RunStep = z.output<typeof RunStep>;

const PayrollRun = payroll_run.Row.extend({ warnings: RunWarnings, steps: z.array(RunStep) });
export type PayrollRun = z.output<typeof PayrollRun>;

export const RunLine = z.object({
  id: uuid,
  ...lineShape,
  decision: payroll_decision.Row.nullable(),
});
export type RunLine = z.output<typeof RunLine>;

export const RunSummary = z.object({
  ...PayrollRun.shape,
  approved: PaySum,
  unapproved: PaySum,
  started_by_name: z.string(),
});
export type RunSummary = z.output<typeof RunSummary>;

const RunLines = z.object({ lines: z.array(RunLine), names: LineNames });
export type RunLines = z.output<typeof RunLines>;

const RunFile = z.object({
  run: RunSummary,
  /** Other runs of the same pay period, oldest first. */
  others: z.array(z.object({ id: uuid, number: z.string() })),
  /** Pacific days on which the run changed, oldest first: it can be read as it stood on each of them. */
  days: z.array(day),
  /** Approved lines without a pay rate, by provider and what they pay for. */
  unrated: z.array(z.object({ provider: uuid, provider_name: z.string(), what: z.string(), lines: z.int() })),
});
export type RunFile = z.output<typeof RunFile>;

const figures = z
  .object({ minutes: count, amount_cents: count.nullable(), is_approved: z.boolean() })
  .nullable();
const RunDifference = z.object({
  as_of: instant,
  rows: z.array(
    z.object({
      ...{ key: z.string(), kind: lineShape.kind, provider: uuid, day, session: uuid.nullable() },
      ...{ service: uuid.nullable(), client: uuid.nullable(), before: figures, after: figures },
    }),
  ),
  names: LineNames,
  /** Whose changes the current records may lack; null between two runs, which are snapshots. */
  unsynced: unsynced.nullable(),
});
export type RunDifference = z.output<typeof RunDifference>;

const fileCells = {
  head: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number()]))),
};
const PayFile = z.object({
  file_name: z.string(),
  ...fileCells,
  /** The same in the organization's own layout; null if none was set when the file was made. */
  own: z.object(fileCells).nullable(),
  /** Of the head and rows as JSON. */
  sha256: z.string(),
  made_at: instant,
});
export type PayFile = z.output<typeof PayFile>;

const params = z.strictObject({ id: uuid });
/** The Pacific day at whose end the run is asked for; now without it. */
const asItStood = z.strictObject({ on: day.optional() });
const START = '/api/payroll/start-payroll/';
const RUNS = '/api/payroll/runs/';
const RUN = `${RUNS}{id}/`;

export const payrollEndpoints = defineEndpoints({
  'payroll.read-start': {
    method: 'GET',
    path: START,
    summary: "What's missing for a payroll run, by person, and whether it can start",
    policy: 'payroll.view',
    query: z.strictObject({ pay_period: uuid }),
    reply: z.object({
      warnings: RunWarnings,
      /** Why it can't start now, in words; null if it can. */
      refusal: z.string().nullable(),
    }),
  },
  'payroll.start': {
    method: 'POST',
    path: START,
    summary: "Start a payroll run: a snapshot of a period's pay lines",
    policy: 'payroll.view',
    body: z.strictObject({
      id: uuid,
      pay_period: uuid,
      /** An unfinished run of the period that this snapshot replaces, with its decisions where lines are the same. */
      replaces: uuid.nullable().default(null),
    }),
    reply: RunSummary,
    status: 201,
  },
  'payroll.list-runs': {
    method: 'GET',
    path: RUNS,
    summary: 'Payroll runs with their sums, newest first',
    policy: 'payroll.view',
    reply: z.object({ as_of: instant, runs: z.array(RunSummary) }),
  },
  'payroll.read-run': {
    method: 'GET',
    path: RUN,
    summary: 'A payroll run with its sums, its warnings, and its history, now or at the end of a day',
    policy: 'payroll.view',
    params,
    query: asItStood,
    reply: RunFile,
  },
  'payroll.list-run-lines': {
    method: 'GET',
    path: `${RUN}lines/`,
    summary: "A payroll run's lines with their approvals and adjustments, now or at the end of a day",
    policy: 'payroll.view',
    params,
    query: asItStood,
    reply: RunLines,
  },
  'payroll.change-run': {
    method: 'PUT',
    path: RUN,
    summary: 'Move a run to its next status, or send it back from review',
    policy: 'payroll.view',
    params,
    body: z.strictObject({ state: z.enum(RUN_STATES), note: text(2_000).default('') }),
    reply: RunSummary,
  },
  'payroll.discard-run': {
    method: 'DELETE',
    path: RUN,
    summary: "Discard a run that isn't approved",
    policy: 'payroll.view',
    params,
  },
  'payroll.reopen-run': {
    method: 'POST',
    path: `${RUN}reopen/`,
    summary: 'Correct an approved run: create a run with the differences from the current records',
    policy: 'payroll.view',
    params,
    body: z.strictObject({ id: uuid, reason: text(2_000) }),
    reply: RunSummary,
    status: 201,
  },
  'payroll.decide-line': {
    method: 'PUT',
    path: '/api/payroll/ticket/{id}/',
    summary: 'Approve a line of a run, leave it out, or adjust its minutes',
    policy: 'payroll.view',
    params,
    body: z.strictObject({
      is_approved: z.boolean(),
      adjusted_minutes: payroll_decision.Body.shape.adjusted_minutes.default(null),
      note: text(2_000).default(''),
    }),
    reply: RunLine,
  },
  'payroll.read-difference': {
    method: 'GET',
    path: `${RUN}difference/`,
    summary: 'Lines that differ between a run and another one, or the current records',
    policy: 'payroll.view',
    params,
    query: z.strictObject({ with: uuid.optional() }),
    reply: RunDifference,
  },
  'payroll.read-file': {
    method: 'GET',
    path: `${RUN}file/`,
    summary: 'The pay file of a run, as created when the run was exported',
    policy: 'payroll.view',
    params,
    reply: PayFile,
  },
});
