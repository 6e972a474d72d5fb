/** The day's view beside each other, or the week's in one list. */
export const MASTER_VIEWS = ['day', 'week'] as const;
export type MasterView = (typeof MASTER_VIEWS)[number];

/** Which days and whose calendars the screen shows, and what stands open over it. */
export interface MasterSearch {
  view?: MasterView | undefined;
  /** A Pacific day. */
  day?: string | undefined;
  provider?: string | undefined;
  service?: string | undefined;
  client?: string | undefined;
  /** Who is free between these wall times. */
  free_from?: string | undefined;
  free_to?: string | undefined;
  open?: 'new' | undefined;
  /** Whose calendar a new event stands in, and when it begins. */
  for?: string | undefined;
  at?: string | undefined;
  /** The occurrence that is looked at. */
  event?: string | undefined;
}

/** An unknown value is as good as none, so that an old address still opens. */
export function masterSearch(search: Record<string, unknown>): MasterSearch {
  const read = (name: string, form: RegExp) => {
    const value = search[name];
    return typeof value === 'string' && form.test(value) ? { [name]: value } : {};
  };
  const id = /^[0-9a-f-]{36}$/i;
  const time = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
  return {
    ...read('view', /^(?:day|week)$/),
    ...read('day', /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/),
    ...read('provider', id),
    ...read('service', id),
    ...read('client', id),
    ...read('free_from', time),
    ...read('free_to', time),
    ...read('open', /^new$/),
    ...read('for', id),
    ...read('at', time),
    ...read('event', id),
  };
}
