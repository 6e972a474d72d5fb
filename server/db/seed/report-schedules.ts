import { ROLES } from '#domain/access/roles.ts';
import { lastDue, type RhythmTerms } from '#domain/reports/report-rhythm.ts';
import { pacificInstant } from '#domain/time/pacific.ts';
import type { pay_periods } from '#server/db/schema/pay-periods.ts';
import type { report_schedules, report_sendings } from '#server/db/schema/report-schedules.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';

type SeededSchedule = typeof report_schedules.$inferSelect;
type SeededSending = typeof report_sendings.$inferSelect;

interface Facts {
  periods: readonly (typeof pay_periods.$inferSelect)[];
  /** ISO 8601 */
  now: string;
  /** A Pacific day. */
  firstDay: string;
}

/** Reports that the office mails, with what became of their last mails. */
export function seedReportSchedules(
  random: Random,
  people: People,
  { periods, now, firstDay }: Facts,
): { schedules: SeededSchedule[]; sendings: SeededSending[] } {
  const withRole = (role: string) => people.users.filter((user) => user.role === role && user.is_active);
  const [owner] = withRole(ROLES.admin);
  if (owner === undefined) return { schedules: [], sendings: [] };
  const leads = withRole(ROLES.serviceLead).slice(0, 2);
  const supervisors = withRole(ROLES.supervisor).slice(0, 2);
  const schedule = (
    named: Pick<SeededSchedule, 'report' | 'name' | 'days'> & Partial<SeededSchedule>,
    rhythm: Partial<RhythmTerms> & Pick<RhythmTerms, 'rhythm'>,
    recipients: readonly { id: string }[],
  ): SeededSchedule => ({
    ...{ id: random.id(), view: '', weekday: null, month_day: null, days_after: null, send_at: '07:00' },
    ...{ file_format: 'xlsx', is_paused: false, owner: owner.id, deleted_at: null, version: 1 },
    active_since: new Date(pacificInstant(firstDay, '08:00')).toISOString(),
    ...named,
    ...rhythm,
    recipients: recipients.map(({ id }) => id),
  });
  const [payer = owner] = withRole(ROLES.superAdmin);
  const schedules = [
    schedule(
      { report: 'note-completion', name: 'Notes still open', days: 'this-month', view: 'show=open' },
      { rhythm: 'weekly', weekday: 1 },
      [owner, ...supervisors],
    ),
    schedule(
      { report: 'grouped-clients', name: 'Services by district', days: 'last-month' },
      { rhythm: 'monthly', month_day: 2 },
      [owner, ...leads],
    ),
    schedule(
      {
        report: 'meal-compliance',
        name: 'Meals of the pay period',
        days: 'last-pay-period',
        file_format: 'csv',
      },
      { rhythm: 'pay-period', days_after: 1, send_at: '06:30' },
      [owner],
    ),
    schedule(
      { report: 'cancellations', name: 'Cancellations', days: 'last-week', is_paused: true },
      { rhythm: 'weekly', weekday: 5, send_at: '16:00' },
      [owner],
    ),
    schedule(
      { report: 'payroll-providers', name: 'Pay by provider', days: 'last-pay-period', owner: payer.id },
      { rhythm: 'pay-period', days_after: 2, send_at: '06:30' },
      [payer],
    ),
  ];
  const sendings = schedules.flatMap((one): SeededSending[] => {
    if (one.is_paused) return [];
    const due_at = lastDue(one, { after: one.active_since, until: now }, periods);
    if (due_at === null) return [];
    const sent_at = new Date(Date.parse(due_at) + 20_000).toISOString();
    return one.recipients.map((recipient) => ({
      ...{ id: random.id(), schedule: one.id, due_at, is_by_hand: false, recipient },
      ...{ state: 'sent', reason: null, attempts: 1, next_try_at: null, handed_at: null, sent_at },
    }));
  });
  return { schedules, sendings };
}
