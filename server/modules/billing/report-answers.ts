import type { ApprovedSums, BillingLines, BillingSum, BillingSums } from '#contract/billing-reports.ts';
import { regrouped, sumBatches } from '#domain/money/line-sums.ts';
import type { Call } from '#server/records/call.ts';
import { billedLines } from './billed-lines.ts';
import { type CountedLine, lineBatches } from './counted-lines.ts';
import { type GroupNames, groupNames } from './line-names.ts';
import type { LineQuery } from './line-narrowing.ts';
import type { ToldApart } from './stored-batches.ts';
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

/** What identifies and names a group of lines. */
interface Grouping {
  told: ToldApart;
  idOf: (line: CountedLine) => string;
  nameOf: (id: string, names: GroupNames) => Pick<BillingSum, 'name' | 'group'>;
}

const byClient: Grouping = {
  told: {},
  idOf: ({ client }) => client ?? 'none',
  nameOf: (id, { clients }) => ({
    name: id === 'none' ? 'No client' : (clients.get(id)?.name ?? 'Unknown client'),
    group: clients.get(id)?.district_name ?? '',
  }),
};
const byProvider: Grouping = {
  told: { provider: true },
  idOf: ({ provider }) => provider,
  nameOf: (id, { providers }) => ({ name: providers.get(id)?.name ?? 'Unknown provider', group: '' }),
};
const byLocation: Grouping = {
  told: { location: true },
  idOf: ({ location }) => location ?? 'none',
  nameOf: (id, { locations }) => ({
    name: id === 'none' ? 'No location' : (locations.get(id)?.name ?? 'Unknown location'),
    group: locations.get(id)?.client_name ?? '',
  }),
};

export const sumClients = (call: Call, query: LineQuery) => sumsBy(call, query, byClient);
export const sumProviders = (call: Call, query: LineQuery) => sumsBy(call, query, byProvider);
export const sumLocations = (call: Call, query: LineQuery) => sumsBy(call, query, byLocation);

async function sumsBy(call: Call, query: LineQuery, { told, idOf, nameOf }: Grouping): Promise<BillingSums> {
  const batches = await lineBatches(call.tx, call.actor, query, { ...told, approval: true });
  const names = await groupNames(call.tx);
  const sums = [...regrouped(batches, idOf)].map(([id, own]) => ({
    ...{ id, ...nameOf(id, names) },
    ...sumBatches(own),
  }));
  return { ...(await reportHead(call)), sums: sums.sort(byName) };
}

function byName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  return a.name.localeCompare(b.name) || a.id.localeCompare(b.id);
}

/** Approved sessions by provider: the minutes that payroll counts, and what clients are billed for them. */
export async function sumApproved(call: Call, query: LineQuery): Promise<ApprovedSums> {
  const batches = await lineBatches(call.tx, call.actor, query, { provider: true, approval: true });
  const { providers } = await groupNames(call.tx);
  const approved = regrouped(batches, ({ provider, is_approved }) => (is_approved ? provider : null));
  const sums = [...approved].map(([provider, own]) => {
    const { sessions, minutes, amount_cents, blocked, not_billed, late } = sumBatches(own);
    return {
      ...{ provider, provider_name: providers.get(provider)?.name ?? 'Unknown provider', sessions },
      paid_minutes: own.reduce((sum, { times, paid_minutes }) => sum + times * paid_minutes, 0),
      ...{ billed_minutes: minutes, amount_cents, blocked, not_billed, late },
    };
  });
  return {
    ...(await reportHead(call)),
    sums: sums.sort(
      (a, b) => a.provider_name.localeCompare(b.provider_name) || a.provider.localeCompare(b.provider),
    ),
  };
}
