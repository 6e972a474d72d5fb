import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { BulkChange, BulkLine, BulkOrder } from '#contract/bulk-changes.ts';
import { ApiError } from '#contract/errors.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import type { ChangedRecord } from '#server/db/schema/bulk-changes.ts';
import type { Call } from '#server/records/call.ts';
import { recordedCall } from '#server/records/recorded-call.ts';
import { keepChange } from './kept-changes.ts';
import { assigningProvider } from './order-assign.ts';
import {
  archivingClients,
  archivingProviders,
  archivingStudents,
  restoringClients,
  restoringProviders,
  restoringStudents,
  settingSupervisor,
} from './order-kinds.ts';
import { type OrderPlan, UNDONE_ENTITIES } from './order-plan.ts';
import { transferringStudents } from './order-transfer.ts';

/** Thrown to take back what a check has done. */
class CheckDone extends Error {
  readonly lines: BulkLine[];
  constructor(lines: BulkLine[]) {
    super('The order was checked.');
    this.name = 'CheckDone';
    this.lines = lines;
  }
}

/** What an order would do: it is carried out, and everything is rolled back. */
export async function checkOrder(call: Call, order: BulkOrder): Promise<BulkLine[]> {
  try {
    return await call.apart(async (own) => {
      const { lines } = await carryOut(own, await planOf(own, uuidv7(), order), order.records);
      throw new CheckDone(lines);
    });
  } catch (done) {
    if (done instanceof CheckDone) return done.lines;
    throw done;
  }
}

/** Carries an order out: what is refused stays as it is, with the reason; the rest can be undone as one. */
export async function makeOrder(
  call: Call,
  id: string,
  order: BulkOrder,
): Promise<{ change: BulkChange | null; lines: BulkLine[] }> {
  const plan = await planOf(call, id, order);
  const { lines, records } = await carryOut(call, plan, order.records);
  if (records.length === 0) return { change: null, lines };
  const { about, start_date } = plan;
  return { change: await keepChange(call, { id, kind: order.kind, about, start_date, records }), lines };
}

async function carryOut(
  call: Call,
  plan: OrderPlan,
  ids: readonly string[],
): Promise<{ lines: BulkLine[]; records: ChangedRecord[] }> {
  const step = call.withContext({ base_version: null });
  const lines: BulkLine[] = [];
  const records: ChangedRecord[] = [];
  for (const id of new Set(ids)) {
    const name = plan.names.get(id) ?? 'Unknown record';
    try {
      const { effect, writes } = await step.apart(async (own) => {
        const recorded = recordedCall(own, UNDONE_ENTITIES);
        return { effect: await plan.change(recorded.step, id), writes: recorded.writes() };
      });
      lines.push({ id, name, effect, refusal: '' });
      records.push({ id, writes });
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      const refusal = Object.values(problem.fields ?? {}).join(' ') || problem.message;
      lines.push({ id, name, effect: '', refusal });
    }
  }
  if (records.length > 0)
    await plan.after?.(
      step,
      records.map((record) => record.id),
    );
  return { lines, records };
}

/** @param id of the change, which what it writes refers to */
async function planOf(call: Call, id: string, order: BulkOrder): Promise<OrderPlan> {
  const today = pacificDay(call.context.now);
  switch (order.kind) {
    case 'archive-students':
      return { ...archivingStudents(today), names: await studentNames(call, order.records) };
    case 'assign-provider':
      return {
        ...(await assigningProvider(call, id, order)),
        names: await studentNames(call, order.records),
      };
    case 'set-supervisor':
      return {
        ...(await settingSupervisor(call, order.supervisor, today)),
        names: await providerNames(call, order.records),
      };
    case 'archive-clients':
      return { ...archivingClients(today), names: await namesIn(call, 'clients', 'name', order.records) };
    case 'archive-providers':
      return { ...archivingProviders(today), names: await providerNames(call, order.records) };
    case 'restore-students':
      return { ...restoringStudents(today), names: await studentNames(call, order.records) };
    case 'restore-clients':
      return { ...restoringClients(today), names: await namesIn(call, 'clients', 'name', order.records) };
    case 'restore-providers':
      return { ...restoringProviders(today), names: await providerNames(call, order.records) };
    case 'transfer-students':
      return {
        ...(await transferringStudents(call, id, order)),
        names: await studentNames(call, order.records),
      };
  }
}

const studentNames = (call: Call, ids: readonly string[]) =>
  namesIn(call, 'students', "first_name || ' ' || last_name", ids);

const providerNames = (call: Call, ids: readonly string[]) =>
  namesIn(call, 'providers', "provider_first || ' ' || provider_last", ids);

/** All three are from this code. */
async function namesIn(
  { tx }: Call,
  table: 'students' | 'providers' | 'clients',
  name: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await jsonRows<{ id: string; name: string }>(
    tx,
    sql`select id, ${sql.raw(name)} as name from ${sql.raw(table)} where id = any(${arrayParam(ids, 'uuid')})`,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
