import { sql } from 'drizzle-orm';
import type { Session } from '#contract/session.ts';
import type { ImportLine } from '#domain/imports/import-lines.ts';
import { readLine } from '#domain/imports/import-lines.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { attendanceRule, REASON_NOT_ASKED } from '#domain/sessions/attendance.ts';
import { sessionEnd, sessionProblems } from '#domain/sessions/session-rules.ts';
import { minutesBetween } from '#domain/time/clock-change.ts';
import { PACIFIC_ZONE, pacificDay } from '#domain/time/pacific.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { sessionRecords } from '#server/modules/sessions/queries.ts';
import type { Call } from '#server/records/call.ts';
import { locationNames, Names, serviceNames } from './named-records.ts';
import { faulty, fieldFaults, newRow, type Plan, type Planner, updateOf } from './plan.ts';
import { Students } from './student-lookup.ts';

type Placed = Pick<Session, 'provider' | 'session_date' | 'start_time' | 'service' | 'student_ids'>;

const placeKey = ({ provider, session_date, start_time, service, student_ids }: Placed) =>
  [provider, session_date, start_time, service, ...[...student_ids].sort()].join(' ');

/**
 * Sessions of an earlier system: approved, marked as history, and outside of the rules for late entries. They ask
 * nothing of anyone.
 */
export async function planSessions(
  { tx, actor, context }: Call,
  lines: readonly ImportLine[],
): Promise<Planner<'session'>> {
  const [services, locations, students, providers] = [
    await serviceNames(tx),
    await locationNames(tx),
    await Students.read(tx),
    await providerNames(tx),
  ];
  const known = new Map<string, string>();
  for (const { id, ...place } of await sessionsAround(tx, lines)) known.set(placeKey(place), id);
  const today = pacificDay(context.now);
  const instants = {
    captured_at: new Date(context.captured_at).toISOString(),
    received_at: new Date(context.now).toISOString(),
  };

  return {
    plan(values, idOf): Plan {
      const { session_date = '', start_time = '', district_student_id: numbers, ...rest } = values;
      const provider = providers.one(
        rest.provider ?? '',
        'provider',
        'Import providers first, or correct the name.',
      );
      const service = services.one(
        rest.service ?? '',
        'service',
        'Import services first, or correct the name.',
      );
      const location = rest.location === undefined ? null : locations.one(rest.location, 'location');
      const isNamed = rest.student_name !== undefined || rest.student_first !== undefined;
      const found = (numbers ?? (isNamed ? [undefined] : [])).map((number) =>
        students.find({ ...rest, district_student_id: number }),
      );
      const minutes = rest.actual_minutes ?? minutesUntil(session_date, start_time, rest.end_time);
      const faults = [
        ...[provider, service, location, ...found].flatMap((one) =>
          one !== null && 'fault' in one ? one.fault : [],
        ),
        ...(minutes === null ? ['End time: it must be after the start time.'] : []),
      ];
      if (faults.length > 0 || 'fault' in provider || 'fault' in service || minutes === null) {
        return faulty(...faults);
      }
      const attended = found.flatMap((one) => ('row' in one ? one.row : []));
      const student_ids = [...new Set(attended.map(({ id }) => id))];
      const setting = rest.setting ?? (student_ids.length > 1 ? 'group' : 'individual');
      const indirect_minutes = rest.indirect_minutes ?? (setting === 'indirect' ? minutes : 0);
      const attendance = rest.attendance ?? 'delivered';
      const entry = {
        ...{ student_ids, session_date, start_time, setting, attendance, indirect_minutes },
        end_time: rest.end_time ?? sessionEnd({ session_date, start_time }, minutes),
        ...{
          scheduled_minutes: minutes,
          actual_minutes: minutes,
          direct_minutes: minutes - indirect_minutes,
        },
        reason: rest.reason ?? (attendanceRule(attendance).needs_reason ? REASON_NOT_ASKED : ''),
        duration_reason: '',
      };
      const problems = fieldFaults('session', historyProblems(entry, today));
      if (problems.length > 0) return faulty(...problems);
      const place = { ...entry, provider: provider.row.id, service: service.row.id };
      const before = known.get(placeKey(place));
      if (before !== undefined) return updateOf('session', before, {}, {});
      const row: Session & { received_at: string } = {
        ...{ id: idOf(), ...place, client: attended[0]?.client ?? null },
        location: location !== null && 'row' in location ? location.row.id : null,
        ...{ time_zone: PACIFIC_ZONE, modality: rest.modality ?? 'in_person', notes: rest.notes ?? '' },
        ...{ calendar_event_id: null, make_up_of: null, state: 'approved', changeDuration: false },
        ...{ approval_request: 'none', requests: [], late_for_payroll: false, late_for_client: false },
        ...{ has_overlap: false, is_possible_duplicate: false, is_history: true },
        ...{ captured_by: actor.user_id, ...instants, version: 1 },
      };
      known.set(placeKey(row), row.id);
      return { outcome: 'add', rows: [newRow(sessionRecords, row)] };
    },
  };
}

type Entry = Parameters<typeof sessionProblems>[0];

/** The rules of a session that make sense for one of long ago. */
function historyProblems(entry: Entry, today: string) {
  const { session_date: _, ...problems } = sessionProblems(entry, today);
  return entry.session_date > today ? { ...problems, session_date: 'The date is in the future.' } : problems;
}

/** Null if the end isn't after the start. */
function minutesUntil(day: string, start: string, end: string | undefined): number | null {
  if (end === undefined || end <= start) return null;
  return minutesBetween({ day, time: start }, { day, time: end })[0];
}

/** All providers, former ones too, by email address and name. */
/** Providers by email address and by name, either way around. */
export async function providerNames(tx: Call['tx']): Promise<Names<{ id: string }>> {
  const rows = await jsonRows<{ id: string; email: string; provider_first: string; provider_last: string }>(
    tx,
    sql`select p.id, u.email, p.provider_first, p.provider_last from providers p join users u on u.id = p.id`,
  );
  const names = new Names<{ id: string }>();
  for (const row of rows) {
    names.add(row.email, row);
    names.add(providerName(row), row);
    names.add(`${row.provider_last}, ${row.provider_first}`, row);
  }
  return names;
}

/** Stored sessions of the days that the lines are about. */
async function sessionsAround(
  tx: Call['tx'],
  lines: readonly ImportLine[],
): Promise<(Placed & { id: string })[]> {
  const days = lines.flatMap(({ cells }) => readLine('session', cells).values.session_date ?? []).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return jsonRows(
    tx,
    sql`select id, provider, session_date, start_time, service, student_ids from sessions
      where session_date between ${first}::date and ${last}::date and deleted_at is null`,
  );
}
