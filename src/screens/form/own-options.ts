import type { ComboboxOption } from '#ui/combobox.tsx';

/**
 * What is offered, and before it what the record already has: that may not be offered anymore, or not have
 * arrived.
 */
export function withOwn(
  offered: readonly { id: string; name: string; hint?: string }[] | undefined,
  own: readonly { id: string; name: string }[],
): ComboboxOption[] {
  const options = (offered ?? []).map(
    ({ id, name, hint = '' }): ComboboxOption => ({
      value: id,
      label: name,
      ...(hint === '' ? {} : { hint }),
    }),
  );
  const missing = own.filter(({ id }) => !options.some(({ value }) => value === id));
  return [...missing.map(({ id, name }) => ({ value: id, label: name })), ...options];
}

/** What isn't archived, and what the record already has. */
export function offeredOf<Row extends { id: string; archived: boolean }>(
  rows: readonly Row[],
  own: readonly (string | null)[] = [],
): Row[] {
  return rows.filter(({ id, archived }) => !archived || own.includes(id));
}
