import type { EntityRow } from '#contract/entities.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { loadRows } from '#server/db/entity-rows.ts';
import type { HistoryFacts } from './demo-history.ts';
import { IMPORT_OF_CLIENTS } from './imports.ts';

/** A large demo has the history of so many clients only, so that seeding it stays quick. */
const CLIENTS_WITH_HISTORY = 100;
const LEFT_DAYS_AGO = 60;

/** Clients came in with a file; their contracts, contacts, and insurance were completed since. */
export async function clientHistory(tx: Transaction, facts: HistoryFacts): Promise<void> {
  const { catalog, log, today } = facts;
  const entered = facts.atMoveIn('09:05');
  const told = [...catalog.districts.map(({ client }) => client), ...catalog.families].slice(
    0,
    CLIENTS_WITH_HISTORY,
  );
  const ids = told.map(({ id }) => id);
  const accounts = new Map((await loadRows(tx, 'client_account', ids)).map((row) => [row.id, row]));
  const details = { import: IMPORT_OF_CLIENTS };
  for (const { id, active } of told) {
    log.create('client', id, entered, details);
    log.create('client_account', id, entered, details);
    const account = accounts.get(id);
    if (account !== undefined) accountHistory(facts, account);
    if (active === 0) {
      const left = facts.officeOn(dayPlus(today, -LEFT_DAYS_AGO));
      log.change('client', id, left, { changes: { active: [1, 0] } });
    }
  }
}

function accountHistory(facts: HistoryFacts, account: EntityRow<'client_account'>): void {
  const { log, random, office, officeSometime } = facts;
  const { id, contract_cap_cents: cap, purchase_order, manager, contacts, is_insurance } = account;
  if (is_insurance && random.chance(0.5)) {
    const moment = officeSometime();
    log.change('client', id, moment, { changes: { needs_codes: [false, true] } });
    log.change('client_account', id, moment, { changes: { is_insurance: [false, true] } });
  }
  if (cap !== null && random.chance(0.6)) {
    const former = cap - random.int(1, 5) * 1_000_000;
    log.change('client_account', id, officeSometime(), { changes: { contract_cap_cents: [former, cap] } });
  }
  if (purchase_order !== '') {
    log.change('client_account', id, officeSometime(), { changes: { purchase_order: ['', purchase_order] } });
  }
  if (random.chance(0.3)) {
    const former = random.pick(office).id;
    log.change('client_account', id, officeSometime(), { changes: { manager: [former, manager] } });
  }
  const last = contacts.at(-1);
  if (last !== undefined && random.chance(0.5)) {
    const former = { ...last, phone: '' };
    const changes = { contacts: [[...contacts.slice(0, -1), former], contacts] } as const;
    log.change('client_account', id, officeSometime(), { changes });
  }
}
