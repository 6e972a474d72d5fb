import { z } from 'zod';
import { RUN_KINDS, RUN_STATES } from '#domain/payroll/run-rules.ts';
import { ask, defineEntity, setByServer } from './define-entity.ts';
import { day, instant, personName, text, uuid } from './fields.ts';
import { author, captured, nobody } from './server-fields.ts';

const named = { id: uuid, name: z.string() };

/** What a run may lack: shown before it starts, and kept with it. */
export const RunWarnings = z.object({
  /** People whose devices hold unsynced changes, which may be about the period. */
  unsynced: z.array(z.object({ ...named, changes: z.int(), since: instant.nullable() })),
  /** Providers with work in the period and no submitted timesheet. */
  unsubmitted: z.array(z.object(named)),
  /** Providers whose submitted timesheet nobody has decided on. */
  undecided: z.array(z.object(named)),
  /** Sessions with a request to decide on, by provider. */
  requests: z.array(z.object({ ...named, count: z.int() })),
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

/** A snapshot of what a pay period pays. */
export const payroll_run = defineEntity({
  reach: 'office',
  clear: [],
  once: { pay_period: uuid },
  fields: {},
  setByServer: {
    /** "2026-11-15-1": the last day of its period, and which run of it this is. */
    number: setByServer(z.string()),
    kind: setByServer(z.enum(RUN_KINDS)),
    adjusts: nobody,
    start_date: setByServer(day),
    end_date: setByServer(day),
    state: setByServer(z.enum(RUN_STATES), () => 'open' as const),
    started_by: author,
    /** The records are those of this instant. */
    as_of: setByServer(instant),
    /** Names exactly which writes the snapshot contains. */
    watermark: setByServer(z.string()),
    warnings: setByServer(RunWarnings),
    steps: setByServer(z.array(RunStep)),
  },
});

/** What the office decided on a line of a run, under the line's id. */
export const payroll_decision = defineEntity({
  reach: 'office',
  clear: [],
  once: { run: uuid },
  fields: {
    is_approved: ask(z.boolean()),
    /** Null keeps the line's own. Negative where the line takes time back. */
    adjusted_minutes: ask(
      z
        .int('Enter whole minutes.')
        .min(-1_440, 'Enter minutes from -1,440 to 1,440.')
        .max(1_440, 'Enter minutes from -1,440 to 1,440.')
        .nullable(),
    ),
    note: ask(text(2_000)),
  },
  setByServer: {
    changed_by: author,
    changed_by_name: setByServer(personName, () => ''),
    captured_at: captured.captured_at,
  },
});
