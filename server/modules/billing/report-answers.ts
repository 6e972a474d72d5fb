import type {
  ApprovedSums,
  BillingLines,
  BillingSum,
  BillingSums,
  ListedLine,
} from '#contract/billing-reports.ts';
import { sumLines } from '#domain/money/line-sums.ts';
import { payableMinutes } from '#domain/sessions/session-minutes.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import type { Call } from '#server/records/call.ts';
import { type BilledLines, billedLines } from './billed-lines.ts';
import type { LineQuery } from './line-narrowing.ts';
import { unsyncedPeople } from './unsynced-people.ts';

/** When an answer was true, and whose devices hold work that it lacks. */
export async function reportHead({
  tx,
  actor,
  context,
}: Call): Promise<Pick<BillingLines, 'as_of' | 'unsynced'>> {
  return {
    as_of: new Date(context.now).toISOString(),
    unsynced: await unsyncedPeople(tx, actor),
  };
}

/** Lines whose session was captured after the invoice of its client and month was sent. */
export async function listLate(call: Call, query: LineQuery): Promise<BillingLines> {
  const { lines } = await billedLines(call.tx, call.actor, query, { isLate: true });
  return { ...(await reportHead(call)), lines: lines.filter(({ late_for_client }) => late_for_client) };
}

/** What identifies and names the group of a line. */
type Grouping = (line: ListedLine, found: BilledLines) => Pick<BillingSum, 'id' | 'name' | 'group'>;

const byClient: Grouping = ({ client, client_name }, { names }) => ({
  id: client ?? 'none',
  name: client === null ? 'No client' : client_name,
  group: names.clients.get(client ?? '')?.district_name ?? '',
});
const byProvider: Grouping = ({ provider, provider_name }) => ({
  ...{ id: provider, name: provider_name, group: '' },
});
const byLocation: Grouping = ({ location, location_name }, { names }) => ({
  id: location ?? 'none',
  name: location === null ? 'No location' : location_name,
  group: names.locations.get(location ?? '')?.client_name ?? '',
});

export const sumClients = (call: Call, query: LineQuery) => sumsBy(call, query, byClient);
export const sumProviders = (call: Call, query: LineQuery) => sumsBy(call, query, byProvider);
export const sumLocations = (call: Call, query: LineQuery) => sumsBy(call, query, byLocation);

async function sumsBy(call: Call, query: LineQuery, grouping: Grouping): Promise<BillingSums> {
  const found = await billedLines(call.tx, call.actor, query);
  const groups = groupedBy(found.lines, (line) => grouping(line, found).id);
  const sums = [...groups.values()].flatMap((lines) => {
    const [first] = lines;
    return first === undefined ? [] : [{ ...grouping(first, found), ...sumLines(lines) }];
  });
  return { ...(await reportHead(call)), sums: sums.sort(byName) };
}

function byName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  return a.name.localeCompare(b.name) || a.id.localeCompare(b.id);
}

/** Approved sessions by provider: the minutes that payroll counts, and what clients are billed for them. */
export async function sumApproved(call: Call, query: LineQuery): Promise<ApprovedSums> {
  const found = await billedLines(call.tx, call.actor, query);
  const approved = found.lines.filter(({ is_approved }) => is_approved);
  const sums = [...groupedBy(approved, ({ provider }) => provider)].map(([provider, lines]) => {
    const { sessions, minutes, amount_cents, blocked, not_billed, late } = sumLines(lines);
    const ids = [...new Set(lines.map(({ session }) => session))];
    const paid = ids.reduce((sum, id) => {
      const session = found.sessions.get(id);
      return sum + (session === undefined ? 0 : payableMinutes(session));
    }, 0);
    return {
      ...{ provider, provider_name: lines[0]?.provider_name ?? '', sessions, paid_minutes: paid },
      ...{ billed_minutes: minutes, amount_cents, blocked, not_billed, late },
    };
  });
  return {
    ...(await reportHead(call)),
    sums: sums.sort((a, b) => a.provider_name.localeCompare(b.provider_name)),
  };
}
