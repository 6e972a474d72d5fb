/** Maximum clock skew of a device whose readings are trusted, in milliseconds. */
const TRUSTED_CLOCK_SKEW_MS = 5 * 60_000;
/** Grace period for entries after a pay period closed, in milliseconds. */
const PAYROLL_GRACE_MS = 48 * 3_600_000;

/**
 * The instant by which lateness is judged: when the change was captured on the device, if its clock can be
 * trusted, otherwise when the server received it.
 *
 * Instants are ISO 8601. `device_now` is the device's clock at sending; `device_captured_at` is the device's
 * uncorrected clock at capture, where `captured_at` was corrected by the server's time: a corrected time is
 * trusted unless it is in the future.
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

/**
 * Whether it was captured more than 48 hours after the pay period closed. An open period has no late entries.
 */
export function isLateForPayroll(judged_at: string, period: { closed_at: string | null }): boolean {
  return period.closed_at !== null && Date.parse(judged_at) > Date.parse(period.closed_at) + PAYROLL_GRACE_MS;
}

/**
 * Whether it was captured after the invoice of its client and month was cut. Without an invoice nothing is
 * late.
 */
export function isLateForClient(judged_at: string, invoice: { cut_at: string } | null): boolean {
  return invoice !== null && Date.parse(judged_at) > Date.parse(invoice.cut_at);
}

/** The month `YYYY-MM` that a Pacific day is invoiced in. */
export function invoiceMonth(day: string): string {
  return day.slice(0, 7);
}
