import { type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { EntityRow } from '#contract/entities.ts';
import { ApiError } from '#contract/errors.ts';
import type { NextYearBody, Rate, RateBody, RateChanges, RatesOfYear } from '#contract/rates.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { moneyText } from '#domain/money/money-text.ts';
import {
  fiscalYearText,
  nextYearDrafts,
  rateProblems,
  rateReason,
  resolveRate,
} from '#domain/money/rates.ts';
import { SESSION_SETTINGS } from '#domain/sessions/session.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows, loadRows, type Stored, storedRow } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, wireRow, withTouched } from '#server/records/changing-rows.ts';
import { clientInReach } from './queries.ts';

export const rateRecords: Records<Rate> = { entity: 'rate', scopes: () => [], about: () => ({}) };
const BY_SUBJECT = sql`level, service, setting, id`;

/** Rates of a fiscal year that can apply to a client, and which its services get. */
export async function ratesOfClient(
  tx: Transaction,
  actor: Actor,
  id: string,
  start_year: number,
): Promise<RatesOfYear> {
  const { regions, services } = await clientInReach(tx, actor, id);
  const rates = await ratesWhere(
    tx,
    start_year,
    sql`(level = 'service' or client = ${id} or region = any(${arrayParam(regions, 'uuid')})
      or student in (select s.id from students s where s.client = ${id}))`,
  );
  return withUses(rates, { client: id, regions, start_year }, services);
}

/** Rates of a region and defaults of services, and which of them services get. */
export async function ratesOfRegion(
  tx: Transaction,
  region: string,
  start_year: number,
): Promise<RatesOfYear> {
  const [found] = await loadRows(tx, 'region', [region]);
  if (found === undefined) throw new ApiError('record.absent');
  return generalRates(tx, start_year, [region]);
}

/** Defaults of services, and which of them services get. */
export function ratesOfServices(tx: Transaction, start_year: number): Promise<RatesOfYear> {
  return generalRates(tx, start_year, []);
}

async function generalRates(tx: Transaction, start_year: number, regions: string[]): Promise<RatesOfYear> {
  const rates = await ratesWhere(
    tx,
    start_year,
    sql`(level = 'service' or region = any(${arrayParam(regions, 'uuid')}))`,
  );
  const services = await billableServices(tx);
  return withUses(
    rates,
    { client: null, regions, start_year },
    services.map(({ id }) => id),
  );
}

function ratesWhere(tx: Transaction, start_year: number, where: SQL): Promise<Rate[]> {
  return keptRows(tx, 'rate', sql`start_year = ${start_year} and ${where} order by ${BY_SUBJECT}`);
}

function withUses(
  rates: Rate[],
  asked: { client: string | null; regions: readonly string[]; start_year: number },
  services: readonly string[],
): RatesOfYear {
  const in_use = services.flatMap((service) =>
    SESSION_SETTINGS.map((setting) => {
      const question = { ...asked, service, setting, student: null };
      const answer = resolveRate(rates, question);
      return { service, setting, rate: answer.rate?.id ?? null, reason: rateReason(answer, question) };
    }),
  );
  return { rates, in_use };
}

interface Named {
  id: string;
  name: string;
}

function billableServices(tx: Transaction): Promise<Named[]> {
  return jsonRows(
    tx,
    sql`select id, name from services where is_billable and not archived and deleted_at is null order by lower(name), id`,
  );
}

/** What a new rate can be for. */
export async function rateChoices({ tx, actor }: Call, client: string | undefined) {
  if (client !== undefined) await clientInReach(tx, actor, client);
  return {
    services: await billableServices(tx),
    regions: await jsonRows<Named>(
      tx,
      sql`select id, name from regions where deleted_at is null and not archived order by lower(name), id`,
    ),
    students:
      client === undefined
        ? []
        : await jsonRows<Pick<EntityRow<'student'>, 'id' | 'first_name' | 'last_name'>>(
            tx,
            sql`select id, first_name, last_name from students
              where client = ${client} and not archived order by last_name, first_name, id`,
          ),
  };
}

/** The rate, or `record.absent`, the same for inaccessible and nonexistent ones. */
export async function readRate(call: Call, id: string): Promise<Rate> {
  const [found] = await loadRows(call.tx, 'rate', [id]);
  if (found === undefined) throw new ApiError('record.absent');
  await refuseOutOfReach(call, found);
  return found;
}

export async function createRate(call: Call, body: RateBody): Promise<Rate> {
  refuseProblems(rateProblems(body));
  await refuseUnknown(call, body);
  await refuseTaken(call, body);
  return call.create(rateRecords, { ...body, version: 1 });
}

/** The rate as creating it, or changing the one with its id, would leave it; refused like saving it. */
export async function rateAsSaved(call: Call, body: RateBody): Promise<RateBody> {
  refuseProblems(rateProblems(body));
  const [known] = await loadRows(call.tx, 'rate', [body.id]);
  if (known === undefined) {
    await refuseUnknown(call, body);
    await refuseTaken(call, body);
  } else await refuseOutOfReach(call, known);
  // What a rate is for never changes.
  const { amount_cents, is_draft } = body;
  const { version: _, ...subject } = known ?? { ...body, version: 1 };
  return { ...subject, amount_cents, is_draft };
}

/** Adds drafts for the next fiscal year, from active rates that have none there yet. */
export async function createNextYear(call: Call, body: NextYearBody): Promise<Rate[]> {
  const { client, region, start_year, percent_hundredths } = body;
  const { tx, actor } = call;
  if (client !== null && region !== null) refuseProblems({ region: 'Choose a client or a region.' });
  if (client !== null) await clientInReach(tx, actor, client);
  const whose =
    client !== null
      ? sql`(client = ${client} or student in (select s.id from students s where s.client = ${client}))`
      : region !== null
        ? sql`region = ${region}`
        : sql`level = 'service'`;
  const known = await keptRows(
    tx,
    'rate',
    sql`start_year in (${start_year}, ${start_year + 1}) and ${whose} order by ${BY_SUBJECT}`,
  );
  const made: Rate[] = [];
  for (const draft of nextYearDrafts(known, start_year, percent_hundredths)) {
    made.push(await createRate(call, { id: uuidv7(), ...draftBody(draft) }));
  }
  return made;
}

/** Without the version of the rate that it was made from. */
function draftBody({ version: _, ...draft }: Omit<Rate, 'id'>): Omit<RateBody, 'id'> {
  return draft;
}

/** Changes the amount, or activates a draft. */
export async function updateRate(call: Call, id: string, changes: RateChanges): Promise<Rate> {
  const before = await changeable(call, id);
  return call.change(rateRecords, before, wireRow(withTouched(before, changes)));
}

export async function deleteRate(call: Call, id: string): Promise<void> {
  await call.remove(rateRecords, await changeable(call, id));
}

async function changeable(call: Call, id: string): Promise<Stored<'rate'>> {
  const before = await storedRow(call.tx, 'rate', id);
  if (before === null) throw new ApiError('record.absent');
  await refuseOutOfReach(call, before);
  refuseOutdated(before, call.context.base_version);
  return before;
}

/** Rates of a client and its students belong to that client; others to everyone who sees rates. */
async function refuseOutOfReach({ tx, actor }: Call, rate: Pick<Rate, 'client' | 'student'>): Promise<void> {
  const client = rate.client ?? (await clientOfStudent(tx, rate.student));
  if (client !== null) await clientInReach(tx, actor, client);
}

async function clientOfStudent(tx: Transaction, student: string | null): Promise<string | null> {
  if (student === null) return null;
  const [found] = await loadRows(tx, 'student', [student]);
  return found?.client ?? null;
}

/**
 * Refuses what doesn't exist or isn't this person's. Writing the rows makes a deletion, or a second rate for the
 * same thing, wait and then see this one.
 */
async function refuseUnknown(call: Call, body: RateBody): Promise<void> {
  const { tx, actor } = call;
  const held = async (table: 'services' | 'regions' | 'client_accounts', id: string, where: SQL) => {
    const { rows } = await tx.execute(
      sql`update ${sql.identifier(table)} set version = version where id = ${id} and ${where} returning id`,
    );
    return rows.length > 0;
  };
  if (!(await held('services', body.service, sql`is_billable and not archived and deleted_at is null`))) {
    refuseProblems({ service: 'Choose a billable service.' });
  }
  if (
    body.region !== null &&
    !(await held('regions', body.region, sql`deleted_at is null and not archived`))
  ) {
    refuseProblems({ region: "Choose a region that isn't archived." });
  }
  if (body.student !== null) {
    const client = await clientOfStudent(tx, body.student);
    if (client === null) refuseProblems({ student: 'Choose a student with a client.' });
    else
      await refuseAt('student', 'Choose a student of one of your clients.', () =>
        clientInReach(tx, actor, client),
      );
  }
  if (body.client !== null) {
    const { client } = body;
    await refuseAt('client', 'Client not found.', () => clientInReach(tx, actor, client));
    await held('client_accounts', client, sql`true`);
  }
}

async function refuseAt(field: string, message: string, find: () => Promise<unknown>): Promise<void> {
  try {
    await find();
  } catch (problem) {
    if (!(problem instanceof ApiError && problem.code === 'record.absent')) throw problem;
    refuseProblems({ [field]: message });
  }
}

/** One rate, active or a draft, for the same thing and year. */
async function refuseTaken({ tx }: Call, body: RateBody): Promise<void> {
  const [taken] = await keptRows(
    tx,
    'rate',
    sql`start_year = ${body.start_year} and level = ${body.level} and service = ${body.service}
      and student is not distinct from ${body.student} and client is not distinct from ${body.client}
      and region is not distinct from ${body.region} and setting is not distinct from ${body.setting} limit 1`,
  );
  if (taken === undefined) return;
  const amount = `${moneyText(taken.amount_cents)} an hour${taken.is_draft ? ', a draft' : ''}`;
  refuseProblems({
    service: `There is already a rate for this in ${fiscalYearText(body.start_year)}: ${amount}.`,
  });
}
