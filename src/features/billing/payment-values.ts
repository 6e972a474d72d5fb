import { InvoicePaymentBody } from '#contract/invoices.ts';
import type { PaymentMethod } from '#domain/money/invoices.ts';
import { centsOf, moneyInput } from '#domain/money/money-text.ts';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';

/** What the form holds: what is not chosen or entered is empty. */
export interface PaymentValues {
  amount: string;
  paid_on: string;
  method: PaymentMethod;
  credit_note: string;
  reference: string;
}

/** A payment of all that is left, today. */
export function newPayment(balance_cents: number, today: string): PaymentValues {
  return {
    amount: balance_cents > 0 ? moneyInput(balance_cents) : '',
    ...{ paid_on: today, method: 'check', credit_note: '', reference: '' },
  };
}

export function bodyOf(values: PaymentValues, id: string): InvoicePaymentBody {
  return {
    ...{ id, method: values.method, paid_on: values.paid_on, reference: values.reference.trim() },
    amount_cents: centsOf(values.amount) ?? 0,
    credit_note: values.method === 'credit-note' && values.credit_note !== '' ? values.credit_note : null,
  };
}

/** The same rules that the server checks, by the form's fields. */
export function problemsOf(values: PaymentValues, id: string): Problems {
  const problems = shapeProblems(InvoicePaymentBody, bodyOf(values, id));
  if (centsOf(values.amount) === null)
    problems.amount_cents = 'Enter an amount in dollars, such as 1,240.00.';
  if (values.method === 'credit-note' && values.credit_note === '') {
    problems.credit_note = "Choose one of the client's credit notes.";
  }
  return byValue(problems);
}

/** By the form's fields. */
export function byValue({ amount_cents, ...rest }: Problems): Problems {
  return amount_cents === undefined ? rest : { ...rest, amount: amount_cents };
}
