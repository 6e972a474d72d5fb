import type { Provider, Service } from '#contract/catalogue.ts';
import type { Student } from '#contract/student.ts';
import type { LocalSession } from '#db/sessions.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import type { SessionState } from '#domain/sessions/session.ts';
import { studentNames } from './session-words.ts';

/** A session with the names that the report shows, sorts by and searches. */
export interface ReportRow {
  session: LocalSession;
  provider: string;
  students: string;
  service: string;
}

export interface ReportFilter {
  provider: string;
  service: string;
  state: SessionState | '';
  /** Matches provider, students and service. */
  search: string;
}

export function reportRows(
  sessions: readonly LocalSession[],
  names: {
    providers: ReadonlyMap<string, Provider>;
    students: ReadonlyMap<string, Student>;
    services: readonly Service[];
  },
): ReportRow[] {
  const services = new Map(names.services.map((service) => [service.id, service.name]));
  return sessions.map((session) => {
    const provider = names.providers.get(session.provider);
    return {
      session,
      provider: provider === undefined ? 'Unknown provider' : providerName(provider),
      students: studentNames(session, names.students),
      service: services.get(session.service) ?? 'Unknown service',
    };
  });
}

export function filteredRows(rows: readonly ReportRow[], filter: ReportFilter): ReportRow[] {
  const wanted = filter.search.trim().toLowerCase();
  return rows.filter(
    ({ session, provider, students, service }) =>
      (filter.provider === '' || session.provider === filter.provider) &&
      (filter.service === '' || session.service === filter.service) &&
      (filter.state === '' || session.state === filter.state) &&
      (wanted === '' || `${provider} ${students} ${service}`.toLowerCase().includes(wanted)),
  );
}

export interface ReportTotals {
  sessions: number;
  minutes: number;
  /** Sessions whose changed duration waits for a decision. */
  pending: number;
}

export function reportTotals(rows: readonly ReportRow[]): ReportTotals {
  return {
    sessions: rows.length,
    minutes: rows.reduce((sum, { session }) => sum + session.actual_minutes, 0),
    pending: rows.filter(({ session }) => session.approval_request === 'pending').length,
  };
}
