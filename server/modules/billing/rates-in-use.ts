import { sql } from 'drizzle-orm';
import type { ClientRate, ClientRates, ListedLine } from '#contract/billing-reports.ts';
import type { Rate } from '#contract/rates.ts';
import { fiscalYearOf, rateReason, resolveRate } from '#domain/money/rates.ts';
import { SESSION_SETTINGS, type SessionSetting } from '#domain/sessions/session.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { clientsInReach } from '#server/modules/clients/queries.ts';
import type { Call } from '#server/records/call.ts';
import { billedLines } from './billed-lines.ts';
import type { LineNames } from './line-names.ts';
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
  const { lines, names } = await billedLines(tx, actor, query);
  const [from, to] = [fiscalYearOf(query.start_date), fiscalYearOf(query.end_date)];
  const years = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const rates = await keptRows(tx, 'rate', sql`start_year between ${from} and ${to}`);
  const clients = await jsonRows<RatedClient>(
    tx,
    sql`select c.id, c.name, a.regions, a.services from client_accounts a join clients c on c.id = a.id
      where c.deleted_at is null and ${clientsInReach(call.actor)}
        and (c.active = 1 or c.id = any(${arrayParam(new Set(lines.flatMap(({ client }) => client ?? [])), 'uuid')}))
        and ${query.client === undefined ? sql`true` : sql`c.id = ${query.client}`}`,
  );
  const billable = new Set(
    (await jsonRows<{ id: string }>(tx, sql`select id from services where is_billable`)).map(({ id }) => id),
  );
  const linesOf = groupedBy(
    lines.filter(({ kind, blocker }) => kind === 'billed' || blocker === 'rate'),
    (line) => line.client ?? '',
  );
  const found = clients.flatMap((client) =>
    years.flatMap((year) =>
      ratesOf(client, linesOf.get(client.id) ?? [], year, {
        rates: rates.filter(({ start_year }) => start_year === year),
        names,
        isListed: (service) =>
          billable.has(service) && (query.service === undefined || query.service === service),
      }),
    ),
  );
  const students = await studentRates(call, rates, lines, names);
  const all = [...found, ...students.filter(({ client }) => clients.some(({ id }) => id === client))];
  return { ...(await reportHead(call)), rates: all.sort(byPlace) };
}

interface RateFacts {
  rates: readonly Rate[];
  names: LineNames;
  isListed: (service: string) => boolean;
}

function ratesOf(
  client: RatedClient,
  lines: readonly ListedLine[],
  start_year: number,
  { rates, names, isListed }: RateFacts,
): ClientRate[] {
  const own = lines.filter(
    ({ session_date, rate_level }) => fiscalYearOf(session_date) === start_year && rate_level !== 'student',
  );
  const bySubject = groupedBy(own, ({ service, setting }) => `${service} ${setting}`);
  const services = new Set([...client.services, ...own.map(({ service }) => service)]);
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
  lines: readonly ListedLine[],
  names: LineNames,
): Promise<ClientRate[]> {
  const own = rates.filter(({ level, is_draft }) => level === 'student' && !is_draft);
  const ids = own.flatMap(({ student }) => student ?? []);
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
        student_name: names.students.get(rate.student ?? '')?.name ?? 'Unknown student',
        ...{ rate_cents: rate.amount_cents, level: rate.level, reason: 'Overrides every other rate.' },
        ...usesOf(lines.filter((line) => line.rate === rate.id)),
      },
    ];
  });
}

function usesOf(lines: readonly ListedLine[]): Pick<ClientRate, 'sessions' | 'minutes' | 'amount_cents'> {
  return {
    sessions: new Set(lines.map(({ session }) => session)).size,
    minutes: lines.reduce((sum, line) => sum + line.minutes, 0),
    amount_cents: lines.reduce((sum, line) => sum + line.amount_cents, 0),
  };
}

function byPlace(a: ClientRate, b: ClientRate): number {
  const place = (one: ClientRate) =>
    [one.client_name, one.start_year, one.service_name, one.student_name, one.setting ?? ''].join('\n');
  return place(a).localeCompare(place(b));
}
