/** The names in a report's address that choose its days: a schedule has days of its own. */
const DAYS = ['from', 'to', 'period'];

/** Filters, sorting, and columns of a report's address, without its days, as the text that a URL has after its `?`. */
export function viewOf(address: Readonly<Record<string, unknown>>): string {
  const held = Object.entries(address).flatMap(([name, value]): [string, string][] =>
    !DAYS.includes(name) && (typeof value === 'string' || value === true) ? [[name, String(value)]] : [],
  );
  return new URLSearchParams(held).toString();
}

/** The address of a view. */
export function addressOfView(view: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(view));
}
