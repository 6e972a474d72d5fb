import type { RunFile } from '#contract/payroll.ts';
import { LINE_KIND_LABELS, type PayLine } from '#domain/payroll/pay-line.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import type { Transaction } from '#server/db/database.ts';
import { lineNames } from './pay-line-names.ts';

/** The approved lines that have no pay rate, by provider and what they pay for. */
export async function unratedLines(tx: Transaction, lines: readonly PayLine[]): Promise<RunFile['unrated']> {
  const unrated = lines.filter(({ is_approved, amount_cents }) => is_approved && amount_cents === null);
  const names = await lineNames(tx, unrated);
  const nameOf = (list: readonly { id: string; name: string }[], id: string) =>
    list.find((one) => one.id === id)?.name ?? '';
  const groups = groupedBy(unrated, ({ provider, service, kind }) => `${provider} ${service ?? kind}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { provider, service, kind } = first;
    const what = (service === null ? '' : nameOf(names.services, service)) || LINE_KIND_LABELS[kind];
    return [{ provider, provider_name: nameOf(names.providers, provider), what, lines: group.length }];
  });
}
