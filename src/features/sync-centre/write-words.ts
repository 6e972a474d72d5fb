import type { EntityName } from '#contract/entity-name.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import { type OpenedWrite, unsentWrites } from '#db/outbox.ts';
import { studentsById } from '#db/people.ts';
import { openRow } from '#db/sealed-rows.ts';
import { shortName } from '#domain/students/student-name.ts';
import { displayDay, displayTime, pacificDay, pacificTime } from '#domain/time/pacific.ts';

/** An unsent write with what a person needs to recognise it. */
export interface DescribedWrite {
  write: OpenedWrite;
  /** "New session" */
  title: string;
  /** "11/21/2026, 09:00 AM, Maya R." */
  detail: string;
}

const NOUNS: Partial<Record<EntityName, string>> = {
  session: 'session',
  lunch: 'lunch break',
  calendar_event: 'calendar event',
};

function titleOf(write: OpenedWrite): string {
  const noun = NOUNS[write.entity] ?? write.entity;
  if (write.effect === 'create') return `New ${noun}`;
  return write.effect === 'update' ? `Changed ${noun}` : `Deleted ${noun}`;
}

/** Every unsent write of this device in plain words, in the order in which they were made. */
export async function describedWrites(db: LocalDatabase): Promise<DescribedWrite[]> {
  const stored = await db.outbox.orderBy('seq').toArray();
  const rows = await Promise.all(stored.map((row) => db.rowsOf(row.entity).get(row.entity_id)));
  const [writes, students] = await Promise.all([unsentWrites(db), studentsById(db)]);
  const details = new Map(
    await Promise.all(
      stored.map(async ({ entity, entity_id }, at): Promise<[string, string]> => {
        // A deleted row is hidden from lists; here it is what the words are about.
        const row = rows[at] === undefined ? undefined : { ...rows[at], is_gone: 0 as const };
        return [entity_id, await detailOf(db, entity, row, students)];
      }),
    ),
  );
  return writes.map((write) => ({
    write,
    title: titleOf(write),
    detail: details.get(write.entity_id) ?? '',
  }));
}

async function detailOf(
  db: LocalDatabase,
  entity: EntityName,
  stored: Parameters<typeof openRow>[2],
  students: Awaited<ReturnType<typeof studentsById>>,
): Promise<string> {
  if (entity === 'session') {
    const session = await openRow(db, 'session', stored);
    if (session === null) return '';
    const names = session.student_ids.map((id) => {
      const student = students.get(id);
      return student === undefined ? 'a student' : shortName(student);
    });
    return [displayDay(session.session_date), displayTime(session.start_time), ...names].join(', ');
  }
  if (entity === 'lunch') {
    const lunch = await openRow(db, 'lunch', stored);
    if (lunch === null) return '';
    const at = lunch.lunch_start_time;
    return `${displayDay(pacificDay(at))}, ${displayTime(pacificTime(at))}, ${lunch.lunch_duration} minutes`;
  }
  const event = await openRow(db, 'calendar_event', stored);
  if (event === null) return '';
  return `${displayDay(event.event_start_date)}, ${displayTime(event.event_start_time)}, ${event.event_title}`;
}
