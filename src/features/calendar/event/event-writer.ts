import type { LocalOccurrence } from '#db/calendar-events.ts';
import type { EditScope } from '#domain/calendar/series-edit.ts';
import type { Workspace } from '#sync/workspace.ts';
import { type ChangedEventFields, changeEvent, deleteEvent, type Recorded } from './record-event.ts';

/** Saves the edits of one event. */
export interface EventWriter {
  /** The rest of a sentence such as "Event saved". */
  place: 'on this device' | 'on the server';
  change: (fields: ChangedEventFields, scope: EditScope) => Promise<Recorded>;
  delete: (scope: EditScope) => Promise<Recorded>;
}

/** Nothing was saved: someone else has changed the event since the form was opened. */
export class ChangedMeanwhile extends Error {
  /** The event as it is now. */
  readonly occurrence: LocalOccurrence;
  /** Saves edits based on it. */
  readonly writer: EventWriter;

  constructor(occurrence: LocalOccurrence, writer: EventWriter) {
    super('Someone else changed this event while you were editing.');
    this.name = 'ChangedMeanwhile';
    this.occurrence = occurrence;
    this.writer = writer;
  }
}

/** Saves edits on this device and queues them for the server. */
export function deviceWriter(workspace: Workspace, occurrence: LocalOccurrence): EventWriter {
  return {
    place: 'on this device',
    change: (fields, scope) => changeEvent(workspace, occurrence, fields, scope),
    delete: (scope) => deleteEvent(workspace, occurrence, scope),
  };
}
