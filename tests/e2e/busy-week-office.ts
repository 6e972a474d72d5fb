import type { EntityName } from '#contract/entity-name.ts';
import type { Session } from '#contract/session.ts';
import type { Student } from '#contract/student.ts';
import type { Timecard } from '#contract/timecard.ts';
import { pacificInstant, timePlusMinutes } from '#domain/time/pacific.ts';
import type { ApiPerson, RealServer } from '#tests/support/real-server.ts';
import {
  CORRECTED,
  type Entered,
  enteredFields,
  goalText,
  hasGoal,
  LUNCH,
  lastNote,
  newWords,
  type Slot,
  type Span,
} from './busy-week.ts';
import { expect } from './fixtures.ts';

export interface Week {
  days: readonly string[];
  slots: readonly Slot[];
  service: string;
  students: readonly Student[];
  entered: Entered;
}

/** The rows that a pull delivers to a person, by kind. */
export async function rowsOf(person: ApiPerson): Promise<Map<EntityName, unknown[]>> {
  // A full pull delivers the rows of the current period twice: first, and again in order.
  const rows = new Map<EntityName, Map<string, unknown>>();
  for (let cursor: string | undefined, more = true; more; ) {
    const query = { limit: 2_000, ...(cursor === undefined ? {} : { cursor }) };
    const pulled = await person.call('sync.pull', { query });
    for (const { entity, id, row } of pulled.changes) {
      rows.set(entity, (rows.get(entity) ?? new Map<string, unknown>()).set(id, row));
    }
    ({ cursor, more } = pulled);
  }
  return new Map([...rows].map(([entity, byId]) => [entity, [...byId.values()]]));
}

/** Compares everything entered with what the admin reads on the server, field by field, each once. */
export async function expectAtOffice(
  server: RealServer,
  provider: ApiPerson,
  { days, slots, service, students, entered }: Week,
): Promise<void> {
  const admin = await server.as('admin');
  const { user_id } = provider.signIn;
  const captured = { captured_by: user_id, received_at: expect.any(String) };
  const spanOf = (day: string) => entered.days.get(day) as Span;

  const { sessions } = await admin.call('session.list', {
    query: { provider: user_id, start_date: days[0], end_date: days.at(-1), limit: 200 },
  });
  const sessionOf = ({ day, start }: Slot) =>
    sessions.find((one) => one.session_date === day && one.start_time === start) as Session;
  const inOrder = sessions.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)));
  const missedOn = (day: string) =>
    sessions.find((one) => one.session_date === day && one.attendance === 'student-absent')?.id ?? '';
  expect(inOrder).toMatchObject(
    slots.map((slot) => ({
      ...enteredFields(slot, service, missedOn(slot.day)),
      ...{ provider: user_id, ...captured },
    })),
  );
  for (const { session_date, captured_at } of sessions) expectWithin(captured_at, spanOf(session_date));

  for (const student of students) {
    const notes = await admin.call('soap.list-of-student', { params: { id: student.id } });
    const ofWeek = notes.filter(({ note_date, provider: by }) => by === user_id && days.includes(note_date));
    const written = slots.filter(
      (slot) => slot.kind !== 'absent' && slot.students.some(({ id }) => id === student.id),
    );
    const goals = await admin.call('goal.list', { params: { id: student.id } });
    const goal = goals.find(({ goal_text }) => goal_text === goalText(student))?.id;
    const last = lastNote(student);
    expect(ofWeek).toHaveLength(written.length);
    for (const slot of written) {
      const note = ofWeek.find(({ session }) => session === sessionOf(slot).id);
      expect(note).toMatchObject({
        ...{ ...captured, student: student.id, provider: user_id, service, note_date: slot.day },
        ...{ ...last, subjective: `${last.subjective} ${newWords(slot, student)}` },
        ...{ state: 'signed', needs_co_sign: false, signed_by: user_id, amendments: [] },
        goal_entries: hasGoal(slot)
          ? [{ goal, trials: 4, correct: 3, prompt_level: '', comment: '', pg_num: 1 }]
          : [],
      });
      expectWithin(note?.captured_at, spanOf(slot.day));
      expectWithin(note?.signed_at, spanOf(slot.day));
    }
  }

  const rows = await rowsOf(provider);
  const cards = (rows.get('timecard') ?? []) as Timecard[];
  for (const day of days) {
    const lunches = await admin.call('lunch.list-of-day', { params: { a: user_id, b: day } });
    expect(lunches).toMatchObject([
      {
        ...{ ...captured, provider: user_id, source: 'manual', waiver_type: '', exception_reason: '' },
        ...{ lunch_start_time: pacificInstant(day, LUNCH.start), lunch_duration: LUNCH.minutes },
        ...{ notes: LUNCH.notes, lunch_end_time: null },
      },
    ]);
    expectWithin(lunches[0]?.captured_at, spanOf(day));
    const event = await admin.call('calendar.read', { params: { id: lunches[0]?.calendar_event_id ?? '' } });
    expect(event).toMatchObject({
      ...{ provider: user_id, is_lunch: true, event_start_date: day, event_start_time: LUNCH.start },
      event_end_time: timePlusMinutes(LUNCH.start, LUNCH.minutes),
    });
    const [own, ...others] = cards.filter(({ work_date }) => work_date === day);
    expect(others).toEqual([]);
    const card = await admin.call('timecard.read', { params: { id: own?.id ?? '' } });
    expectCard(card, {
      day,
      isCorrected: day === days[0],
      captured,
      punches: entered.punches.get(day) ?? [],
    });
  }

  const arrived = (
    await Promise.all(students.map(({ id }) => admin.call('attachment.list', { params: { id } })))
  )
    .flat()
    .filter(({ uploaded_by }) => uploaded_by === user_id);
  expect(arrived).toHaveLength(entered.files.length);
  for (const { student, name, bytes } of entered.files) {
    const file = arrived.find(({ file_name }) => file_name === name);
    expect(file).toMatchObject({ student: student.id, size: bytes.length, is_complete: true });
    const response = await fetch(`${server.address}/api/attachments/${file?.id}/content/`, {
      headers: { authorization: `Bearer ${admin.signIn.token}` },
    });
    expect(bytes.equals(new Uint8Array(await response.arrayBuffer())), name).toBe(true);
  }
}

