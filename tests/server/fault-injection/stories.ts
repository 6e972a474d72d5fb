import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { PushedWrite } from '#contract/sync.ts';
import { dayPlus, timePlusMinutes } from '#domain/time/pacific.ts';
import type { Author } from './fault-world.ts';

const MINUTES = 5;
/** The maximum number of non-overlapping sessions of one person per day. */
const PLACES_A_DAY = (24 * 60) / MINUTES - 1;

/**
 * The nth event in a person's days: a session, a corrected one, a deleted one, a lunch break, or one for an
 * inaccessible student. Dependent writes are in order.
 */
export function storyOf(author: Author, today: string, index: number): PushedWrite[] {
  const session = sessionOf(author, today, index);
  const create = writeOf('session.create', { body: session });
  switch (index % 5) {
    case 0:
      return [create];
    case 1:
      return [create, changeOf(session.id, create, 1, { notes: `Corrected ${index}` })];
    case 2: {
      const change = changeOf(session.id, create, 1, { notes: 'Entered by mistake' });
      return [create, change, changeOf(session.id, change, 2, null)];
    }
    case 3:
      return [
        writeOf('lunch.create', {
          body: {
            id: uuidv7(),
            lunch_start_time: `${dayPlus(today, -1 - Math.floor(index / 100))}T20:00:00.000Z`,
            // As devices do, which send the event themselves.
            calendar_event_id: uuidv7(),
          },
        }),
      ];
    default:
      return [writeOf('session.create', { body: { ...session, student_ids: [randomUUID()] } })];
  }
}

function sessionOf(author: Author, today: string, index: number) {
  const place = author.firstPlace + index;
  const start_time = timePlusMinutes('00:00', (place % PLACES_A_DAY) * MINUTES);
  return {
    id: uuidv7(),
    student_ids: [author.student],
    service: author.service,
    location: null,
    session_date: dayPlus(today, -1 - Math.floor(place / PLACES_A_DAY)),
    start_time,
    end_time: timePlusMinutes(start_time, MINUTES),
    time_zone: 'America/Los_Angeles',
    scheduled_minutes: MINUTES,
    actual_minutes: MINUTES,
    direct_minutes: MINUTES,
    indirect_minutes: 0,
    setting: 'individual',
    modality: 'in_person',
    attendance: 'delivered',
    reason: '',
    duration_reason: '',
    notes: `Session ${index}`,
    calendar_event_id: null,
    make_up_of: null,
  };
}

function writeOf(endpoint: string, facts: Partial<PushedWrite>): PushedWrite {
  return {
    write_id: uuidv7(),
    endpoint,
    endpoint_version: 1,
    params: {},
    body: null,
    base_version: null,
    depends_on: [],
    captured_at: new Date().toISOString(),
    ...facts,
  };
}

/** A change of a session on this version; without a body it is deleted. */
function changeOf(id: string, upon: PushedWrite, base_version: number, body: object | null): PushedWrite {
  return writeOf(body === null ? 'session.delete' : 'session.update', {
    params: { id },
    body,
    base_version,
    depends_on: [upon.write_id],
  });
}
