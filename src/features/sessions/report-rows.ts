import type { LocalSession } from '#db/sessions.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { nameOfPerson, type SessionLookups } from './session-lookups.ts';
import { studentNames } from './session-words.ts';

/** A session with the names that the report shows, sorts by, and searches. */
export interface ReportRow {
  session: LocalSession;
  provider: string;
  students: string;
  service: string;
  short_service: string;
  /** Who entered it, if not the provider. */
  captured_by: string;
}

export function reportRows(
  sessions: readonly LocalSession[],
  names: Pick<SessionLookups, 'providers' | 'studentNames' | 'services' | 'self'>,
): ReportRow[] {
  const services = new Map(names.services.map((service) => [service.id, service]));
  return sessions.map((session) => {
    const provider = names.providers.get(session.provider);
    return {
      session,
      provider: provider === undefined ? 'Unknown provider' : providerName(provider),
      students: studentNames(session, names.studentNames),
      service: services.get(session.service)?.name ?? 'Unknown service',
      short_service: services.get(session.service)?.short_name ?? 'Unknown service',
      captured_by: session.captured_by === session.provider ? '' : nameOfPerson(session.captured_by, names),
    };
  });
}

export interface ReportTotals {
  sessions: number;
  minutes: number;
  /** Sessions with a pending request. */
  pending: number;
}

export function reportTotals(rows: readonly ReportRow[]): ReportTotals {
  return {
    sessions: rows.length,
    minutes: rows.reduce((sum, { session }) => sum + session.actual_minutes, 0),
    pending: rows.filter(({ session }) => session.approval_request === 'pending').length,
  };
}
