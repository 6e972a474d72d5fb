import { sql } from 'drizzle-orm';
import { dayPlus, pacificDay, pacificInstant } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { quarantined_writes } from '#server/db/schema/sync.ts';
import { DEMO_SIGN_INS } from './demo-sign-ins.ts';
import type { Random } from './random.ts';

const HOUR_MS = 3_600_000;
/** How far back it looks for a session: without a limit, it would read all sessions to find the last one. */
const LATEST_DAYS = 120;
const ENTERED_AT = '17:10';
/** After the last session of every timetable. */
const TIME = { start_time: '16:30', end_time: '17:00' };

interface Seen {
  provider: string;
  student_ids: string[];
  service: string;
  location: string | null;
  session_date: string;
  time_zone: string;
}

/** A session from a tablet that was reported lost before it synced: the office has to decide on it. */
export async function seedHeldChange(tx: Transaction, random: Random, now: string): Promise<void> {
  const [seen] = await jsonRows<Seen>(
    tx,
    sql`select s.provider, s.student_ids, s.service, s.location, s.session_date, s.time_zone
      from sessions s join users u on u.id = s.provider
      where s.attendance = 'delivered' and s.setting = 'individual' and s.modality = 'in_person'
        and s.location is not null and s.end_time <= ${TIME.start_time}
        and s.session_date < ${pacificDay(now)}::date and s.session_date >= ${dayPlus(pacificDay(now), -LATEST_DAYS)}::date
        and u.is_active and not u.email = any(array(select jsonb_array_elements_text(${JSON.stringify(
          DEMO_SIGN_INS.map(({ email }) => email),
        )}::jsonb)))
      order by s.session_date desc, s.provider, s.start_time limit 1`,
  );
  if (seen === undefined) return;
  const { provider, ...facts } = seen;
  const captured = Date.parse(pacificInstant(seen.session_date, ENTERED_AT));
  const captured_at = new Date(captured).toISOString();
  const received = new Date(Math.min(captured + 18 * HOUR_MS, Date.parse(now))).toISOString();
  const body = {
    ...{ id: random.id(captured), ...facts, ...TIME },
    ...{ scheduled_minutes: 30, actual_minutes: 30, direct_minutes: 30, indirect_minutes: 0 },
    ...{ setting: 'individual', modality: 'in_person', attendance: 'make-up' },
    ...{ reason: '', duration_reason: '' },
    notes: 'Makeup after school. Worked through the whole list.',
    ...{ calendar_event_id: null, make_up_of: null },
  };
  await tx.insert(quarantined_writes).values({
    write_id: random.id(captured),
    author: provider,
    device_id: random.id(),
    cause: 'lost-device',
    note: '',
    content: JSON.stringify({ endpoint: 'session.create', endpoint_version: 2, params: {}, body }),
    sealed: null,
    base_version: null,
    depends_on: [],
    captured_at,
    device_now: received,
    received_at: received,
  });
}
