import type { EntityRow } from '#contract/entities.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { loadRows } from '#server/db/entity-rows.ts';
import type { HistoryFacts } from './demo-history.ts';

/** A large demo has the history of so many providers only, so that seeding it stays quick. */
const PROVIDERS_WITH_HISTORY = 200;
const VALID_DAYS = 730;

/** Providers were entered, renewed their credentials, and take on more students; a few have left. */
export async function providerHistory(tx: Transaction, facts: HistoryFacts): Promise<void> {
  const { people, log, random, officeSometime } = facts;
  const entered = facts.atMoveIn('09:12');
  const told = people.providers.slice(0, PROVIDERS_WITH_HISTORY).map(({ row }) => row);
  const accounts = new Map(
    (
      await loadRows(
        tx,
        'provider_account',
        told.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  for (const { id, archived, credentials } of told) {
    log.create('provider', id, entered);
    log.create('provider_account', id, entered);
    if (credentials !== '' && random.chance(0.3)) {
      log.change('provider', id, officeSometime(), { changes: { credentials: ['', credentials] } });
    }
    const account = accounts.get(id);
    if (account === undefined) continue;
    accountHistory(facts, account);
    if (archived && account.left_on !== null) {
      const left = facts.officeOn(account.left_on);
      log.change('provider', id, left, { changes: { archived: [false, true] } });
      log.change('provider_account', id, left, { changes: { left_on: [null, account.left_on] } });
    }
  }
}

function accountHistory(facts: HistoryFacts, account: EntityRow<'provider_account'>): void {
  const { log, random, officeSometime } = facts;
  const { id, credential_records, max_caseload, phone, payroll_id } = account;
  const [renewed, ...others] = credential_records;
  // Renewed lately: it is still valid for long.
  if (renewed?.expires_on != null && renewed.expires_on > dayPlus(facts.today, 90) && random.chance(0.6)) {
    const former = { ...renewed, expires_on: dayPlus(renewed.expires_on, -VALID_DAYS) };
    log.change('provider_account', id, officeSometime(), {
      changes: { credential_records: [[former, ...others], credential_records] },
    });
  }
  if (max_caseload !== null && random.chance(0.4)) {
    log.change('provider_account', id, officeSometime(), {
      changes: { max_caseload: [max_caseload - random.int(2, 5), max_caseload] },
    });
  }
  if (random.chance(0.25)) {
    const former = `(559) 555-01${String(random.int(0, 99)).padStart(2, '0')}`;
    log.change('provider_account', id, officeSometime(), { changes: { phone: [former, phone] } });
  }
  if (payroll_id !== '' && random.chance(0.3)) {
    log.change('provider_account', id, officeSometime(), { changes: { payroll_id: ['', payroll_id] } });
  }
}
