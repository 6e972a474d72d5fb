import type { OfflineEndpointName } from '#contract/index.ts';
import { attendanceRule, REASON_NOT_ASKED } from '#domain/sessions/attendance.ts';
import { ATTENDANCE_CODES, type Attendance } from '#domain/sessions/session.ts';

export interface WriteShape {
  params: Record<string, string>;
  body: unknown;
}

/** From one released version of a write's shape to the next. Pure. */
type Upcast = (older: WriteShape) => WriteShape;

/** For every released shape that has changed since: endpoint → the version that it upcasts from. */
const upcasts: Partial<Record<OfflineEndpointName, Record<number, Upcast>>> = {
  // Version 2 added punches and series; older bodies get the contract's defaults.
  'lunch.create': { 1: asItIs },
  'lunch.update': { 1: asItIs },
  'calendar.create': { 1: asItIs },
  'calendar.update': { 1: asItIs },
  // Since version 2 some attendance codes need a reason.
  'session.create': { 1: withReason },
  'session.update': { 1: withReason },
};

function withReason(older: WriteShape): WriteShape {
  const body = older.body as { attendance?: Attendance; reason?: string } | null;
  const attendance = ATTENDANCE_CODES.find((code) => code === body?.attendance);
  if (attendance === undefined || !attendanceRule(attendance).needs_reason) return older;
  if ((body?.reason ?? '').trim() !== '') return older;
  return { ...older, body: { ...body, reason: REASON_NOT_ASKED } };
}

function asItIs(older: WriteShape): WriteShape {
  return older;
}

/** The write in the current shape; null if an upcast is missing. */
export function upcastWrite(
  endpoint: OfflineEndpointName,
  from: number,
  to: number,
  write: WriteShape,
): WriteShape | null {
  let shape = write;
  for (let version = from; version < to; version += 1) {
    const upcast = upcasts[endpoint]?.[version];
    if (upcast === undefined) return null;
    shape = upcast(shape);
  }
  return shape;
}
