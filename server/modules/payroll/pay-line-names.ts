import { sql } from 'drizzle-orm';
import type { LineNames } from '#contract/payroll-figures.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonValue } from '#server/db/json-rows.ts';

/** What the providers, services, and clients of some lines are called; archived and deleted ones too. */
export function lineNames(
  tx: Transaction,
  lines: Iterable<{ provider: string; service: string | null; client: string | null }>,
): Promise<LineNames> {
  const [providers, services, clients] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { provider, service, client } of lines) {
    providers.add(provider);
    if (service !== null) services.add(service);
    if (client !== null) clients.add(client);
  }
  return jsonValue(
    tx,
    sql`select json_build_object(
      'providers', (select coalesce(json_agg(p), '[]') from (
        select id, provider_first || ' ' || provider_last as name from providers
        where id = any(${arrayParam(providers, 'uuid')}) order by provider_last, provider_first, id) p),
      'services', (select coalesce(json_agg(s), '[]') from (
        select id, name from services where id = any(${arrayParam(services, 'uuid')}) order by name, id) s),
      'clients', (select coalesce(json_agg(c), '[]') from (
        select id, name from clients where id = any(${arrayParam(clients, 'uuid')}) order by name, id) c)
    )::text as value`,
  );
}
