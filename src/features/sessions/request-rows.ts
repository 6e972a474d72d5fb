import type { LocalSession } from '#db/sessions.ts';
import { mayUse } from '#domain/access/permissions.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { mayDecideOnSession } from '#domain/sessions/request-rules.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { requestsOf, type SessionRequest } from '#domain/sessions/session-requests.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { fieldChanges } from './changed-fields.ts';
import { decisionWords } from './duration-rows.ts';
import { type ReportRow, reportRows } from './report-rows.ts';
import type { SessionLookups } from './session-lookups.ts';

/** A request with its session. */
export interface RequestRow extends ReportRow {
  request: SessionRequest;
  /** What would change, or what would count. */
  change: string;
  /** Who decided, when, and with what note; empty while it waits. */
  decision: string;
}

/**
 * The requests that this person decides on, pending and decided: not those of their own sessions. Those who close pay periods also see
 * these, which wait for somebody else. Pure.
 */
export function requestRows(
  sessions: readonly LocalSession[],
  actor: Actor,
  { lookups, names }: { lookups: SessionLookups; names: KnownNames },
): RequestRow[] {
  const seesOwn = mayUse(actor, 'payroll.view');
  const theirs = sessions.filter(
    (session) => mayDecideOnSession(actor, session) && (seesOwn || session.provider !== actor.user_id),
  );
  return reportRows(theirs, lookups).flatMap((row) =>
    requestsOf(row.session)
      .filter(({ asked_by }) => seesOwn || asked_by !== actor.user_id)
      .map((request) => ({
        ...row,
        request,
        change: changeWords(row.session, request, names),
        decision: decisionWords(request, lookups),
      })),
  );
}

function changeWords(session: LocalSession, request: SessionRequest, names: KnownNames): string {
  const fields = fieldChanges(request, names);
  if (fields.length === 0) return `${ATTENDANCE_LABELS[session.attendance]}, ${session.actual_minutes} min`;
  return fields.map(({ label, before, after }) => `${label}: ${before} → ${after}`).join(' · ');
}
