import { sql } from 'drizzle-orm';
import type {
  ClientServices,
  GroupedPay,
  LinesReply,
  ProviderHours,
  ProviderPay,
} from '#contract/payroll-figures.ts';
import { type LineKind, minutesOf, paySum, paysTime, reportedLine } from '#domain/payroll/pay-line.ts';
import type { CountedSession } from '#domain/sessions/session-minutes.ts';
import { countedMinutes } from '#domain/sessions/session-minutes.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { readTotals } from '#server/modules/timesheets/hours.ts';
import { unsyncedPeople } from '#server/modules/timesheets/period-closing.ts';
import type { Call } from '#server/records/call.ts';
import { lineNames } from './pay-line-names.ts';
import { countedLines, currentLines } from './snapshot.ts';

interface Span {
  start_date: string;
  end_date: string;
}

/** The pay lines of sessions that were entered late. Only the work of their providers is computed. */
export async function listLate(
  call: Call,
  query: Span & { provider?: string | undefined },
): Promise<LinesReply> {
  const { start_date, end_date, provider } = query;
  const late = await jsonRows<{ provider: string }>(
    call.tx,
    sql`select distinct provider from sessions where late_for_payroll and deleted_at is null
      and session_date between ${start_date}::date and ${end_date}::date
      and ${provider === undefined ? sql`true` : sql`provider = ${provider}::uuid`}`,
  );
  const who = late.map((one) => one.provider);
  const all = await currentLines(call.tx, { from: start_date, to: end_date }, who);
  const lines = all.filter(({ is_late }) => is_late);
  return {
    as_of: asOf(call.context),
    lines: lines.map(reportedLine),
    names: await lineNames(call.tx, lines),
    unsynced: await unsyncedPeople(call.tx),
  };
}

/** What each provider's work of some days pays. */
export async function listProviderPay({ tx, context }: Call, { start_date, end_date }: Span) {
  const lines = await countedLines(tx, { from: start_date, to: end_date });
  const byProvider = groupedBy(lines, ({ provider }) => provider);
  const people = await peopleOf(tx, byProvider.keys());
  const rows = people.map(({ id, name, emp }): ProviderPay => {
    const own = byProvider.get(id) ?? [];
    return {
      ...{ provider: id, provider_name: name, emp },
      sessions: paySum(own.filter(({ kind, minutes }) => kind === 'session' && minutes > 0)).lines,
      approved: paySum(own.filter(({ is_approved }) => is_approved)),
      unapproved: paySum(own.filter(({ is_approved }) => !is_approved)),
    };
  });
  return { as_of: asOf(context), rows, unsynced: await unsyncedPeople(tx) };
}

/** Each provider's hours of some days: as the timesheet counts them, and as the pay lines do. */
export async function listProviderHours({ tx, actor, context }: Call, { start_date, end_date }: Span) {
  const lines = await countedLines(tx, { from: start_date, to: end_date });
  const byProvider = groupedBy(lines, ({ provider }) => provider);
  // Everyone's: a person with the grant may see fewer timesheets than pay.
  const everyone = { ...actor, role: '0' };
  const { providers } = await readTotals(tx, everyone, context.now, {
    period_start_date: start_date,
    period_end_date: end_date,
  });
  const people = new Map(
    (
      await peopleOf(
        tx,
        providers.map(({ provider_id }) => provider_id),
      )
    ).map((one) => [one.id, one]),
  );
  const rows = providers.flatMap(({ provider_id: id, status, totals }): ProviderHours[] => {
    const own = byProvider.get(id) ?? [];
    const person = people.get(id);
    const { expected_minutes, direct_minutes, indirect_minutes, paid_minutes } = totals;
    if (person === undefined || (own.length === 0 && expected_minutes + paid_minutes === 0)) return [];
    const minutesOfKinds = (isAsked: (kind: LineKind) => boolean) =>
      minutesOf(own.filter(({ kind }) => isAsked(kind)));
    return [
      {
        ...{ provider: id, provider_name: person.name, emp: person.emp, status },
        ...{ expected_minutes, direct_minutes, indirect_minutes, paid_minutes },
        pay_minutes: minutesOfKinds(paysTime),
        overtime_minutes: minutesOfKinds((kind) => OVERTIME.has(kind)),
        double_minutes: minutesOfKinds((kind) => kind === 'double-time'),
        meal_premiums: own.filter(({ kind }) => kind === 'meal-premium').length,
      },
    ];
  });
  return { as_of: asOf(context), rows, unsynced: await unsyncedPeople(tx) };
}

const OVERTIME: ReadonlySet<LineKind> = new Set(['daily-overtime', 'weekly-overtime', 'seventh-day']);

