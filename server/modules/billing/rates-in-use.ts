import { sql } from 'drizzle-orm';
import type { ClientRate, ClientRates } from '#contract/billing-reports.ts';
import type { Rate } from '#contract/rates.ts';
import { regrouped, sumBatches } from '#domain/money/line-sums.ts';
import { rateReason, resolveRate } from '#domain/money/rates.ts';
import { SESSION_SETTINGS, type SessionSetting } from '#domain/sessions/session.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { clientsInReach } from '#server/modules/clients/queries.ts';
import type { Call } from '#server/records/call.ts';
import { type CountedBatch, type CountedLine, lineBatches } from './counted-lines.ts';
import { type GroupNames, groupNames, studentNames } from './line-names.ts';
import type { LineQuery } from './line-narrowing.ts';
import { reportHead } from './report-answers.ts';

interface RatedClient {
  id: string;
  name: string;
  regions: string[];
  services: string[];
}

/** What a client's contract covers is listed in these settings, whether or not sessions were held. */
const USUAL_SETTINGS: readonly SessionSetting[] = ['individual', 'group'];

/**
 * For each fiscal year of these days: the rate of every client, contracted or delivered service, and setting, and
 * the rates of single students. Sums are over the lines of these days that were billed by the rate.
 */
export async function listClientRates(
  call: Call,
  query: Pick<LineQuery, 'start_date' | 'end_date' | 'client' | 'service'>,
): Promise<ClientRates> {
  const { tx, actor } = call;
  const batches = await lineBatches(tx, actor, query, {});
  const names = await groupNames(tx);
  const held = new Set(batches.flatMap(({ lines }) => lines.flatMap(({ client }) => client ?? [])));
  const [from, to] = [fiscalYearOf(query.start_date), fiscalYearOf(query.end_date)];
  const years = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const rates = await keptRows(tx, 'rate', sql`start_year between ${from} and ${to}`);
  const clients = await jsonRows<RatedClient>(
    tx,
    sql`select c.id, c.name, a.regions, a.services from client_accounts a join clients c on c.id = a.id
      where c.deleted_at is null and ${clientsInReach(call.actor)}
        and (c.active = 1 or c.id = any(${arrayParam(held, 'uuid')}))
        and ${query.client === undefined ? sql`true` : sql`c.id = ${query.client}`}`,
  );
  const billable = new Set(
    (await jsonRows<{ id: string }>(tx, sql`select id from services where is_billable`)).map(({ id }) => id),
  );
  const usesOfClient = regrouped(batches, ({ kind, blocker, client }) =>
    kind === 'billed' || blocker === 'rate' ? (client ?? '') : null,
  );
  const found = clients.flatMap((client) =>
    years.flatMap((year) =>
      ratesOf(client, usesOfClient.get(client.id) ?? [], year, {
        rates: rates.filter(({ start_year }) => start_year === year),
        names,
        isListed: (service) =>
          billable.has(service) && (query.service === undefined || query.service === service),
      }),
    ),
  );
  const students = await studentRates(call, rates, batches, names);
  const all = [...found, ...students.filter(({ client }) => clients.some(({ id }) => id === client))];
  return { ...(await reportHead(call)), rates: all.sort(byPlace) };
}

interface RateFacts {
  rates: readonly Rate[];
  names: GroupNames;
  isListed: (service: string) => boolean;
}

function ratesOf(
  client: RatedClient,
  uses: readonly CountedBatch[],
  start_year: number,
  { rates, names, isListed }: RateFacts,
): ClientRate[] {
  const isOwn = ({ rate_year, rate_level }: CountedLine) =>
    rate_year === start_year && rate_level !== 'student';
  const bySubject = regrouped(uses, (line) => (isOwn(line) ? `${line.service} ${line.setting}` : null));
  const delivered = uses.flatMap(({ lines }) => lines.filter(isOwn).map(({ service }) => service));
  const services = new Set([...client.services, ...delivered]);
  return [...services].filter(isListed).flatMap((service) =>
    SESSION_SETTINGS.flatMap((setting): ClientRate[] => {
      const used = bySubject.get(`${service} ${setting}`) ?? [];
      const isUsual = client.services.includes(service) && USUAL_SETTINGS.includes(setting);
      if (used.length === 0 && !isUsual) return [];
      const question = {
        ...{ service, setting, student: null, client: client.id, start_year },
        regions: client.regions,
      };
      const answer = resolveRate(rates, question);
      return [
        {
          ...{ client: client.id, client_name: client.name, service, setting, start_year },
          service_name: names.services.get(service)?.name ?? 'Unknown service',
          ...{ student: null, student_name: '' },
          rate_cents: answer.rate?.amount_cents ?? null,
          level: answer.rate?.level ?? null,
          reason: rateReason(answer, question),
          ...usesOf(used),
        },
      ];
    }),
  );
}

/** Active rates of single students, of the clients that they have now. */
async function studentRates(
  { tx }: Call,
  rates: readonly Rate[],
  batches: readonly CountedBatch[],
  names: GroupNames,
): Promise<ClientRate[]> {
  const own = rates.filter(({ level, is_draft }) => level === 'student' && !is_draft);
  if (own.length === 0) return [];
  const ids = own.flatMap(({ student }) => student ?? []);
  const students = await studentNames(tx);
  const uses = regrouped(batches, ({ rate }) => rate);
  const clients = new Map(
    (
      await jsonRows<{ id: string; client: string | null }>(
        tx,
        sql`select id, client from students where id = any(${arrayParam(ids, 'uuid')})`,
      )
    ).map(({ id, client }) => [id, client]),
  );
  return own.flatMap((rate): ClientRate[] => {
    const client = clients.get(rate.student ?? '') ?? null;
    if (client === null) return [];
    return [
      {
        ...{ client, client_name: names.clients.get(client)?.name ?? 'Unknown client' },
        ...{
          service: rate.service,
          service_name: names.services.get(rate.service)?.name ?? 'Unknown service',
        },
        ...{ setting: null, student: rate.student, start_year: rate.start_year },
        student_name: students.get(rate.student ?? '')?.name ?? 'Unknown student',
        ...{ rate_cents: rate.amount_cents, level: rate.level, reason: 'Overrides every other rate.' },
        ...usesOf(uses.get(rate.id) ?? []),
      },
    ];
  });
}

function usesOf(batches: readonly CountedBatch[]): Pick<ClientRate, 'sessions' | 'minutes' | 'amount_cents'> {
  const { sessions, minutes, amount_cents } = sumBatches(batches);
  return { sessions, minutes, amount_cents };
}

function byPlace(a: ClientRate, b: ClientRate): number {
  const place = (one: ClientRate) =>
    [one.client_name, one.start_year, one.service_name, one.student_name, one.setting ?? ''].join('\n');
  return place(a).localeCompare(place(b));
}
