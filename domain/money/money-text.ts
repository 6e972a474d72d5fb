const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** "$1,240.00" */
export function moneyText(cents: number): string {
  return DOLLARS.format(cents / 100);
}

/** Cents as they are entered again: "1240.00". */
export function moneyInput(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** An entered amount such as "$1,240" or "1240.5" in integer cents; null if it isn't an amount. */
export function centsOf(entered: string): number | null {
  const plain = entered
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/,(?=\d{3}(\D|$))/g, '');
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain)) return null;
  const [dollars = '0', cents = ''] = plain.split('.');
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}
