import type { CalendarEvent, CalendarEventBody, CalendarEventChanges } from '#contract/calendar.ts';
import { Refusal } from '#contract/errors.ts';
import { type Actor, mayChangeOwnDay } from '#domain/access/row-rules.ts';
import { scopesOfOwnDay } from '#domain/access/scopes.ts';
import { eventProblems } from '#domain/calendar/event-rules.ts';
import type { FieldProblems } from '#domain/sessions/session-rules.ts';
import { recordChange, recordDeletion } from '#server/db/change-index.ts';
import type { Transaction } from '#server/db/database.ts';
import { calendar_events } from '#server/db/schema/work.ts';
import {
  auditChange,
  overwrite,
  ownerOf,
  refuseOutdated,
  refuseProblems,
  wireRow,
  withTouched,
} from '#server/modules/changing-rows.ts';
import { visibleStudents } from '#server/modules/students/queries.ts';
import type { CallFacts } from '#server/plugins/call.ts';
import { readEventReferences, type StoredEvent, storedEvent } from './queries.ts';

/** Makes an event under the id that the device made, in the caller's calendar or, for the office, in anybody's. */
export async function createEvent(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  body: CalendarEventBody,
): Promise<CalendarEvent> {
  const event: CalendarEvent = {
    ...body,
    provider: ownerOf(actor, body.provider),
    original_id: null,
    version: 1,
  };
  refuseProblems({ ...eventProblems(event), ...(await referenceProblems(tx, actor, event, null)) });
  const inserted = await tx
    .insert(calendar_events)
    .values(event)
    .onConflictDoNothing()
    .returning({ id: calendar_events.id });
  if (inserted.length === 0) throw new Refusal('record.exists');
  await recordChange(tx, 'calendar_event', event.id, scopesOfOwnDay(event));
  await auditChange(tx, actor, facts, { entity: 'calendar_event', verb: 'create', row: event });
  return event;
}

/** Changes the touched fields of an event. */
export async function updateEvent(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  id: string,
  changes: CalendarEventChanges,
): Promise<CalendarEvent> {
  const before = await changeableEvent(tx, actor, facts, id);
  const next = withTouched(before, changes);
  refuseProblems({ ...eventProblems(next), ...(await referenceProblems(tx, actor, next, before)) });
  const event = { ...wireRow(next), version: before.version + 1 };
  await overwrite(tx, calendar_events, before, event, storedEvent);
  await recordChange(tx, 'calendar_event', id, scopesOfOwnDay(event));
  const fields = Object.keys(changes);
  await auditChange(tx, actor, facts, { entity: 'calendar_event', verb: 'update', row: event, fields });
  return event;
}

/** Takes an event out of sight; the row stays for the audit. */
export async function deleteEvent(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  id: string,
): Promise<void> {
  const before = await changeableEvent(tx, actor, facts, id);
  await overwrite(
    tx,
    calendar_events,
    before,
    { deleted_at: facts.now, version: before.version + 1 },
    storedEvent,
  );
  await recordDeletion(tx, 'calendar_event', id);
  await auditChange(tx, actor, facts, { entity: 'calendar_event', verb: 'delete', row: before });
}

export async function readEvent(tx: Transaction, actor: Actor, id: string): Promise<CalendarEvent> {
  const event = await reachableEvent(tx, actor, id);
  if (event.deleted_at !== null) throw new Refusal('record.deleted');
  return wireRow(event);
}

async function reachableEvent(tx: Transaction, actor: Actor, id: string): Promise<StoredEvent> {
  const event = await storedEvent(tx, id);
  if (event === null || !mayChangeOwnDay(actor, event)) throw new Refusal('record.absent');
  return event;
}

async function changeableEvent(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  id: string,
): Promise<StoredEvent> {
  const event = await reachableEvent(tx, actor, id);
  refuseOutdated(event, facts.base_version);
  return event;
}

/** What an event newly names must exist, and its student must be the person's to see; the same words for both. */
async function referenceProblems(
  tx: Transaction,
  actor: Actor,
  event: CalendarEvent,
  before: CalendarEvent | null,
): Promise<FieldProblems> {
  const named = [...event.service_list, ...(event.service === null ? [] : [event.service])];
  const services = newOnes(named, before === null ? [] : [...before.service_list, before.service]);
  const staff = newOnes(event.invites, before?.invites ?? []);
  const students = newOnes([event.student], [before?.student]);
  const found = await readEventReferences(tx, { ...event, services, staff });
  const problems: FieldProblems = {};
  if (before === null && !(found.has_provider && mayChangeOwnDay(actor, event))) {
    problems.provider = 'This provider does not exist or is not yours to plan for.';
  }
  if (!found.has_location) problems.location = 'This location does not exist.';
  if (services.some((id) => !found.services.includes(id))) problems.service = 'This service does not exist.';
  if (staff.some((id) => !found.staff.includes(id))) problems.invites = 'Only staff can be invited.';
  if ((await visibleStudents(tx, actor, students)).length < students.length) {
    problems.student = 'This student does not exist or is not yours to see.';
  }
  return problems;
}

function newOnes(
  after: readonly (string | null)[],
  before: readonly (string | null | undefined)[],
): string[] {
  const added = after.filter((id): id is string => id !== null && !before.includes(id));
  return [...new Set(added)];
}
