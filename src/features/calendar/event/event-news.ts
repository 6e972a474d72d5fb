import { providerName } from '#domain/providers/provider-name.ts';
import { ABSENT_STUDENT, fullName } from '#domain/students/student-name.ts';
import { displaySpan } from '#domain/time/pacific.ts';
import { dayWithWeekday } from '#domain/time/week.ts';
import { fieldGroupLabel, fieldLabel } from '#entities/words/words.ts';
import type { Lookups } from '#screens/device/lookups.ts';
import type { EventValues } from './event-values.ts';
import { repetitionWords } from './recurrence-fields.tsx';

/** What someone else changed while the form was open. */
export interface News {
  /** One field, or several that are consistent only together. */
  label: string;
  before: string;
  now: string;
  /** What the person entered there instead; absent if untouched. */
  entered: string | null;
  /** The form values that adopt the other person's change. */
  theirs: Partial<EventValues>;
}

interface FieldGroup {
  label: string;
  fields: readonly (keyof EventValues)[];
  /** Empty if there is no value. */
  words: (values: EventValues, lookups: Lookups) => string;
}

const FIELD_GROUPS: readonly FieldGroup[] = [
  {
    label: fieldLabel('calendar_event', 'event_title'),
    fields: ['event_title'],
    words: ({ event_title }) => event_title,
  },
  { label: fieldLabel('calendar_event', 'student'), fields: ['student'], words: studentWords },
  {
    label: fieldLabel('calendar_event', 'service'),
    fields: ['service'],
    words: ({ service }, { services }) => named([service], services),
  },
  {
    label: fieldLabel('calendar_event', 'location'),
    fields: ['location'],
    words: ({ location }, { locations }) => named([location], locations),
  },
  {
    label: fieldGroupLabel('calendar_event', 'time'),
    fields: ['event_start_date', 'event_start_time', 'event_end_date', 'event_end_time', 'duration'],
    words: timeWords,
  },
  {
    label: fieldGroupLabel('calendar_event', 'repetition'),
    fields: ['recurring_type', 'recurring_days', 'ends', 'until', 'count'],
    words: repetitionWords,
  },
  {
    label: fieldLabel('calendar_event', 'event_color'),
    fields: ['event_color'],
    words: ({ event_color }) => event_color,
  },
  {
    label: fieldLabel('calendar_event', 'meeting_notes'),
    fields: ['meeting_notes'],
    words: ({ meeting_notes }) => meeting_notes,
  },
  {
    label: fieldLabel('calendar_event', 'remind_me'),
    fields: ['remind_me'],
    words: ({ remind_me }) => (remind_me ? 'yes' : 'no'),
  },
  {
    label: fieldLabel('calendar_event', 'service_list'),
    fields: ['service_list'],
    words: ({ service_list }, { services }) => named(service_list, services),
  },
  { label: fieldLabel('calendar_event', 'invites'), fields: ['invites'], words: invitedWords },
];

/**
 * The form's values after someone else has changed the event: their changes, with the person's entries on
 * top.
 * @param before the values when the form opened
 * @param now the values it would open with now
 */
export function meetNews(
  before: EventValues,
  entered: EventValues,
  now: EventValues,
  lookups: Lookups,
): { values: EventValues; news: News[] } {
  const own = FIELD_GROUPS.filter(({ fields }) => differ(before, entered, fields));
  const changed = FIELD_GROUPS.filter(({ fields }) => differ(before, now, fields));
  const news = changed.map((group): News => {
    const { label, fields, words } = group;
    const said = (values: EventValues) => words(values, lookups) || 'none';
    const isContested = own.includes(group) && differ(now, entered, fields);
    return {
      label,
      before: said(before),
      now: said(now),
      entered: isContested ? said(entered) : null,
      theirs: picked(now, fields),
    };
  });
  return { values: Object.assign({}, now, ...own.map(({ fields }) => picked(entered, fields))), news };
}

function differ(a: EventValues, b: EventValues, fields: readonly (keyof EventValues)[]): boolean {
  return JSON.stringify(picked(a, fields)) !== JSON.stringify(picked(b, fields));
}

function picked(values: EventValues, fields: readonly (keyof EventValues)[]): Partial<EventValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

function named(ids: readonly string[], list: readonly { id: string; name: string }[]): string {
  return list
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(', ');
}

function studentWords({ student }: EventValues, { students }: Lookups): string {
  const known = students.get(student);
  if (known !== undefined) return fullName(known);
  return student === '' ? '' : ABSENT_STUDENT;
}

function invitedWords({ invites }: EventValues, { providers }: Lookups): string {
  return invites
    .flatMap((id) => providers.get(id) ?? [])
    .map(providerName)
    .join(', ');
}

function timeWords(values: EventValues): string {
  const times = displaySpan(values.event_start_time, values.event_end_time);
  const start = dayWithWeekday(values.event_start_date);
  return values.event_end_date === values.event_start_date
    ? `${start}, ${times}`
    : `${start}, ${times} on ${dayWithWeekday(values.event_end_date)}`;
}
