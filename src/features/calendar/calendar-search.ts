// Light, because the address is read before anything of the calendar is loaded.
const CALENDAR_VIEWS = ['day', 'week', 'month', 'list'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** What the screen shows, and what stands open over it. */
export interface CalendarSearch {
  view?: CalendarView | undefined;
  /** A Pacific day. */
  day?: string | undefined;
  open?: 'new' | 'subscription' | undefined;
  /** When a new event begins. */
  at?: string | undefined;
  /** The occurrence that is edited. */
  event?: string | undefined;
}

/** An unknown value is as good as none, so that an old address still opens. */
export function calendarSearch(search: Record<string, unknown>): CalendarSearch {
  const read = (name: string, form: RegExp) => {
    const value = search[name];
    return typeof value === 'string' && form.test(value) ? { [name]: value } : {};
  };
  return {
    ...read('view', new RegExp(`^(?:${CALENDAR_VIEWS.join('|')})$`)),
    ...read('day', /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/),
    ...read('open', /^(?:new|subscription)$/),
    ...read('at', /^(?:[01]\d|2[0-3]):[0-5]\d$/),
    ...read('event', /^[0-9a-f-]{36}$/i),
  };
}
