import {
  BILLING_FIELDS,
  ClientBillingChanges,
  ClientBody,
  ClientChanges,
  type ClientFile,
} from '#contract/clients.ts';
import { clientProblems } from '#domain/clients/client-rules.ts';
import { centsOf, moneyInput } from '#domain/money/money-text.ts';
import type { ClientContact } from '#entities/client-account.ts';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';

/** What the form holds: what is not chosen or entered is empty. */
export interface ClientValues {
  name: string;
  needs_codes: boolean;
  manager: string;
  services: string[];
  regions: string[];
  contacts: ClientContact[];
  district: string;
  is_insurance: boolean;
  contract_number: string;
  contract_start: string;
  contract_end: string;
  cap: string;
  purchase_order: string;
  invoice_address: string;
}

/** @param client null for a new one */
export function valuesOf(client: ClientFile | null): ClientValues {
  const cap = client?.contract_cap_cents ?? null;
  return {
    name: client?.name ?? '',
    needs_codes: client?.needs_codes ?? false,
    manager: client?.manager ?? '',
    services: client?.services ?? [],
    regions: client?.regions ?? [],
    contacts: client?.contacts ?? [],
    district: client?.district ?? '',
    is_insurance: client?.is_insurance ?? false,
    contract_number: client?.contract_number ?? '',
    contract_start: client?.contract_start ?? '',
    contract_end: client?.contract_end ?? '',
    cap: cap === null ? '' : moneyInput(cap),
    purchase_order: client?.purchase_order ?? '',
    invoice_address: client?.invoice_address ?? '',
  };
}

export function bodyOf(values: ClientValues, id: string): ClientBody {
  return {
    id,
    name: values.name.trim(),
    needs_codes: values.needs_codes,
    manager: values.manager || null,
    services: values.services,
    regions: values.regions,
    contacts: values.contacts.map(({ name, role, email, phone }) => ({
      ...{ name: name.trim(), role: role.trim(), email: email.trim(), phone: phone.trim() },
    })),
    district: values.district || null,
    is_insurance: values.is_insurance,
    contract_number: values.contract_number.trim(),
    contract_start: values.contract_start || null,
    contract_end: values.contract_end || null,
    contract_cap_cents: values.cap.trim() === '' ? null : centsOf(values.cap),
    purchase_order: values.purchase_order.trim(),
    invoice_address: values.invoice_address.trim(),
  };
}

/** What a form about the client itself sends, and one about its contract and billing. */
export function detailsIn(body: ClientBody): ClientChanges {
  const isBilling = (field: string) => (BILLING_FIELDS as readonly string[]).includes(field);
  return ClientChanges.parse(
    Object.fromEntries(Object.entries(body).filter(([field]) => field !== 'id' && !isBilling(field))),
  );
}

export function billingIn(body: ClientBody): ClientBillingChanges {
  return ClientBillingChanges.parse(Object.fromEntries(BILLING_FIELDS.map((field) => [field, body[field]])));
}

/** The same rules that the server checks, by the form's fields. */
export function problemsOf(values: ClientValues, id: string): Problems {
  const body = bodyOf(values, id);
  const problems: Record<string, string> = { ...shapeProblems(ClientBody, body), ...clientProblems(body) };
  if (values.cap.trim() !== '' && body.contract_cap_cents === null) {
    problems.contract_cap_cents = 'Enter an amount such as 120,000.00.';
  }
  return byValue(problems);
}

/** By the form's fields. */
export function byValue({ contract_cap_cents, ...rest }: Problems): Problems {
  return contract_cap_cents === undefined ? rest : { ...rest, cap: contract_cap_cents };
}
