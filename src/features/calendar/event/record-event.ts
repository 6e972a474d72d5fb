import { v7 as uuidv7 } from 'uuid';
import { CalendarEventBody, CalendarEventChanges } from '#contract/calendar.ts';
import { type LocalCalendarEvent, type LocalOccurrence, seriesFacts } from '#db/calendar-events.ts';
import { eventProblems } from '#domain/calendar/event-rules.ts';
import {
  changeWrites,
  deleteWrites,
  type EditScope,
  type EventWrite,
  editProblems,
  type SeriesFacts,
} from '#domain/calendar/series-edit.ts';
import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { shapeProblems } from '#screens/form/problems.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import type { Workspace } from '#sync/workspace.ts';

/** What a person enters for an event or a series. */
export type EventFields = Required<
  Omit<CalendarEventBody, 'id' | 'excluded_dates' | 'original_id' | 'original_date'>
>;
/** The fields that can be changed later: all but the owner. */
export type ChangedEventFields = Partial<Omit<EventFields, 'provider'>>;

/** Nothing was saved: a field is invalid. */
export type Recorded = { kind: 'saved'; id: string } | { kind: 'refused'; problems: FieldErrors };

const BODY_FIELDS = Object.keys(CalendarEventBody.shape);
const CHANGEABLE_FIELDS = Object.keys(CalendarEventChanges.shape);

/** The same rules as on the server, and the contract's own; by field. */
export function problemsOfEvent(fields: EventFields): FieldErrors {
  const { provider: _provider, ...entry } = fields;
  return {
    ...eventProblems({ ...fields, original_id: null }),
    ...shapeProblems(CalendarEventChanges, entry),
  };
}

/** Saves a new event or, if it recurs, a new series. Saving the same id again changes nothing. */
export async function createEvent(workspace: Workspace, id: string, fields: EventFields): Promise<Recorded> {
  const problems = problemsOfEvent(fields);
  if (Object.keys(problems).length > 0) return { kind: 'refused', problems };
  const body = CalendarEventBody.parse({ ...fields, id });
  await queueWrite(workspace, { endpoint: 'calendar.create', id: body.id, body, lane: eventLane(body.id) });
  return { kind: 'saved', id: body.id };
}

/**
 * Saves the edited fields of one occurrence for all events in the scope. A single event has no scope.
 * @param fields the values for this occurrence; may include unedited ones
 * @returns the id of the resulting event
 */
export async function changeEvent(
  workspace: Workspace,
  occurrence: LocalOccurrence,
  fields: ChangedEventFields,
  scope: EditScope,
): Promise<Recorded> {
  const changes = touchedFields(occurrence, fields);
  if (Object.keys(changes).length === 0) return { kind: 'saved', id: occurrence.id };
  const facts = await factsOf(workspace, occurrence);
  const writes = changeWrites(occurrence, scope, changes, facts, uuidv7());
  const problems = {
    ...Object.assign({}, ...writes.map((write) => writeProblems(occurrence, write)).reverse()),
    ...editProblems(occurrence, scope, facts.logged, changes),
    ...shapeProblems(CalendarEventChanges, changes),
  } as FieldErrors;
  if (Object.keys(problems).length > 0) return { kind: 'refused', problems };
  await queueAll(workspace, occurrence, writes);
  return { kind: 'saved', id: occurrence.id };
}

/** Deletes one occurrence and all events in the scope; logged ones stay. */
export async function deleteEvent(
  workspace: Workspace,
  occurrence: LocalOccurrence,
  scope: EditScope,
): Promise<Recorded> {
  const facts = await factsOf(workspace, occurrence);
  const problems = editProblems(occurrence, scope, facts.logged, null);
  if (Object.keys(problems).length > 0) return { kind: 'refused', problems };
  await queueAll(workspace, occurrence, deleteWrites(occurrence, scope, facts));
  return { kind: 'saved', id: occurrence.id };
}

/** Writes of one series arrive in the order in which they were made. */
function eventLane(id: string): string {
  return `event:${id}`;
}

async function factsOf(
  workspace: Workspace,
  { series }: LocalOccurrence,
): Promise<SeriesFacts<LocalCalendarEvent>> {
  return series === null ? { overrides: [], logged: new Set() } : seriesFacts(workspace.db, series);
}

/** Queues the writes of one edit, each behind the previous one: a refused one stops the rest. */
async function queueAll(
  workspace: Workspace,
  occurrence: LocalOccurrence,
  writes: readonly EventWrite<LocalCalendarEvent>[],
): Promise<void> {
  const id = occurrence.series?.id ?? occurrence.id;
  const lane = eventLane(id);
  // Without the series none of its occurrences can be changed.
  const waiting = await workspace.db.outbox.where('entity_id').equals(id).sortBy('seq');
  let depends_on = waiting.slice(-1).map(({ write_id }) => write_id);
  for (const write of writes) {
    const writeId = await queueStep(workspace, occurrence, write, { lane, depends_on });
    depends_on = writeId === null ? [] : [writeId];
  }
}

function queueStep(
  workspace: Workspace,
  { event, series }: LocalOccurrence,
  write: EventWrite<LocalCalendarEvent>,
  place: { lane: string; depends_on: string[] },
): Promise<string | null> {
  switch (write.kind) {
    case 'create': {
      const body = CalendarEventBody.parse(picked(write.event, BODY_FIELDS));
      const known = body.original_id === null ? {} : { instead_of: { ...event } };
      return queueWrite(workspace, { endpoint: 'calendar.create', id: body.id, body, ...known, ...place });
    }
    case 'update': {
      const body = CalendarEventChanges.parse(picked(write.changes, CHANGEABLE_FIELDS));
      const opened = [event, series].find((row) => row?.id === write.id) ?? null;
      return queueWrite(workspace, { endpoint: 'calendar.update', id: write.id, opened, body, ...place });
    }
    case 'delete':
      return queueWrite(workspace, { endpoint: 'calendar.delete', id: write.id, body: undefined, ...place });
  }
}

/** The rule's message about what a write would leave behind. */
function writeProblems(
  { series, event }: LocalOccurrence,
  write: EventWrite<LocalCalendarEvent>,
): FieldErrors {
  if (write.kind === 'delete') return {};
  if (write.kind === 'create') return eventProblems(write.event);
  const before = series !== null && write.id === series.id ? series : event;
  return eventProblems({ ...before, ...write.changes });
}

function touchedFields(
  { event, series }: LocalOccurrence,
  fields: ChangedEventFields,
): Partial<LocalCalendarEvent> {
  // The recurrence in a form is the series'.
  const shown: Record<string, unknown> =
    series === null ? { ...event } : { ...event, ...picked(series, REPETITION_FIELDS) };
  const touched = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(shown[name]),
  );
  return Object.fromEntries(touched);
}

const REPETITION_FIELDS = ['recurring', 'recurring_type', 'recurring_timeframe', 'recurring_days'];

function picked(row: object, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field)));
}
