import { earliestSeriesStart, fiscalYearEnd } from '#domain/calendar/series-days.ts';
import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';

/** The days for which services are renewed, Pacific and inclusive. */
export interface RenewalWindow {
  start_date: string;
  end_date: string;
}

/** An assigned service, as far as its renewal depends on it. */
export interface RenewableService {
  id: string;
  student: string;
  service: string;
  authorised_minutes: number | null;
  start_date: string;
  end_date: string | null;
}

/** What renewing a service would do. */
export interface RenewalLine<Service> {
  service: Service;
  /** The days of the new one. */
  start_date: string;
  end_date: string;
  /** Why it is left out unless someone chooses it; empty if it is renewed. */
  reason: string;
  /** It can't be chosen either. */
  is_refused: boolean;
}

/** In its first months a fiscal year is still being renewed; later the next one is prepared. */
const LATE_MONTHS = ['07', '08', '09'];

/** The fiscal year that the office would renew for on this day. */
export function renewalYear(today: string): RenewalWindow {
  const ends = fiscalYearEnd(today);
  if (LATE_MONTHS.includes(today.slice(5, 7)))
    return { start_date: earliestSeriesStart(today), end_date: ends };
  const start_date = dayPlus(ends, 1);
  return { start_date, end_date: fiscalYearEnd(start_date) };
}

/** A window of more than a year would authorize a student's minutes twice. */
const LONGEST_WINDOW = 366;

/** Validation errors of the days for which services are renewed. */
export function renewalWindowProblems({ start_date, end_date }: RenewalWindow): FieldErrors {
  if (end_date < start_date) return { end_date: "The last day can't be before the first day." };
  return end_date >= dayPlus(start_date, LONGEST_WINDOW)
    ? { end_date: 'Choose a last day within a year of the first day.' }
    : {};
}

/** A service that ended earlier than this before the new window has most likely been given up on purpose. */
const GIVEN_UP_DAYS = 92;

/**
 * The services of last year, each with the days of its renewal or the reason why it has none. A service that another
 * one of the student has followed since isn't a separate line.
 */
export function renewalLines<Service extends RenewableService>(
  services: readonly Service[],
  window: RenewalWindow,
): RenewalLine<Service>[] {
  const earliest = dayPlus(window.start_date, -LONGEST_WINDOW);
  return services
    .filter(
      ({ start_date, end_date }) => start_date < window.start_date && (end_date ?? earliest) >= earliest,
    )
    .flatMap((service) => {
      const others = services.filter(
        (one) => one.id !== service.id && one.student === service.student && one.service === service.service,
      );
      const { end_date } = service;
      const isFollowed = others.some(
        (one) => end_date !== null && one.start_date > end_date && one.start_date < window.start_date,
      );
      return isFollowed ? [] : [renewalLine(service, others, window)];
    });
}

function renewalLine<Service extends RenewableService>(
  service: Service,
  others: readonly RenewableService[],
  window: RenewalWindow,
): RenewalLine<Service> {
  const { end_date, authorised_minutes } = service;
  const start_date =
    end_date !== null && end_date >= window.start_date ? dayPlus(end_date, 1) : window.start_date;
  const line = { service, start_date, end_date: window.end_date };
  const renewed = others.find(
    (one) => one.start_date >= window.start_date && one.start_date <= window.end_date,
  );
  if (renewed !== undefined) {
    return { ...line, reason: `Already renewed from ${displayDay(renewed.start_date)}.`, is_refused: true };
  }
  if (end_date !== null && end_date >= window.end_date) {
    return { ...line, reason: `Runs until ${displayDay(end_date)}.`, is_refused: true };
  }
  if (end_date !== null && end_date < dayPlus(window.start_date, -GIVEN_UP_DAYS)) {
    return { ...line, reason: `Last day: ${displayDay(end_date)}.`, is_refused: false };
  }
  if (authorised_minutes === null || authorised_minutes === 0) {
    return { ...line, reason: 'No minutes are authorized.', is_refused: false };
  }
  return { ...line, reason: '', is_refused: false };
}