interface CardFacts {
  day: string;
  isCorrected: boolean;
  captured: object;
  punches: readonly Span[];
}

function expectCard(card: Timecard, { day, isCorrected, captured, punches }: CardFacts): void {
  const [start, pause, resumption, end] = punches as [Span, Span, Span, Span];
  expect(card).toMatchObject({ ...captured, work_date: day, breaks: [{ kind: 'pause' }] });
  expect(card.breaks).toHaveLength(1);
  expectPunched(card.captured_at, start);
  expectPunched(card.breaks[0]?.started_at, pause);
  expectPunched(card.breaks[0]?.ended_at, resumption);
  expectPunched(card.ended_at, end);
  if (!isCorrected) {
    expectPunched(card.started_at, start);
    expect(card.corrections).toEqual([]);
    return;
  }
  const after = pacificInstant(day, CORRECTED.time);
  expect(card.started_at).toBe(after);
  expect(card.corrections).toMatchObject([{ field: 'started_at', after, reason: CORRECTED.reason }]);
  expectPunched(card.corrections[0]?.before, start);
}

function orderOf({ session_date, start_time }: Session): string {
  return `${session_date} ${start_time}`;
}

function expectWithin(instant: string | null | undefined, { from, to }: Span): void {
  expect(Date.parse(instant ?? '')).toBeGreaterThanOrEqual(Date.parse(from));
  expect(Date.parse(instant ?? '')).toBeLessThanOrEqual(Date.parse(to));
}

/** Punches are whole seconds. */
function expectPunched(instant: string | null | undefined, { from, to }: Span): void {
  expectWithin(instant, { from: `${from.slice(0, 19)}.000Z`, to });
}
