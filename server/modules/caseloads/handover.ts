import { type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { CalendarEvent, CalendarOccurrence } from '#contract/calendar.ts';
import type { HandedService, HandoverBody, HandoverPreview } from '#contract/caseload-moves.ts';
import type { Provider } from '#contract/catalog.ts';
import { ApiError } from '#contract/errors.ts';
import type { StudentService } from '#contract/student-service.ts';
import { fiscalYearEnd } from '#domain/calendar/series-days.ts';
import { type HandoverDays, handoverProblems, serviceParts } from '#domain/caseloads/handover-dates.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import { occurrencesWithin } from '#server/db/calendar-occurrences.ts';
import type { Transaction } from '#server/db/database.ts';
import { fieldsOf, loadRows, storedRow, storedRows } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import type { MoveWrite } from '#server/db/schema/caseload-moves.ts';
import { eventRecords } from '#server/modules/calendar/queries.ts';
import { changeSeriesFrom } from '#server/modules/calendar/split-series.ts';
import { followStudentServices } from '#server/modules/students/assignments.ts';
import { recordsOf } from '#server/modules/students/file-rows.ts';
import { ringBell } from '#server/records/bell.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems, wireRow } from '#server/records/changing-rows.ts';
import { recordedCall } from '#server/records/recorded-call.ts';
import { keepMove, movedBetween } from './moves.ts';

export interface Handover extends HandoverDays {
  provider: string;
  substitute: string;
  /** The hand-over that goes back. */
  hands_back?: string | undefined;
}

/** What a hand-over writes. */
const MOVED = ['student_service', 'calendar_event'] as const;
/** How far ahead the substitute's calendar is compared. */
const COMPARED_DAYS = 28;

/** What a hand-over would move. */
export async function previewHandover(call: Call, asked: Handover): Promise<HandoverPreview> {
  const { provider, substitute } = await bothSides(call, asked);
  const services = await handedServices(call.tx, asked, substitute);
  const moving = services.filter(({ refusal }) => refusal === '');
  const events = await plannedEvents(call.tx, asked, moving);
  return {
    provider: { id: provider.id, name: providerName(provider) },
    substitute: { id: substitute.id, name: providerName(substitute) },
    services,
    events: countedEvents(events),
    overlaps: await overlaps(call.tx, asked, moving),
  };
}

/**
 * Hands services and planned sessions to a substitute. A service becomes up to three: with its provider before, with the
 * substitute, and with its provider again after. A series is split in the same way; recorded sessions and notes stay.
 * @returns the id of the move
 */
export async function handOver(call: Call, provider: string, body: HandoverBody): Promise<string> {
  const asked = { ...body, provider };
  const { substitute } = await bothSides(call, asked);
  const services = await handedServices(call.tx, asked, substitute);
  const moving = services.filter(({ id, refusal }) => refusal === '' && body.services.includes(id));
  if (moving.length < body.services.length) {
    refuseProblems({ services: 'Some of these services have changed. Check the preview again.' });
  }
  const { step, writes } = recordedCall(call.withContext({ base_version: null }), MOVED);
  for (const { id } of moving) await splitService(step, id, asked);
  await movePlanned(step, asked, moving);
  await followStudentServices(
    call.tx,
    [...new Set(moving.map(({ student }) => student))].sort(),
    pacificDay(call.context.now),
  );
  const notice = { day: body.start_date, provider_name: call.actor.name, change: body.id };
  const isBack = body.hands_back !== undefined;
  const received = isBack ? 'caseload-returned' : 'caseload-received';
  await ringBell(call, { ...notice, event: received, receiver: substitute.id });
  const given = isBack ? 'caseload-handed-back' : 'caseload-handed-over';
  await ringBell(call, { ...notice, event: given, receiver: provider });
  await keepMove(call, {
    ...{ id: body.id, subject: provider, target: substitute.id, note: body.note },
    ...{ start_date: body.start_date, end_date: body.end_date, writes: writes() },
    hands_back: body.hands_back ?? null,
  });
  return body.id;
}

async function bothSides(call: Call, asked: Handover): Promise<{ provider: Provider; substitute: Provider }> {
  const [provider] = await loadRows(call.tx, 'provider', [asked.provider]);
  if (provider === undefined) throw new ApiError('record.absent');
  const [substitute] = await loadRows(call.tx, 'provider', [asked.substitute]);
  refuseProblems(handoverProblems(asked, pacificDay(call.context.now)));
  if (substitute === undefined || substitute.archived) {
    refuseProblems({ substitute: 'Choose an active provider.' });
    throw new ApiError('record.absent');
  }
  if (substitute.id === provider.id) refuseProblems({ substitute: 'Choose another provider.' });
  return { provider, substitute };
}

type Assigned = StudentService & { student_name: string; service_name: string; archived: boolean };

/** The provider's assigned services on these days, by student. */
async function handedServices(
  tx: Transaction,
  asked: Handover,
  substitute: Provider,
): Promise<HandedService[]> {
  const handed = await handedOver(tx, asked);
  const rows = await jsonRows<Assigned>(
    tx,
    sql`select ${fieldsOf('student_service', 'a')}, t.first_name || ' ' || t.last_name as student_name, t.archived,
        v.name as service_name
      from assigned_services a join students t on t.id = a.student join services v on v.id = a.service
      where a.deleted_at is null and a.provider = ${asked.provider} and not t.archived
      order by t.last_name, t.first_name, v.name, a.start_date, a.id`,
  );
  return rows.flatMap((row): HandedService[] => {
    const parts = serviceParts(row, asked);
    if (parts === null || !(handed?.services.has(pairOf(row)) ?? true)) return [];
    const { id, student, student_name, service, service_name } = row;
    return [
      {
        ...{ id, student, student_name, service, service_name },
        ...{ from: parts.covered.start_date, to: parts.covered.end_date },
        refusal: substitute.services.includes(service)
          ? ''
          : `${providerName(substitute)} doesn't deliver this service.`,
      },
    ];
  });
}

/** Divides an assigned service by the days of a hand-over. */
export async function splitService(
  call: Call,
  id: string,
  asked: HandoverDays & { provider: string | null; substitute: string },
): Promise<void> {
  const before = await storedRow(call.tx, 'student_service', id);
  const parts = before === null ? null : serviceParts(before, asked);
  if (before === null || parts === null) return;
  const records = recordsOf('student_service', { id: before.student });
  const row = wireRow(before);
  const part = (dates: { start_date: string; end_date: string | null }, provider: string | null) => ({
    ...{ ...row, ...dates, provider, provider_name: null },
    ...{ id: uuidv7(), version: 1 },
  });
  if (parts.before === null)
    await call.change(records, before, { ...row, ...parts.covered, provider: asked.substitute });
  else {
    await call.change(records, before, { ...row, ...parts.before });
    await call.create(records, part(parts.covered, asked.substitute));
  }
  if (parts.after !== null) await call.create(records, part(parts.after, asked.provider));
}

/** What a hand-over moved: services by student, and planned sessions or series. */
interface HandedOver {
  services: ReadonlySet<string>;
  events: ReadonlySet<string>;
}

/** What goes back; null if nothing limits what moves. */
async function handedOver(
  tx: Transaction,
  { hands_back, provider, substitute }: Handover,
): Promise<HandedOver | null> {
  if (hands_back === undefined) return null;
  const writes = await movedBetween(tx, hands_back, { subject: substitute, target: provider });
  const of = (entity: MoveWrite['entity']) =>
    writes.flatMap((one) => (one.entity === entity ? [one.id] : []));
  const services = await loadRows(tx, 'student_service', of('student_service'));
  return { services: new Set(services.map(pairOf)), events: new Set(of('calendar_event')) };
}

function pairOf({ student, service }: { student: string; service: string | null }): string {
  return `${student} ${service}`;
}

/** What decides which planned sessions move with an assigned service. */
type Moving = Pick<HandedService, 'id' | 'student' | 'service'>;

/**
 * Moves the provider's planned sessions of these services and days to the substitute.
 * @returns how many single events and series
 */
export async function movePlanned(call: Call, asked: Handover, moving: readonly Moving[]): Promise<number> {
  const events = await plannedEvents(call.tx, asked, moving);
  for (const event of events) await moveEvent(call, event, asked);
  await partFromSeries(call, events);
  return events.length;
}

type Planned = CalendarEvent & { in_days: number };

/**
 * The provider's single events and series on these days that belong to moving services. A group session, which names no
 * student, moves if every student of the provider moves in its service.
 */
async function plannedEvents(
  tx: Transaction,
  asked: Handover,
  moving: readonly Moving[],
): Promise<Planned[]> {
  const handed = await handedOver(tx, asked);
  const whole = await wholeServices(tx, asked, moving, handed);
  const movesWith = new Set(moving.map(pairOf));
  const last = asked.end_date ?? fiscalYearEnd(dayPlus(asked.start_date, 366));
  const found = await storedRows(
    tx,
    'calendar_event',
    sql`deleted_at is null and provider = ${asked.provider} and service is not null and not is_lunch
      and ((not recurring and event_start_date between ${asked.start_date}::date and ${last}::date)
        or (recurring and event_start_date <= ${last}::date))
      order by event_start_date, event_start_time, id`,
  );
  const recorded = await recordedOn(tx, asked);
  const occurring = await occurrencesBySeries(tx, asked, last);
  return found.flatMap((event): Planned[] => {
    const { id, student, service, recurring } = event;
    const isOfMove = handed === null || handed.events.has(event.original_id ?? id);
    const moves =
      student === null ? whole.has(service ?? '') && isOfMove : movesWith.has(pairOf({ student, service }));
    const in_days = recurring ? (occurring.get(id) ?? 0) : 1;
    if (!moves || in_days === 0 || (!recurring && recorded.has(id))) return [];
    return [{ ...wireRow(event), in_days }];
  });
}

/** Services of which every assignment of the provider on these days moves; handing back, every one that was handed over. */
async function wholeServices(
  tx: Transaction,
  asked: Handover,
  moving: readonly Moving[],
  handed: HandedOver | null,
): Promise<Set<string>> {
  const ids = new Set(moving.map(({ id }) => id));
  const all = await jsonRows<StudentService>(
    tx,
    sql`select ${fieldsOf('student_service', 'a')} from assigned_services a join students t on t.id = a.student
      where a.deleted_at is null and a.provider = ${asked.provider} and not t.archived`,
  );
  const stay = new Set(
    all
      .filter((row) => !ids.has(row.id) && serviceParts(row, asked) !== null)
      .filter((row) => handed?.services.has(pairOf(row)) ?? true)
      .map(({ service }) => service),
  );
  return new Set(moving.map(({ service }) => service).filter((service) => !stay.has(service)));
}

/** Events of the provider from these days for which a session is recorded already. */
async function recordedOn(tx: Transaction, { provider, start_date }: Handover): Promise<Set<string>> {
  const rows = await jsonRows<{ id: string }>(
    tx,
    sql`select calendar_event_id as id from sessions where provider = ${provider} and deleted_at is null
      and session_date >= ${start_date}::date and calendar_event_id is not null`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** How many occurrences each series has on these days. */
async function occurrencesBySeries(
  tx: Transaction,
  asked: Handover,
  last: string,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const reach = sql`e.provider = ${asked.provider} and e.service is not null and not e.is_lunch`;
  for (const { original_id } of await occurrencesWithin(tx, reach, { start: asked.start_date, end: last })) {
    if (original_id !== null) counts.set(original_id, (counts.get(original_id) ?? 0) + 1);
  }
  return counts;
}

async function moveEvent(call: Call, event: Planned, asked: Handover): Promise<void> {
  if (!event.recurring) return changeOwner(call, event.id, asked.substitute);
  // The rest goes back to its provider: split there first, so that the middle part ends by itself.
  if (asked.end_date !== null) {
    const after = await changeSeriesFrom(call, event.id, dayPlus(asked.end_date, 1), {});
    if (after === event.id) return;
  }
  await changeSeriesFrom(call, event.id, asked.start_date, { provider: asked.substitute });
}

async function changeOwner(call: Call, id: string, provider: string): Promise<void> {
  const before = await storedRow(call.tx, 'calendar_event', id);
  if (before === null || before.deleted_at !== null) return;
  await call.change(eventRecords, before, { ...wireRow(before), provider });
}

/** Changed occurrences whose series is now someone else's become events of their own. */
async function partFromSeries(call: Call, events: readonly Planned[]): Promise<void> {
  const series = new Set(
    events.flatMap(({ id, recurring, original_id }) => (recurring ? id : (original_id ?? []))),
  );
  const parted = await storedRows(
    call.tx,
    'calendar_event',
    sql`deleted_at is null and original_id = any(${arrayParam(series, 'uuid')})
      and provider <> (select s.provider from calendar_events s where s.id = calendar_events.original_id) order by id`,
  );
  for (const before of parted) {
    const alone = { original_id: null, original_date: null };
    await call.change(eventRecords, before, { ...wireRow(before), ...alone });
  }
}

function countedEvents(events: readonly Planned[]): HandoverPreview['events'] {
  const found = new Map<string, HandoverPreview['events'][number]>();
  for (const { service, student, recurring } of events) {
    if (service === null) continue;
    const known = found.get(`${service} ${student}`) ?? { service, student, single: 0, series: 0 };
    found.set(`${service} ${student}`, {
      ...known,
      single: known.single + (recurring ? 0 : 1),
      series: known.series + (recurring ? 1 : 0),
    });
  }
  return [...found.values()];
}

/** How many of the sessions meet something on the substitute's calendar. */
async function overlaps(tx: Transaction, asked: Handover, moving: readonly HandedService[]): Promise<number> {
  const limit = dayPlus(asked.start_date, COMPARED_DAYS);
  const end = asked.end_date !== null && asked.end_date < limit ? asked.end_date : limit;
  const range = { start: asked.start_date, end };
  const of = (provider: string): SQL => sql`e.provider = ${provider}`;
  const services = new Set(moving.map(({ service }) => service));
  const takesPlace = ({ skipped }: CalendarOccurrence) => skipped === null;
  const own = (await occurrencesWithin(tx, of(asked.substitute), range)).filter(takesPlace);
  const moved = (await occurrencesWithin(tx, of(asked.provider), range)).filter(
    (event) => takesPlace(event) && services.has(event.service ?? '') && !event.is_lunch,
  );
  const meets = (one: CalendarOccurrence, other: CalendarOccurrence) =>
    one.event_start_date === other.event_start_date &&
    one.event_start_time < other.event_end_time &&
    other.event_start_time < one.event_end_time;
  return moved.filter((event) => own.some((other) => meets(event, other))).length;
}
