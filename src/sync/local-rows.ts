import type { CalendarEvent, CalendarEventBody } from '#contract/calendar.ts';
import type { EntityRow } from '#contract/entities.ts';
import type { EntityName } from '#contract/entity-name.ts';
import type { LunchBody, LunchBreak } from '#contract/lunch.ts';
import type { Session, SessionBody } from '#contract/session.ts';
import { isChangedDuration } from '#domain/sessions/session-rules.ts';

/** Who made a write, where and when: what the device knows before the server answers. */
export interface WriteAuthor {
  user_id: string;
  captured_at: string;
}

type WritableEntity = 'session' | 'lunch' | 'calendar_event';

function withDerivedFields(session: Session): Session {
  const changeDuration = isChangedDuration(session);
  return { ...session, changeDuration, approval_request: changeDuration ? 'pending' : 'none' };
}

/**
 * What a creation looks like on this device until the server answers. Fields that
 * only the server sets hold what it will most likely set.
 */
const newRow: { [Name in WritableEntity]: (body: never, author: WriteAuthor) => EntityRow<Name> } = {
  session: (body: SessionBody, author): Session =>
    withDerivedFields({
      ...body,
      provider: body.provider ?? author.user_id,
      client: null,
      state: 'logged',
      changeDuration: false,
      approval_request: 'none',
      late_for_payroll: false,
      has_overlap: false,
      is_possible_duplicate: false,
      captured_by: author.user_id,
      captured_at: author.captured_at,
      received_at: null,
      version: 0,
    }),
  lunch: (body: LunchBody, author): LunchBreak => ({
    ...body,
    provider: body.provider ?? author.user_id,
    source: 'manual',
    captured_by: author.user_id,
    captured_at: author.captured_at,
    received_at: null,
    version: 0,
  }),
  calendar_event: (body: CalendarEventBody, author): CalendarEvent => ({
    ...body,
    provider: body.provider ?? author.user_id,
    original_id: null,
    version: 0,
  }),
};

function isWritable(entity: EntityName): entity is WritableEntity {
  return Object.hasOwn(newRow, entity);
}

export interface AppliedWrite {
  entity: EntityName;
  effect: 'create' | 'update' | 'delete';
  body: unknown;
  author: WriteAuthor;
}

/**
 * The row after a write: the same pure function when it is first made and when
 * it is laid upon a newer base. Nothing where it was deleted; a change of a row
 * that is not there leaves nothing.
 */
export function applyWrite(row: unknown, write: AppliedWrite): unknown {
  if (!isWritable(write.entity)) throw new TypeError(`${write.entity} is not written on devices`);
  if (write.effect === 'delete') return null;
  if (write.effect === 'create') {
    // A base that is already there is the creation's own effect, confirmed by a pull before its answer.
    if (row !== null) return row;
    return newRow[write.entity](write.body as never, write.author);
  }
  if (row === null) return null;
  const changed = { ...(row as object), ...(write.body as object) };
  return write.entity === 'session' ? withDerivedFields(changed as Session) : changed;
}

/** The row that people see: waiting writes laid in order upon the newest base. */
export function rebase(base: unknown, writes: readonly AppliedWrite[]): unknown {
  return writes.reduce(applyWrite, base);
}
