const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** Numbers by size, all else as text, with numbers in it compared by size. */
export function compareValues(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return collator.compare(String(one), String(other));
}

/** The rows as a table sorted by this value shows them: missing values are last either way. */
export function sortedRows<Row>(
  rows: readonly Row[],
  valueIn: (row: Row) => string | number | null,
  desc: boolean,
): Row[] {
  const valued = rows.map((row) => ({ row, value: valueIn(row) }));
  valued.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    return desc ? compareValues(b.value, a.value) : compareValues(a.value, b.value);
  });
  return valued.map(({ row }) => row);
}