/** Pay for a date range, by team, provider, client, and service. Every line is in one row. */
export async function listGroupedPay({ tx, context }: Call, { start_date, end_date }: Span) {
  const lines = await countedLines(tx, { from: start_date, to: end_date }, { client: true });
  const names = await lineNames(tx, lines);
  const [clients, services] = [names.clients, names.services].map(
    (list) => new Map(list.map(({ id, name }) => [id, name])),
  );
  const people = new Map(
    (await peopleOf(tx, new Set(lines.map(({ provider }) => provider)))).map((one) => [one.id, one]),
  );
  const groups = groupedBy(lines, ({ provider, client, service }) =>
    JSON.stringify([provider, client, service]),
  );
  const rows = [...groups.values()].flatMap((own): GroupedPay[] => {
    const [first] = own;
    const person = first === undefined ? undefined : people.get(first.provider);
    if (first === undefined || person === undefined) return [];
    const { provider, client, service } = first;
    return [
      {
        ...{ group: person.supervisor, group_name: person.supervisor_name },
        ...{ provider, provider_name: person.name, client, service },
        client_name: client === null ? '' : (clients?.get(client) ?? 'Unknown client'),
        service_name:
          service === null
            ? 'Other time, premiums, and extra pay'
            : (services?.get(service) ?? 'Unknown service'),
        ...paySum(own),
      },
    ];
  });
  return { as_of: asOf(context), rows, unsynced: await unsyncedPeople(tx) };
}

/** Sessions of a client and service that count alike. */
interface ServedSessions extends CountedSession {
  times: number;
}

interface ServedClient {
  client: string | null;
  client_name: string;
  service: string;
  service_name: string;
  students: number;
  providers: number;
  kinds: ServedSessions[];
}

/** What each client got of each service, without money. */
export async function listClientServices({ tx, context }: Call, { start_date, end_date }: Span) {
  const within = sql`deleted_at is null and session_date between ${start_date}::date and ${end_date}::date`;
  const served = await jsonRows<ServedClient>(
    tx,
    sql`select k.client, coalesce(c.name, '') as client_name, k.service, v.name as service_name, p.providers,
        coalesce(t.students, 0) as students, k.kinds
      from (
        select client, service, json_agg(json_build_object('scheduled_minutes', scheduled_minutes,
          'actual_minutes', actual_minutes, 'attendance', attendance, 'changeDuration', "changeDuration",
          'approval_request', approval_request, 'requests', requests, 'times', times)) as kinds
        from (
          select client, service, scheduled_minutes, actual_minutes, attendance, "changeDuration", approval_request,
            requests, count(*) as times
          from sessions where ${within}
          group by client, service, scheduled_minutes, actual_minutes, attendance, "changeDuration", approval_request,
            requests) alike
        group by client, service) k
      join (select client, service, count(*) as providers
        from (select distinct client, service, provider from sessions where ${within}) one
        group by client, service) p on p.service = k.service and p.client is not distinct from k.client
      left join (select client, service, count(*) as students
        from (select distinct client, service, unnest(student_ids) from sessions where ${within}) one
        group by client, service) t on t.service = k.service and t.client is not distinct from k.client
      join services v on v.id = k.service left join clients c on c.id = k.client
      order by c.name, v.name, k.client, k.service`,
  );
  const rows = served.map(({ client_name, kinds, ...row }): ClientServices => {
    const sum = (of: (kind: ServedSessions) => number) =>
      kinds.reduce((all, kind) => all + kind.times * of(kind), 0);
    const wasServed = ({ attendance }: ServedSessions) =>
      attendance === 'delivered' || attendance === 'make-up';
    const sessions = sum(() => 1);
    const delivered = sum((kind) => (wasServed(kind) ? 1 : 0));
    return {
      ...{ client: row.client, client_name: client_name || 'No client' },
      ...{ service: row.service, service_name: row.service_name },
      ...{ students: row.students, providers: row.providers },
      ...{ sessions, delivered, missed: sessions - delivered },
      scheduled_minutes: sum(({ scheduled_minutes }) => scheduled_minutes),
      delivered_minutes: sum((kind) => (wasServed(kind) ? countedMinutes(kind) : 0)),
    };
  });
  return { as_of: asOf(context), rows, unsynced: await unsyncedPeople(tx) };
}

interface PaidPerson {
  id: string;
  name: string;
  emp: string;
  /** Whose team they are in: with several supervisors, the first by name, so that no one counts twice. */
  supervisor: string | null;
  supervisor_name: string;
}

/** By name. */
function peopleOf(tx: Transaction, ids: Iterable<string>): Promise<PaidPerson[]> {
  return jsonRows(
    tx,
    sql`select p.id, p.provider_first || ' ' || p.provider_last as name, u.emp, t.supervisor,
        coalesce(t.supervisor_name, 'No supervisor') as supervisor_name
      from providers p join users u on u.id = p.id
      left join lateral (
        select v.supervisor, s.provider_first || ' ' || s.provider_last as supervisor_name
        from supervisions v join providers s on s.id = v.supervisor
        where v.supervisee = p.id order by s.provider_last, s.provider_first, s.id limit 1) t on true
      where p.id = any(${arrayParam(ids, 'uuid')})
      order by p.provider_last, p.provider_first, p.id`,
  );
}

function asOf({ now }: { now: string }): string {
  return new Date(now).toISOString();
}
