/** How far a device's clock may be off before its readings stop counting, in milliseconds. */
const TRUSTED_CLOCK_SKEW_MS = 5 * 60_000;
/** How long after a pay period closed an entry is still in time, in milliseconds. */
const PAYROLL_GRACE_MS = 48 * 3_600_000;

/**
 * The instant by which lateness is judged: when the work was captured on the
 * device, if its clock can be trusted, else when the server received it.
 *
 * Instants are ISO 8601; `device_now` is the device's clock as it sent the work, and
 * `device_captured_at` what it said when the work was captured, where `captured_at` was
 * corrected by the server's time: such a time is trusted unless it lies ahead.
 */
export function judgedAt(capture: {
  captured_at: string;
  device_captured_at?: string | null;
  device_now: string;
  received_at: string;
}): string {
  if (capture.device_captured_at != null) {
    const ahead = Date.parse(capture.captured_at) - Date.parse(capture.received_at);
    return ahead <= TRUSTED_CLOCK_SKEW_MS ? capture.captured_at : capture.received_at;
  }
  const skew = Math.abs(Date.parse(capture.device_now) - Date.parse(capture.received_at));
  const isPlausible =
    Date.parse(capture.captured_at) <= Date.parse(capture.device_now) + TRUSTED_CLOCK_SKEW_MS;
  return skew <= TRUSTED_CLOCK_SKEW_MS && isPlausible ? capture.captured_at : capture.received_at;
}

/** Captured more than 48 hours after the pay period closed. A period that is not closed has no late work. */
export function isLateForPayroll(judged_at: string, period: { closed_at: string | null }): boolean {
  return period.closed_at !== null && Date.parse(judged_at) > Date.parse(period.closed_at) + PAYROLL_GRACE_MS;
}

/** Captured after the invoice of its client and month was cut. What has no invoice yet has no late work. */
export function isLateForClient(judged_at: string, invoice: { cut_at: string } | null): boolean {
  return invoice !== null && Date.parse(judged_at) > Date.parse(invoice.cut_at);
}

/** The month `YYYY-MM` on whose invoice a Pacific day stands. */
export function invoiceMonth(day: string): string {
  return day.slice(0, 7);
}
